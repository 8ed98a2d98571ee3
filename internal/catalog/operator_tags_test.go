package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// What an operator does to tags, assignments and attributes.

func (o *operator) addTag() error {
	tags, err := o.tags()
	if err != nil {
		return err
	}
	if o.model != nil && len(tags) > 40 {
		return o.removeTag()
	}
	t := spar.Tag{Name: fmt.Sprintf("%s tag %d", o.name, o.number())}
	if id, ok := pick(o, tags); ok && o.chance(60) {
		t.Parents = []spar.TagID{id}
	}
	t, err = o.c.AddTag(o.ctx, t)
	if err == nil && o.model != nil {
		o.model.Tags[t.ID] = worldTag{Name: t.Name}
		o.setAbove(t.ID, t.Parents)
	}
	return err
}

// setAbove gives a tag of the model parents.
func (o *operator) setAbove(id spar.TagID, parents []spar.TagID) {
	parents = slices.Clone(parents)
	slices.Sort(parents)
	o.above[id] = slices.Compact(parents)
	t := o.model.Tags[id]
	if t.Parents = ""; !t.Retired {
		t.Parents = fmt.Sprint(append([]spar.TagID{}, o.above[id]...))
	}
	o.model.Tags[id] = t
}

// byHand is a tag that no vocabulary has.
func (o *operator) byHand() (spar.TagID, worldTag, error) {
	tags, err := o.tags()
	mine := maps.Clone(tags)
	maps.DeleteFunc(mine, func(_ spar.TagID, t worldTag) bool { return t.Key != "" })
	id, _ := pick(o, mine)
	return id, mine[id], err
}

func (o *operator) removeTag() error {
	id, t, err := o.byHand()
	if err != nil || id == 0 {
		return err
	}
	if err := o.c.RemoveTag(o.ctx, t.Name); err != nil || o.model == nil {
		return err
	}
	delete(o.model.Tags, id)
	delete(o.above, id)
	maps.DeleteFunc(o.model.Links, func(l worldLink, _ worldAssignment) bool { return l.Tag == id })
	for child, parents := range o.above {
		if slices.Contains(parents, id) {
			o.setAbove(child, slices.DeleteFunc(slices.Clone(parents), func(p spar.TagID) bool { return p == id }))
		}
	}
	return nil
}

func (o *operator) setParents() error {
	id, t, err := o.byHand()
	if err != nil || id == 0 {
		return err
	}
	tags, err := o.tags()
	if err != nil {
		return err
	}
	var names []string
	var ids []spar.TagID
	for range o.r.IntN(3) {
		if p, ok := pick(o, tags); ok && p != id { // a cycle is welcome
			names, ids = append(names, tags[p].Name), append(ids, p)
		}
	}
	if err := o.c.SetParents(o.ctx, t.Name, names...); err != nil || o.model == nil {
		return err
	}
	o.setAbove(id, ids)
	return nil
}

// importVocabulary imports a version of a small vocabulary whose concepts come and go.
func (o *operator) importVocabulary() error {
	v := taxonomy.Vocabulary{Name: "voc" + o.name}
	there := map[string]bool{}
	for i := range 8 {
		if i == 0 || o.chance(70) {
			c := taxonomy.Concept{ID: fmt.Sprintf("c%d", i), Name: fmt.Sprintf("%s concept %d", o.name, i)}
			for j := range i {
				if id := fmt.Sprintf("c%d", j); there[id] && o.chance(30) {
					c.Parents = append(c.Parents, id)
				}
			}
			there[c.ID] = true
			v.Concepts = append(v.Concepts, c)
		}
	}
	if _, err := o.c.Import(o.ctx, v, ImportOptions{Source: "random", Format: "csv"}); err != nil || o.model == nil {
		return err
	}
	tags, err := o.c.Tags(o.ctx)
	if err != nil {
		return err
	}
	byKey := map[string]spar.TagID{}
	for id, t := range o.model.Tags {
		if t.Key != "" {
			byKey[t.Key] = id
		}
	}
	for _, t := range tags { // only the catalog knows the numbers of new ones
		if _, known := o.model.Tags[t.ID]; !known {
			byKey[t.Key] = t.ID
		}
	}
	for key, id := range byKey {
		if t := o.model.Tags[id]; !there[strings.TrimPrefix(key, v.Name+":")] {
			t.Retired, t.Parents = true, ""
			o.model.Tags[id] = t
		}
	}
	for _, c := range v.Concepts {
		id := byKey[v.Name+":"+c.ID]
		o.model.Tags[id] = worldTag{Name: c.Name, Key: v.Name + ":" + c.ID}
	}
	for _, c := range v.Concepts {
		var parents []spar.TagID
		for _, p := range c.Parents {
			parents = append(parents, byKey[v.Name+":"+p])
		}
		o.setAbove(byKey[v.Name+":"+c.ID], parents)
	}
	return nil
}

