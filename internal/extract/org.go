package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	orgHeading = pattern.New(`^(\*{1,8})\s+(?:(?:TODO|DONE|NEXT|WAITING|CANCELLED)\s+)?(?:\[#[A-Z]\]\s+)?(.*?)(?:\s+:[\w@:]+:)?\s*$`)
	orgKeyword = pattern.New(`^#\+(\w+)(?:\[[^\]]*\])?:?\s*(.*)$`)
	orgItem    = pattern.New(`^(\s*)(?:[-+]|\*|[0-9]{1,3}[.)])\s+(?:\[[ X-]\]\s+)?(\S.*)$`)
	orgTag     = pattern.New(`^(.{1,200}?)\s+::(?:\s+(.*))?$`)
	orgDrawer  = pattern.New(`^\s*:[A-Z_-]+:\s*$`)
	orgLink    = pattern.New(`\[\[([^\[\]]{1,400})\](?:\[([^\[\]]{1,400})\])?\]`)
	orgStrong  = pattern.New(`(^|[\s('"{])([*/_=~+])([^\s*/_=~+](?:[^\n]{0,200}?[^\s])?)([*/_=~+])([\s.,;:!?)'"}-]|$)`)
)

// detectOrg goes by the name.
func detectOrg(head []byte, name string) int {
	if hasExt(name, ".org") && isTextHead(head) {
		return 70
	}
	return 0
}

// extractOrg reads the outlines of Emacs: headings, paragraphs, lists, terms, blocks of code, tables.
func extractOrg(ctx context.Context, in *Input, out *sink) error {
	o := orgReader{prose: prose{out: out, inline: plainOrg, level: 2}, item: -1}
	if err := eachLine(in, func(l line) error {
		return o.line(strings.TrimRight(l.text, " \t\r"), l.at)
	}); err != nil {
		return err
	}
	return o.end()
}

type orgReader struct {
	prose
	block  string // that is open, in lower case
	drawer bool
	item   int
	rows   *tableSink
}

func (o *orgReader) line(text string, at spar.Span) error {
	trimmed := strings.TrimSpace(text)
	if o.rows != nil {
		if strings.HasPrefix(trimmed, "|") {
			return o.row(trimmed, at)
		}
		t := o.rows
		o.rows = nil
		if err := t.close(); err != nil {
			return err
		}
	}
	if m := orgKeyword.FindStringSubmatch(trimmed); m != nil {
		if indentation(text) <= o.item {
			o.item = -1
			if err := o.endTerm(); err != nil {
				return err
			}
		}
		return o.keyword(strings.ToLower(m[1]), m[2])
	}
	switch {
	case o.block == "comment" || o.block == "export":
		return nil
	case o.block != "" && o.block != "quote" && o.block != "center" && o.block != "verse":
		return o.add(spar.CodeBlock, text, at)
	case o.drawer:
		o.drawer = !strings.EqualFold(trimmed, ":END:")
		return nil
	case orgDrawer.MatchString(text):
		o.drawer = true
		return nil
	case trimmed == "":
		return o.flush()
	case strings.HasPrefix(trimmed, "# ") || trimmed == "#":
		return nil
	case strings.HasPrefix(trimmed, ": "):
		return o.add(spar.CodeBlock, trimmed[2:], at)
	}
	if m := orgHeading.FindStringSubmatch(text); m != nil {
		o.item = -1
		return o.heading(len(m[1]), m[2], at)
	}
	if strings.HasPrefix(trimmed, "|") {
		if err := o.endTerm(); err != nil {
			return err
		}
		o.rows = o.out.table("", nil, spar.Locator{Bytes: at})
		return o.row(trimmed, at)
	}
	indent := indentation(text)
	if m := orgItem.FindStringSubmatch(text); m != nil && (m[1] != "" || text[0] != '*') {
		if err := o.flush(); err != nil {
			return err
		}
		o.item = indent
		if tag := orgTag.FindStringSubmatch(m[2]); tag != nil {
			if err := o.endTerm(); err != nil {
				return err
			}
			if err := o.beginTerm(plainOrg(tag[1]), at); err != nil || tag[2] == "" {
				return err
			}
			return o.add(spar.Paragraph, tag[2], at)
		}
		return o.add(spar.ListItem, m[2], at)
	}
	if indent <= o.item {
		o.item = -1
		if err := o.endTerm(); err != nil {
			return err
		}
	}
	if o.kind == spar.ListItem {
		return o.add(spar.ListItem, trimmed, at)
	}
	return o.add(spar.Paragraph, trimmed, at)
}

func (o *orgReader) keyword(key, rest string) error {
	switch {
	case strings.HasPrefix(key, "begin_"):
		o.block = key[len("begin_"):]
		return o.flush()
	case strings.HasPrefix(key, "end_"):
		o.block = ""
		return o.flush()
	case key == "title":
		return o.out.title(plainOrg(rest), spar.Locator{})
	case key == "author", key == "subtitle", key == "keywords", key == "description":
		return o.out.textProperty(key, rest)
	}
	return nil
}

func (o *orgReader) row(text string, at spar.Span) error {
	if strings.HasPrefix(text, "|-") {
		return nil
	}
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(text, "|"), "|") {
		cells = append(cells, plainOrg(strings.TrimSpace(cell)))
	}
	return o.rows.row(cells, spar.Locator{Bytes: at})
}

func (o *orgReader) end() error {
	if o.rows != nil {
		if err := o.rows.close(); err != nil {
			return err
		}
	}
	return o.endTerm()
}

// plainOrg takes the marks of Org out of a text.
func plainOrg(s string) string {
	if !strings.ContainsAny(s, "[*/_=~+") {
		return s
	}
	s = orgLink.ReplaceAllStringFunc(s, func(m string) string {
		g := orgLink.FindStringSubmatch(m)
		if g[2] != "" {
			return g[2]
		}
		return g[1]
	})
	return orgStrong.ReplaceAllStringFunc(s, func(m string) string {
		g := orgStrong.FindStringSubmatch(m)
		if g[2] != g[4] {
			return m
		}
		return g[1] + g[3] + g[5]
	})
}
