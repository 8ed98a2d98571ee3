// Package sets gives every set of questions whose answers are known in one shape, as files and lines that package judge reads: the
// companies and organisations that do not exist, what people type about them, and any folder with questions of one's own. It belongs to
// spar-eval.
package sets

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval/asked"
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/eval/talk"
	"github.com/sparsearch/spar/eval/tongues"
	"github.com/sparsearch/spar/internal/spar"
)

// A Set is shares with questions.
type Set struct {
	Name     string
	HeldBack bool // nothing of it is told but totals
	Parts    []Part
	Without  int // questions that are left out, as no pattern judges their answers
}

// A Part is one share with its questions. Its files lie in a folder, or write makes them.
type Part struct {
	Name      string
	Questions []judge.Question
	folder    string
	write     func(dir string) error
}

// Folder hands over the folder with the files of the part, which is gone when f returns if it was made for that.
func (p Part) Folder(f func(folder string) error) (err error) {
	if p.folder != "" {
		return f(p.folder)
	}
	dir, err := os.MkdirTemp("", "spar-set-")
	if err != nil {
		return spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	folder := filepath.Join(dir, "share")
	if err := p.write(folder); err != nil {
		return err
	}
	return f(folder)
}

// kinds of sets, each with what a half of it is.
var kinds = map[string]func(half string) (Set, error){
	"company": ofCompany, "talk": ofTalk, "tongues": ofTongues,
	"mixed": func(half string) (Set, error) { return ofAsked("mixed", half) },
	"files": func(half string) (Set, error) { return ofAsked("files", half) },
}

// Open makes a set by its name, such as company:a, talk:a, tongues:a, mixed:a or files:a.
func Open(name string) (Set, error) {
	kind, half, _ := strings.Cut(name, ":")
	open := kinds[kind]
	if open == nil {
		return Set{}, spar.Errorf(spar.Invalid, "there is no set %q: choose company, talk, tongues, mixed or files, with a half, such as company:a", name)
	}
	s, err := open(half)
	s.Name = name
	return s, err
}

// OfFolder makes a set of a folder and a file with a question a line.
func OfFolder(folder, questions string) (s Set, err error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return s, spar.Errorf(spar.NotFound, "%s is no folder: name the one with the files that the questions are about", folder)
	}
	f, err := os.Open(questions)
	if err != nil {
		return s, spar.Errorf(spar.NotFound, "the questions cannot be read: %w; name a file of JSON lines", err)
	}
	defer f.Close()
	list, err := judge.Read(questions, f)
	if err != nil {
		return s, err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return s, err
	}
	s.Name = strings.TrimSuffix(filepath.Base(questions), filepath.Ext(questions))
	s.Parts = []Part{{Name: s.Name, Questions: list, folder: folder}}
	return s, nil
}

// Write writes each part below a folder, its files to NAME/share and its questions to NAME/questions.jsonl.
func (s Set) Write(dir string) error {
	for _, p := range s.Parts {
		to := filepath.Join(dir, strings.ReplaceAll(p.Name, ":", "-"))
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		for _, q := range p.Questions {
			if err := e.Encode(q); err != nil {
				return err
			}
		}
		err := os.MkdirAll(to, 0o755)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, "questions.jsonl"), []byte(b.String()), 0o644)
		}
		if err == nil && p.write != nil {
			err = p.write(filepath.Join(to, "share"))
		}
		if err != nil {
			return spar.Errorf(spar.Invalid, "the set cannot be kept: %w; name a folder that can be written", err)
		}
	}
	return nil
}

func heldBack(halves, half string) bool { return half != "" && strings.Contains(halves, half) }

func ofCompany(half string) (Set, error) {
	c, err := company.Make(half, company.Seed)
	if err != nil {
		return Set{}, err
	}
	return Set{HeldBack: heldBack("bdh", half), Parts: []Part{{Name: "company:" + half, Questions: ofQuestions(c.Questions), write: c.Write}}}, nil
}

func ofQuestions(questions []company.Question) []judge.Question {
	list := make([]judge.Question, len(questions))
	for i, q := range questions {
		list[i] = judge.Question{ID: q.ID, Text: q.Text, Kind: q.Form, Required: q.Require, Forbidden: q.Forbid, Files: q.In, Answer: q.Model}
		if q.Form == company.Refuse {
			list[i].Required = []string{}
		}
	}
	return list
}