func (o *operator) assign() error {
	ids, err := o.some(4)
	if err != nil {
		return err
	}
	tags, err := o.tags()
	if err != nil {
		return err
	}
	tag, ok := pick(o, tags)
	if !ok {
		return nil
	}
	var links []spar.Assignment
	for _, id := range ids {
		links = append(links, spar.Assignment{File: id, Tag: tag, Origin: spar.ByPerson, Confidence: 1, Evidence: fmt.Sprint(o.r.IntN(3))})
	}
	if o.chance(10) {
		links = append(links, spar.Assignment{File: 1 << 31, Tag: tag, Origin: spar.ByPerson, Confidence: 1}) // no such file
	}
	changed, err := o.c.Assign(o.ctx, links)
	if err != nil || o.model == nil {
		return err
	}
	want := 0
	for _, a := range links {
		if _, ok := o.model.Files[a.File]; !ok {
			continue
		}
		key, now := worldLink{a.File, a.Tag, a.Origin}, worldAssignment{Confidence: a.Confidence, Evidence: a.Evidence}
		if was, ok := o.model.Links[key]; !ok || was.Evidence != now.Evidence {
			want++
			o.model.Links[key] = now
		}
	}
	if changed != want {
		return fmt.Errorf("%d links changed, want %d", changed, want)
	}
	return nil
}

// links is the links that there are.
func (o *operator) links() (map[worldLink]worldAssignment, error) {
	if o.model != nil {
		return o.model.Links, nil
	}
	all := map[worldLink]worldAssignment{}
	for a, err := range o.c.Assignments(o.ctx) {
		if err != nil {
			return nil, err
		}
		all[worldLink{a.File, a.Tag, a.Origin}] = worldAssignment{a.Confidence, a.Evidence, a.Review, a.Batch}
	}
	return all, nil
}

// link is one of them.
func (o *operator) link() (l worldLink, a worldAssignment, ok bool, err error) {
	links, err := o.links()
	if err != nil || len(links) == 0 {
		return l, a, false, err
	}
	keys := slices.SortedFunc(maps.Keys(links), func(a, b worldLink) int {
		return strings.Compare(fmt.Sprint(a.File, a.Tag, a.Origin), fmt.Sprint(b.File, b.Tag, b.Origin))
	})
	l = keys[o.r.IntN(len(keys))]
	return l, links[l], true, nil
}

func (o *operator) unassign() error {
	l, _, ok, err := o.link()
	if err != nil || !ok {
		return err
	}
	origin := l.Origin
	if o.chance(20) {
		origin = "" // every one
	}
	removed, err := o.c.Unassign(o.ctx, []spar.Assignment{{File: l.File, Tag: l.Tag, Origin: origin}})
	if err != nil || o.model == nil {
		return err
	}
	before := len(o.model.Links)
	maps.DeleteFunc(o.model.Links, func(m worldLink, _ worldAssignment) bool {
		return m.File == l.File && m.Tag == l.Tag && (origin == "" || m.Origin == origin)
	})
	if want := before - len(o.model.Links); removed != want {
		return fmt.Errorf("%d links removed, want %d", removed, want)
	}
	return nil
}

func (o *operator) review() error {
	l, _, ok, err := o.link()
	if err != nil || !ok {
		return err
	}
	review := spar.Accepted
	if o.chance(50) {
		review = spar.Rejected
	}
	made, automatic := false, 0
	for m := range o.modelLinks() {
		if m.File == l.File && m.Tag == l.Tag {
			if m.Origin == spar.ByPerson {
				made = true
			} else {
				automatic++
			}
		}
	}
	n, err := o.c.Review(o.ctx, l.File, l.Tag, review)
	if o.model == nil {
		return err
	}
	switch {
	case made && review == spar.Rejected:
		if spar.CodeOf(err) != spar.Conflict {
			return fmt.Errorf("a person's link was rejected: %v", err)
		}
		return nil
	case automatic == 0:
		if spar.CodeOf(err) != spar.NotFound {
			return fmt.Errorf("a person's link was judged: %v", err)
		}
		return nil
	case err != nil || n != automatic:
		return fmt.Errorf("judged %d, want %d: %w", n, automatic, err)
	}
	for m, a := range o.model.Links {
		if m.File == l.File && m.Tag == l.Tag && m.Origin != spar.ByPerson {
			a.Review = review
			o.model.Links[m] = a
		}
	}
	return nil
}

func (o *operator) modelLinks() map[worldLink]worldAssignment {
	if o.model == nil {
		return nil
	}
	return o.model.Links
}

