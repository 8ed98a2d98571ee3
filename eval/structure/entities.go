package structure

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// A NamedValue is a name that SPAR found, with one of its places.
type NamedValue struct {
	Kind   entity.Kind `json:"kind"`
	Value  string      `json:"value"`
	Count  int         `json:"count"`
	Path   string      `json:"path"`
	Around string      `json:"around"` // the name stands between ⟦ and ⟧
}

// A NamedPage is a passage with the names that SPAR found in it.
type NamedPage struct {
	Path  string       `json:"path"`
	Text  string       `json:"text"`
	Found []NamedValue `json:"found"`
}

// Entities is a sample for a person to judge: drawn values, and drawn passages to look for missed names.
type Entities struct {
	Distinct map[entity.Kind]int `json:"distinct"`
	Values   []NamedValue        `json:"values"`
	Pages    []NamedPage         `json:"pages,omitempty"`
}

// DrawEntities reads the files of some folders and draws names of a kind for a person to judge: as many from each folder, each
// distinct value once. It also draws passages with two neighbouring words in capitals, with all names that SPAR found in them.
func DrawEntities(ctx context.Context, folders []string, kind entity.Kind, seed uint64, values, pages int, o read.Options) (*Entities, error) {
	reader, done, err := readerOf(o)
	if err != nil {
		return nil, err
	}
	defer done()
	out := &Entities{Distinct: map[entity.Kind]int{}}
	draw := rand.New(rand.NewPCG(seed, 0))
	for i, folder := range folders {
		var all []NamedPage
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			doc, err := reader.Document(ctx, path, nil)
			if err != nil || !doc.State.Searchable() {
				return err
			}
			all = append(all, namedPages(path, doc)...)
			return nil
		})
		if err != nil {
			return nil, spar.Errorf(spar.NotFound, "%s cannot be read: %w", folder, err)
		}
		known := map[string]*NamedValue{}
		for _, p := range all {
			for _, v := range p.Found {
				if v.Kind != kind {
					continue
				}
				if known[v.Value] == nil {
					known[v.Value] = &v
				}
				known[v.Value].Count++
			}
		}
		out.Distinct[kind] += len(known)
		var list []NamedValue
		for _, v := range known {
			list = append(list, *v)
		}
		slices.SortFunc(list, func(a, b NamedValue) int { return cmp.Compare(a.Value, b.Value) })
		draw.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		out.Values = append(out.Values, list[:min(len(list), part(values, i, len(folders)))]...)
		all = slices.DeleteFunc(all, func(p NamedPage) bool { return !capitals.MatchString(p.Text) })
		draw.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		out.Pages = append(out.Pages, all[:min(len(all), part(pages, i, len(folders)))]...)
	}
	return out, nil
}

// capitals matches two capitalised words behind another word. A passage without them seldom names anybody.
var capitals = regexp.MustCompile(`[a-z,)] [A-Z][\w.-]* (?:of )?[A-Z]`)

// part divides n among of parts and returns the share of part i.
func part(n, i, of int) int { return n*(i+1)/of - n*i/of }

// namedPages returns the prose passages of a document, each with the names in it.
func namedPages(path string, doc *spar.Document) (list []NamedPage) {
	var texts []string
	for _, p := range chunk.Split(slices.Values(doc.Blocks), chunk.Options{}) {
		if entity.Counts(p) {
			texts = append(texts, p.Text)
		}
	}
	f := entity.New(texts, "en", entity.Standard())
	for _, t := range texts {
		page := NamedPage{Path: path, Text: t}
		for _, e := range f.Find(t) {
			switch e.Kind {
			case entity.Person, entity.Organisation, entity.Place:
				around := t[max(0, e.Start-70):e.Start] + "⟦" + e.Text + "⟧" + t[e.End:min(len(t), e.End+50)]
				page.Found = append(page.Found, NamedValue{Kind: e.Kind, Value: e.Value.Text, Path: path, Around: strings.ToValidUTF8(strings.Join(strings.Fields(around), " "), "")})
			}
		}
		list = append(list, page)
	}
	return list
}

// WriteMarkdown prints the sample for judging, a line for each value.
func (e *Entities) WriteMarkdown(w io.Writer) error {
	for k, n := range e.Distinct {
		if _, err := fmt.Fprintf(w, "%d drawn of %d distinct values of %s\n\n", len(e.Values), n, k); err != nil {
			return err
		}
	}
	for i, v := range e.Values {
		if _, err := fmt.Fprintf(w, "%d. %s (%d times; %s): %s\n", i+1, v.Value, v.Count, filepath.Base(v.Path), v.Around); err != nil {
			return err
		}
	}
	for i, p := range e.Pages {
		if _, err := fmt.Fprintf(w, "\n%d. %s\n%s\n", i+1, p.Path, p.Text); err != nil {
			return err
		}
		for _, v := range p.Found {
			if _, err := fmt.Fprintf(w, "  - %s: %s\n", v.Kind, v.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