// ofTalk returns the misspelt questions and the questions with names one letter off, judged by the patterns of the questions as meant, and
// the questions about names without the fact. No pattern judges follow-ups.
func ofTalk(half string) (Set, error) {
	t, err := talk.Make(half, company.Seed)
	if err != nil {
		return Set{}, err
	}
	s := Set{HeldBack: heldBack("bh", half), Without: len(t.FollowUps)}
	var list []judge.Question
	for _, m := range t.Misspelt {
		i := slices.IndexFunc(t.Company.Questions, func(q company.Question) bool { return q.Text == m.Correct && len(q.Require) > 0 })
		if i < 0 {
			s.Without++
			continue
		}
		meant := t.Company.Questions[i]
		list = append(list, judge.Question{ID: m.ID, Text: m.Text, Kind: "misspelt", Required: meant.Require, Forbidden: meant.Forbid, Files: m.In, Answer: meant.Model})
	}
	for _, n := range t.Near {
		list = append(list, judge.Question{ID: n.ID, Text: n.Text, Kind: "one letter off", Required: n.Require, Forbidden: n.Forbid, Files: n.In})
	}
	for kind, strangers := range map[string][]talk.Stranger{"name nowhere": t.Nowhere, "name elsewhere": t.Elsewhere} {
		for _, q := range strangers {
			list = append(list, judge.Question{ID: q.ID, Text: q.Text, Kind: kind, Required: []string{}})
		}
	}
	if len(list) == 0 {
		return Set{}, spar.Errorf(spar.Invalid, "no pattern judges the answers of set talk:%s; choose another half, or use spar-eval talk", half)
	}
	slices.SortStableFunc(list, func(a, b judge.Question) int { return strings.Compare(a.ID, b.ID) })
	s.Parts = []Part{{Name: "talk:" + half, Questions: list, write: t.Company.Write}}
	return s, nil
}

// ofTongues has the questions of each language and, of half e, those for a house of another kind.
func ofTongues(half string) (Set, error) {
	s := Set{HeldBack: heldBack("bc", half)}
	for _, language := range tongues.Languages {
		c, err := tongues.Make(language, half, tongues.Seed)
		if err != nil {
			return s, err
		}
		if half == "e" {
			strangers, err := tongues.Strangers(language, half)
			if err != nil {
				return s, err
			}
			c.Questions = append(c.Questions, strangers...)
		}
		list := ofQuestions(c.Questions)
		for i := range list {
			list[i].ID = language + "-" + list[i].ID
		}
		s.Parts = append(s.Parts, Part{Name: "tongues:" + half + "-" + language, Questions: list, write: c.Write})
	}
	return s, nil
}

func ofAsked(set, half string) (Set, error) {
	shares, err := asked.Make(set, half)
	if err != nil {
		return Set{}, err
	}
	s := Set{HeldBack: asked.HeldBack(half)}
	for _, share := range shares {
		var list []judge.Question
		for _, q := range share.Questions {
			list = append(list, ofWords(q))
		}
		s.Parts = append(s.Parts, Part{Name: share.Name, Questions: list, write: share.Write})
	}
	return s, nil
}

// ofWords makes patterns of words: each answer has one of several variants, and none that it must not have, as whole words.
func ofWords(q registers.AboutQuestion) judge.Question {
	out := judge.Question{ID: q.ID, Text: q.Text, Kind: q.Kind, Required: []string{}}
	for _, variants := range q.Must {
		var list []string
		for _, v := range variants {
			list = append(list, wholeWords(v))
		}
		out.Required = append(out.Required, strings.Join(list, "|"))
		out.Answer += variants[0] + "; "
	}
	for _, v := range q.Not {
		out.Forbidden = append(out.Forbidden, "(?-i:"+wholeWords(v)+")")
	}
	return out
}

var (
	thousandsComma = regexp.MustCompile(`(\d),(\d{3})\b`)
	digits         = regexp.MustCompile(`\d{4,}`)
	letter         = regexp.MustCompile(`^[\pL\pN]$`)
)

// wholeWords returns a pattern for words with neither letter nor digit beside them. Thousands may have commas or not.
func wholeWords(words string) string {
	words = strings.Join(strings.Fields(thousandsComma.ReplaceAllString(words, "$1$2")), " ")
	p := digits.ReplaceAllStringFunc(regexp.QuoteMeta(words), func(n string) string {
		var b strings.Builder
		for i, d := range n {
			if i > 0 && (len(n)-i)%3 == 0 {
				b.WriteString(",?")
			}
			b.WriteRune(d)
		}
		return b.String()
	})
	runes := []rune(words)
	if len(runes) == 0 {
		return `\z.` // found nowhere
	}
	if letter.MatchString(string(runes[0])) {
		p = `(?:^|[^\pL\pN])` + p
	}
	if letter.MatchString(string(runes[len(runes)-1])) {
		p += `(?:[^\pL\pN]|$)`
	}
	return p
}
