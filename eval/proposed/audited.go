package proposed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

// AuditOptions say how faults are planted.
type AuditOptions struct {
	Options
	Faults int                                // 0: 300
	Half   int                                // 1 or 2: the files of one half alone keep their tags; 0: all
	Seed   uint64                             // of what is planted where
	Models map[propose.Oddity]calibrate.Model // nil: those that are shipped
}

// firstFindings is among how many findings faults have to be.
const firstFindings = 400

// An Audited says which planted faults were found.
type Audited struct {
	Schema   string                             `json:"schema"`
	Set      string                             `json:"set"`
	Half     int                                `json:"half,omitempty"`
	Files    int                                `json:"files"`
	Tags     int                                `json:"tags"`
	Planted  int                                `json:"planted"`
	Found    int                                `json:"found"`        // at all
	First    int                                `json:"first"`        // among the first 400
	Findings int                                `json:"all_findings"` // that were told
	Honest   int                                `json:"honest"`       // tags that people made and that are no fault
	Kinds    []KindAudited                      `json:"kinds"`
	Samples  []Sample                           `json:"samples,omitempty"` // findings that models are fitted to
	Models   map[propose.Oddity]calibrate.Model `json:"models,omitempty"`  // fitted to what was planted
}

// A Sample is a finding with its signs.
type Sample struct {
	Kind  propose.Oddity `json:"kind"`
	Signs []float64      `json:"signs"`
	Right bool           `json:"right"` // it is a planted fault
}

// A KindAudited is the same for a kind of fault.
type KindAudited struct {
	Kind    propose.Oddity `json:"kind"`
	Planted int            `json:"planted"`
	Found   int            `json:"found"`
	First   int            `json:"first"`
	Told    int            `json:"told"`       // findings of this kind
	In      int            `json:"told_first"` // of them among the first 400
}

// A fault was planted: a finding of its kind finds it that is about its tags and file.
type fault struct {
	kind propose.Oddity
	tags []spar.TagID // all of them, for a finding of tags
	file spar.FileID
}

func (p fault) is(f propose.Finding) bool {
	if f.Kind != p.kind {
		return false
	}
	for _, t := range p.tags {
		if !slices.Contains(f.Tags, t) {
			return false
		}
	}
	return p.file == 0 || slices.Contains(f.Files, p.file)
}

