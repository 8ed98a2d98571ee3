package tagging

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
)

// A maker is a source at work.
type maker struct {
	catalog.Source
	origin spar.Origin
	detail string // of its batch
	batch  spar.BatchID
	unread bool // it could not be read now: what it gave stays
	broken bool // it is unread since it says nothing that could be understood: to read it again is in vain
	kept   bool // it is gone, and the levels of confidentiality that it gave stay
	listed bool // it is a source of now, or kept
	again  bool // it changed, and is to be applied to all files

	waiting *roaring.Bitmap // files whose level of confidentiality it cannot tell yet
	open    *roaring.Bitmap // files that it cannot judge yet, whatever it will give; nil for none
	report  *Made
}

// A give is one tag, or the values of one attribute, that a maker gives to files.
type give struct {
	by *maker
	truths
	tag        spar.TagID // 0 for an attribute
	key        string
	confidence float64
	review     spar.Review
	evidence   func(spar.FileID) string
	values     func(spar.FileID) []spar.Value
}

// made is the existing assignments by tag and attributes by key, all of one origin, ordered by file.
type made struct {
	links  map[spar.TagID][]spar.Assignment
	values map[string][]spar.Attribute
}

// A run brings the catalog to what makers give. Its edits go out in parts.
type run struct {
	*Tagger
	ctx      context.Context
	dry      bool // changes nothing
	sources  map[spar.BatchID]catalog.Source
	rejected map[catalog.Link]bool
	makers   map[sourceKey]*maker // at work or held
	fresh    *roaring.Bitmap      // files that others changed since the last run
	report   *Report
	edit     catalog.Edit
	n        int // in edit
	logged   int // entries of the journal that this run wrote
	touched  *roaring.Bitmap
	names    *names
	tallied  map[tallied]*roaring.Bitmap // files
}

type sourceKey struct{ kind, name string }

func keyOf(s catalog.Source) sourceKey { return sourceKey{s.Kind, s.Name} }

// settle compares the gives of one origin's makers for some files with the existing tags and attributes, and changes the differences. Gives
// come in the order of their precedence. The give with the highest confidence holds for a tag, the first one for an attribute. A tag or
// attribute that only reading can confirm stays.
func (r *run) settle(files *roaring.Bitmap, gives []give, now made) error {
	byTag, byKey := map[spar.TagID][]give{}, map[string][]give{}
	for _, g := range gives {
		if g.tag != 0 {
			byTag[g.tag] = append(byTag[g.tag], g)
		} else {
			byKey[g.key] = append(byKey[g.key], g)
		}
	}
	for t := range now.links {
		if byTag[t] == nil {
			byTag[t] = []give{}
		}
	}
	for k := range now.values {
		if byKey[k] == nil {
			byKey[k] = []give{}
		}
	}
	for _, t := range sorted(byTag) {
		list := byTag[t]
		slices.SortStableFunc(list, func(a, b give) int { return cmp.Compare(b.confidence, a.confidence) })
		rejected := func(id spar.FileID) bool { return r.rejected[catalog.Link{File: id, Tag: t}] }
		if err := r.settleOne(given{tag: t}, files, list, linksOf(now.links[t]), rejected); err != nil {
			return err
		}
	}
	for _, k := range sorted(byKey) {
		if err := r.settleOne(given{key: k}, files, byKey[k], valuesOf(now.values[k]), func(spar.FileID) bool { return false }); err != nil {
			return err
		}
	}
	return nil
}

// A having is a tag, or the values of an attribute, that a file has.
type having struct {
	file     spar.FileID
	batch    spar.BatchID
	origin   spar.Origin
	level    []spar.Value        // of confidentiality, nil where it is none
	judged   bool                // a person decided about it
	same     func(g *give) bool  // whether a give of the same maker gives just this
	withdraw func(*catalog.Edit) // takes it away
}

