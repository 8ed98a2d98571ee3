package index

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/unicode/norm"
)

// Eval selects the files that are in scope and that who may read. Guessed constraints do not filter.
func (s *Snapshot) Eval(ctx context.Context, who spar.Principal, sc spar.Scope) (Selection, error) {
	defer runtime.KeepAlive(s)
	stated := statedOf(sc)
	names := s.names(who)
	predicates, err := scope.Compile(stated, names)
	if err != nil {
		return Selection{}, err
	}
	out := newSelection(stated)
	r := s.readable(who)
	w := r.work(ctx)
	if s.base != nil {
		if err := s.evalBase(w, r, stated, names, &out); err != nil {
			return Selection{}, err
		}
	}
	c := r.changed()
	out.addAll(w, open, c.open, stated, predicates)
	out.addAll(w, listed, c.listed, stated, predicates)
	return out, w.err
}

func (s *Snapshot) evalBase(w *work, r *readable, stated spar.Scope, names meanings, out *Selection) error {
	out.Funnel[0].Known += int(r.open.GetCardinality())
	e := evaluation{s: s, names: names, listed: r.listed, work: w}
	known, unknown, err := e.conjunction(stated, roaring.Or(r.open, r.listed), func(i int, known, unknown *roaring.Bitmap) {
		out.Funnel[i+1].Known += int(known.AndCardinality(r.open))
		out.Funnel[i+1].Unknown += int(unknown.AndCardinality(r.open))
	})
	if err != nil {
		return err
	}
	if !r.listed.IsEmpty() {
		out.Denied = owned(roaring.And(r.listed, roaring.Or(known, unknown)))
		known.And(r.open)
		unknown.And(r.open)
	}
	out.Known, out.Unknown = owned(known), owned(unknown)
	return nil
}

// readable holds the base's files that somebody may read, and the files that they may only list.
type readable struct {
	unbounded    bool // the asker is the program itself
	open, listed *roaring.Bitmap
	hidden       *roaring.Bitmap            // among all files, the ones that labels hide from them
	tags         func() map[spar.TagID]bool // of files that they may read, and those above them; not to be changed
	changed      func() changes
}

// changes are the files beside the saved index: the ones that somebody may read, and the ones that they may only list. all are all files
// that they may read.
type changes struct {
	open, listed []*fact
	all          *roaring.Bitmap // not to be changed
}

// changedFor decides on each file beside the saved index.
func (s *Snapshot) changedFor(who spar.Principal, r *readable) (c changes) {
	c.all = r.open.Clone()
	judge := newJudge(who, s.rules, s.lexicon.schema)
	for i := range s.changed {
		f := &s.changed[i]
		switch r.access(judge, f) {
		case open:
			c.open = append(c.open, f)
			c.all.Add(uint32(f.ID))
		case listed:
			c.listed = append(c.listed, f)
		}
	}
	return c
}

// access says what the asker may do with a file that changed.
func (r *readable) access(j *judge, f *fact) access {
	if r.hidden.Contains(uint32(f.ID)) {
		return closed
	}
	return j.unlabelled(&f.class)
}

// maxRights is for how many principals a snapshot keeps what they may read.
const maxRights = 64

// readable gives what somebody may read, decided once a snapshot and key of principal.
func (s *Snapshot) readable(who spar.Principal) *readable {
	key := who.Key()
	s.known.mu.Lock()
	once := s.known.of[key]
	if once == nil {
		if s.known.of == nil || len(s.known.of) >= maxRights {
			s.known.of = map[string]func() *readable{}
		}
		once = sync.OnceValue(func() *readable {
			r := s.decide(who)
			r.tags = sync.OnceValue(func() map[spar.TagID]bool { return s.tagsOfFiles(r) })
			r.changed = sync.OnceValue(func() changes { return s.changedFor(who, r) })
			return r
		})
		s.known.of[key] = once
	}
	s.known.mu.Unlock()
	return once() // outside of the lock: whoever else asks does not wait for it
}

