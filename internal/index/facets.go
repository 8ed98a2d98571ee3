package index

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Facet counts the values that files have for one attribute. Each file is counted once in exactly one of Present, Missing and Unknown.
type Facet struct {
	Key     string
	Origins []spar.Origin // of what holds, the highest precedence first
	Kinds   []spar.Kind   // of what holds

	Present int // files with a value that holds
	Missing int // files without one
	Unknown int // files that must be read to tell

	Distinct  int        // different values
	Low, High spar.Value // of numbers or dates, if all are of one of these kinds
	Values    []Count    // the most frequent first, then in order
}

// A Count is in how many files a value holds.
type Count struct {
	Value spar.Value
	Files int
}

// Facets counts the attributes of the files of a scope that who may read, by key. It takes keys that any of these files has and that take,
// if it is not nil, accepts. Each has at most top values. Files undecided about the scope are left out.
func (s *Snapshot) Facets(ctx context.Context, who spar.Principal, sc spar.Scope, take func(key string) bool, top int) iter.Seq2[Facet, error] {
	return func(yield func(Facet, error) bool) {
		defer runtime.KeepAlive(s)
		selection, err := s.Eval(ctx, who, sc)
		if err != nil {
			yield(Facet{}, err)
			return
		}
		states := s.ByState(selection.Known)
		open := roaring.New()
		for _, state := range []spar.State{spar.Unread, spar.Offline} {
			if states[state] != nil {
				open.Or(states[state])
			}
		}
		keys := map[string]bool{}
		if s.base != nil {
			for _, k := range s.keys {
				keys[k] = true
			}
		}
		var changed []*fact // in scope
		for i := range s.changed {
			if f := &s.changed[i]; selection.Known.Contains(uint32(f.ID)) {
				changed = append(changed, f)
				for _, a := range f.attributes {
					keys[a.Key] = true
				}
			}
		}
		based := roaring.AndNot(selection.Known, s.gone)
		for _, f := range changed {
			based.Remove(uint32(f.ID))
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if take != nil && !take(key) {
				continue
			}
			t := newTally(s.Attribute(key))
			for _, f := range changed {
				held, _ := scope.Held(f.attributes, t.definition)
				t.add(held, open.Contains(uint32(f.ID)))
			}
			s.tallyBase(t, based, open)
			if t.present > 0 && !yield(t.facet(key, int(selection.Known.GetCardinality()), int(open.GetCardinality()), top), nil) {
				return
			}
		}
	}
}

// Nothing is the facet of a key that none of the files of a scope has.
func (s *Snapshot) Nothing(ctx context.Context, who spar.Principal, sc spar.Scope, key string) (Facet, error) {
	selection, err := s.Eval(ctx, who, sc)
	if err != nil {
		return Facet{}, err
	}
	open := 0
	for state, files := range s.ByState(selection.Known) {
		if state == spar.Unread || state == spar.Offline {
			open += int(files.GetCardinality())
		}
	}
	t := newTally(s.Attribute(key))
	return t.facet(t.definition.Key, int(selection.Known.GetCardinality()), open, 0), nil
}

