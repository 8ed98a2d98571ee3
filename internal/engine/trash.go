package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/sparsearch/spar/internal/taxonomy"
	"github.com/sparsearch/spar/internal/workspace"
)

// trashedWorkspace is the kind of a workspace in the trash, beside those of package catalog.
const trashedWorkspace = "ws"

// A Trashed is a share, a tag or a workspace that was removed and can be restored.
type Trashed struct {
	Kind    string
	Number  int64 // among all that was ever removed; nobody is told
	Own     int64 // among the things that the asker has in the trash
	Name    string
	Removed time.Time
	Until   time.Time // then it is gone for good

	Tags       int      // on files, of a share or tag: only tags that people gave or judged
	Attributes int      // of files of a share: only attributes that people gave
	Sources    []string // rules and the like that gave a tag
	Makers     []string // of a tag, with those who removed it
	Scope      string   // of a workspace
	Asked      int      // questions in its history
}

// ID identifies it among the things in the trash of whoever asks.
func (t Trashed) ID() string { return fmt.Sprintf("%s-%d", t.Kind, t.Own) }

// Own gives things in the trash the numbers that somebody knows them by.
func (e *removals) Own(ctx context.Context, who spar.Principal, list ...Trashed) ([]Trashed, error) {
	for _, kind := range []string{"", trashedWorkspace} {
		var items []int64
		of := func(t Trashed) bool {
			return t.Number != 0 && (t.Kind == trashedWorkspace) == (kind == trashedWorkspace)
		}
		for _, t := range list {
			if of(t) {
				items = append(items, t.Number)
			}
		}
		if len(items) == 0 {
			continue
		}
		numbers, err := e.workspaces.TrashNumbers(ctx, who.Owner(), kind, items)
		if err != nil {
			return list, err
		}
		for i, t := range list {
			if of(t) {
				list[i].Own = numbers[t.Number]
			}
		}
	}
	return list, nil
}

func (e *removals) trashed(c catalog.Trashed) Trashed {
	return Trashed{Kind: c.Kind, Number: c.ID, Name: c.Name, Removed: c.Removed, Until: c.Removed.Add(e.keepTrash()), Tags: c.Tags, Attributes: c.Attributes, Sources: c.Sources, Makers: c.Makers}
}

func (e *removals) trashedWorkspace(w workspace.Trashed) Trashed {
	return Trashed{Kind: trashedWorkspace, Number: w.ID, Name: w.Name, Removed: w.Removed, Until: w.Removed.Add(e.keepTrash()), Scope: w.Scope, Asked: w.Asked}
}

func (e *removals) keepTrash() time.Duration { return cmp.Or(e.trash, catalog.KeepTrash) }

// RemoveShare puts a share into the trash.
func (e *removals) RemoveShare(ctx context.Context, name string) (Trashed, error) {
	t, err := e.catalog.TrashShare(ctx, name)
	return e.trashed(t), err
}

// RemoveTag puts a tag into the trash of its makers and of by, who remove it.
func (e *removals) RemoveTag(ctx context.Context, name string, by ...string) (Trashed, error) {
	t, err := e.catalog.TrashTag(ctx, name, by...)
	return e.trashed(t), err
}

// Unassign takes a tag off files, as far as people put it on them, and puts that into the trash of by, who do so. If no file had the tag,
// the trash gets nothing, and its number is 0.
func (e *removals) Unassign(ctx context.Context, tag spar.TagID, files []spar.FileID, by ...string) (Trashed, error) {
	t, err := e.catalog.TrashLinks(ctx, tag, files, by...)
	return e.trashed(t), err
}

// UnsetAttributes takes back the values that people gave to keys of files, and puts these into the trash, under a name, as Unassign does.
// It returns how many files changed.
func (e *removals) UnsetAttributes(ctx context.Context, name string, keys map[spar.FileID][]string, by ...string) (Trashed, int, error) {
	t, changed, err := e.catalog.TrashAttributes(ctx, name, keys, by...)
	return e.trashed(t), changed, err
}

// DeleteWorkspace puts a workspace of somebody's into the trash.
func (e *removals) DeleteWorkspace(ctx context.Context, who spar.Principal, name string) (Trashed, error) {
	t, err := e.workspaces.Delete(ctx, who, name)
	return e.trashedWorkspace(t), err
}

// keeper is what one must be able to do to restore a share or a tag. A workspace is its owner's.
var keeper = map[string]spar.Capability{
	catalog.TrashedShare: spar.CanOperate, catalog.TrashedTag: spar.CanCurate, catalog.TrashedLinks: spar.CanCurate, catalog.TrashedAttributes: spar.CanCurate,
}

// Trash returns the things that somebody can restore, the oldest first.
func (e *removals) Trash(ctx context.Context, who spar.Principal) (list []Trashed, err error) {
	all, err := e.catalog.Trash(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if isThere(who, t) {
			list = append(list, e.trashed(t))
		}
	}
	of, err := e.workspaces.Trash(ctx, who)
	for _, w := range of {
		list = append(list, e.trashedWorkspace(w))
	}
	slices.SortStableFunc(list, func(a, b Trashed) int { return a.Removed.Compare(b.Removed) })
	if err != nil {
		return list, err
	}
	return e.Own(ctx, who, list...)
}

