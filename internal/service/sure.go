package service

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostTried   = 12               // questions in one request
	triedBudget = "3s"             // for the reading of one question
	triedTime   = 20 * time.Second // for all of them

	headedOf     = 100  // files whose names are looked at for headings
	headedNames  = 8    // of them whose words are searched for
	headedWords  = 400  // bytes of these words
	headedBudget = "2s" // for the reading of the files that have them
)

// headedNamed are the endings of names of documents with headings.
var headedNamed = []string{".pdf", ".docx", ".doc", ".odt", ".md", ".txt", ".html", ".pptx", ".rtf"}

// TriesQuestions reports whether the page of a server tries questions to start from.
func (s *Service) TriesQuestions() bool {
	if s.options().HomeQuestions == nil {
		return true
	}
	on, err := s.options().HomeQuestions()
	return on || err != nil // doctor says what is wrong with it
}

// SureQuestions says which questions have a sure answer in the files that the asker may read: the first ones, up to enough of them, or
// all with 0. It also tells headings of these files, from which questions can be made. Only sentences of the files answer; it asks no model
// and stores nothing. It leaves out questions without a sure answer in time.
func (s *Service) SureQuestions(ctx context.Context, who spar.Principal, in api.Trying) (api.Tried, error) {
	out := api.Tried{Schema: api.TriedSchema, Sure: []api.SureQuestion{}}
	if err := must(who, spar.CanRead); err != nil {
		return out, err
	}
	if len(in.Questions) > mostTried || in.Enough < 0 {
		return out, spar.Errorf(spar.Invalid, "up to %d questions are tried at once, not %d, and enough is no negative number",
			mostTried, len(in.Questions))
	}
	for _, n := range []int{in.Headings, in.Figures} {
		if n < 0 || n > mostTried {
			return out, spar.Errorf(spar.Invalid, "up to %d headings are told at once, not %d", mostTried, n)
		}
	}
	if _, _, err := s.request(ctx, who, api.Question{Question: "files", Workspace: in.Workspace, Scope: in.Scope}); err != nil {
		return out, err
	}
	if in.Headings > 0 || in.Figures > 0 {
		found, err := s.starts.of(ctx, s, who, in)
		if err != nil {
			return out, err
		}
		out.Headings, out.Figures = found.headings[:min(len(found.headings), in.Headings)], found.figures[:min(len(found.figures), in.Figures)]
	}
	within, end := context.WithTimeout(ctx, triedTime)
	defer end()
	for _, q := range in.Questions {
		a, err := s.unkept(within, who, api.Question{Question: q, Workspace: in.Workspace, Scope: in.Scope, Extract: true, Budget: triedBudget})
		switch {
		case ctx.Err() != nil:
			return out, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded), within.Err() != nil:
			return out, nil
		case err != nil: // such as a question without a word: the others may have an answer
			continue
		}
		if !a.Refused && !a.Unsure && (len(a.Citations) > 0 || a.Computed != nil || a.Inventory != nil) {
			out.Sure = append(out.Sure, api.SureQuestion{Question: q, Confidence: a.Confidence})
		}
		if in.Enough > 0 && len(out.Sure) == in.Enough {
			break
		}
	}
	return out, nil
}

// unkept answers a question without storing it in a conversation.
func (s *Service) unkept(ctx context.Context, who spar.Principal, q api.Question) (api.Answer, error) {
	begin := time.Now()
	m, err := s.meaningOf(ctx, who, q)
	if err != nil {
		return api.Answer{}, err
	}
	f, v, err := s.answered(ctx, &m, &hearing{began: begin, say: func(api.AnswerEvent) {}})
	if err != nil {
		return api.Answer{}, err
	}
	return v.tell(f).of(m, f, time.Since(begin)), nil
}

// headings returns headings of documents, one a file. They head the passages that share most words with the names of the documents.
func (s *Service) headings(ctx context.Context, who spar.Principal, in api.Trying, files []api.FileName) ([]api.FileHeading, error) {
	var names []string
	for _, f := range files {
		ending := path.Ext(f.Path.Name)
		if slices.Contains(headedNamed, strings.ToLower(ending)) {
			names = append(names, strings.NewReplacer("-", " ", "_", " ").Replace(strings.TrimSuffix(path.Base(f.Path.Name), ending)))
		}
	}
	step := max(1, (len(names)+headedNames-1)/headedNames) // the names of all parts of the list
	var asked strings.Builder
	for i := 0; i < len(names) && asked.Len()+len(names[i]) < headedWords; i += step {
		asked.WriteString(names[i] + " ")
	}
	if asked.Len() == 0 {
		return nil, nil
	}
	list, seen := []api.FileHeading{}, map[string]bool{}
	most := mostTried
	q := api.Question{Question: asked.String(), Workspace: in.Workspace, Scope: in.Scope, Count: &most, Budget: headedBudget}
	for e, err := range s.Search(ctx, who, q) {
		if err != nil {
			return nil, err
		}
		for _, h := range e.Hits {
			heading, key := lastHeading(h.Locator), h.Share+":"+h.Path.Name
			if heading != "" && !seen[key] {
				seen[key] = true
				list = append(list, api.FileHeading{Share: h.Share, Path: h.Path, Heading: heading})
			}
		}
	}
	return list, nil
}

// lastHeading returns the innermost heading above a place if somebody could ask about it: two words or more, because a single one may mean
// anything, and no whole sentence. Else it returns "".
func lastHeading(l spar.Locator) string {
	h := strings.TrimSpace(strings.TrimRight(l.Innermost(), ".:?!"))
	first, _ := utf8.DecodeRuneInString(h)
	if n := utf8.RuneCountInString(h); n < 7 || n > 61 || !unicode.IsLetter(first) || strings.ContainsAny(h, "<>") || !strings.Contains(h, " ") {
		return ""
	}
	return h
}
