// Package talk asks questions about the invented companies of package company as people talk: follow-ups that lean on the last question,
// misspelt questions, names one letter off, and names that are nowhere or stand without the fact asked for. Halves c, e, f, g, h and i have
// only follow-ups and misspelt questions. The authors of c, g, h and i did not know the program; the slips of e and f are at random places.
// b and h are held back. Half i asks about company f. Half handbook has follow-ups over the handbook of 18F in the folder of public data.
// Only spar-eval uses the package.
package talk

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/spar"
)

//go:embed a b c e f g h i handbook
var halves embed.FS

// A Set is one half: a share and the questions about it.
type Set struct {
	Half      string           `json:"half"`
	Company   *company.Company `json:"-"` // its files make the share
	FollowUps []FollowUp       `json:"follow_ups"`
	Misspelt  []Misspelt       `json:"misspelt"`
	Near      []Near           `json:"near"`
	Nowhere   []Stranger       `json:"nowhere"`   // the right outcome is a refusal
	Elsewhere []Stranger       `json:"elsewhere"` // the same
}

// A FollowUp is typed after another question. In names the files that answer it; one is enough, and a copy of a file counts
// as the file.
type FollowUp struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"` // one of kinds
	First   string   `json:"first"`
	Between []string `json:"between,omitempty"` // questions of the same thread after the first one
	Text    string   `json:"text"`
	Self    string   `json:"self"` // the follow-up said so that it needs no question before it
	In      []string `json:"in"`
}

// Change is the kind of a follow-up that leaves the subject and inherits nothing: it is its own Self.
const Change = "change"

// kinds of follow-ups: another value, a word that stands for something said before, words left out, another version of a document,
// a correction of the question before, one item of the answer before, an earlier subject again, a whole sentence with a definite noun for
// something said before, and a new subject.
var kinds = []string{"slot", "pronoun", "ellipsis", "version", "correction", "drill", "return", "definite", Change}

// A Misspelt question, and the question as meant.
type Misspelt struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Correct string   `json:"correct"`
	In      []string `json:"in"`
}

// A Near question has a name that is one letter off. Require and Forbid are patterns as those of company.Question.
type Near struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Correct string   `json:"correct"`
	Typed   string   `json:"typed"` // the name as typed
	Meant   string   `json:"meant"` // the name as the files have it
	In      []string `json:"in"`
	Require []string `json:"require"`
	Forbid  []string `json:"forbid,omitempty"`
}

// A Stranger asks for a fact about a name that no file has about it.
type Stranger struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Name   string `json:"name"`
	Absent string `json:"absent"` // a pattern that no file fits
}

// Handbook is the half over the handbook of 18F.
const Handbook = "handbook"

// Make makes one half, "a", "b", "c", "e", "f", "g" or "h", over the company of the same half and seed, "i" over that of half f, or
// "handbook".
func Make(half string, seed uint64) (*Set, error) {
	if !slices.Contains([]string{"a", "b", "c", "e", "f", "g", "h", "i", Handbook}, half) {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q: choose a, b, c, e, f, g, h, i or handbook", half)
	}
	c, err := shareOf(half, seed)
	if err != nil {
		return nil, err
	}
	s := &Set{Half: half, Company: c}
	for _, part := range []struct {
		name    string
		columns int
		add     func(columns []string) error
	}{
		{"followups", 0, nil}, {"misspelt", 3, s.addMisspelt}, {"near", 4, s.addNear},
		{"nowhere", 2, s.addNowhere}, {"elsewhere", 3, s.addElsewhere},
	} {
		b, err := halves.ReadFile(half + "/" + part.name + ".txt")
		if slices.Contains([]string{"c", "e", "f", "g", "h", "i", Handbook}, half) && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("talk: %w", err)
		}
		if part.add == nil {
			err = s.readFollowUps(string(b))
		} else {
			err = each(string(b), part.columns, part.add)
		}
		if err != nil {
			return nil, fmt.Errorf("talk: half %s: %s: %w", half, part.name, err)
		}
	}
	return s, nil
}

// shareOf makes the share of a half: a company, or the pages of the handbook.
func shareOf(half string, seed uint64) (*company.Company, error) {
	if half == "i" {
		half = "f"
	}
	if half != Handbook {
		return company.Make(half, seed)
	}
	data := os.Getenv(public.DataEnv)
	if data == "" {
		return nil, spar.Errorf(spar.Invalid, "half %s is asked of public data: set %s to the folder that has it", half, public.DataEnv)
	}
	c := &company.Company{Half: half}
	root := filepath.Join(data, "handbook_18f", "pages")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		c.Files = append(c.Files, company.File{Path: filepath.ToSlash(name), Time: time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC), Text: string(text)})
		return err
	})
	if err != nil {
		return nil, spar.Errorf(spar.NotFound, "half %s needs %s: %w; set %s to the folder that has it", half, root, err, public.DataEnv)
	}
	return c, nil
}

