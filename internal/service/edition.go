package service

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
	"github.com/sparsearch/spar/internal/workspace"
)

// mostFamilies bounds the files of an answer whose other versions are tried.
const mostFamilies = 3

// edition asks the last question about another version of a file that its answer cites, if the question asks for just that: "and last
// year's list?". text is "" if it does not, or if the scope of the request has no such version.
func (s *Service) edition(ctx context.Context, cited []spar.FileID, asked string, turns []question.Turn, r engine.Request) (text string, goesOn engine.GoesOn, use workspace.Use) {
	if len(cited) == 0 {
		return "", goesOn, use
	}
	e, ok := question.AsksEdition(asked, turns)
	if !ok {
		return "", goesOn, use
	}
	for _, file := range cited[:min(len(cited), mostFamilies)] {
		family, err := s.engine.Family(ctx, r.Who, r.Scope, file)
		if err != nil {
			continue // it is gone, or not in scope
		}
		i := wanted(family, file, e)
		if i < 0 || !called(family, i, turns, e.Names) {
			continue
		}
		goesOn = engine.GoesOn{Asked: e.Last, Files: map[spar.FileID]float64{}, Not: map[spar.FileID]bool{}}
		for k, m := range family.Members {
			for _, f := range append([]spar.File{m.File}, m.Copies...) {
				if k == i {
					goesOn.Files[f.ID] = 1
				} else {
					goesOn.Not[f.ID] = true
				}
			}
		}
		f := family.Members[i].File
		use = workspace.Use{File: f.ID, Share: f.Share, Path: []byte(f.Path), Segment: f.Segment.String(), Hash: f.Hash.String(), Worded: true}
		return e.Of(saidName(f.Path)), goesOn, use
	}
	return "", goesOn, use
}

// wanted returns the index of the family member that a follow-up asks for, relative to the cited one; -1 if there is none, or if it is
// the cited one.
func wanted(f engine.Family, cited spar.FileID, e question.Edition) int {
	at := slices.IndexFunc(f.Members, func(m engine.Member) bool {
		return m.File.ID == cited || slices.ContainsFunc(m.Copies, func(c spar.File) bool { return c.ID == cited })
	})
	if at < 0 || len(f.Members) < 2 {
		return -1
	}
	draft := func(m engine.Member) bool { return m.Status == versions.Draft || m.Pending }
	find := func(from int, of func(m engine.Member) bool) int {
		for i := max(0, from); i < len(f.Members); i++ {
			if i != at && of(f.Members[i]) {
				return i
			}
		}
		return -1
	}
	held := func(m engine.Member) bool { return !draft(m) && m.Status != versions.Withdrawn }
	switch e.Which {
	case question.Drafted:
		return find(0, draft)
	case question.Earlier:
		return find(at+1, held)
	case question.OfYear: // newer ones come first
		if i := find(0, func(m engine.Member) bool { return held(m) && !m.Effective.IsZero() && m.Effective.Year() < e.Until }); i >= 0 {
			return i
		}
		return find(at+1, func(m engine.Member) bool { return held(m) && m.Effective.IsZero() })
	case question.Oldest:
		for i := len(f.Members) - 1; i > at; i-- {
			if held(f.Members[i]) {
				return i
			}
		}
		return -1
	case question.Later:
		if f.InForce && at == 0 {
			return find(0, draft)
		}
		if at > 0 && held(f.Members[at-1]) {
			return at - 1
		}
	}
	if f.InForce && at > 0 {
		return 0
	}
	return -1
}

// called reports whether the words that a follow-up uses for a document are in the title or the path of the version, or in the last
// question.
func called(f engine.Family, i int, turns []question.Turn, names []string) bool {
	if len(names) == 0 {
		return true
	}
	file := f.Members[i].File
	text := f.Title + " " + strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(file.Path) + " " + turns[len(turns)-1].Question
	lang := question.Parse(turns[len(turns)-1].Question).Lang
	has := chunk.Terms(text, lang)
	for _, name := range names {
		if _, err := strconv.Atoi(name); err == nil && strings.Contains(text, name) {
			continue
		}
		if slices.ContainsFunc(chunk.Terms(name, lang), func(t string) bool { return !slices.Contains(has, t) }) {
			return false
		}
	}
	return true
}

// saidName returns a file name as people say it, without its extension.
func saidName(file string) string {
	base := path.Base(file)
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.TrimSuffix(base, path.Ext(base)), "_", " ")), " ")
}

// sibling asks the last question about a file beside the one that it was about: "and the draw sheet?". text is "" if no names of files
// suggest this. If the other file was cited, goesOn prefers the new one.
func (s *Service) sibling(ctx context.Context, cited []spar.FileID, asked string, turns []question.Turn, r engine.Request) (text string, goesOn engine.GoesOn) {
	var files []spar.File
	text, of, beside := question.Sibling(asked, turns, func() (paths []string) {
		files, _ = s.engine.Known(ctx, r.Who, r.Scope, mostNamed) // without them grammar decides
		for _, f := range files {
			paths = append(paths, f.Path)
		}
		return paths
	})
	if text != "" && slices.Contains(cited, files[beside].ID) {
		goesOn = engine.GoesOn{Asked: asked, Files: map[spar.FileID]float64{files[of].ID: 1}}
	}
	return text, goesOn
}

// mostNamed bounds the files of a scope whose names are compared.
const mostNamed = 5000
