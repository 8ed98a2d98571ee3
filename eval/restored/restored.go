// Package restored measures how often one of the scopes that the diagnosis of an empty one offers gives back what was meant. It
// belongs to spar-eval.
package restored

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/sparsearch/spar/eval/nothing"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy/format"
)

// most is how many times as many files as were meant a scope may give that restores them.
const most = 3

// A Report counts the cases that were restored.
type Report struct {
	Half  string           `json:"half"`
	Sum   string           `json:"sha256"` // of the set
	Kinds map[string]Count `json:"kinds"`  // and "all"
	List  []Case           `json:"cases,omitempty"`
}

// A Count is of cases.
type Count struct {
	Cases    int `json:"cases"`
	First    int `json:"first"`     // restored by the first relaxation
	Three    int `json:"three"`     // by one of the first three
	DropLast int `json:"drop_last"` // by leaving out the last constraint
	DropMost int `json:"drop_most"` // by leaving out the constraint without which there are most files
}

// A Case is a scope that was not restored by the first relaxation.
type Case struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	Meant    string   `json:"meant"`
	Broken   string   `json:"broken"`
	Files    int      `json:"files"`
	Restores []string `json:"restores"`
	At       int      `json:"at"` // the relaxation that restores; 0: none
	Offered  []string `json:"offered"`
}

var owner = spar.Principal{All: true, Operator: true}