// each cuts lines at " | ". A column missing at the end is empty.
func each(text string, columns int, add func([]string) error) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		found := strings.Split(line, " | ")
		if len(found) > columns || len(found) < 2 {
			return fmt.Errorf("no %d columns: %q", columns, line)
		}
		for len(found) < columns {
			found = append(found, "")
		}
		if err := add(found); err != nil {
			return err
		}
	}
	return nil
}

// readFollowUps reads records: "? kind | first question", "+ question in between", "> follow-up", "= the same by itself", and lines of "in:
// path".
func (s *Set) readFollowUps(text string) error {
	for line := range strings.Lines(text) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if mark == "#" {
			continue
		}
		if mark == "?" {
			kind, first, _ := strings.Cut(rest, " | ")
			s.FollowUps = append(s.FollowUps, FollowUp{ID: s.id("f", len(s.FollowUps)), Kind: kind, First: first})
			continue
		}
		f := &s.FollowUps[len(s.FollowUps)-1]
		switch mark {
		case "+":
			f.Between = append(f.Between, rest)
		case ">":
			f.Text = rest
		case "=":
			f.Self = rest
		case "in:":
			f.In = append(f.In, s.copies(rest)...)
		default:
			return fmt.Errorf("no line of a follow-up: %q", line)
		}
	}
	return nil
}

func (s *Set) addMisspelt(columns []string) error {
	q, err := s.question(columns[1])
	if err != nil && columns[2] != "" { // a question of the set's own
		q, err = company.Question{Text: columns[1]}, nil
	}
	if err != nil {
		return err
	}
	s.Misspelt = append(s.Misspelt, Misspelt{ID: s.id("m", len(s.Misspelt)), Text: columns[0], Correct: q.Text, In: s.in(q, columns[2])})
	return nil
}

func (s *Set) addNear(columns []string) error {
	q, err := s.question(columns[2])
	if err != nil {
		return err
	}
	s.Near = append(s.Near, Near{
		ID: s.id("n", len(s.Near)), Text: strings.Replace(q.Text, columns[1], columns[0], 1), Correct: q.Text,
		Typed: columns[0], Meant: columns[1], In: s.in(q, columns[3]), Require: q.Require, Forbid: q.Forbid,
	})
	return nil
}

func (s *Set) addNowhere(columns []string) error {
	s.Nowhere = append(s.Nowhere, Stranger{ID: s.id("u", len(s.Nowhere)), Text: columns[1], Name: columns[0], Absent: columns[0]})
	return nil
}

func (s *Set) addElsewhere(columns []string) error {
	s.Elsewhere = append(s.Elsewhere, Stranger{ID: s.id("e", len(s.Elsewhere)), Text: columns[2], Name: columns[0], Absent: columns[1]})
	return nil
}

func (s *Set) id(kind string, n int) string { return fmt.Sprintf("%s%s%03d", s.Half, kind, n+1) }

// question finds the company's question with a text.
func (s *Set) question(text string) (company.Question, error) {
	i := slices.IndexFunc(s.Company.Questions, func(q company.Question) bool { return q.Text == text })
	if i < 0 || s.Company.Questions[i].Form == company.Refuse {
		return company.Question{}, spar.Errorf(spar.Invalid, "the company has no question %q with an answer", text)
	}
	return s.Company.Questions[i], nil
}

// in lists the files that answer a question: the named one, if any, else the files that the company names.
func (s *Set) in(q company.Question, named string) []string {
	if named != "" {
		return s.copies(named)
	}
	var all []string
	for _, path := range q.In {
		all = append(all, s.copies(path)...)
	}
	return all
}

// copies lists a file and its copies with the same text.
func (s *Set) copies(path string) []string {
	all := []string{path}
	i := slices.IndexFunc(s.Company.Files, func(f company.File) bool { return f.Path == path })
	for _, f := range s.Company.Files {
		if i >= 0 && f.Path != path && f.Text == s.Company.Files[i].Text {
			all = append(all, f.Path)
		}
	}
	return all
}

// Sum returns the SHA-256 of the set, as JSON.
func (s *Set) Sum() string {
	b, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