// decide decides once a class of files.
func (s *Snapshot) decide(who spar.Principal) *readable {
	if who.All {
		return &readable{unbounded: who.Key() == Rules.Key(), open: s.live(), listed: roaring.New(), hidden: roaring.New()}
	}
	var may [open + 1]union
	judge := newJudge(who, s.rules, s.lexicon.schema)
	if s.base != nil {
		for i, r := range s.base.Classes {
			if s.shares[r.Share] != "" {
				c := s.baseClass(uint32(i))
				s.base.postings.into(&may[judge.unlabelled(&c)], s.base.classAt[i])
			}
		}
	}
	hidden := owned(s.hidden(judge))
	not := roaring.Or(hidden, s.gone)
	return &readable{open: owned(roaring.AndNot(may[open].bitmap(), not)), listed: owned(roaring.AndNot(may[listed].bitmap(), not)), hidden: hidden}
}

// baseClass gives a class of the base, without labels.
func (s *Snapshot) baseClass(n uint32) class {
	r := &s.base.Classes[n]
	return class{Share: s.shares[r.Share], Way: s.base.way(r.Way), File: s.base.Entries[r.Entry], Content: r.Content, Table: r.Table}
}

// uncleared is the base's files whose labels the asker is not cleared for.
func (s *Snapshot) uncleared(j *judge) *roaring.Bitmap {
	b := s.base
	labelled, hidden := roaring.New(), union{}
	for i := range b.Keys {
		if s.keys[i] != Confidentiality {
			continue
		}
		labelled.Or(b.postings.of(b.byKey[3*i]))
		k := &b.Keys[i]
		for _, n := range b.termOrder[k.From:k.To] {
			if label := b.value(&b.terms[n]).String(); !j.cleared(label) { // of several labels each must be cleared
				b.postings.into(&hidden, b.termAt[n])
			}
		}
	}
	out := roaring.Or(hidden.bitmap(), roaring.New())
	if !j.cleared("") {
		out.Or(roaring.AndNot(s.live(), labelled))
	}
	return owned(out)
}

// An evaluation is one Eval of the base's files that did not change. Where the index knows the files that agree in all
// that a predicate looks at, it is asked once for all of them; the predicates themselves say what constraints mean.
type evaluation struct {
	s      *Snapshot
	names  meanings
	listed *roaring.Bitmap // files that the asker may not read
	work   *work
	cost   int64 // of looking at one file for the value at hand
}

// A pair is the files for which something is true, and those for which it is unknown. They are disjoint.
type pair struct{ yes, open *roaring.Bitmap }

func (p *pair) add(t scope.Truth, files *roaring.Bitmap) {
	switch t {
	case scope.True:
		p.yes = roaring.Or(p.yes, files)
	case scope.Unknown:
		p.open = roaring.Or(p.open, files)
	}
}

// conjunction gives those of the candidates for which all constraints are true, and those for which it is unknown. It tells of
// each step. Those constraints that add files come last, as statedOf has them.
func (e *evaluation) conjunction(sc spar.Scope, among *roaring.Bitmap, step func(i int, known, unknown *roaring.Bitmap)) (known, unknown *roaring.Bitmap, err error) {
	known, unknown = among.Clone(), roaring.New()
	for i, c := range sc.Constraints {
		if c.Add {
			yes, _, err := e.constraint(c, among)
			if err != nil {
				return nil, nil, err
			}
			if i == 0 { // no constraint filters
				known.Clear()
			}
			known = roaring.Or(known, yes)
			unknown.AndNot(yes)
		} else {
			t, u, err := e.constraint(c, roaring.Or(known, unknown))
			if err != nil {
				return nil, nil, err
			}
			unknown = roaring.Or(roaring.And(known, u), roaring.And(unknown, roaring.Or(t, u)))
			known.And(t)
		}
		if step != nil {
			step(i, known, unknown)
		}
	}
	return known, unknown, nil
}

// constraint gives those of the candidates for which a constraint is true, and those for which it is unknown.
func (e *evaluation) constraint(c spar.Constraint, among *roaring.Bitmap) (yes, open *roaring.Bitmap, err error) {
	all := pair{roaring.New(), roaring.New()}
	for _, s := range c.Any {
		known, unknown, err := e.conjunction(statedOf(s), roaring.AndNot(among, all.yes), nil)
		if err != nil {
			return nil, nil, err
		}
		all.yes = roaring.Or(all.yes, known)
		all.open = roaring.Or(all.open, unknown)
	}
	for _, m := range e.valuesOf(c) {
		// The constraint without the others of its values, and without its Not.
		list, err := scope.Compile(spar.Scope{Constraints: []spar.Constraint{{Key: c.Key, Values: m}}}, e.names)
		if err != nil {
			return nil, nil, err
		}
		p := e.match(c.Key, m[0], list[0], among)
		if e.work.err != nil {
			return nil, nil, e.work.err
		}
		all.yes = roaring.Or(all.yes, roaring.And(p.yes, among))
		all.open = roaring.Or(all.open, roaring.And(p.open, among))
	}
	all.open.AndNot(all.yes)
	if c.Not {
		all.yes = roaring.AndNot(roaring.AndNot(among, all.yes), all.open)
	}
	return all.yes, all.open, nil
}