// batch runs a source: it assigns, withdraws what it made before, and sets attributes.
func (o *operator) batch() error {
	kinds := []struct {
		kind   string
		origin spar.Origin
	}{{"rule", spar.ByRule}, {"sidecar", spar.BySidecar}, {"path", spar.ByPath}}
	kind := kinds[o.r.IntN(len(kinds))]
	name := fmt.Sprintf("%s source %d", o.name, o.r.IntN(4))
	ids, err := o.some(5)
	if err != nil {
		return err
	}
	tags, err := o.tags()
	if err != nil {
		return err
	}
	id, err := o.c.BeginBatch(o.ctx, kind.kind, name, "at random")
	if err != nil {
		return err
	}
	var e Edit
	for _, f := range ids {
		if tag, ok := pick(o, tags); ok {
			e.Assign = append(e.Assign, spar.Assignment{File: f, Tag: tag, Origin: kind.origin, Confidence: float64(1+o.r.IntN(3)) / 4, Evidence: name, Batch: id,
				Review: []spar.Review{"", spar.Pending}[o.r.IntN(2)]})
		}
		if o.chance(40) {
			e.Set = append(e.Set, spar.Attribute{File: f, Key: fmt.Sprintf("a%d", o.r.IntN(2)), Value: spar.Value{Kind: spar.Text, Text: fmt.Sprint("b", o.number())}, Origin: kind.origin, Batch: id})
		}
	}
	if l, a, ok, err := o.link(); err != nil {
		return err
	} else if ok && l.Origin == kind.origin && a.Review != spar.Accepted && a.Review != spar.Rejected &&
		!slices.ContainsFunc(e.Assign, func(b spar.Assignment) bool { return b.File == l.File && b.Tag == l.Tag }) {
		e.Withdraw = append(e.Withdraw, spar.Assignment{File: l.File, Tag: l.Tag, Origin: l.Origin})
	}
	if _, err := o.c.Edit(o.ctx, e); err != nil {
		return err
	}
	if o.model != nil {
		o.model.Batches[id] = worldBatch{Kind: kind.kind, Name: name}
		for _, a := range e.Withdraw {
			delete(o.model.Links, worldLink{a.File, a.Tag, a.Origin})
		}
		for _, a := range e.Assign {
			key := worldLink{a.File, a.Tag, a.Origin}
			was, there := o.model.Links[key]
			rejected := false
			for l, m := range o.model.Links {
				rejected = rejected || l.File == a.File && l.Tag == a.Tag && m.Review == spar.Rejected
			}
			same := there && was.Confidence == a.Confidence && was.Evidence == a.Evidence && was.Review == a.Review
			if !rejected && !same && was.Review != spar.Accepted {
				o.model.Links[key] = worldAssignment{a.Confidence, a.Evidence, a.Review, a.Batch}
			}
		}
		for _, a := range e.Set {
			o.model.Values[worldKey{a.File, a.Key, a.Origin}] = worldValues{a.Value.Text + ";", a.Batch}
		}
	}
	if err := o.c.EndBatch(o.ctx, id); err != nil || o.model == nil {
		return err
	}
	if b := o.model.count().Batches[id]; b.Assignments+b.Values == 0 {
		delete(o.model.Batches, id) // nothing came of it
	}
	return nil
}

func (o *operator) undo() error {
	var id spar.BatchID
	if o.model != nil {
		id, _ = pick(o, o.model.Batches)
	} else {
		list, err := o.c.Batches(o.ctx)
		if err != nil || len(list) == 0 {
			return err
		}
		id = list[o.r.IntN(len(list))].ID
	}
	if id == 0 {
		return nil
	}
	u, err := o.c.UndoBatch(o.ctx, id)
	if o.model == nil {
		return err
	}
	b := o.model.count().Batches[id]
	if b.Undone {
		if spar.CodeOf(err) != spar.Conflict {
			return fmt.Errorf("undone twice: %v", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	judged := func(a worldAssignment) bool { return a.Review == spar.Accepted || a.Review == spar.Rejected }
	before := len(o.model.Links)
	maps.DeleteFunc(o.model.Links, func(_ worldLink, a worldAssignment) bool { return a.Batch == id && !judged(a) })
	maps.DeleteFunc(o.model.Values, func(_ worldKey, v worldValues) bool { return v.Batch == id })
	if want := before - len(o.model.Links); u.Assignments != want || u.Kept != b.Assignments-want || u.Attributes != b.Values {
		return fmt.Errorf("undone %+v, want %d links of %+v", u, want, b)
	}
	b.Undone = true
	o.model.Batches[id] = b
	return nil
}

func (o *operator) setAttributes() error {
	ids, err := o.some(3)
	if err != nil {
		return err
	}
	var values []spar.Attribute
	for _, id := range ids {
		key := fmt.Sprintf("a%d", o.r.IntN(3))
		var texts string
		for range 1 + o.r.IntN(2) {
			text := fmt.Sprint("p", o.number())
			texts += text + ";"
			values = append(values, spar.Attribute{File: id, Key: key, Value: spar.Value{Kind: spar.Text, Text: text}})
		}
		if o.model != nil {
			o.model.Values[worldKey{id, key, spar.ByPerson}] = worldValues{Texts: texts}
		}
	}
	_, err = o.c.SetAttributes(o.ctx, values)
	return err
}

func (o *operator) unsetAttributes() error {
	ids, err := o.some(3)
	if err != nil {
		return err
	}
	keys := []string{"a0", "a1"}
	if o.model != nil {
		for _, id := range ids {
			for _, key := range keys {
				delete(o.model.Values, worldKey{id, key, spar.ByPerson})
			}
		}
	}
	_, err = o.c.UnsetAttributes(o.ctx, ids, keys)
	return err
}