// Audit makes a data directory of a set, plants faults in its tags, and says which the audit finds.
func Audit(ctx context.Context, set *measure.Set, o AuditOptions) (r *Audited, err error) {
	o.Faults = cmp.Or(o.Faults, 300)
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := copyNames(o.Names, filepath.Join(dir, "data", "names")); err != nil {
		return nil, err
	}
	t, err := measure.OpenTagged(ctx, set, dir, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := copyNames(filepath.Join(dir, "data", "names"), o.Names); err != nil {
		return nil, err
	}
	if err := copies(ctx, t, cmp.Or(set.ShareDir(), filepath.Join(dir, "share")), filepath.Join(dir, "copies"), o); err != nil {
		return nil, err
	}
	if _, err := t.Read(ctx, o.Log); err != nil {
		return nil, err
	}
	p := &planter{ctx: ctx, e: t.Engine, random: rand.New(rand.NewPCG(o.Seed, 44))}
	if err := p.look(o.Half); err != nil {
		return nil, err
	}
	faults, err := p.plant(o.Faults)
	if err != nil {
		return nil, err
	}
	o.Log("%d faults were planted, and %d tags that people made and that are none", len(faults), p.honest)
	fit := o.Models
	if o.Fit && fit == nil {
		fit = map[propose.Oddity]calibrate.Model{}
	}
	found, files, _, err := t.Engine.AuditTags(ctx, t.Who, 1<<20, fit)
	if err != nil {
		return nil, err
	}
	r = &Audited{Schema: "spar.eval.audited/1", Set: set.Name, Half: o.Half, Files: files, Tags: len(p.tags), Planted: len(faults), Findings: len(found), Honest: p.honest}
	if o.Fit {
		for _, f := range found {
			r.Samples = append(r.Samples, Sample{f.Kind, f.Signs, slices.ContainsFunc(faults, func(p fault) bool { return p.is(f) })})
		}
		r.Models = fitted(found, faults, set.Name)
		for i := range found {
			if m, ok := r.Models[found[i].Kind]; ok {
				found[i].Chance = m.Chance(found[i].Signs)
			}
		}
		slices.SortStableFunc(found, func(a, b propose.Finding) int { return cmp.Compare(b.Chance, a.Chance) })
	}
	r.tell(found, faults)
	return r, nil
}

func fitted(found []propose.Finding, faults []fault, set string) map[propose.Oddity]calibrate.Model {
	samples := map[propose.Oddity][]calibrate.Sample{}
	for _, f := range found {
		samples[f.Kind] = append(samples[f.Kind], calibrate.Sample{
			Signs: f.Signs, Right: slices.ContainsFunc(faults, func(p fault) bool { return p.is(f) }), Group: fmt.Sprint(f.Tags, f.Files),
		})
	}
	models := map[propose.Oddity]calibrate.Model{}
	for kind, list := range samples {
		right := 0
		for _, s := range list {
			if s.Right {
				right++
			}
		}
		if right > 0 && right < len(list) {
			models[kind] = calibrate.Fit(fmt.Sprintf("%d findings with %d planted faults of %s", len(list), right, set), propose.OddSigns[kind], list)
		}
	}
	return models
}

func (r *Audited) tell(found []propose.Finding, faults []fault) {
	for _, kind := range propose.Oddities {
		k := KindAudited{Kind: kind}
		for i, f := range found {
			if f.Kind == kind {
				if k.Told++; i < firstFindings {
					k.In++
				}
			}
		}
		for _, p := range faults {
			if p.kind != kind {
				continue
			}
			k.Planted++
			if i := slices.IndexFunc(found, p.is); i >= 0 {
				if k.Found++; i < firstFindings {
					k.First++
				}
			}
		}
		r.Found, r.First = r.Found+k.Found, r.First+k.First
		if k.Planted+k.Told > 0 {
			r.Kinds = append(r.Kinds, k)
		}
	}
}

// A planter puts faults into a catalog.
type planter struct {
	ctx    context.Context
	e      *engine.Opened
	random *rand.Rand
	tags   map[spar.TagID]spar.Tag
	on     map[spar.TagID][]spar.FileID
	has    map[spar.FileID][]spar.TagID
	files  []spar.FileID
	spoilt map[spar.TagID]bool // a tag has one fault
	copied [][2]spar.FileID    // a copy and its original
	made   int                 // tags without a vocabulary that have a fault
	honest int                 // and that have none
}

const copiesShare = "copies"

func inHalf(path string, half int) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(path))
	return half == 0 || int(h.Sum32()%2)+1 == half
}

// copies makes a share of some files, each without its last paragraph.
func copies(ctx context.Context, t *measure.Tagged, from, to string, o AuditOptions) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	made := 0
	has := map[spar.FileID]bool{}
	for _, l := range t.Links {
		has[l.File] = true
	}
	for f, err := range t.Engine.Catalog.Files(ctx) {
		if err != nil {
			return err
		}
		if !has[f.ID] || !inHalf(f.Path, o.Half) || made == o.Faults/10 || strings.Contains(f.Path, "/") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(from, f.Path))
		if err != nil {
			return err
		}
		if filepath.Ext(f.Path) == ".txt" {
			if i := strings.LastIndex(strings.TrimSpace(string(b)), "\n"); i > len(b)/2 {
				b = b[:i]
			}
		}
		made++
		if err := os.WriteFile(filepath.Join(to, f.Path), b, 0o600); err != nil {
			return err
		}
	}
	if _, err := t.Engine.AddShare(ctx, copiesShare, to, false); err != nil {
		return err
	}
	_, err := t.Engine.Scan(ctx, copiesShare, engine.ScanOptions{Wait: true})
	return err
}

