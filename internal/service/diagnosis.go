package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	mostTogether    = 3  // constraints of a cause
	mostRelaxations = 12 // listed relaxations
	fewFiles        = 3  // a scope with at most so many files gets relaxations too
)

// DiagnoseScope says why a scope selects no file or few, and which other scopes select more. It widens nothing: the asker may choose one.
// For a scope with many files it says what would divide them. It looks only at what the asker may know of.
func (s *Service) DiagnoseScope(ctx context.Context, who spar.Principal, text string) (api.Diagnosis, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.Diagnosis{}, err
	}
	d, err := v.diagnose(sc)
	if err != nil {
		return api.Diagnosis{}, err
	}
	out := api.Diagnosis{Schema: api.DiagnosisSchema, Scope: scope.Print(sc), Files: int(d.have.GetCardinality()),
		Unknown: d.unknown, Causes: []api.Cause{}, Relaxations: []api.Relaxation{}, Notes: v.unattributed(sc)}
	moved, now, err := s.moved(ctx, v, sc)
	if err != nil {
		return api.Diagnosis{}, err
	}
	for _, m := range moved {
		out.Notes = append(out.Notes, movedNote(m))
	}
	switch {
	case out.Files == 0:
		out.Causes = d.causes()
		fallthrough
	case out.Files <= fewFiles:
		out.Relaxations = d.relaxations()
	default:
		out.Narrower = d.narrower()
	}
	if len(moved) > 0 {
		out.Relaxations = d.renamed(now, out.Relaxations)
	}
	return out, nil
}

// RelaxScope returns the n-th relaxation that DiagnoseScope offers.
func (s *Service) RelaxScope(ctx context.Context, who spar.Principal, text string, n int) (api.Relaxation, error) {
	d, err := s.DiagnoseScope(ctx, who, text)
	if err != nil {
		return api.Relaxation{}, err
	}
	if n < 1 || n > len(d.Relaxations) {
		return api.Relaxation{}, spar.Errorf(spar.Invalid, "there is no relaxation %d: the scope has %s and %s", n, spar.Phrase(Plural(d.Files, "file", "files")), spar.Phrase(Plural(len(d.Relaxations), "relaxation", "relaxations")))
	}
	return d.Relaxations[n-1], nil
}

// renamed puts the scope with present names before the other relaxations: the stated scope meant these files.
func (d *diagnosis) renamed(now spar.Scope, others []api.Relaxation) []api.Relaxation {
	files := d.files(now.Constraints)
	r := api.Relaxation{Files: int(files.GetCardinality()), How: api.HowMoved, Was: scope.Print(d.scope), Now: scope.Print(now), Scope: scope.Print(now)}
	if r.Gain = r.Files - int(files.AndCardinality(d.have)); r.Gain <= 0 {
		return others
	}
	list := append([]api.Relaxation{r}, others...)
	for i := range list {
		list[i].N = i + 1
	}
	return list
}

// A diagnosis has the constraints of a scope, and what each selects by itself.
type diagnosis struct {
	view
	scope   spar.Scope
	parts   []index.Part
	may     []*roaring.Bitmap // per part, the files for which it is true
	rest    []*roaring.Bitmap // per part, the files for which all other parts are true
	all     *roaring.Bitmap   // that the asker may read
	have    *roaring.Bitmap   // in scope
	unknown int               // files that only reading can decide
}

func (v view) diagnose(sc spar.Scope) (*diagnosis, error) {
	d := &diagnosis{view: v, scope: sc}
	var err error
	if d.parts, d.all, err = v.Parts(v.ctx, v.who, sc); err != nil {
		return nil, err
	}
	var unknown *roaring.Bitmap
	d.have, unknown = index.Combined(d.all, d.parts...)
	d.unknown = int(unknown.GetCardinality())
	for i, p := range d.parts {
		d.may = append(d.may, p.Yes)
		if i < mostBlamed && !p.Constraint.Add {
			d.rest = append(d.rest, d.with(i))
		}
	}
	return d, nil
}

// with returns the files of the scope if other parts replace part i.
func (d *diagnosis) with(i int, instead ...index.Part) *roaring.Bitmap {
	known, _ := index.Combined(d.all, slices.Concat(d.parts[:i], instead, d.parts[i+1:])...)
	return known
}

