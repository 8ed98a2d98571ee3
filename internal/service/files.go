package service

import (
	"context"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Files lists the files of a scope that the asker may know of. An error comes last.
func (s *Service) Files(ctx context.Context, who spar.Principal, o api.Listing) iter.Seq2[api.File, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.File]) error {
		order, err := orderOf(o)
		if err != nil {
			return err
		}
		if o.Like != "" || o.Order != "" {
			return s.promised(ctx, who, o, out)
		}
		v, selected, err := s.listed(ctx, who, o)
		if err != nil {
			return err
		}
		all := roaring.FastOr(selected.Known, selected.Unknown, selected.Denied)
		waits := s.engine.ToRecover()
		for f := range order.files(v.Snapshot, all, selected.Denied) {
			out.send(fileOf(told(f, selected.Denied), selected.Unknown.Contains(uint32(f.ID)), waits))
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		return nil
	})
}

// Count counts the files of a listing by state and ignores its limit.
func (s *Service) Count(ctx context.Context, who spar.Principal, o api.Listing) (api.FileCount, error) {
	v, selected, err := s.listed(ctx, who, o)
	if err != nil {
		return api.FileCount{}, err
	}
	out := api.FileCount{Schema: api.FileCountSchema, States: v.states(selected), Undecided: int(selected.Unknown.GetCardinality())}
	if sc, err := v.parse(o.Scope); err == nil {
		out.Notes = v.unattributed(sc)
	}
	return out, nil
}

// listed returns the files of a listing.
func (s *Service) listed(ctx context.Context, who spar.Principal, o api.Listing) (view, index.Selection, error) {
	v, selected, err := s.selected(ctx, who, o.Scope)
	if err == nil && o.Skipped {
		selected.Known, selected.Unknown = selected.Known.Clone(), selected.Unknown.Clone()
		for state, files := range v.ByState(roaring.Or(selected.Known, selected.Unknown)) {
			if !state.Skipped() {
				selected.Known.AndNot(files)
				selected.Unknown.AndNot(files)
			}
		}
	}
	return v, selected, err
}

func (s *Service) selected(ctx context.Context, who spar.Principal, text string) (view, index.Selection, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return v, index.Selection{}, err
	}
	selected, err := v.selection(sc)
	return v, selected, err
}

// states counts a selection by state, as the asker may see it.
func (v view) states(selected index.Selection) api.States {
	counts := api.States{}
	for state, files := range v.ByState(roaring.Or(selected.Known, selected.Unknown)) {
		counts[state] += int(files.GetCardinality())
	}
	for state, files := range v.ByState(selected.Denied) {
		counts[closedState(state)] += int(files.GetCardinality())
	}
	return counts
}

// closedState returns the state to show for a file that the asker may list but not read. They may not know the result of reading it for
// somebody else; they see its kind in its folder.
func closedState(state spar.State) spar.State {
	if state == spar.Special || state == spar.Denied {
		return state
	}
	return spar.Denied
}

// told returns a file as the asker may see it. Only this function decides that.
func told(f spar.File, denied *roaring.Bitmap) spar.File {
	if !denied.Contains(uint32(f.ID)) || closedState(f.State) == f.State {
		return f
	}
	f.Hash = spar.Hash{}
	f.State, f.Reason = spar.Denied, fmt.Sprintf("you have no right to read it (owner %d, group %d, mode %s)", f.UID, f.GID, f.Mode.Perm())
	return f
}

// StateText explains a state of a file.
func StateText(state spar.State) string {
	meaning, _ := engine.Describe(state)
	return meaning
}

// fileOf is a file as it is told, with what would help. waits reports whether another program will read it.
func fileOf(f spar.File, undecided bool, waits func(spar.File) bool) api.File {
	_, advice := engine.Describe(f.State)
	recoverable := waits(f)
	if recoverable {
		advice = engine.Waits(f.State)
	}
	return api.File{
		Schema: api.FileSchema, Share: f.Share, Path: api.PathOf(f.Path), Size: f.Size, Modified: f.ModTime.UTC(),
		Format: f.Format, State: string(f.State), Reason: f.Reason, Advice: advice, Hash: f.Hash.String(), Undecided: undecided, Recoverable: recoverable,
	}
}

