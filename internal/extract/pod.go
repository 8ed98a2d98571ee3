package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var podCommand = pattern.New(`^=(?:head[1-6]|pod|over|item|back|begin|end|for|encoding|cut)\b`)

// detectPOD goes by the name; a program of Perl that holds POD is source.
func detectPOD(head []byte, name string) int {
	if hasExt(name, ".pod") && isTextHead(head) {
		return 70
	}
	return 0
}

// extractPOD reads the documentation format of Perl.
func extractPOD(ctx context.Context, in *Input, out *sink) error {
	p := newPOD(out)
	if err := eachLine(in, func(l line) error {
		p.on = true
		return p.line(strings.TrimRight(l.text, " \t\r"), l.at)
	}); err != nil {
		return err
	}
	return p.end()
}

// podReader is the state between two lines of POD.
type podReader struct {
	prose
	on      bool
	skip    string   // the format of a part that is for other programs
	command string   // that is open: it goes on to the next blank line
	lines   []string // of it
	from    spar.Span
	blank   bool
}

func newPOD(out *sink) *podReader {
	return &podReader{prose: prose{out: out, inline: plainPOD, level: 2}, blank: true}
}

// embedded takes a line of a program and reports whether it is POD. Before POD begins what stands above it is handed on by flush.
func (p *podReader) embedded(l line, flush func() error) (bool, error) {
	text := strings.TrimRight(l.text, " \t\r")
	if !p.on {
		if !strings.HasPrefix(text, "=") || !podCommand.MatchString(text) || strings.HasPrefix(text, "=cut") {
			return false, nil
		}
		if err := flush(); err != nil {
			return true, err
		}
		p.on, p.blank = true, true
	}
	if strings.HasPrefix(text, "=cut") {
		p.on = false
		return true, p.end()
	}
	return true, p.line(text, l.at)
}

func (p *podReader) line(text string, at spar.Span) error {
	if strings.TrimSpace(text) == "" {
		p.blank = true
		if err := p.endCommand(); err != nil {
			return err
		}
		if p.kind == spar.CodeBlock {
			return p.add(spar.CodeBlock, "", at)
		}
		return p.flush()
	}
	begins := p.blank
	p.blank = false
	switch {
	case begins && text[0] == '=':
		if err := p.endCommand(); err != nil {
			return err
		}
		p.command, p.lines, p.from = strings.Fields(text)[0][1:], []string{strings.TrimSpace(strings.TrimLeft(text, "="))}, at
		return nil
	case p.command != "":
		p.lines, p.from = append(p.lines, text), p.from.Union(at)
		if len(p.lines) > 100 {
			return p.endCommand()
		}
		return nil
	case p.skip != "":
		return nil
	case p.kind == spar.CodeBlock && (text[0] == ' ' || text[0] == '\t'), begins && (text[0] == ' ' || text[0] == '\t'):
		return p.add(spar.CodeBlock, text, at)
	}
	if p.kind == spar.CodeBlock {
		if err := p.flush(); err != nil {
			return err
		}
	}
	return p.add(spar.Paragraph, text, at)
}

// endCommand carries out the command that is open.
func (p *podReader) endCommand() error {
	command, at := p.command, p.from
	if command == "" {
		return nil
	}
	rest := strings.TrimSpace(strings.TrimPrefix(joinWrapped(p.lines), command))
	p.command, p.lines, p.from = "", nil, spar.Span{}
	if p.skip != "" && command != "end" && command != "cut" {
		return nil
	}
	switch {
	case strings.HasPrefix(command, "head") && len(command) == 5:
		return p.heading(int(command[4]-'0'), rest, at)
	case command == "item":
		if rest = strings.TrimSpace(plainPOD(rest)); rest == "*" || rest == "" || strings.Trim(rest, "0123456789.") == "" {
			return p.endTerm()
		}
		if mark, of, ok := strings.Cut(rest, " "); ok && (mark == "*" || strings.Trim(mark, "0123456789.") == "") {
			if err := p.endTerm(); err != nil {
				return err
			}
			return p.out.item(of, spar.Locator{Bytes: at})
		}
		return p.beginTerm(rest, at)
	case command == "back":
		return p.endTerm()
	case command == "begin":
		p.skip = rest
		if strings.HasPrefix(rest, ":") || rest == "text" {
			p.skip = ""
		}
	case command == "end", command == "cut":
		p.skip = ""
	}
	return nil
}

func (p *podReader) end() error {
	if err := p.endCommand(); err != nil {
		return err
	}
	p.blank = true
	return p.endTerm()
}

var (
	podCode   = pattern.New(`([A-Z])(?:<<+\s(.*?)\s>>+|<([^<>]*)>)`)
	podSigns  = map[string]string{"lt": "<", "gt": ">", "sol": "/", "verbar": "|", "amp": "&", "quot": `"`, "nbsp": " "}
	podRounds = 4 // how deep codes of POD are nested
)

// plainPOD takes the codes of POD out of a text: B<bold>, C<code>, L<text|page>.
func plainPOD(s string) string {
	for range podRounds {
		if !strings.ContainsRune(s, '<') {
			break
		}
		s = podCode.ReplaceAllStringFunc(s, func(m string) string {
			g := podCode.FindStringSubmatch(m)
			text := g[2] + g[3]
			switch g[1] {
			case "E":
				return podSigns[text]
			case "X", "Z":
				return ""
			case "L":
				if shown, _, ok := strings.Cut(text, "|"); ok {
					return shown
				}
				if page, section, ok := strings.Cut(text, "/"); ok && !strings.Contains(text, "://") {
					if section = strings.Trim(section, `"`); page == "" {
						return section
					}
					return section + " in " + page
				}
			}
			return text
		})
	}
	return s
}