// valuesOf splits the values of a constraint into parts to evaluate together: all tags at once, since there may be hundreds.
func (e *evaluation) valuesOf(c spar.Constraint) (parts [][]spar.Match) {
	switch {
	case len(c.Any) > 0 || len(c.Values) == 0:
		return nil
	case c.Key == "tag" || c.Key == "linked":
		return [][]spar.Match{c.Values}
	}
	for i := range c.Values {
		parts = append(parts, c.Values[i:i+1])
	}
	return parts
}

// few is how many candidates are looked at one by one rather than asked for by the lists of the index.
const few = 64

// match evaluates one value of a key. Its result may hold files that are no candidates.
func (e *evaluation) match(key string, m spar.Match, p scope.Predicate, among *roaring.Bitmap) pair {
	e.cost = scope.MatchCost(key, m)
	if !e.work.take(1000) || among.GetCardinality() <= few && !e.s.thorough {
		return e.each(p, among)
	}
	switch key {
	case "text":
		return e.texts(p, among)
	case "file":
		return e.each(p, e.file(m.Text))
	case "share", "type", "state":
		return e.kinds(p)
	case "owner", "group", "mode":
		return e.classes(p)
	case "size":
		return e.sizes(p, among)
	case "modified", "age":
		return e.times(key, m, p, among)
	case "folder", "depth":
		return e.folders(p, among)
	case "name":
		return e.byName(p, e.mayBeCalled(m.Text, among))
	case "ext":
		return e.byName(p, among)
	case "path":
		all := e.anyCase(p, among)
		among = e.exactOf(among)
		for _, glob := range scope.Spellings(m.Text) {
			found := e.paths(glob, p, among)
			all.add(scope.True, found.yes)
		}
		return all
	case "tag", "linked":
		return e.tags(p, among)
	case "has", "unknown":
		if m.Text == "tag" {
			return e.tags(p, among)
		}
		return e.attribute(m.Text, key == "has", p, among)
	}
	if scope.IsFileKey(key) {
		return e.each(p, among)
	}
	return e.attribute(key, true, p, among)
}

// texts asks for the text of candidates that may have one.
func (e *evaluation) texts(p scope.Predicate, among *roaring.Bitmap) pair {
	unread := roaring.And(among, e.s.unsettled())
	out := e.scan(roaring.AndNot(among, unread), func(row int) scope.Truth {
		f := e.s.base.file(row, e.s.shares)
		return p(scope.Facts{File: &f, Closed: e.listed.Contains(uint32(f.ID))})
	})
	out.add(scope.Unknown, unread)
	return out
}

// file gives the files of the base that the value of the key file may name.
func (e *evaluation) file(text string) *roaring.Bitmap {
	set := roaring.New()
	a, err := scope.FileOf(text)
	if err != nil {
		return set // it was compiled, so that it names one
	}
	at := slices.Index(e.s.shares, a.Share)
	if at < 0 {
		return set
	}
	for _, p := range []string{a.Path, norm.NFC.String(a.Path), norm.NFD.String(a.Path)} {
		for from, to := e.s.base.beginning(at, p); from < to; from++ {
			if row := int(e.s.base.order[from]); len(e.s.base.appendPath(nil, row)) == len(p) {
				set.Add(e.s.base.id[row])
			} else {
				break // the path itself sorts before the paths that it begins
			}
		}
	}
	return set
}

// each asks for every candidate, with all that is known of it.
func (e *evaluation) each(p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	e.cost += 20
	return e.scan(among, func(row int) scope.Truth {
		f := b.file(row, e.s.shares)
		return p(scope.Facts{File: &f, Tags: e.s.tagsOf(row), Attributes: e.attributesOf(row), Closed: e.listed.Contains(uint32(f.ID))})
	})
}