func linksOf(rows []spar.Assignment) iter.Seq[having] {
	return func(yield func(having) bool) {
		for _, row := range rows {
			if !yield(having{
				file: row.File, batch: row.Batch, origin: row.Origin, judged: row.Review == spar.Accepted || row.Review == spar.Rejected,
				same: func(g *give) bool {
					return row.Confidence == g.confidence && row.Review == g.review && row.Evidence == g.evidence(row.File)
				},
				withdraw: func(e *catalog.Edit) { e.Withdraw = append(e.Withdraw, row) },
			}) {
				return
			}
		}
	}
}

// values gives those of a file together.
func valuesOf(rows []spar.Attribute) iter.Seq[having] {
	return func(yield func(having) bool) {
		for len(rows) > 0 {
			n := 1
			for n < len(rows) && rows[n].File == rows[0].File {
				n++
			}
			row, values := rows[0], rows[:n]
			rows = rows[n:]
			var level []spar.Value
			for _, v := range values {
				if row.Key == index.Confidentiality {
					level = append(level, v.Value)
				}
			}
			if !yield(having{
				file: row.File, batch: row.Batch, origin: row.Origin, level: level,
				same: func(g *give) bool {
					return slices.EqualFunc(values, g.values(row.File), func(a spar.Attribute, v spar.Value) bool { return sameValue(a.Value, v) })
				},
				withdraw: func(e *catalog.Edit) { e.Unset = append(e.Unset, row) },
			}) {
				return
			}
		}
	}
}

// A given is what a source gives: a tag, or values of an attribute.
type given struct {
	tag spar.TagID
	key string
}

// A tallied is something that a source gives, by its line in the report.
type tallied struct {
	by   *Made
	what given
}

// tally counts something that a source gives to a file, once in a run: a file that changes while its rules are applied is settled again.
// count is nil for things counted already.
func (r *run) tally(by *Made, what given, id spar.FileID, count *int) {
	t := tallied{by, what}
	if r.tallied[t] == nil {
		if r.tallied == nil {
			r.tallied = map[tallied]*roaring.Bitmap{}
		}
		r.tallied[t] = roaring.New()
	}
	if r.tallied[t].CheckedAdd(uint32(id)) && count != nil {
		*count++
	}
}

// winners gives each file to the first give that holds for it.
func winners(files *roaring.Bitmap, gives []give) []*roaring.Bitmap {
	rest := files.Clone()
	out := make([]*roaring.Bitmap, len(gives))
	for i, g := range gives {
		out[i] = roaring.And(g.known, rest)
		rest.AndNot(out[i])
	}
	return out
}

func winner(id spar.FileID, won []*roaring.Bitmap) int {
	return slices.IndexFunc(won, func(b *roaring.Bitmap) bool { return b.Contains(uint32(id)) })
}

