package commands

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Judged is a sentence with the program's reading and its judgement.
type Judged struct {
	Case
	Got       question.Sentence
	GotScope  string
	Structure bool    // command and scope are the gold's, or mean the same
	Slots     float64 // F1 over constraints
	FileF1    float64 // of the files selected
	Recall    float64 // of the gold's files
	Wall      bool    // a constraint leaves out files of the gold
	Asked     bool    // the program asked about the words that it must ask about
	Doubted   bool    // a constraint excludes nothing because it is not sure
	Took      time.Duration
}

// A Score sums up the judgements of some sentences.
type Score struct {
	N                                   int
	Structure, Slots, FileF1, Wall, Ask float64 // means; Ask over sentences with a question that is needed or asked
	Doubted                             float64
	Asks                                int
}

// Judge has the program understand a half's sentences, and judges them.
func Judge(s *Set) ([]Judged, error) {
	now, shares, err := s.judged()
	if err != nil {
		return nil, err
	}
	var out []Judged
	for _, c := range s.Cases {
		j, err := shares[c.Share].judge(c, question.Options{Now: now, Fiscal: time.Month(s.Fiscal)})
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.ID, c.Text, err)
		}
		out = append(out, j)
	}
	return out, nil
}

// judged returns the day of a half and its shares by name, as the query language sees them.
func (s *Set) judged() (now time.Time, shares map[string]*judgedShare, err error) {
	if now, err = time.Parse(time.DateOnly, s.Now); err != nil {
		return now, nil, err
	}
	shares = map[string]*judgedShare{}
	for _, share := range s.Shares {
		shares[share.Name] = newJudgedShare(share, now)
	}
	return now, shares, nil
}

// Means returns the means over some judged sentences.
func Means(list []Judged) Score {
	out := Score{N: len(list)}
	for _, j := range list {
		if j.Structure {
			out.Structure++
		}
		out.Slots += j.Slots
		out.FileF1 += j.FileF1
		if j.Wall {
			out.Wall++
		}
		if j.Doubted {
			out.Doubted++
		}
		if j.Ask != "" || len(j.Got.Unclear) > 0 {
			out.Asks++
			if j.Asked {
				out.Ask++
			}
		}
	}
	n := float64(max(1, len(list)))
	out.Structure, out.Slots, out.FileF1, out.Wall = out.Structure/n, out.Slots/n, out.FileF1/n, out.Wall/n
	out.Ask /= float64(max(1, out.Asks))
	out.Doubted /= n
	return out
}

// A judgedShare is a share as the query language sees it.
type judgedShare struct {
	share *Share
	names *question.Vocabulary
	facts []scope.Facts
	now   time.Time
}

func newJudgedShare(share *Share, now time.Time) *judgedShare {
	j := &judgedShare{share: share, names: question.NewVocabulary(), now: now}
	folders, values := map[string]bool{}, map[string]map[string]bool{}
	dates := map[string]bool{} // attributes whose every value is a date: 2350 may be an amount
	for _, f := range share.Files {
		for key, list := range f.Attributes {
			is, met := dates[key]
			dates[key] = (is || !met) && !slices.ContainsFunc(list, func(v string) bool { return !date(v) })
		}
	}
	for _, f := range share.Files {
		j.facts = append(j.facts, f.facts(share.Name, dates))
		j.names.AddFormat(f.Type)
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			folders[path.Base(dir)] = true
		}
		for key, list := range f.Attributes {
			if values[key] == nil {
				values[key] = map[string]bool{}
			}
			for _, v := range list {
				values[key][v] = true
			}
		}
	}
	j.names.Add("share", share.Name)
	for _, f := range slices.Sorted(maps.Keys(folders)) {
		j.names.Add("folder", f)
	}
	standard := schema.Standard()
	for _, key := range slices.Sorted(maps.Keys(values)) {
		of := values[key]
		if key == "tag" || key == "owner" {
			for _, v := range slices.Sorted(maps.Keys(of)) {
				j.names.Add(key, v)
			}
			continue
		}
		truth, dated, numbers := true, dates[key], !dates[key] && key != "doc-version"
		for v := range of {
			truth = truth && (v == "true" || v == "false")
			numbers = numbers && number.MatchString(v)
		}
		i := slices.IndexFunc(standard.Attributes, func(a schema.Attribute) bool { return a.Name == key })
		var synonyms []string
		if i >= 0 {
			synonyms = standard.Attributes[i].Synonyms
		}
		j.names.AddKey(key, truth, synonyms...)
		j.names.Has(key)
		if dated {
			j.names.HasDate(key)
			if share.Files.record(key) {
				j.names.Records(key)
			}
		}
		if numbers {
			j.names.HasNumber(key)
		}
		if truth || dated || numbers {
			continue
		}
		for _, v := range slices.Sorted(maps.Keys(of)) {
			j.names.Add(key, v)
		}
	}
	for _, a := range standard.Attributes { // every file may have these
		for _, v := range a.Values {
			j.names.Add(a.Name, v.Name, v.Synonyms...)
		}
	}
	j.names.Right = embed.IsWord
	j.names.Spelled = j.spelled
	j.names.Dated = func(key string, among []spar.Constraint) (have, of int) {
		in, err := j.files(spar.Scope{Constraints: among})
		if err != nil {
			return 0, 0
		}
		for i := range in {
			if in[i] {
				of++
				if len(share.Files[i].Attributes[key]) > 0 {
					have++
				}
			}
		}
		return have, of
	}
	return j
}

