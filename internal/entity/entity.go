// Package entity finds the people, organisations, places, dates, amounts and identifiers that a text names, by rules and a
// dictionary of names, with no model. It is pure and stands beside chunk: read hands it the passages of a file and gives the
// catalog what it found, as attributes that files can be selected by.
package entity

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Version names what Find makes of a text: whenever it changes, the same text may give other entities.
const Version = 5

// Recipe names what Properties makes of a text with some patterns and a model, which may be nil; "" where it is not used.
func Recipe(ids []Pattern, n Namer) string {
	if ids == nil {
		return ""
	}
	h := fnv.New64a()
	for _, p := range ids {
		fmt.Fprintf(h, "%s\x00%s\x00", p.Kind, p.Expr)
	}
	if n != nil {
		fmt.Fprintf(h, "\x00%s\x00%d", n.Recipe(), maxNamed)
	}
	return fmt.Sprintf(" entity/%d-%x", Version, h.Sum64())
}

// Kind is the kind of an entity.
type Kind string

// The kinds of entities. Identifiers have a kind of their own for each pattern: "invoice", "case" and so on.
const (
	Person       Kind = "person"
	Organisation Kind = "organisation"
	Place        Kind = "place"
	Date         Kind = "date"
	Amount       Kind = "amount"
	Percent      Kind = "percent"
	Mail         Kind = "email"
	Phone        Kind = "phone"
)

// By says what found an entity.
type By string

// What finds entities. Dates, amounts, addresses and identifiers are found by rules alone.
const (
	ByRules      By = "rules"
	ByDictionary By = "dictionary" // of names, and the rules around it
	ByModel      By = "model"
)

// An Entity is something that a text names.
type Entity struct {
	Kind  Kind       `json:"kind"`
	Text  string     `json:"text"`  // as it stands there
	Value spar.Value `json:"value"` // what it means: a date, a number, or the text without what varies
	Unit  string     `json:"unit,omitempty"`
	By    By         `json:"by"`
	Start int        `json:"start"` // bytes
	End   int        `json:"end"`
}

// A Finder finds entities in the texts of one file. It serves one goroutine.
type Finder struct {
	ids      []Pattern
	dayFirst bool
	comma    bool // stands before the decimals

	// Buffers that one call leaves to the next.
	found    []Entity // of one kind and window
	taken    []span   // in their order
	ats      []window
	figured  []window
	figures  []figures
	labelled []labelled
	tokens   []token
	key      []byte
}

// maxEvidence is how many dates and numbers of one text tell how to read those of its file.
const maxEvidence = 1000

// New makes a Finder for the texts of a file. How its dates and numbers are to be read where they can be read in two ways,
// such as 03/04/2020 and 1.234, is told by those of its own that can be read in one only, else by its language: English has
// no comma before decimals; the day comes first in all languages, and the month where a file shows it.
func New(texts []string, lang string, ids []Pattern) *Finder {
	f := &Finder{ids: ids, dayFirst: true, comma: lang != "" && lang != "en"}
	var seen evidence
	for _, t := range texts {
		f.figures = allFigures(t, f.figures[:0])
		seen.dates(t, f.figures)
		seen.numbers(t, f.figures)
	}
	if seen.month > seen.day {
		f.dayFirst = false
	}
	if seen.comma != seen.point {
		f.comma = seen.comma > seen.point
	}
	return f
}

// evidence counts what can be read in one way only.
type evidence struct{ day, month, comma, point int }

func (e *evidence) dates(t string, all []figures) {
	for i, n := 0, 0; i < len(all) && n < maxEvidence; i++ {
		a, b, _, ok := inFigures(t, all[i:])
		if !ok {
			continue
		}
		i += 2
		n++
		switch a, b := number(a.of(t)), number(b.of(t)); {
		case a > 12 && b <= 12 && a <= 31:
			e.day++
		case b > 12 && a <= 12 && b <= 31:
			e.month++
		}
	}
}

func (e *evidence) numbers(t string, all []figures) {
	end, n := 0, 0
	for _, g := range all {
		for start := max(g.start, end); start < g.end && n < maxEvidence; start = end {
			end = numberAt(t, start)
			if n++; end <= g.end {
				continue // digits alone
			}
			switch separator(t[start:end]) {
			case ',':
				e.comma++
			case '.':
				e.point++
			}
		}
	}
}

// Find gives the entities of a text in their order; none overlaps another.
func (f *Finder) Find(text string) []Entity { return f.FindWith(text, nil) }

