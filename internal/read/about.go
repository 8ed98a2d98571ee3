package read

import (
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// headText is how many bytes of a text's beginning may tell its version and its time.
const headText = 4000

// beginning is the first part of a text, made of its passages.
func beginning(passages []spar.Passage) string {
	var b strings.Builder
	for i := 0; i < len(passages) && b.Len() < headText; i++ {
		b.WriteString(passages[i].Text + "\n")
	}
	return b.String()
}

// headWith is the begin of a text with the next block, unless it is long enough. Tables of contents say nothing of a version.
func headWith(head string, b spar.Block) string {
	if len(head) >= headText || b.Kind == spar.Contents || b.Text == "" {
		return head
	}
	return head + b.Text[:min(len(b.Text), headText)] + "\n"
}

// about gives the version and the time that the beginning of a text tells, beside the file's declared properties.
func about(head string, passages []spar.Passage, declared []spar.Property) (list []spar.Property) {
	has := func(keys ...string) bool {
		return slices.ContainsFunc(declared, func(p spar.Property) bool { return slices.Contains(keys, p.Key) })
	}
	for _, p := range versions.Attributes(head) {
		if !has(p.Key) && !(p.Key == "doc-version" && has("version", "revision")) {
			list = append(list, p)
		}
	}
	title := ""
	var sheets []string
	for _, p := range declared {
		switch p.Key {
		case "title":
			title = p.Value.Text
		case "sheet":
			sheets = append(sheets, p.Value.Text)
		}
	}
	if title == "" && len(passages) > 0 {
		title = passages[0].Locator.Outermost()
	}
	if !has("doc-status") {
		list = drafted(title, list)
	}
	if has("period") {
		return list
	}
	return append(list, periodProperties(versions.Periods("", title, head, sheets))...)
}

func periodProperties(periods []versions.Period) (list []spar.Property) {
	for _, p := range periods {
		list = append(list, spar.Property{Key: "period", Value: spar.Value{Kind: spar.Text, Text: p.String()}})
	}
	return list
}

// drafted adds that a file is a draft by a name of it, unless something else is known of its status.
func drafted(name string, properties []spar.Property) []spar.Property {
	if !versions.Drafted(name) || slices.ContainsFunc(properties, func(p spar.Property) bool { return p.Key == "doc-status" }) {
		return properties
	}
	return append(slices.Clip(properties), spar.Property{Key: "doc-status", Value: spar.Value{Kind: spar.Text, Text: string(versions.Draft)}})
}

// named adds the time in a file's name, which goes before the time in its text: of this only refinements stay. Copies of a text have names
// of their own.
func named(file string, properties []spar.Property) []spar.Property {
	properties = drafted(strings.TrimSuffix(path.Base(file), path.Ext(file)), properties)
	periods := versions.Periods(path.Base(file), "", "", nil)
	if len(periods) == 0 {
		return properties
	}
	var out []spar.Property
	for _, p := range properties {
		refines := slices.ContainsFunc(periods, func(n versions.Period) bool { return strings.HasPrefix(p.Value.Text, n.String()) })
		if p.Key != "period" || refines {
			out = append(out, p)
		}
	}
	for _, p := range periodProperties(periods) {
		if !slices.ContainsFunc(out, func(o spar.Property) bool { return o.Key == p.Key && o.Value.Text == p.Value.Text }) {
			out = append(out, p)
		}
	}
	return out
}