// File returns everything known about one file that the asker may read, and why a scope, "" for none, selects it or not.
func (s *Service) File(ctx context.Context, who spar.Principal, name, text string) (api.FileDetail, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.FileDetail{}, err
	}
	v, f, err := s.file(ctx, v, name)
	if err != nil {
		return api.FileDetail{}, err
	}
	links, err := s.catalog.AssignmentsOf(ctx, f.ID)
	if err != nil {
		return api.FileDetail{}, err
	}
	out := api.FileDetail{
		File: fileOf(f, false, s.engine.ToRecover()), Owner: f.UID, Called: Called(fmt.Sprint("uid:", f.UID)), Group: f.GID, Mode: fmt.Sprintf("%04o", f.Mode.Perm()),
		Tags: []api.TagOfFile{}, Attributes: []api.AttributeHeld{},
	}
	out.Schema = api.FileDetailSchema
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return api.FileDetail{}, err
	}
	names := v.names()
	for _, l := range links {
		if names[l.Tag] != "" && !foreign(l) { // otherwise it is a rejected link of a tag that does not exist for the asker
			out.Tags = append(out.Tags, api.TagOfFile{
				Tag: names[l.Tag], Origin: l.Origin, Confidence: l.Confidence, Evidence: l.Evidence, Review: l.Review, Batch: uint32(l.Batch), Speaks: speaksFor(l),
			})
		}
	}
	all := v.AttributesOf(f.ID)
	for _, b := range all {
		held := api.AttributeHeld{Key: b.Key, Label: v.Schema().Label(b.Key), Value: b.Value, Origin: b.Origin,
			Holds: holds(all, b, v.Attribute(b.Key)), Batch: uint32(b.Batch)}
		if key := scope.AttributeKey(b.Key); key != b.Key {
			held.InScope = key
		}
		out.Attributes = append(out.Attributes, held)
	}
	out.Scope, out.Selected, err = v.why(f, sc)
	return out, err
}

// file is view.file for a file that the asker may still read: if they are not the owner of this process, the file system as it is now
// overrides the index.
func (s *Service) file(ctx context.Context, v view, name string) (view, spar.File, error) {
	f, err := v.file(name)
	if err != nil || !v.who.Served {
		return v, f, err
	}
	snapshot, confirmed, err := s.engine.Confirm(ctx, v.who, f.ID)
	if err != nil {
		return v, f, err
	}
	v.Snapshot = snapshot
	if f, ok := v.File(f.ID); ok && confirmed.Contains(uint32(f.ID)) {
		return v, f, nil
	}
	others, err := v.readable()
	if err != nil {
		return v, f, err
	}
	others.may.Remove(uint32(f.ID))
	f, err = others.find(name)
	return v, f, err
}

// why says for each constraint, and for all together, whether it holds for a file; "" without constraints.
func (v view) why(f spar.File, sc spar.Scope) (list []api.Why, verdict string, err error) {
	reasons, all, err := v.Why(v.who, f, sc)
	if err != nil || len(reasons) == 0 {
		return nil, "", err
	}
	for _, r := range reasons {
		list = append(list, api.Why{Constraint: r.Constraint, Holds: r.Truth.String(), Guess: r.Guess, Has: r.Has})
	}
	return list, all.String(), nil
}

// holds reports whether an attribute of a file is among the ones that count.
func holds(all []spar.Attribute, b spar.Attribute, definition scope.Attribute) bool {
	held, _ := scope.Held(all, definition)
	for _, h := range held {
		if v, ok := definition.Allowed(b.Value); ok && h.Origin == b.Origin && h.Value == v {
			return true
		}
	}
	return false
}

// Duplicates finds the files of a scope whose texts are nearly the same: their resemblance is at least least, from 0 to 1, where 0 means
// the default. Unread files take no part; the coverage counts them.
func (s *Service) Duplicates(ctx context.Context, who spar.Principal, text string, least float64) ([]api.Duplicates, spar.Coverage, error) {
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return nil, spar.Coverage{}, err
	}
	groups, coverage, err := s.engine.Duplicates(ctx, who, sc, least)
	list := make([]api.Duplicates, len(groups))
	for i, group := range groups {
		list[i].Schema = api.DuplicatesSchema
		for _, v := range group {
			list[i].Files = append(list[i].Files, api.Version{
				FileName: nameOf(v.File), Size: v.File.Size, Modified: v.File.ModTime.UTC(),
				Resemblance: v.Resemblance, Same: v.Same, SameAs: v.SameAs, Original: v.Original,
			})
		}
	}
	return list, coverage, err
}