// FindWith is Find with names that a model found in the text: they go before those of the dictionary, and behind what rules
// find.
func (f *Finder) FindWith(text string, named []Entity) []Entity {
	var found []Entity
	f.taken = f.taken[:0]
	take := func(list []Entity, at int, by By) {
		for _, e := range list {
			if e.Start, e.End = e.Start+at, e.End+at; f.free(e.Start, e.End) {
				e.By = by
				found = append(found, e)
			}
		}
	}
	f.ats = ats(text, f.ats[:0])
	f.figured, f.figures = windows(text, f.figured[:0], f.figures[:0])
	look := func(list []window, find func(window, []Entity) []Entity) {
		for _, w := range list {
			f.found = find(w, f.found[:0])
			take(f.found, w.start, ByRules)
		}
	}
	look(f.ats, mails)
	look(f.figured, f.identifiers)
	look(f.figured, f.dates)
	look(f.figured, f.amounts)
	look(f.figured, percentages)
	look(f.figured, phones)
	take(named, 0, ByModel)
	f.found = f.names(text, f.found[:0])
	take(f.found, 0, ByDictionary)
	slices.SortFunc(found, func(a, b Entity) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

type span struct{ start, end int }

// free takes a span of the text if nothing has taken a part of it.
func (f *Finder) free(start, end int) bool {
	i, _ := slices.BinarySearchFunc(f.taken, start, func(s span, start int) int { return cmp.Compare(s.end, start+1) })
	if i < len(f.taken) && f.taken[i].start < end {
		return false
	}
	f.taken = slices.Insert(f.taken, i, span{start, end})
	return true
}

// maxValues bounds the different values of one kind that a file keeps: the most frequent ones.
const maxValues = 100

// maxText is how much text of a file is looked at.
const maxText = 4 << 20

// Properties gives what the passages of a file name as properties "entity.person", "entity.date" and so on, each value once,
// the commonest first. The amounts of a currency are "entity.amount.eur" and so on too.
// With a model, which may be nil, "entity.by" says which found names; an error is the model's.
func Properties(ctx context.Context, passages []spar.Passage, ids []Pattern, n Namer) ([]spar.Property, *Hints, error) {
	var texts []string
	var at []int
	langs := map[string]int{}
	size := 0
	for i, p := range passages {
		if !Counts(p) {
			continue
		}
		if size += len(p.Text); size > maxText {
			break
		}
		texts, at = append(texts, p.Text), append(at, i)
		if p.Lang != "" {
			langs[p.Lang]++
		}
	}
	lang := ""
	for l, n := range langs {
		if n > langs[lang] || n == langs[lang] && l < lang {
			lang = l
		}
	}
	f := New(texts, lang, ids)
	hints := &Hints{DayFirst: f.dayFirst, Comma: f.comma}
	if n != nil {
		if err := hints.mark(ctx, passages, n); err != nil {
			return nil, nil, err
		}
	}
	type key struct {
		kind  string
		value spar.Value
	}
	counts := map[key]int{}
	first := map[key]int{}
	for i, t := range texts {
		for _, e := range f.FindWith(t, hints.named(at[i], t)) {
			for _, p := range e.Properties() {
				k := key{p.Key, p.Value}
				if counts[k]++; counts[k] == 1 {
					first[k] = len(first)
				}
			}
		}
	}
	byKind := map[string][]key{}
	for k := range counts {
		byKind[k.kind] = append(byKind[k.kind], k)
	}
	var kinds []string
	for k, list := range byKind {
		kinds = append(kinds, k)
		slices.SortFunc(list, func(a, b key) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(first[a], first[b]))
		})
	}
	slices.Sort(kinds)
	var out []spar.Property
	for _, k := range kinds {
		for _, v := range byKind[k][:min(len(byKind[k]), maxValues)] {
			out = append(out, spar.Property{Key: k, Value: v.value})
		}
	}
	if n != nil {
		by := n.Name()
		if hints.Cut {
			by += fmt.Sprintf(" (the first %d kB)", maxNamed>>10)
		}
		out = append(out, spar.Property{Key: "entity.by", Value: text(by)})
	}
	return out, hints, nil
}

// Counts reports whether a passage is looked at: the rows of a table have its whole text, and a file is not about the people it cites.
func Counts(p spar.Passage) bool {
	return p.Kind != spar.TablePassage && p.Kind != spar.SourcePassage && p.Kind.Answers()
}

// Properties are those of a file that names the entity.
func (e Entity) Properties() []spar.Property {
	list := []spar.Property{{Key: "entity." + string(e.Kind), Value: e.Value}}
	if e.Kind == Amount && e.Unit != "" {
		list = append(list, spar.Property{Key: "entity.amount." + strings.ToLower(e.Unit), Value: e.Value})
	}
	return list
}

func text(s string) spar.Value { return spar.Value{Kind: spar.Text, Text: s} }

func date(year, month, day int) (spar.Value, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	ok := year >= 1500 && year <= 2200 && t.Day() == day && int(t.Month()) == month
	return spar.Value{Kind: spar.Date, Date: t}, ok
}