// meaning returns constraints as one part that holds if any of them holds.
func (d *diagnosis) meaning(list ...spar.Constraint) (index.Part, error) {
	c := list[0]
	if len(list) > 1 {
		c = spar.Constraint{}
		for _, one := range list {
			c.Any = append(c.Any, spar.Scope{Constraints: []spar.Constraint{one}})
		}
	}
	parts, _, err := d.Parts(d.ctx, d.who, spar.Scope{Constraints: []spar.Constraint{c}})
	if err != nil {
		return index.Part{}, err
	}
	return parts[0], nil
}

// causes returns the smallest sets of constraints that together leave no file.
func (d *diagnosis) causes() []api.Cause {
	out := []api.Cause{}
	n := len(d.rest)
	var sets [][]int
	var grow func(from int, set []int, left *roaring.Bitmap, size int)
	grow = func(from int, set []int, left *roaring.Bitmap, size int) {
		if len(set) == size {
			if left.IsEmpty() {
				sets = append(sets, slices.Clone(set))
			}
			return
		}
		for i := from; i < n; i++ {
			grow(i+1, append(set, i), roaring.And(left, d.may[i]), size)
		}
	}
	for size := 1; size <= mostTogether && len(sets) == 0; size++ {
		grow(0, nil, d.all, size)
	}
	if len(sets) == 0 { // only all constraints together do
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		sets = append(sets, all)
	}
	for _, set := range sets[:min(len(sets), mostRelaxations)] {
		cause := api.Cause{Kind: api.CauseValue}
		for _, i := range set {
			c := d.parts[i].Constraint
			cause.Constraints = append(cause.Constraints, scope.PrintConstraint(c))
			if c.Key == "tag" || c.Key == "linked" {
				cause.Kind = api.CauseTag
			}
		}
		if len(set) == 1 && len(d.spellings(set[0])) > 1 {
			cause.Kind = api.CauseAmbiguous
		}
		if len(cause.Constraints) > 0 {
			out = append(out, cause)
		}
	}
	return out
}

// A change replaces one constraint by another, or drops it.
type change struct {
	at    int
	how   string
	now   *spar.Constraint
	files *roaring.Bitmap
	score float64
}

