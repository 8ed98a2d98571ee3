// Package structure measures how well SPAR reads the structure of files: headings and cells of PDF beside the same text in
// Markdown, labels of tables beside their other renderings, and the years above figures. It is part of eval and not of the
// product.
package structure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// A Count is how often something holds.
type Count struct {
	Hit int `json:"hit"`
	Of  int `json:"of"`
}

// Share returns the part of all, or 0 if there are none.
func (c Count) Share() float64 {
	if c.Of == 0 {
		return 0
	}
	return float64(c.Hit) / float64(c.Of)
}

func (c Count) String() string { return fmt.Sprintf("%.2f %% (%d of %d)", 100*c.Share(), c.Hit, c.Of) }

func (c *Count) add(hit bool) {
	c.Of++
	if hit {
		c.Hit++
	}
}

// key returns a text without the differences between renderings: case, quotes, dashes, breaks within words.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// A Rendering is one firm's documents of RAG-Multi-Corpus in one format, beside the same in Markdown.
type Rendering struct {
	Firm   string `json:"firm"`
	Format string `json:"format"`
	Files  int    `json:"files"`

	False  Count    `json:"false"`  // headings read: not in the Markdown
	Bold   Count    `json:"bold"`   // headings read: false, but a bold line of its own in the Markdown
	Glued  Count    `json:"glued"`  // headings of the Markdown: begin a longer block
	Missed Count    `json:"missed"` // headings of the Markdown: no headings here, glued ones aside
	Cells  Count    `json:"cells"`  // cells of the Markdown: found under the same label
	Fused  Count    `json:"fused"`  // cells read: neither a cell in the Markdown nor a part of one
	Items  Count    `json:"items"`  // list items of the Markdown: read as items, each on its own
	Wrong  []string `json:"wrong,omitempty"`
}