// isThere reports whether somebody may see something in the trash. Operators see a share. Curators see the rest, if they administer SPAR,
// made the thing or removed it.
func isThere(who spar.Principal, t catalog.Trashed) bool {
	if t.Kind != catalog.TrashedShare && !who.May(spar.CanAdminister) && !slices.ContainsFunc(t.Makers, who.Owns) {
		return false
	}
	return who.May(keeper[t.Kind])
}

// A Restored is a thing that came back from the trash.
type Restored struct {
	Kind string
	Name string

	Files      int // that have a tag or attributes again
	Tags       int // of a share, which wait for its next scan
	Attributes int // likewise
}

// Restore brings back a removed thing, under its name or another one.
func (e *removals) Restore(ctx context.Context, who spar.Principal, id, as string) (r Restored, err error) {
	kind, number, _ := strings.Cut(id, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || keeper[kind] == "" && kind != trashedWorkspace {
		return r, spar.Errorf(spar.Invalid, "%q is not the name of anything in the trash; names are such as tag-1", id).Try(spar.Remedy{Do: spar.ListTrash})
	}
	r = Restored{Kind: kind}
	mine, err := e.Trash(ctx, who)
	if err != nil {
		return r, err
	}
	i := slices.IndexFunc(mine, func(t Trashed) bool { return t.Kind == kind && t.Own == n })
	if i < 0 {
		return r, catalog.NotInTrash(kind, n)
	}
	n = mine[i].Number
	defer func() { err = own(err, id) }()
	switch {
	case kind == trashedWorkspace:
		r.Name, err = e.workspaces.Restore(ctx, who, n, as)
	case kind == catalog.TrashedTag:
		r.Name, r.Files, err = e.catalog.RestoreTag(ctx, n, as)
	case kind == catalog.TrashedLinks:
		r.Name, r.Files, err = e.catalog.RestoreLinks(ctx, n)
	case kind == catalog.TrashedAttributes:
		r.Name, r.Files, err = e.catalog.RestoreAttributes(ctx, n)
	default:
		var s spar.Share
		var back catalog.Trashed
		s, back, err = e.catalog.RestoreShare(ctx, n, as)
		r.Name, r.Tags, r.Attributes = s.Name, back.Tags, back.Attributes
	}
	return r, err
}

// own returns an error whose advice names something in the trash by the name that the asker knows.
func own(err error, id string) error {
	var told *spar.Error
	if errors.As(err, &told) {
		for i, do := range told.Do {
			if do.Do == spar.RestoreAs {
				told.Do[i].Name = id
			}
		}
	}
	return err
}

// PurgeTrash forgets for good the things that were removed longer ago than the options keep them, or all things. It returns how many.
func (e *removals) PurgeTrash(ctx context.Context, all bool) (int, error) {
	before := time.Now().Add(-e.keepTrash())
	if all {
		before = time.Now()
	}
	n, err := e.catalog.PurgeTrash(ctx, before)
	if err != nil {
		return n, err
	}
	m, err := e.workspaces.PurgeTrash(ctx, before)
	return n + m, err
}

// A Use is where something is named that is about to be removed or renamed.
type Use struct {
	Workspaces []workspace.Needing
	Scopes     []workspace.Needing // saved ones
	Rules      []string            // by name
}

// The keys of scopes that name tags and shares.
var (
	tagKeys   = []string{"tag", "linked"}
	shareKeys = []string{"share"}
)

// UsesOfTag says what names a tag by its name.
func (e *shares) UsesOfTag(ctx context.Context, name string) (Use, error) {
	return e.uses(ctx, tagKeys, sameTag(name))
}

// UsesOfShare says what names a share.
func (e *shares) UsesOfShare(ctx context.Context, name string) (Use, error) {
	return e.uses(ctx, shareKeys, func(v string) bool { return v == name })
}

func sameTag(name string) func(string) bool {
	folded := taxonomy.Fold(name)
	return func(v string) bool { return taxonomy.Fold(v) == folded }
}

func (e *shares) uses(ctx context.Context, keys []string, meant func(string) bool) (u Use, err error) {
	if u.Workspaces, u.Scopes, err = e.workspaces.Naming(ctx, keys, meant); err != nil {
		return u, err
	}
	rules, err := e.Tagger().Rules()
	if err != nil {
		return u, nil // whoever applies the rules learns their fault
	}
	for i := range rules.Rules {
		r := &rules.Rules[i]
		if asksFor(&r.Condition, keys, meant) || slices.Equal(keys, tagKeys) && slices.ContainsFunc(r.Tags, meant) {
			u.Rules = append(u.Rules, r.Name)
		}
	}
	return u, nil
}

// asksFor reports whether a condition names something in its scopes.
func asksFor(c *tagging.Condition, keys []string, meant func(string) bool) bool {
	for k := range scope.Leaves(c.When) {
		if slices.Contains(keys, k.Key) && slices.ContainsFunc(k.Values, func(m spar.Match) bool { return !m.Range && meant(m.Text) }) {
			return true
		}
	}
	within := func(c tagging.Condition) bool { return asksFor(&c, keys, meant) }
	return slices.ContainsFunc(c.All, within) || slices.ContainsFunc(c.Any, within) || c.Not != nil && within(*c.Not)
}

// RenameTag gives a tag another name, which the scopes of workspaces follow. The old one stays as a synonym if keep says so.
// It gives what named the tag: the rules are people's own file, and stay as they are.
func (e *shares) RenameTag(ctx context.Context, from, to string, keep bool) (u Use, err error) {
	tag, err := e.catalog.Tag(ctx, from)
	if err != nil {
		return u, err
	}
	if u, err = e.UsesOfTag(ctx, tag.Name); err != nil {
		return u, err
	}
	return u, e.catalog.RenameTag(ctx, from, to, keep, func(tx *db.Tx, was spar.Tag) error {
		_, err := e.workspaces.Renamed(ctx, tx, tagKeys, sameTag(was.Name), strings.TrimSpace(to))
		return err
	})
}

// MergeTag puts one tag into another, which the scopes of workspaces and saved ones follow. It gives what named it.
func (e *shares) MergeTag(ctx context.Context, from, into string, by ...string) (m catalog.Merged, gone Trashed, u Use, err error) {
	if u, err = e.UsesOfTag(ctx, from); err != nil {
		return m, gone, u, err
	}
	m, err = e.catalog.MergeTag(ctx, from, into, by, func(tx *db.Tx, from, into spar.Tag) error {
		_, err := e.workspaces.Renamed(ctx, tx, tagKeys, sameTag(from.Name), into.Name)
		return err
	})
	return m, e.trashed(m.Gone), u, err
}

// RenameShare gives a share another name, which the scopes of workspaces follow, and says what named it.
func (e *shares) RenameShare(ctx context.Context, from, to string) (u Use, err error) {
	if u, err = e.UsesOfShare(ctx, from); err != nil {
		return u, err
	}
	return u, e.catalog.RenameShare(ctx, from, to, func(tx *db.Tx) error {
		_, err := e.workspaces.Renamed(ctx, tx, shareKeys, func(v string) bool { return v == from }, to)
		return err
	})
}

// A Loss is what people made and a removal takes away.
type Loss struct {
	Files      int // of a share; with a tag
	Tags       int // on files of a share, or of a tag: only tags that people gave or judged
	Attributes int
	Use
}

// LossOfShare says what the removal of a share takes away.
func (e *shares) LossOfShare(ctx context.Context, name string) (l Loss, err error) {
	s, err := e.catalog.Share(ctx, name)
	if err != nil {
		return l, err
	}
	if l.Files, l.Tags, l.Attributes, err = e.catalog.SaidOfShare(ctx, s); err != nil {
		return l, err
	}
	l.Use, err = e.UsesOfShare(ctx, s.Name)
	return l, err
}

// LossOfTag says what the removal of a tag takes away.
func (e *shares) LossOfTag(ctx context.Context, name string) (tag spar.Tag, l Loss, err error) {
	if tag, err = e.catalog.Tag(ctx, name); err != nil {
		return tag, l, err
	}
	if l.Files, l.Tags, err = e.catalog.SaidOfTag(ctx, tag.ID); err != nil {
		return tag, l, err
	}
	folded := map[string]bool{taxonomy.Fold(tag.Name): true, taxonomy.Fold(tag.Key): tag.Key != ""}
	for _, s := range tag.Synonyms {
		folded[taxonomy.Fold(s)] = true
	}
	l.Use, err = e.uses(ctx, tagKeys, func(v string) bool { return folded[taxonomy.Fold(v)] })
	return tag, l, err
}

// TrashedAt is the share in the trash that a folder was before it became one again.
func (e *removals) TrashedAt(ctx context.Context, s spar.Share) (Trashed, bool, error) {
	t, ok, err := e.catalog.AtRoot(ctx, s.Root)
	return e.trashed(t), ok, err
}

// newSettings are those of a share that is added.
func newSettings(root string) catalog.Settings {
	return catalog.Settings{Default: share.Litter(), AnyCase: share.AnyCase(root)}
}

// TrashCount says how much lies in the trash, of whomever.
func (e *removals) TrashCount(ctx context.Context) (shares, tags, links, attributes, workspaces int, err error) {
	list, err := e.catalog.Trash(ctx)
	if err != nil {
		return 0, 0, 0, 0, 0, err
	}
	kinds := map[string]int{}
	for _, t := range list {
		kinds[t.Kind]++
	}
	of, err := e.workspaces.Trash(ctx, spar.Principal{All: true})
	return kinds[catalog.TrashedShare], kinds[catalog.TrashedTag], kinds[catalog.TrashedLinks], kinds[catalog.TrashedAttributes], len(of), err
}