// relaxations returns the scopes that differ from this one in one constraint and have more files, the likeliest first.
func (d *diagnosis) relaxations() []api.Relaxation {
	var list []change
	for i := range d.rest {
		if d.rest[i].IsEmpty() {
			continue // neither its removal nor a replacement would help
		}
		for _, ch := range d.changes(i) {
			if ch.files.AndCardinality(d.have) < ch.files.GetCardinality() {
				ch.score = d.score(ch)
				list = append(list, ch)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(b.score, a.score) })
	out := []api.Relaxation{}
	var told []change
	for _, ch := range list {
		// List changes with the same files once.
		if slices.ContainsFunc(told, func(t change) bool { return t.files.Equals(ch.files) }) {
			continue
		}
		told = append(told, ch)
		r := api.Relaxation{
			N: len(told), Files: int(ch.files.GetCardinality()), How: ch.how, Was: scope.PrintConstraint(d.parts[ch.at].Constraint), Scope: scope.Print(d.changed(ch)),
		}
		r.Gain = r.Files - int(ch.files.AndCardinality(d.have))
		if ch.now != nil {
			r.Now = scope.PrintConstraint(*ch.now)
		}
		if out = append(out, r); len(out) == mostRelaxations {
			break
		}
	}
	return out
}

// changed returns the scope after a change.
func (d *diagnosis) changed(ch change) (out spar.Scope) {
	n := 0
	for _, c := range d.scope.Constraints {
		switch {
		case c.Guess || c.Add:
			out.Constraints = append(out.Constraints, c)
			continue
		case n != ch.at:
			out.Constraints = append(out.Constraints, c)
		case ch.now != nil:
			out.Constraints = append(out.Constraints, *ch.now)
		}
		n++
	}
	return scope.Normal(out)
}

// changes returns the possible changes of one constraint.
func (d *diagnosis) changes(i int) (list []change) {
	list = []change{{at: i, how: api.HowDrop, files: d.rest[i]}}
	c := d.parts[i].Constraint
	try := func(how string, now spar.Constraint, kept ...spar.Constraint) {
		p, err := d.meaning(append(kept, now)...)
		if err != nil {
			return
		}
		if len(kept) > 0 {
			now = p.Constraint
		}
		list = append(list, change{at: i, how: how, now: &now, files: d.with(i, p)})
	}
	if c.Not || scope.IsGroup(c) || c.Key == spar.Saved || c.Key == spar.Related {
		return list
	}
	for _, near := range d.spellings(i) {
		try(api.HowSpelling, near)
	}
	for _, wider := range d.wider(i) {
		try(api.HowWiden, wider)
	}
	switch {
	case c.Key == "tag" || c.Key == "linked":
		parents, siblings := d.aroundTag(c)
		for _, now := range parents {
			try(api.HowParent, now)
		}
		for _, now := range siblings {
			try(api.HowSibling, now)
		}
	case !scope.IsFileKey(c.Key):
		try(api.HowWithout, spar.Constraint{Key: "has", Not: true, Values: []spar.Match{{Text: c.Key}}}, c)
	}
	return list
}

// score estimates how likely a change gives what the asker meant. A certain error comes first: a value that no file has, with a near one
// that files have. A constraint that excludes all files of several others, taken one by one, is likelier at fault than these. People
// rarely mean a single file. The weights were fitted on half a of the set of scopes that give nothing.
func (d *diagnosis) score(ch change) float64 {
	fault := 1.0
	if d.may[ch.at].IsEmpty() {
		fault = 8
	}
	for j := range d.rest {
		if j != ch.at && !d.may[j].Intersects(d.may[ch.at]) {
			fault++
		}
	}
	files := float64(ch.files.GetCardinality())
	weight := map[string]float64{
		api.HowSpelling: 2, api.HowWiden: .7, api.HowParent: .62, api.HowDrop: .6, api.HowSibling: .4, api.HowWithout: .2,
	}[ch.how]
	if ch.how == api.HowWiden && ch.now.Values[0].Range && ch.now.Values[0].From != "" && ch.now.Values[0].To != "" {
		weight = .35 // up to the next value only: the meant one may lie beyond it
	}
	return fault * weight * files / (files + 2) / (1 + files/float64(1+d.all.GetCardinality()))
}

// narrower returns the constraints that divide the files of a scope best: the nearer to half, the better.
func (d *diagnosis) narrower() (list []api.Relaxation) {
	total := int(d.have.GetCardinality())
	add := func(key, value string, files int) {
		if files == 0 || files == total || value == "" {
			return
		}
		c := spar.Constraint{Key: key, Values: []spar.Match{{Text: value}}}
		list = append(list, api.Relaxation{Scope: scope.Print(scope.And(d.scope,
			spar.Scope{Constraints: []spar.Constraint{c}})), Files: files, Gain: files - total, How: api.HowNarrow, Now: scope.PrintConstraint(c)})
	}
	for share, files := range d.ByShare(d.have) {
		add("share", share, int(files.GetCardinality()))
	}
	for format, files := range d.ByFormat(d.have) {
		add("type", format, int(files.GetCardinality()))
	}
	const mostDivided = 100_000 // files whose attributes are counted
	if total <= mostDivided {
		for f, err := range d.Facets(d.ctx, d.who, d.scope, nil, topValues) {
			if err != nil {
				break
			}
			for _, value := range f.Values {
				add(scope.AttributeKey(f.Key), Shortened(value.Value.String(), longest), value.Files)
			}
		}
	}
	uneven := func(r api.Relaxation) int { return max(2*r.Files-total, total-2*r.Files) }
	slices.SortFunc(list, func(a, b api.Relaxation) int {
		return cmp.Or(cmp.Compare(uneven(a), uneven(b)), cmp.Compare(a.Now, b.Now))
	})
	list = list[:min(len(list), candidates)]
	for i := range list {
		list[i].N = i + 1
	}
	return list
}

// spellings returns the constraint with each value that no file has replaced by the nearest value that files have. It returns several
// constraints if several values are equally near.
func (d *diagnosis) spellings(i int) (list []spar.Constraint) {
	c := d.parts[i].Constraint
	if c.Not || !d.may[i].IsEmpty() {
		return nil
	}
	for at, m := range c.Values {
		if m.Range || m.Text == "" {
			continue
		}
		for _, near := range d.nearValues(i, c.Key, m.Text) {
			now := c
			now.Values = slices.Clone(c.Values)
			now.Values[at] = spar.Match{Text: near}
			list = append(list, now)
		}
	}
	return list
}

// closest returns the names nearest to a text, all that are equally near, but at most as many as an error lists.
func closest(text string, names []string) (list []string) {
	first := nearest.Name(text, slices.Values(names))
	if first == "" {
		return nil
	}
	var m nearest.Measure
	const far = 99
	least := m.Distance(text, first, far)
	for _, name := range names {
		if name == first || m.Distance(text, name, least) == least && least > 0 {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(cmp.Compare(b, first), cmp.Compare(a, first)) })
	if at := slices.Index(list, first); at > 0 {
		list[0], list[at] = list[at], list[0]
	}
	return list[:min(len(list), candidates)]
}