// record reports whether hardly any date under a key is later than the date of its file.
func (f Files) record(key string) bool {
	have, before := 0, 0
	for _, file := range f {
		for _, v := range file.Attributes[key] {
			have++
			before += int(oneIf(v <= file.Modified))
		}
	}
	return 10*before >= 9*have
}

// spelled returns the spellings of some words in the names of the files.
func (j *judgedShare) spelled(words string, whole bool) []string {
	return question.SpellingsOf(func(yield func(string) bool) {
		for _, f := range j.share.Files {
			if !yield(path.Base(f.Path)) {
				return
			}
		}
	}, words, whole)
}

// facts returns the facts that a scope is evaluated on.
func (f File) facts(share string, dates map[string]bool) scope.Facts {
	file := spar.File{Share: share, Path: f.Path, Size: int64(f.Size), Format: f.Type, State: spar.OK}
	file.ModTime, _ = time.Parse(time.DateOnly, f.Modified)
	out := scope.Facts{File: &file}
	for key, list := range f.Attributes {
		for _, v := range list {
			switch key { // facts of the file system and the taxonomy, as numbers
			case "owner":
				file.UID = uint32(numberOf(v))
				continue
			case "tag":
				out.Tags = append(out.Tags, spar.TagID(numberOf(v)))
				continue
			}
			value := spar.Value{Kind: spar.Text, Text: v}
			if dates[key] {
				if t, err := time.Parse(time.DateOnly[:[]int{4, 7, 10}[strings.Count(v, "-")]], v); err == nil {
					value = spar.Value{Kind: spar.Date, Date: t}
				}
			} else if n, err := strconv.ParseFloat(v, 64); err == nil && key != "doc-version" {
				value = spar.Value{Kind: spar.Number, Number: n}
			}
			out.Attributes = append(out.Attributes, spar.Attribute{Key: key, Value: value, Origin: spar.ByPerson})
		}
	}
	return out
}

// files reports, for each file, whether it is in a scope.
func (j *judgedShare) files(sc spar.Scope) ([]bool, error) {
	var walls spar.Scope
	for _, c := range sc.Constraints {
		if !c.Guess { // a guess excludes nothing
			walls.Constraints = append(walls.Constraints, c)
		}
	}
	predicates, err := scope.Compile(walls, plainNames{j.now})
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(j.facts))
	for i, f := range j.facts {
		out[i] = true
		for _, p := range predicates {
			out[i] = out[i] && p(f) == scope.True
		}
	}
	return out, nil
}

// count returns the number of files in a scope, and 0 if the scope cannot be read.
func (j *judgedShare) count(sc spar.Scope) (n int) {
	in, err := j.files(sc)
	if err != nil {
		return 0
	}
	for _, is := range in {
		n += int(oneIf(is))
	}
	return n
}

func (j *judgedShare) judge(c Case, o question.Options) (Judged, error) {
	begin := time.Now()
	got := question.ParseSentence(c.Text, j.names, o)
	got.Doubtful(j.count)
	return j.scored(Judged{Case: c, Got: got, Took: time.Since(begin)}, got.Scope(false))
}