// look takes the tags and their files, of a half of the files alone; the others lose theirs.
func (p *planter) look(half int) error {
	p.tags, p.on, p.has, p.spoilt = map[spar.TagID]spar.Tag{}, map[spar.TagID][]spar.FileID{}, map[spar.FileID][]spar.TagID{}, map[spar.TagID]bool{}
	tags, err := p.e.Catalog.Tags(p.ctx)
	if err != nil {
		return err
	}
	for _, t := range tags {
		p.tags[t.ID] = t
	}
	in := map[spar.FileID]bool{}
	copied, originals := map[string]spar.FileID{}, map[string]spar.FileID{}
	for f, err := range p.e.Catalog.Files(p.ctx) {
		if err != nil {
			return err
		}
		if f.Share == copiesShare {
			copied[f.Path] = f.ID
			continue
		}
		in[f.ID] = inHalf(f.Path, half)
		originals[f.Path] = f.ID
	}
	for _, path := range slices.Sorted(maps.Keys(copied)) {
		p.copied = append(p.copied, [2]spar.FileID{copied[path], originals[path]})
	}
	var off []spar.Assignment
	for a, err := range p.e.Catalog.Assignments(p.ctx) {
		if err != nil {
			return err
		}
		if !in[a.File] {
			off = append(off, a)
			continue
		}
		if len(p.has[a.File]) == 0 {
			p.files = append(p.files, a.File)
		}
		p.on[a.Tag], p.has[a.File] = append(p.on[a.Tag], a.File), append(p.has[a.File], a.Tag)
	}
	_, err = p.e.Catalog.Unassign(p.ctx, off)
	return err
}

// draw gives a tag that meets a condition and has no fault.
func (p *planter) draw(fits func(spar.Tag) bool) (spar.Tag, bool) {
	var list []spar.TagID
	for id, t := range p.tags {
		if !p.spoilt[id] && fits(t) {
			list = append(list, id)
		}
	}
	if len(list) == 0 {
		return spar.Tag{}, false
	}
	slices.Sort(list)
	t := p.tags[list[p.random.IntN(len(list))]]
	p.spoilt[t.ID] = true
	return t, true
}

// plant puts in as many faults as asked, in turns of their kinds; a kind that finds no more place is left out.
func (p *planter) plant(n int) (faults []fault, err error) {
	kinds := []func() (fault, error){p.duplicate, p.unlike, p.duplicate, p.missing, p.broad, p.narrow, p.misplaced, p.orphan, p.unlike, p.cycle}
	for idle := 0; len(faults) < n && idle < len(kinds); {
		for _, kind := range kinds {
			if len(faults) == n {
				break
			}
			f, err := kind()
			if err != nil {
				return faults, err
			}
			if f.kind == "" {
				idle++
				continue
			}
			idle = 0
			faults = append(faults, f)
		}
	}
	return faults, p.innocent()
}

// innocent makes as many tags of people's own as have a fault: each takes the name, place and files of a tag of the vocabulary. So no audit
// finds faults by who made a tag.
func (p *planter) innocent() error {
	parents := p.below()
	for p.honest < p.made {
		t, ok := p.draw(func(t spar.Tag) bool { return t.Key != "" && p.placed(t) && !parents[t.ID] })
		if !ok {
			return nil
		}
		above := slices.DeleteFunc(slices.Clone(t.Parents), func(id spar.TagID) bool { _, there := p.tags[id]; return !there })
		if id, err := p.instead(t, above...); err != nil {
			return err
		} else if id != 0 {
			p.made, p.honest = p.made-1, p.honest+1
		}
	}
	return nil
}

func (p *planter) add(t spar.Tag) (spar.TagID, error) {
	made, err := p.e.Catalog.AddTag(p.ctx, t)
	if spar.CodeOf(err) == spar.Conflict {
		return 0, nil
	}
	p.spoilt[made.ID] = true
	p.made++
	return made.ID, err
}

func (p *planter) put(t spar.TagID, files ...spar.FileID) error {
	var links []spar.Assignment
	for _, f := range files {
		links = append(links, spar.Assignment{File: f, Tag: t, Origin: spar.ByPerson, Confidence: 1})
	}
	_, err := p.e.Catalog.Assign(p.ctx, links)
	return err
}

func (p *planter) take(t spar.TagID, files ...spar.FileID) error {
	var links []spar.Assignment
	for _, f := range files {
		links = append(links, spar.Assignment{File: f, Tag: t, Origin: spar.ByPerson})
	}
	_, err := p.e.Catalog.Unassign(p.ctx, links)
	return err
}