// tallyBase counts the base's files of a set. A value that one term decides is evaluated once for the term. Files whose values or origins
// decide together are looked at one by one.
func (s *Snapshot) tallyBase(t *tally, among, open *roaring.Bitmap) {
	b := s.base
	if b == nil {
		return
	}
	type held struct {
		term  uint32
		value int32 // number in t.values
	}
	var terms []held
	any, several, mixed := roaring.New(), roaring.New(), roaring.New()
	same, all := false, true     // some terms are one value; every term counts
	given := map[[2]int32]bool{} // origins and values that came
	one := make([]spar.Attribute, 1)
	for i := range b.Keys {
		if s.keys[i] != t.definition.Key {
			continue
		}
		has := b.postings.of(b.byKey[3*i])
		mixed = roaring.Or(mixed, roaring.And(any, has))
		any = roaring.Or(any, has)
		several = roaring.Or(several, b.postings.of(b.byKey[3*i+1]))
		mixed = roaring.Or(mixed, b.postings.of(b.byKey[3*i+2]))
		for _, n := range b.termOrder[b.Keys[i].From:b.Keys[i].To] {
			r := &b.terms[n]
			one[0] = spar.Attribute{Key: t.definition.Key, Value: b.value(r), Origin: b.Origins[r.Origin]}
			holds, _ := scope.Held(one, t.definition)
			if len(holds) == 0 {
				all = false
				continue
			}
			v := t.number(holds[0].Value)
			at := [2]int32{int32(r.Origin), v}
			same = same || given[at]
			given[at] = true
			terms = append(terms, held{n, v})
		}
	}
	if any = roaring.And(any, among); any.IsEmpty() {
		return
	}
	single := mixed
	if same {
		single = roaring.Or(mixed, several) // a file may have one value twice
	}
	single = roaring.And(single, any)
	rest := roaring.AndNot(any, single)
	var present union
	for _, h := range terms {
		n := b.postings.countIn(b.termAt[h.term], rest)
		if n == 0 {
			continue
		}
		t.counts[h.value] += n
		t.origins[b.Origins[b.terms[h.term].Origin]] = true
		if !all {
			b.postings.into(&present, b.termAt[h.term])
		}
	}
	if !all {
		rest = roaring.And(rest, present.bitmap())
	}
	t.present += int(rest.GetCardinality())
	t.presentInOpen += int(rest.AndCardinality(open))
	for it := single.Iterator(); it.HasNext(); {
		id := it.Next()
		if row, ok := b.row(id); ok {
			list, _ := scope.Held(b.attributes(row, s.keys, false), t.definition)
			t.add(list, open.Contains(id))
		}
	}
}

// countIn counts the IDs of a posting that are in a set.
func (p postings) countIn(at posting, set *roaring.Bitmap) int {
	switch {
	case at.Count == 1:
		if set.Contains(uint32(at.Offset)) {
			return 1
		}
		return 0
	case at.Count > maxPlain:
		return int(p.of(at).AndCardinality(set))
	}
	n := 0
	var u union
	p.into(&u, at)
	for i, id := range u.plain {
		if (i == 0 || id != u.plain[i-1]) && set.Contains(id) { // a file that has a value twice is there twice
			n++
		}
	}
	return n
}

// A tally counts one attribute.
type tally struct {
	definition    scope.Attribute
	present       int
	presentInOpen int // of these, in files that were not read
	numbers       map[spar.Value]int32
	values        []spar.Value // by number
	counts        []int        // by number
	origins       map[spar.Origin]bool
}

func newTally(definition scope.Attribute) *tally {
	return &tally{definition: definition, numbers: map[spar.Value]int32{}, origins: map[spar.Origin]bool{}}
}

// number gives each value one.
func (t *tally) number(v spar.Value) int32 {
	n, ok := t.numbers[v]
	if !ok {
		n = int32(len(t.values))
		t.numbers[v] = n
		t.values, t.counts = append(t.values, v), append(t.counts, 0)
	}
	return n
}

// add counts a file with what holds for it.
func (t *tally) add(held []spar.Attribute, unread bool) {
	if len(held) == 0 {
		return
	}
	t.present++
	if unread {
		t.presentInOpen++
	}
	for i, a := range held {
		t.origins[a.Origin] = true
		if !slices.ContainsFunc(held[:i], func(b spar.Attribute) bool { return b.Value == a.Value }) {
			t.counts[t.number(a.Value)]++
		}
	}
}