// Run measures the cases of a half over the folder of public data.
func Run(ctx context.Context, data, half string) (r *Report, err error) {
	set, err := nothing.Make(data, half, nothing.Seed)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "spar-nothing-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r = &Report{Half: half, Sum: set.Sum(), Kinds: map[string]Count{}}
	for _, c := range set.Catalogs {
		if err := r.catalog(ctx, filepath.Join(dir, c.Name), c, set.Cases); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return r, nil
}

// catalog measures the cases over one catalog.
func (r *Report) catalog(ctx context.Context, dir string, c *nothing.Catalog, cases []nothing.Case) (err error) {
	root := filepath.Join(dir, "share")
	for _, f := range c.Files {
		name := filepath.Join(root, filepath.FromSlash(f.Path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, nil, 0o644)); err != nil {
			return err
		}
	}
	e, err := engine.Open(ctx, engine.Options{Dir: filepath.Join(dir, "data")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	s := service.New(e, service.Options{})
	if _, _, err := s.AddShare(ctx, owner, api.NewShare{Name: c.Name, Folder: root}); err != nil {
		return err
	}
	for _, err := range s.Scan(ctx, owner, api.ScanRequest{What: []string{c.Name}}) {
		if err != nil {
			return err
		}
	}
	if err := describe(ctx, e, s, c); err != nil {
		return err
	}
	for _, one := range cases {
		if one.Catalog == c.Name {
			if err := r.one(ctx, s, one); err != nil {
				return fmt.Errorf("%s: %w", one.ID, err)
			}
		}
	}
	return nil
}

// describe gives the files their tags and attributes.
func describe(ctx context.Context, e *engine.Opened, s *service.Service, c *nothing.Catalog) error {
	if len(c.Terms) > 0 {
		var lines bytes.Buffer
		for i, t := range c.Terms {
			line, err := json.Marshal(map[string]any{"id": fmt.Sprint("T", i), "name": t.Name, "positions": t.Positions})
			if err != nil {
				return err
			}
			lines.Write(append(line, '\n'))
		}
		if _, err := s.Import(ctx, owner, &lines, service.Importing{Source: "terms.jsonl", Format: format.Options{Format: "jsonl"}}); err != nil {
			return err
		}
	}
	tags, err := e.Catalog.Tags(ctx)
	if err != nil {
		return err
	}
	ids := map[string]spar.TagID{}
	for _, t := range tags {
		ids[t.Name] = t.ID
	}
	var paths []string
	for _, f := range c.Files {
		paths = append(paths, f.Path)
	}
	files, err := e.Catalog.FilesAt(ctx, c.Name, paths)
	if err != nil {
		return err
	}
	names, err := e.Schema()
	if err != nil {
		return err
	}
	var edit catalog.Edit
	var links []spar.Assignment
	for _, f := range c.Files {
		for _, name := range f.Tags {
			if ids[name] == 0 { // the vocabulary has it under another name
				t, err := e.Catalog.AddTag(ctx, spar.Tag{Name: name})
				if err != nil {
					return err
				}
				ids[name] = t.ID
			}
			links = append(links, spar.Assignment{File: files[f.Path], Tag: ids[name], Origin: spar.ByPerson, Confidence: 1})
		}
		for key, list := range f.Attributes {
			for _, text := range list {
				v, err := names.Parse(names.Key(key), text)
				if err != nil {
					return err
				}
				edit.Set = append(edit.Set, spar.Attribute{File: files[f.Path], Key: names.Key(key), Value: v, Origin: spar.ByPath, Batch: 1})
			}
		}
	}
	if _, err := e.Catalog.Edit(ctx, edit); err != nil {
		return err
	}
	_, err = e.Catalog.Assign(ctx, links)
	return err
}

func (r *Report) one(ctx context.Context, s *service.Service, c nothing.Case) error {
	restores := func(text string) (bool, error) {
		var got []string
		for f, err := range s.Files(ctx, owner, api.Listing{Scope: text}) {
			if err != nil {
				return false, err
			}
			if !f.Undecided {
				got = append(got, f.Path.Name)
			}
		}
		for _, path := range c.Files {
			if !slices.Contains(got, path) {
				return false, nil
			}
		}
		return len(got) <= most*len(c.Files), nil
	}
	if ok, err := restores(c.Meant); err != nil || !ok {
		return fmt.Errorf("the scope that was meant does not give its files: %w", err)
	}
	d, err := s.DiagnoseScope(ctx, owner, c.Broken)
	if err != nil {
		return err
	}
	if d.Files > 0 {
		return fmt.Errorf("%s gives %d files", c.Broken, d.Files)
	}
	at, offered := 0, []string{}
	for i, one := range d.Relaxations {
		ok, err := restores(one.Scope)
		if err != nil {
			return err
		}
		if offered = append(offered, fmt.Sprintf("%d %s: %s", one.Files, one.How, one.Scope)); ok && at == 0 {
			at = i + 1
		}
	}
	last, biggest, err := dropped(ctx, s, c.Broken)
	if err != nil {
		return err
	}
	byLast, err := restores(last)
	if err != nil {
		return err
	}
	byMost, err := restores(biggest)
	if err != nil {
		return err
	}
	for _, kind := range []string{c.Kind, "all"} {
		n := r.Kinds[kind]
		n.Cases++
		add := func(to *int, ok bool) {
			if ok {
				*to++
			}
		}
		add(&n.First, at == 1)
		add(&n.Three, at >= 1 && at <= 3)
		add(&n.DropLast, byLast)
		add(&n.DropMost, byMost)
		r.Kinds[kind] = n
	}
	if at != 1 {
		r.List = append(r.List, Case{c.ID, c.Kind, c.Meant, c.Broken, len(c.Files), c.Restores, at, offered})
	}
	return nil
}

// dropped gives the scope without its last constraint, and without the one that leaves most files.
func dropped(ctx context.Context, s *service.Service, text string) (last, most string, err error) {
	sc, err := scope.Parse(text)
	if err != nil {
		return "", "", err
	}
	best := -1
	for i := range sc.Constraints {
		last = scope.Print(spar.Scope{Constraints: slices.Delete(slices.Clone(sc.Constraints), i, i+1)})
		n := 0
		for f, err := range s.Files(ctx, owner, api.Listing{Scope: last}) {
			if err != nil {
				return "", "", err
			}
			if !f.Undecided {
				n++
			}
		}
		if n > best {
			best, most = n, last
		}
	}
	return last, most, nil
}

// WriteMarkdown prints the report as a table.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "half %s, SHA-256 %s\n\n| fault | cases | first | first three | drop the last | drop what gives most |\n|---|---|---|---|---|---|\n", r.Half, r.Sum)
	var err error
	for _, kind := range []string{nothing.WrongTag, nothing.WrongRange, nothing.WrongFolder, nothing.WrongValue, "all"} {
		n := r.Kinds[kind]
		_, err = fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", kind, n.Cases, n.First, n.Three, n.DropLast, n.DropMost)
	}
	return err
}
