package service

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/summary"
)

// The numbers of a summary without its own, and the most that it may ask for.
const (
	usualSentences, mostSentences = 5, 30
	severalSentences              = 2 // of each of several files
	usualDocuments, mostDocuments = 8, 50
)

// Summarize tells what files say, or what some files of a scope say. It reads the files that were not read yet.
func (s *Service) Summarize(ctx context.Context, who spar.Principal, in api.SummaryQuestion) (api.Summary, error) {
	out := api.Summary{Schema: api.SummarySchema, Scope: in.Scope, Documents: []api.DocumentSummary{}}
	switch {
	case len(in.Files) > 0 && in.Scope != "":
		return out, spar.Errorf(spar.Invalid, "a summary is of files or of a scope, not of both")
	case len(in.Files) > mostDocuments:
		return out, spar.Errorf(spar.Invalid, "%d files were named, of at most %d", len(in.Files), mostDocuments)
	case in.Sentences < 0 || in.Sentences > mostSentences || in.Documents < 0 || in.Documents > mostDocuments:
		return out, spar.Errorf(spar.Invalid, "a summary has at most %d sentences of each of at most %d files", mostSentences, mostDocuments)
	}
	v, sc, err := s.scoped(ctx, who, in.Scope)
	if err != nil {
		return out, err
	}
	var files []spar.File
	for _, name := range in.Files {
		_, f, err := s.file(ctx, v, name)
		if err != nil {
			return out, err
		}
		files = append(files, f)
	}
	if out.Files = len(files); len(in.Files) == 0 {
		selected, err := v.selection(sc)
		if err != nil {
			return out, err
		}
		out.Files = int(selected.Known.GetCardinality())
		files = spread(v, selected.Known, cmp.Or(in.Documents, usualDocuments))
	}
	n := cmp.Or(in.Sentences, usualSentences)
	if in.Sentences == 0 && len(files) > 1 {
		n = severalSentences
	}
	for _, f := range files {
		d, err := s.summed(ctx, who, f, n)
		switch code := spar.CodeOf(err); {
		case err == nil:
			out.Documents = append(out.Documents, d)
		case ctx.Err() == nil && (code == spar.NotFound || code == spar.Invalid) && len(in.Files) != 1:
			out.LeftOut = append(out.LeftOut, api.Unsummed{FileName: nameOf(f), Reason: err.Error()})
		default:
			return out, err
		}
	}
	if rest := out.Files - len(files); rest > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d of %d files are shown, the newest of each folder in turn", len(files), out.Files))
	}
	return out, nil
}

// spread returns files that have text or may have some, at most n: the newest of each folder, the largest folder first, then the next ones.
func spread(v view, set *roaring.Bitmap, n int) (list []spar.File) {
	texts := roaring.New()
	for state, files := range v.ByState(set) {
		if state.Searchable() || state == spar.Unread {
			texts.Or(files)
		}
	}
	folders := map[string][]spar.File{}
	for f := range v.Names(texts) {
		if file, ok := v.File(f.ID); ok {
			folder := file.Share + ":" + path.Dir(file.Path)
			folders[folder] = append(folders[folder], file)
		}
	}
	var names []string
	for name, files := range folders {
		names = append(names, name)
		slices.SortFunc(files, func(a, b spar.File) int { return cmp.Or(b.ModTime.Compare(a.ModTime), strings.Compare(a.Path, b.Path)) })
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(folders[b])-len(folders[a]), strings.Compare(a, b)) })
	for round := 0; len(list) < n; round++ {
		before := len(list)
		for _, name := range names {
			if files := folders[name]; round < len(files) && len(list) < n {
				list = append(list, files[round])
			}
		}
		if len(list) == before {
			break
		}
	}
	return list
}

// passages is a text that is at hand.
type passages []spar.Passage

func (p passages) Len() int                            { return len(p) }
func (p passages) Passage(i int) (spar.Passage, error) { return p[i], nil }

// summed sums up a file. Of a file of tables it tells what these hold.
func (s *Service) summed(ctx context.Context, who spar.Principal, f spar.File, n int) (api.DocumentSummary, error) {
	out := api.DocumentSummary{FileName: nameOf(f), Sentences: []api.SummedSentence{}}
	text, err := s.engine.Passages(ctx, who, f.Share, f.Path)
	if err != nil {
		return out, err
	}
	out.Title = titleOf(text)
	var list []answer.Gist
	list, out.Of, out.Own = summary.Of(passages(text), n)
	for _, g := range list {
		at := spar.Address{Share: f.Share, Path: f.Path, Locator: g.From.Passage.Locator}
		heading := g.Heading
		if heading == out.Title {
			heading = ""
		}
		out.Sentences = append(out.Sentences, api.SummedSentence{Text: g.Text, Heading: heading, Locator: at.Locator, Open: at.String(), Shown: g.Shown, Of: g.Of})
	}
	if len(list) > 0 || !slices.ContainsFunc(text, func(p spar.Passage) bool { return p.Kind != spar.TextPassage }) {
		return out, nil
	}
	told, err := s.Table(ctx, who, api.TableQuestion{Files: []string{f.Share + ":" + f.Path}, Question: "what is in this file?"})
	if err != nil || told.About == nil {
		return out, err
	}
	out.Of = len(told.About.Said)
	for _, said := range told.About.Said[:min(n, out.Of)] {
		one := api.SummedSentence{Text: said.Text, Open: spar.Address{Share: f.Share, Path: f.Path}.String()}
		if len(said.Open) > 0 {
			if at, err := spar.ParseAddress(said.Open[0]); err == nil {
				one.Locator, one.Open = at.Locator, said.Open[0]
			}
		}
		out.Sentences = append(out.Sentences, one)
	}
	return out, nil
}

// titleOf returns the heading above all text of a document; "" if there is none.
func titleOf(text []spar.Passage) string {
	title := ""
	for i, p := range text {
		first := p.Locator.Outermost()
		if i > 0 && first != title {
			return ""
		}
		title = first
	}
	return title
}