// settleOne is settle for one tag or attribute. Nobody gives it to files that are barred from it.
func (r *run) settleOne(what given, files *roaring.Bitmap, gives []give, there iter.Seq[having], barred func(spar.FileID) bool) error {
	won := winners(files, gives)
	seen := roaring.New()
	for h := range there {
		if !files.Contains(uint32(h.file)) {
			continue
		}
		seen.Add(uint32(h.file))
		owner := r.owner(h.batch, h.origin)
		i := winner(h.file, won)
		switch {
		case h.judged:
			r.tally(owner.report, what, h.file, &owner.report.Judged)
		case owner.kept && h.level != nil && (i < 0 || r.lower(gives[i].values(h.file), h.level)):
			r.tally(owner.report, what, h.file, &owner.report.Kept)
		case i >= 0:
			g := &gives[i]
			if owner == g.by && h.same(g) {
				r.tally(g.by.report, what, h.file, &g.by.report.Kept)
			} else if err := r.give(g, h.file); err != nil {
				return err
			}
		case r.held(h.file, owner, gives):
			r.tally(owner.report, what, h.file, &owner.report.Kept)
		default:
			owner.report.withdrawn(h.file)
			h.withdraw(&r.edit)
			r.touched.Add(uint32(h.file))
			if err := r.count(1); err != nil {
				return err
			}
		}
	}
	for i := range gives {
		g := &gives[i]
		for it := roaring.AndNot(won[i], seen).Iterator(); it.HasNext(); {
			id := spar.FileID(it.Next())
			if barred(id) {
				r.tally(g.by.report, what, id, &g.by.report.Judged)
				continue
			}
			r.tally(g.by.report, what, id, nil)
			g.by.report.given(id)
			if err := r.give(g, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// give lets a file have what a give gives it, in place of what it had of that.
func (r *run) give(g *give, id spar.FileID) error {
	batch, err := r.begin(g.by)
	if err != nil {
		return err
	}
	r.touched.Add(uint32(id))
	if g.tag != 0 {
		r.edit.Assign = append(r.edit.Assign, spar.Assignment{
			File: id, Tag: g.tag, Origin: g.by.origin, Confidence: g.confidence, Evidence: g.evidence(id), Review: g.review, Batch: batch,
		})
		return r.count(1)
	}
	values := g.values(id)
	for _, v := range values {
		r.edit.Set = append(r.edit.Set, spar.Attribute{File: id, Key: g.key, Value: v, Origin: g.by.origin, Batch: batch})
	}
	return r.count(len(values))
}

// sameValue compares a value with one as the catalog keeps it: dates to the millisecond.
func sameValue(a, b spar.Value) bool {
	if a.Kind != b.Kind {
		return false
	}
	return a.Text == b.Text && a.Number == b.Number && a.Date.UnixMilli() == b.Date.UnixMilli()
}

// held reports whether something that nobody gives stays all the same: its maker was undone or does not work by itself,
// or cannot tell yet.
func (r *run) held(id spar.FileID, owner *maker, gives []give) bool {
	if owner.Undone || owner.unread || owner.open != nil && owner.open.Contains(uint32(id)) {
		return true
	}
	if m := r.makers[keyOf(owner.Source)]; owner.Kind == kindTable && m.detail == "" {
		return true // it was applied by hand, and is not applied now
	}
	known := false
	for _, g := range gives {
		if g.by == owner {
			known = true
			if g.open.Contains(uint32(id)) {
				return true
			}
		}
	}
	// Whose batch is not known, as after a file came back.
	return !known && owner.Kind == "" && slices.ContainsFunc(gives, func(g give) bool { return g.open.Contains(uint32(id)) })
}

// owner is the maker that a batch was of. One that is not at work any more has a report all the same.
func (r *run) owner(batch spar.BatchID, origin spar.Origin) *maker {
	s := r.sources[batch]
	k := keyOf(s)
	m := r.makers[k]
	if m == nil {
		m = &maker{Source: catalog.Source{Kind: s.Kind, Name: s.Name}, origin: origin, report: r.report.of(cmp.Or(s.Kind, string(origin)), s.Name)}
		r.makers[k] = m
	}
	return m
}

// begin is the batch of a maker, which begins with the first that it makes.
func (r *run) begin(m *maker) (spar.BatchID, error) {
	if m.batch != 0 || r.dry {
		return m.batch, nil
	}
	var err error
	if m.batch, err = r.Catalog.BeginBatch(r.ctx, m.Kind, m.Name, m.detail); err != nil {
		return 0, err
	}
	r.sources[m.batch] = m.Source
	m.report.Batch = m.batch
	return m.batch, nil
}

// count sends the edit out when there is enough in it.
func (r *run) count(n int) error {
	if r.n += n; r.n < catalog.EditSize {
		return nil
	}
	return r.flush()
}

func (r *run) flush() error {
	e := r.edit
	r.edit, r.n = catalog.Edit{}, 0
	if r.dry {
		return nil
	}
	done, err := r.Catalog.Edit(r.ctx, e)
	r.logged += done.Logged
	return err
}