// scored compares a scope with the one that is meant.
func (j *judgedShare) scored(out Judged, sc spar.Scope) (Judged, error) {
	c, got := out.Case, out.Got
	out.GotScope = scope.Print(sc)
	if _, err := scope.Parse(out.GotScope); err != nil {
		return out, fmt.Errorf("%q does not read back: %w", out.GotScope, err)
	}
	in, err := j.files(sc)
	if err != nil {
		return out, fmt.Errorf("%s: %w", out.GotScope, err)
	}
	out.Wall = true
	for _, meant := range append([]string{c.Scope}, c.May...) {
		gold, err := j.share.Files.in(meant)
		if err != nil {
			return out, err
		}
		wanted := map[string]bool{}
		for _, f := range gold {
			wanted[f.Path] = true
		}
		found, right := 0, 0
		for i := range in {
			if in[i] {
				found++
				if wanted[j.share.Files[i].Path] {
					right++
				}
			}
		}
		out.FileF1 = max(out.FileF1, f1(right, found, len(wanted)))
		out.Recall = max(out.Recall, float64(right)/float64(max(1, len(wanted))))
		out.Wall = out.Wall && right < len(wanted)
	}
	out.Doubted = slices.ContainsFunc(got.Parts, func(p question.Part) bool { return p.Doubt != nil })
	for _, text := range slices.Concat([]string{c.Scope}, c.Same, c.May) {
		a, b := slots(scope.Print(sc)), slots(text)
		same := 0
		for _, s := range a {
			if slices.Contains(b, s) {
				same++
			}
		}
		out.Slots = max(out.Slots, f1(same, len(a), len(b)))
		out.Structure = out.Structure || string(got.Command) == c.Command && slices.Equal(a, b)
	}
	switch {
	case c.Ask == "":
		out.Asked = len(got.Unclear) == 0
	default:
		out.Asked = slices.ContainsFunc(got.Unclear, func(u question.Unclear) bool {
			return strings.Contains(u.Of(c.Text), c.Ask) || strings.Contains(c.Ask, u.Of(c.Text))
		})
	}
	return out, nil
}

func f1(right, found, wanted int) float64 {
	if found == 0 && wanted == 0 {
		return 1
	}
	if right == 0 {
		return 0
	}
	p, r := float64(right)/float64(found), float64(right)/float64(wanted)
	return 2 * p * r / (p + r)
}

// slots returns the constraints of a scope in order, each printed.
func slots(text string) []string {
	sc, err := scope.Parse(text)
	if err != nil {
		return []string{text}
	}
	var out []string
	for _, c := range sc.Constraints {
		slices.SortFunc(c.Values, func(a, b spar.Match) int { return cmp.Or(cmp.Compare(a.Text, b.Text), cmp.Compare(a.From, b.From)) })
		out = append(out, strings.ToLower(scope.PrintConstraint(c)))
	}
	slices.Sort(out)
	return out
}

// numberOf returns a number that stands for the name of a tag or an account.
func numberOf(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(name)))
	return h.Sum32() >> 1
}

// plainNames gives the names of a share to scopes: tags and owners get numbers, and attributes are compared by their values.
type plainNames struct{ now time.Time }

func (plainNames) Tag(name string) (map[spar.TagID]bool, error) {
	return map[spar.TagID]bool{spar.TagID(numberOf(name)): true}, nil
}
func (n plainNames) Linked(name string) (map[spar.TagID]bool, error) { return n.Tag(name) }
func (plainNames) Owner(name string) (uint32, error)                 { return numberOf(name), nil }
func (plainNames) Group(string) (uint32, error)                      { return 0, nil }
func (plainNames) Attribute(name string) scope.Attribute             { return scope.Attribute{Key: name} }
func (n plainNames) Now() time.Time                                  { return n.now }
func (plainNames) AnyCase(string) bool                               { return false }
func (plainNames) Type(name string) string                           { return extract.Called(name) }
func (plainNames) Text(string) (func(*spar.File) scope.Truth, error) {
	return func(*spar.File) scope.Truth { return scope.Unknown }, nil
}
