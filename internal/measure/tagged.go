package measure

import (
	"cmp"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A Tagged is a data directory of the documents of a set, as files with their tags, in which questions are understood.
type Tagged struct {
	Engine  *engine.Opened
	Service *service.Service
	Who     spar.Principal
	Links   []spar.Assignment // what tags.csv and corpus.jsonl say
	set     *Set
}

// TaggedOptions say how a set is tagged.
type TaggedOptions struct {
	Vocabulary string         // a file that can be imported as one, such as mesh2022.jsonl; "": the tags of the set alone
	Engine     engine.Options // without Dir
	Service    service.Options
	Log        func(format string, args ...any) // nil: silent
}

// docSuffix is that of the files which lines of corpus.jsonl become.
const docSuffix = ".txt"

// OpenTagged makes the data directory of a set in a folder, which is empty. Nothing is read. Close it.
func OpenTagged(ctx context.Context, set *Set, dir string, o TaggedOptions) (t *Tagged, err error) {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	folder := set.ShareDir()
	if folder == "" {
		folder = filepath.Join(dir, "share")
		if err := writeDocs(set, folder); err != nil {
			return nil, err
		}
	}
	o.Engine.Dir = filepath.Join(dir, "data")
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return nil, err
	}
	t = &Tagged{Engine: e, Service: service.New(e, o.Service), set: set}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if t.Who, err = t.Service.Process(); err != nil {
		return nil, err
	}
	if _, err := e.AddShare(ctx, "set", folder, false); err != nil {
		return nil, err
	}
	if _, err := e.Scan(ctx, "set", engine.ScanOptions{Wait: true}); err != nil {
		return nil, err
	}
	if o.Vocabulary != "" {
		if _, err := t.Service.ImportFile(ctx, t.Who, o.Vocabulary, service.Importing{}); err != nil {
			return nil, err
		}
	}
	if err := t.tag(ctx); err != nil {
		return nil, err
	}
	return t, t.Sketch(ctx, o.Log)
}

// Read reads all files, so that what they say of themselves is known.
func (t *Tagged) Read(ctx context.Context, log func(format string, args ...any)) (files int, err error) {
	w, err := t.Service.CreateWorkspace(ctx, t.Who, api.NewWorkspace{Name: "all", Read: true}, nil)
	if err != nil {
		return 0, err
	}
	if log != nil {
		log("%d files are read, %d links to tags", w.Coverage.Read, len(t.Links))
	}
	return w.Coverage.InScope, t.Sketch(ctx, log) // of titles and first lines, which are known now
}

// Sketch makes the vectors of names that are due, so that no question waits for them.
func (t *Tagged) Sketch(ctx context.Context, log func(format string, args ...any)) error {
	for {
		n, err := t.Engine.Sketch(ctx)
		if err != nil || n == 0 {
			return err
		}
		if log != nil {
			log("%d names were embedded", n)
		}
	}
}

// Close closes the data directory.
func (t *Tagged) Close() error { return t.Engine.Close() }

// tag gives the files their tags, those that the vocabulary lacks among them.
func (t *Tagged) tag(ctx context.Context) error {
	of := map[string][]string{}
	for d, err := range t.set.Docs() {
		if err != nil {
			return err
		}
		of[d.ID] = d.Tags
	}
	known := map[string]spar.TagID{}
	tags, err := t.Engine.Catalog.Tags(ctx)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		known[strings.ToLower(tag.Name)] = tag.ID
	}
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return err
		}
		doc := t.Doc(f.Path)
		for _, name := range slices.Concat(t.set.Tags(doc), of[doc]) {
			id, ok := known[strings.ToLower(name)]
			if !ok {
				made, err := t.Engine.Catalog.AddTag(ctx, spar.Tag{Name: name})
				if err != nil {
					return err
				}
				id = made.ID
				known[strings.ToLower(name)] = id
			}
			if l := (spar.Assignment{File: f.ID, Tag: id, Origin: spar.ByPerson, Confidence: 1}); !slices.Contains(t.Links[max(0, len(t.Links)-100):], l) {
				t.Links = append(t.Links, l)
			}
		}
	}
	_, err = t.Engine.Catalog.Assign(ctx, t.Links)
	return err
}

// Doc is the name of the document that a file is.
func (t *Tagged) Doc(path string) string {
	if t.set.ShareDir() == "" {
		return strings.TrimSuffix(path, docSuffix)
	}
	return path
}

// In gives the documents of a scope.
func (t *Tagged) In(ctx context.Context, sc string) (map[string]bool, error) {
	docs := map[string]bool{}
	for f, err := range t.Service.Files(ctx, t.Who, api.Listing{Scope: sc}) {
		if err != nil {
			return nil, err
		}
		docs[t.Doc(f.Path.Name)] = true
	}
	return docs, nil
}

// Guessed is what the product takes a question to say of files, as guesses, "" for nothing; and what is left to be searched for.
func (t *Tagged) Guessed(ctx context.Context, text string) (said, rest string, err error) {
	got, err := t.Service.ParseSentence(ctx, t.Who, api.Saying{Sentence: text, Guess: true})
	if err != nil {
		return "", "", err
	}
	s := question.Sentence{Text: text}
	for _, span := range got.Spans {
		sc, err := scope.Parse(span.Constraint)
		if err != nil {
			return "", "", err
		}
		for _, c := range sc.Constraints {
			s.Parts = append(s.Parts, question.Part{Spans: []question.Span{{Start: span.Start, End: span.End}}, Constraint: c})
		}
	}
	return got.Scope, s.Rest(), nil
}

// Insisted makes walls of the guesses of a scope.
func Insisted(guessed string) string { return strings.ReplaceAll(guessed, "~", "") }

// paperTags is how many tags a keyphrase stands for by the paper's rule, which leaves the number open.
const paperTags = 5

// Paper is the scope that the paper's rule makes of a question: each of its keyphrases gives a group, the tags whose names are nearest to it in
// meaning with all that is below them, and all groups must hold.
func (t *Tagged) Paper(ctx context.Context, text string) (string, error) {
	tags, err := t.Engine.Catalog.Tags(ctx)
	if err != nil {
		return "", err
	}
	var sc spar.Scope
	for _, phrase := range question.ParseSentence(text, nil, question.Options{Question: true}).Keywords {
		order, err := t.Nearest(ctx, phrase.Of(text), tags, -1)
		if err != nil || order == nil {
			return "", err
		}
		c := spar.Constraint{Key: "tag"}
		for _, i := range order[:min(len(order), paperTags)] {
			c.Values = append(c.Values, spar.Match{Text: tags[i].Name})
		}
		if len(c.Values) > 0 {
			sc.Constraints = append(sc.Constraints, c)
		}
	}
	return scope.Print(sc), nil
}

// Nearest gives the tags whose names are nearer to a text than a cosine, as places in a list, the nearest first.
func (t *Tagged) Nearest(ctx context.Context, text string, tags []spar.Tag, least float64) (order []int, err error) {
	near, err := t.Engine.NearTags(ctx, text, tags)
	if err != nil {
		return nil, err
	}
	for i, x := range near {
		if !math.IsNaN(x) && x >= least {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(tags[a].ID, tags[b].ID)) })
	return order, nil
}

// writeDocs makes files of the documents of a set that has none.
func writeDocs(set *Set, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for d, err := range set.Docs() {
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, d.ID+docSuffix), []byte(strings.TrimSpace(d.Title+"\n\n"+d.Text)+"\n"), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