// scan asks for the row of every candidate.
func (e *evaluation) scan(among *roaring.Bitmap, ask func(row int) scope.Truth) pair {
	out := pair{roaring.New(), roaring.New()}
	var yes, open []uint32
	ids := make([]uint32, 512)
	for it := among.ManyIterator(); ; {
		n := it.NextMany(ids)
		if n == 0 || !e.work.take(int64(n)*e.cost) {
			return out
		}
		yes, open = yes[:0], open[:0]
		for _, id := range ids[:n] {
			row, ok := e.s.base.row(id)
			if !ok {
				continue
			}
			switch ask(row) {
			case scope.True:
				yes = append(yes, id)
			case scope.Unknown:
				open = append(open, id)
			}
		}
		out.yes.AddMany(yes)
		out.open.AddMany(open)
	}
}

// rows evaluates a predicate for every candidate with a file that set gives the only relevant field.
func (e *evaluation) rows(p scope.Predicate, among *roaring.Bitmap, set func(f *spar.File, row int)) pair {
	var f spar.File
	facts := scope.Facts{File: &f}
	return e.scan(among, func(row int) scope.Truth {
		set(&f, row)
		return p(facts)
	})
}

func (e *evaluation) kinds(p scope.Predicate) pair {
	b := e.s.base
	var by [scope.True + 1]union
	for i, k := range b.Kinds {
		f := spar.File{Share: e.s.shares[k.Share], Format: k.Format, State: k.State}
		b.postings.into(&by[p(scope.Facts{File: &f})], b.kindAt[i])
	}
	return pair{by[scope.True].bitmap(), by[scope.Unknown].bitmap()}
}

func (e *evaluation) classes(p scope.Predicate) pair {
	b := e.s.base
	var by [scope.True + 1]union
	truths := make([]scope.Truth, len(b.Entries))
	for i, v := range b.Entries {
		truths[i] = p(scope.Facts{File: &spar.File{Mode: v.Mode, UID: v.UID, GID: v.GID}})
	}
	for i, c := range b.Classes {
		b.postings.into(&by[truths[c.Entry]], b.classAt[i])
	}
	return pair{by[scope.True].bitmap(), by[scope.Unknown].bitmap()}
}

func (e *evaluation) sizes(p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	return e.rows(p, among, func(f *spar.File, row int) { f.Size = b.size[row] })
}

// times compares times as the index has them, in nanoseconds, which is several times as fast as to ask the predicate.
func (e *evaluation) times(key string, m spar.Match, p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	since, until, err := scope.Times(key, m, e.names.Now())
	from, fits := nanoseconds(since, math.MinInt64)
	to, fit := nanoseconds(until, math.MaxInt64)
	if err != nil || !fits || !fit {
		return e.rows(p, among, func(f *spar.File, row int) { f.ModTime = time.Unix(0, b.mtime[row]).UTC() })
	}
	return e.scan(among, func(row int) scope.Truth {
		if t := b.mtime[row]; t >= from && (t < to || until.IsZero()) {
			return scope.True
		}
		return scope.False
	})
}

// nanoseconds is a time as the index has it, open for the zero time; ok is false for one that it cannot have.
func nanoseconds(t time.Time, open int64) (ns int64, ok bool) {
	if t.IsZero() {
		return open, true
	}
	return t.UnixNano(), t.Year() > 1678 && t.Year() < 2262
}

func (e *evaluation) folders(p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	const unasked = scope.True + 1
	truths := slices.Repeat([]scope.Truth{unasked}, len(b.folders))
	return e.scan(among, func(row int) scope.Truth {
		folder := b.folder[row]
		if truths[folder] == unasked {
			f := spar.File{Path: "-"}
			if path := b.folderPath(folder); string(path) != "." {
				f.Path = string(path) + "/-"
			}
			truths[folder] = p(scope.Facts{File: &f})
		}
		return truths[folder]
	})
}

// tags evaluates each tag alone: it only counts whether a file has one of the tags.
func (e *evaluation) tags(p scope.Predicate, among *roaring.Bitmap) pair {
	b := e.s.base
	var yes union
	file := &spar.File{}
	if p(scope.Facts{File: file}) != scope.False {
		return e.each(p, among)
	}
	one := make([]spar.TagID, 1)
	for _, t := range e.s.lexicon.tags {
		one[0] = t.ID
		switch p(scope.Facts{File: file, Tags: one}) {
		case scope.True:
			if int(t.ID) < len(b.tagAt) {
				b.postings.into(&yes, b.tagAt[t.ID])
			}
		case scope.Unknown:
			return e.each(p, among)
		}
	}
	return pair{yes.bitmap(), roaring.New()}
}