// duplicate makes a tag by another form of a name, with half of the files.
func (p *planter) duplicate() (fault, error) {
	t, ok := p.draw(func(t spar.Tag) bool { return len(p.on[t.ID]) >= 2 && len([]rune(t.Name)) >= 6 })
	if !ok {
		return fault{}, nil
	}
	parents := slices.DeleteFunc(slices.Clone(t.Parents), func(id spar.TagID) bool { _, there := p.tags[id]; return !there })
	id, err := p.add(spar.Tag{Name: p.otherForm(t), Parents: parents})
	if err != nil || id == 0 {
		return fault{}, err
	}
	files := p.on[t.ID][:len(p.on[t.ID])/2]
	return fault{kind: propose.Duplicate, tags: []spar.TagID{t.ID, id}}, errors.Join(p.put(id, files...), p.take(t.ID, files...))
}

// otherForm writes a name as somebody else might.
func (p *planter) otherForm(t spar.Tag) string {
	words := strings.Fields(t.Name)
	runes := []rune(t.Name)
	switch k := p.random.IntN(5); {
	case k == 0 && len(t.Synonyms) > 0:
		s := t.Synonyms[p.random.IntN(len(t.Synonyms))]
		return s + " files"
	case k <= 1 && len(words) > 1:
		return words[len(words)-1] + ", " + strings.Join(words[:len(words)-1], " ")
	case k == 2:
		if last := runes[len(runes)-1]; last == 's' {
			return string(runes[:len(runes)-1])
		}
		return t.Name + "s"
	case k == 3 && len(words) > 1:
		return strings.ReplaceAll(strings.ToLower(t.Name), " ", "-")
	}
	at := 1 + p.random.IntN(len(runes)-2) // a slip of the finger
	runes[at], runes[at+1] = runes[at+1], runes[at]
	if string(runes) == t.Name {
		return t.Name + "e"
	}
	return string(runes)
}

// unlike puts a tag on a file that has none of its neighbourhood.
func (p *planter) unlike() (fault, error) {
	t, ok := p.draw(func(t spar.Tag) bool { return len(p.on[t.ID]) >= 4 && 5*len(p.on[t.ID]) < len(p.files) })
	if !ok {
		return fault{}, nil
	}
	for range 50 {
		f := p.files[p.random.IntN(len(p.files))]
		if !slices.Contains(p.has[f], t.ID) {
			p.has[f] = append(p.has[f], t.ID)
			return fault{propose.Unlike, []spar.TagID{t.ID}, f}, p.put(t.ID, f)
		}
	}
	return fault{}, nil
}

// missing gives the copy of a file all of its tags but one.
func (p *planter) missing() (fault, error) {
	if len(p.copied) == 0 {
		return fault{}, nil
	}
	c := p.copied[0]
	p.copied = p.copied[1:]
	tags := slices.DeleteFunc(slices.Clone(p.has[c[1]]), func(id spar.TagID) bool { _, there := p.tags[id]; return !there })
	if len(tags) < 2 {
		return p.missing()
	}
	without := tags[p.random.IntN(len(tags))]
	for _, t := range tags {
		if t != without {
			if err := p.put(t, c[0]); err != nil {
				return fault{}, err
			}
		}
	}
	return fault{propose.Missing, []spar.TagID{without}, c[0]}, nil
}

// broad gives a tag the files of another one that has nothing to do with it.
func (p *planter) broad() (fault, error) {
	some := func(t spar.Tag) bool { n := len(p.on[t.ID]); return n >= 4 && n <= 40 }
	t, ok := p.draw(some)
	if !ok {
		return fault{}, nil
	}
	o, ok := p.draw(func(o spar.Tag) bool {
		return some(o) && o.ID != t.ID && !slices.ContainsFunc(p.on[o.ID], func(f spar.FileID) bool { return slices.Contains(p.on[t.ID], f) })
	})
	if !ok {
		return fault{}, nil
	}
	return fault{kind: propose.Broad, tags: []spar.TagID{t.ID}}, errors.Join(p.put(t.ID, p.on[o.ID]...), p.take(o.ID, p.on[o.ID]...))
}