// Renderings compares each firm's documents in the formats with their Markdown. With list it also lists the wrong cases.
func Renderings(ctx context.Context, data string, firms, formats []string, o read.Options, list bool) ([]Rendering, error) {
	root := filepath.Join(data, "rag_multi_corpus", "share")
	if len(firms) == 0 {
		entries, err := os.ReadDir(root)
		if err != nil {
			return nil, spar.Errorf(spar.NotFound, "the documents are not there: %w", err)
		}
		for _, e := range entries {
			firms = append(firms, e.Name())
		}
	}
	reader, done, err := readerOf(o)
	if err != nil {
		return nil, err
	}
	defer done()
	var out []Rendering
	for _, firm := range firms {
		files, err := filepath.Glob(filepath.Join(root, firm, "md", "*.md"))
		if err != nil || len(files) == 0 {
			return nil, spar.Errorf(spar.NotFound, "there are no documents of %q in %s", firm, root)
		}
		for _, format := range formats {
			r := Rendering{Firm: firm, Format: format}
			for _, path := range files {
				other := filepath.Join(root, firm, format, strings.TrimSuffix(filepath.Base(path), "md")+format)
				if _, err := os.Stat(other); err != nil {
					continue
				}
				want, err := reader.Document(ctx, path, nil)
				if err != nil {
					return nil, err
				}
				got, err := reader.Document(ctx, other, nil)
				if err != nil {
					return nil, err
				}
				r.Files++
				text, err := os.ReadFile(path)
				if err != nil {
					return nil, err
				}
				r.compare(filepath.Base(other), boldLines(text), want, got, list)
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// readerOf returns a reader with a cache of its own; done removes the cache.
func readerOf(o read.Options) (reader *read.Reader, done func(), err error) {
	if o.CacheDir, err = os.MkdirTemp("", "spar-structure-"); err != nil {
		return nil, nil, err
	}
	if reader, err = read.New(nil, o); err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(o.CacheDir))
	}
	return reader, func() { reader.Close(); os.RemoveAll(o.CacheDir) }, nil
}

// parts has the parts of a document to compare, each with its count.
type parts struct {
	headings, cells, labelled map[string]int
	items                     map[string]int
	texts                     []string // of other blocks
	all                       string   // of all cells, one behind the other
	shown                     map[string]string
}

func partsOf(doc *spar.Document) parts {
	p := parts{items: map[string]int{}, headings: map[string]int{}, cells: map[string]int{}, labelled: map[string]int{}, shown: map[string]string{}}
	note := func(k, text string) string {
		p.shown[k] = text
		return k
	}
	var all strings.Builder
	for _, b := range doc.Blocks {
		switch {
		case b.Table != nil:
			if !b.Table.Continued {
				for _, c := range b.Table.Header {
					p.cells[key(c)]++
					all.WriteString(key(c) + "\n")
				}
			}
			for _, r := range b.Table.Rows {
				for i, c := range r.Cells {
					if key(c) == "" {
						continue
					}
					label := ""
					if i < len(b.Table.Header) {
						label = b.Table.Header[i]
					}
					p.cells[note(key(c), c)]++
					all.WriteString(key(c) + "\n")
					p.labelled[note(key(label)+" = "+key(c), label+": "+c)]++
				}
			}
		case b.Kind == spar.Heading:
			p.headings[note(key(b.Text), b.Text)]++
		case b.Kind == spar.ListItem && key(b.Text) != "":
			p.items[itemKey(b.Text)]++
			p.shown[itemKey(b.Text)] = b.Text
			fallthrough
		default:
			p.texts = append(p.texts, key(b.Text))
		}
	}
	p.all = all.String()
	return p
}

// itemKey returns the key of a list item without its number, which some renderings keep apart from the text.
func itemKey(text string) string { return key(itemNumber.ReplaceAllString(text, "")) }

var itemNumber = regexp.MustCompile(`^\s*(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[-*•–])\s+`)

var boldLine = regexp.MustCompile(`(?m)^[\s>\[]*\*\*([^*\n]+?)(?:<br>)?\*\*(?:\]\([^)\n]*\))?(?:<br>)?\s*$`)

// boldLines returns the keys of the lines of a Markdown text that are bold from end to end. Whether such a line is a heading is a
// matter of taste: it looks like one and is not marked as one.
func boldLines(text []byte) map[string]bool {
	lines := map[string]bool{}
	for _, m := range boldLine.FindAllSubmatch(text, -1) {
		lines[key(string(m[1]))] = true
	}
	return lines
}

// compare adds the counts of one document.
func (r *Rendering) compare(name string, bold map[string]bool, want, got *spar.Document, list bool) {
	w, g := partsOf(want), partsOf(got)
	tell := func(what, text string) {
		if list {
			r.Wrong = append(r.Wrong, fmt.Sprintf("%s: %s: %.120q", name, what, text))
		}
	}
	for _, k := range sorted(g.headings) {
		for i := range g.headings[k] {
			wrong := i >= w.headings[k]
			r.False.add(wrong)
			r.Bold.add(wrong && bold[k])
			switch {
			case wrong && bold[k]:
				tell("a line in bold", g.shown[k])
			case wrong:
				tell("no heading", g.shown[k])
			}
		}
	}
	for _, k := range sorted(w.headings) {
		for i := range w.headings[k] {
			missed := i >= g.headings[k]
			glued := missed && slices.ContainsFunc(append(keysOf(g.headings), g.texts...), func(t string) bool { return len(t) > len(k) && strings.HasPrefix(t, k) && w.headings[t] == 0 }) &&
				!slices.Contains(g.texts, k)
			r.Glued.add(glued)
			r.Missed.add(missed && !glued)
			if glued {
				tell("glued", w.shown[k])
			} else if missed {
				tell("missed", w.shown[k])
			}
		}
	}
	for _, k := range sorted(w.items) {
		for i := range w.items[k] {
			found := i < g.items[k]
			if r.Items.add(found); !found {
				tell("no item", w.shown[k])
			}
		}
	}
	for _, k := range sorted(w.labelled) {
		for i := range w.labelled[k] {
			found := i < g.labelled[k]
			if r.Cells.add(found); !found {
				tell("no such cell", w.shown[k])
			}
		}
	}
	for _, k := range sorted(g.cells) {
		if _, data := g.shown[k]; !data {
			continue
		}
		fused := w.cells[k] == 0 && !strings.Contains(w.all, k)
		for range g.cells[k] {
			r.Fused.add(fused)
		}
		if fused {
			tell("fused", g.shown[k])
		}
	}
}

func keysOf(m map[string]int) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

func sorted(m map[string]int) []string {
	keys := keysOf(m)
	slices.Sort(keys)
	return keys
}

// WriteRenderings writes the comparison as a table, and the cases below it.
func WriteRenderings(w io.Writer, list []Rendering) error {
	var b strings.Builder
	b.WriteString("| firm | format | files | headings that are none | of these lines in bold | glued | missed | cells under " +
		"their label | fused cells | items of lists |\n|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range list {
		fmt.Fprintf(&b, "| %s | %s | %d | %v | %v | %v | %v | %v | %v | %v |\n", r.Firm, r.Format, r.Files, r.False, r.Bold, r.Glued, r.Missed, r.Cells, r.Fused, r.Items)
	}
	for _, r := range list {
		for _, line := range r.Wrong {
			b.WriteString("\n" + line)
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}