func (t *tally) facet(key string, total, open, top int) Facet {
	f := Facet{Key: key, Present: t.present}
	if t.definition.From == nil || slices.Contains(t.definition.From, spar.ByReading) {
		f.Unknown = open - t.presentInOpen
	}
	f.Missing = total - f.Present - f.Unknown
	f.Origins = slices.SortedFunc(maps.Keys(t.origins), func(a, b spar.Origin) int { return cmp.Compare(a.Precedence(), b.Precedence()) })
	for n, v := range t.values {
		if t.counts[n] == 0 {
			continue
		}
		f.Distinct++
		if !slices.Contains(f.Kinds, v.Kind) {
			f.Kinds = append(f.Kinds, v.Kind)
		}
		if f.Distinct == 1 || compareValues(v, f.Low) < 0 {
			f.Low = v
		}
		if f.Distinct == 1 || compareValues(v, f.High) > 0 {
			f.High = v
		}
		if f.Values = append(f.Values, Count{v, t.counts[n]}); len(f.Values)/2 > max(top, 1000) {
			f.Values = best(f.Values, top)
		}
	}
	slices.Sort(f.Kinds)
	f.Values = best(f.Values, top)
	for i := range f.Values { // the text may be that of a file that is closed some time
		f.Values[i].Value.Text = strings.Clone(f.Values[i].Value.Text)
	}
	if len(f.Kinds) != 1 || f.Kinds[0] == spar.Text {
		f.Low, f.High = spar.Value{}, spar.Value{}
	}
	return f
}

// best is the n most frequent values, in order.
func best(list []Count, n int) []Count {
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), compareValues(a.Value, b.Value))
	})
	return list[:min(n, len(list))]
}

// compareValues orders values by kind, then by value.
func compareValues(a, b spar.Value) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Number, b.Number), a.Date.Compare(b.Date), cmp.Compare(a.Text, b.Text))
}

// A Reason says what one constraint means for a file.
type Reason struct {
	Constraint string
	Truth      scope.Truth
	Guess      bool   // it does not filter
	Has        string // the file's value for the constraint's key
}

// Why tells somebody for each constraint of a scope whether it holds for a file, with the file's value. It tells it for all together, too.
func (s *Snapshot) Why(who spar.Principal, f spar.File, sc spar.Scope) ([]Reason, scope.Truth, error) {
	names := s.names(who).resolver
	predicates, err := scope.Compile(sc, names)
	if err != nil {
		return nil, scope.Unknown, err
	}
	facts := scope.Facts{File: &f, Tags: s.TagsOf(f.ID), Attributes: s.AttributesOf(f.ID)}
	tags := func(id spar.TagID) string {
		for _, t := range s.Tags() {
			if t.ID == id {
				return t.Name
			}
		}
		return ""
	}
	list := make([]Reason, len(predicates))
	for i, c := range sc.Constraints {
		list[i] = Reason{scope.PrintConstraint(c), predicates[i](facts), c.Guess, scope.Has(c, facts, names, tags)}
	}
	return list, scope.Holds(sc, predicates, facts), nil
}

// A Disallowed is a value of files that the schema does not allow, so that it does not count.
type Disallowed struct {
	Key        string
	Value      spar.Value
	Origin     spar.Origin
	Definition *schema.Attribute
	Files      []spar.File // by share and path
}

// Disallowed lists the values that do not count, of the files that who may read, by key, value and origin.
func (s *Snapshot) Disallowed(ctx context.Context, who spar.Principal) ([]Disallowed, error) {
	all, err := s.Eval(ctx, who, spar.Scope{})
	if err != nil {
		return nil, err
	}
	type fault struct {
		key    string
		value  spar.Value
		origin spar.Origin
	}
	found := map[fault]*Disallowed{}
	for f := range s.In(all.Known) {
		for _, a := range s.AttributesOf(f.ID) {
			definition, ok := s.Schema().Attribute(a.Key)
			if !ok {
				continue
			}
			if _, ok := definition.Convert(a.Value); ok && definition.Counts(a.Origin) {
				continue
			}
			at := fault{a.Key, a.Value, a.Origin}
			d := found[at]
			if d == nil {
				d = &Disallowed{Key: a.Key, Value: a.Value, Origin: a.Origin, Definition: definition}
				found[at] = d
			}
			if n := len(d.Files); n == 0 || d.Files[n-1].ID != f.ID {
				d.Files = append(d.Files, f)
			}
		}
	}
	list := make([]Disallowed, 0, len(found))
	for _, d := range found {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(a, b Disallowed) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), compareValues(a.Value, b.Value), cmp.Compare(a.Origin, b.Origin))
	})
	return list, nil
}