// narrow makes a tag of one file below one that has many.
func (p *planter) narrow() (fault, error) {
	t, ok := p.draw(func(t spar.Tag) bool { return len(p.on[t.ID]) >= 4 })
	if !ok {
		return fault{}, nil
	}
	extra := []string{"misc", "2019", "new", "old", "other", "north", "draft", "second series"}
	id, err := p.add(spar.Tag{Name: t.Name + " " + extra[p.random.IntN(len(extra))], Parents: []spar.TagID{t.ID}})
	if err != nil || id == 0 {
		return fault{}, err
	}
	return fault{kind: propose.Narrow, tags: []spar.TagID{id}}, p.put(id, p.on[t.ID][0])
}

// placed are tags that are on files and below others.
func (p *planter) placed(t spar.Tag) bool { return len(t.Parents) > 0 && len(p.on[t.ID]) > 0 }

func (p *planter) below() map[spar.TagID]bool {
	parents := map[spar.TagID]bool{}
	for _, t := range p.tags {
		for _, o := range t.Parents {
			parents[o] = true
		}
	}
	return parents
}

// misplaced puts a tag below one that was drawn by chance.
func (p *planter) misplaced() (fault, error) {
	parents := p.below()
	t, ok := p.draw(func(t spar.Tag) bool { return p.placed(t) && !parents[t.ID] })
	if !ok {
		return fault{}, nil
	}
	wrong, ok := p.draw(func(o spar.Tag) bool { return parents[o.ID] && !slices.Contains(t.Parents, o.ID) })
	if !ok {
		return fault{}, nil
	}
	return p.moved(t, wrong.ID)
}

func (p *planter) moved(t spar.Tag, to ...spar.TagID) (fault, error) {
	id, err := p.instead(t, to...)
	if err != nil || id == 0 {
		return fault{}, err
	}
	if len(to) == 0 {
		return fault{kind: propose.Orphan, tags: []spar.TagID{id}}, nil
	}
	return fault{kind: propose.Misplaced, tags: []spar.TagID{id, to[0]}}, nil
}

// instead takes a tag away and makes one of the same name elsewhere, with its files.
func (p *planter) instead(t spar.Tag, parents ...spar.TagID) (spar.TagID, error) {
	if _, err := p.e.Catalog.TrashTag(p.ctx, t.Name); err != nil {
		return 0, err
	}
	delete(p.tags, t.ID)
	id, err := p.add(spar.Tag{Name: t.Name, Synonyms: t.Synonyms, Parents: parents})
	if err != nil || id == 0 {
		return 0, err
	}
	return id, p.put(id, p.on[t.ID]...)
}

// orphan makes a tag that nothing is above.
func (p *planter) orphan() (fault, error) {
	parents := p.below()
	t, ok := p.draw(func(t spar.Tag) bool { return p.placed(t) && !parents[t.ID] })
	if !ok {
		return fault{}, nil
	}
	return p.moved(t)
}

// cycle puts a tag below one that is below it. That one is made anew first: between tags of a vocabulary with positions no link counts.
func (p *planter) cycle() (fault, error) {
	parents := p.below()
	t, ok := p.draw(func(t spar.Tag) bool { return p.placed(t) && !parents[t.ID] && !p.spoilt[t.Parents[0]] })
	if !ok {
		return fault{}, nil
	}
	top, ok := p.tags[t.Parents[0]]
	if !ok {
		return fault{}, nil
	}
	p.spoilt[top.ID] = true
	id, err := p.instead(t, top.ID)
	if err != nil || id == 0 {
		return fault{}, err
	}
	return fault{kind: propose.Cycle, tags: []spar.TagID{id, top.ID}}, p.e.Catalog.EditTag(p.ctx, top.Name, catalog.TagEdit{AddParents: []string{t.Name}})
}

// WriteMarkdown writes a table.
func (r *Audited) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s, half %d: %d files with tags, %d tags, %d faults planted; %d findings.\n\n| fault | planted | found | among the first %d | findings | among the first %d |\n|---|---|---|---|---|---|\n",
		r.Set, r.Half, r.Files, r.Tags, r.Planted, r.Findings, firstFindings, firstFindings)
	for _, k := range r.Kinds {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", k.Kind, k.Planted, k.Found, k.First, k.Told, k.In)
	}
	_, err := fmt.Fprintf(w, "| all | %d | %d | %d | %d | |\n", r.Planted, r.Found, r.First, r.Findings)
	return err
}
