package service

import (
	"context"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
)

// Files lists the files of a scope that the asker may know of, by share and path. An error is the last that it yields.
func (s *Service) Files(ctx context.Context, who spar.Principal, o api.Listing) iter.Seq2[api.File, error] {
	return func(yield func(api.File, error) bool) {
		v, selected, err := s.selected(ctx, who, o.Scope)
		if err != nil {
			yield(api.File{}, err)
			return
		}
		set := roaring.FastOr(selected.Known, selected.Unknown, selected.Denied)
		if o.Skipped {
			for state, files := range v.ByState(roaring.Or(selected.Known, selected.Unknown)) {
				if !state.Skipped() {
					set.AndNot(files)
				}
			}
		}
		for f := range v.In(set) {
			if !yield(fileOf(told(f, selected.Denied), selected.Unknown.Contains(uint32(f.ID))), ctx.Err()) || ctx.Err() != nil {
				return
			}
		}
	}
}

// Count counts the files of a scope by state.
func (s *Service) Count(ctx context.Context, who spar.Principal, text string) (api.FileCount, error) {
	v, selected, err := s.selected(ctx, who, text)
	if err != nil {
		return api.FileCount{}, err
	}
	return api.FileCount{Schema: api.FileCountSchema, States: v.states(selected), Undecided: int(selected.Unknown.GetCardinality())}, nil
}

func (s *Service) selected(ctx context.Context, who spar.Principal, text string) (view, index.Selection, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return v, index.Selection{}, err
	}
	sc, err := v.parse(text)
	if err != nil {
		return v, index.Selection{}, err
	}
	selected, err := v.selection(sc)
	return v, selected, err
}

// states counts a selection by state, as the asker is told of it.
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

// closedState is the state of a file that the asker may list and not read. What became of it when somebody else read it is
// not theirs to know; what it is they see in its folder.
func closedState(state spar.State) spar.State {
	if state == spar.Special || state == spar.Denied {
		return state
	}
	return spar.Denied
}

// told is a file as the asker is told of it. This is the one place where that is decided.
func told(f spar.File, denied *roaring.Bitmap) spar.File {
	if !denied.Contains(uint32(f.ID)) || closedState(f.State) == f.State {
		return f
	}
	f.Hash = spar.Hash{}
	f.State, f.Reason = spar.Denied, fmt.Sprintf("you have no right to read it (owner %d, group %d, mode %s)", f.UID, f.GID, f.Mode.Perm())
	return f
}

func fileOf(f spar.File, undecided bool) api.File {
	_, advice := engine.Describe(f.State)
	return api.File{
		Schema: api.FileSchema, Share: f.Share, Path: api.PathOf(f.Path), Size: f.Size, Modified: f.ModTime.UTC(),
		Format: f.Format, State: string(f.State), Reason: f.Reason, Advice: advice, Hash: f.Hash.String(), Undecided: undecided,
	}
}

// File says all that is known of one file that the asker may read, and why a scope, "" for none, selects it or not.
func (s *Service) File(ctx context.Context, who spar.Principal, name, text string) (api.FileDetail, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.FileDetail{}, err
	}
	sc, err := v.parse(text)
	if err != nil {
		return api.FileDetail{}, err
	}
	f, err := v.file(name)
	if err != nil {
		return api.FileDetail{}, err
	}
	links, err := s.engine.Catalog.AssignmentsOf(ctx, f.ID)
	if err != nil {
		return api.FileDetail{}, err
	}
	out := api.FileDetail{
		File: fileOf(f, false), Owner: f.UID, Group: f.GID, Mode: fmt.Sprintf("%04o", f.Mode.Perm()),
		Tags: []api.TagOfFile{}, Attributes: []api.AttributeHeld{},
	}
	out.Schema = api.FileDetailSchema
	names := v.names()
	for _, l := range links {
		if names[l.Tag] != "" { // otherwise a rejected link of a tag that does not exist for who asks
			out.Tags = append(out.Tags, api.TagOfFile{Tag: names[l.Tag], Origin: l.Origin, Confidence: l.Confidence, Evidence: l.Evidence, Review: l.Review, Batch: uint32(l.Batch)})
		}
	}
	all := v.AttributesOf(f.ID)
	for _, b := range all {
		out.Attributes = append(out.Attributes, api.AttributeHeld{Key: b.Key, Value: b.Value, Origin: b.Origin, Holds: holds(all, b, v.Attribute(b.Key)), Batch: uint32(b.Batch)})
	}
	out.Scope, out.Selected, err = v.why(f, sc)
	return out, err
}

// why says of each constraint whether it holds for a file, and of all together; "" where there is none.
func (v view) why(f spar.File, sc spar.Scope) (list []api.Why, verdict string, err error) {
	reasons, err := v.Why(v.who, f, sc)
	if err != nil || len(reasons) == 0 {
		return nil, "", err
	}
	all := scope.True
	for _, r := range reasons {
		if !r.Guess {
			all = min(all, r.Truth)
		}
		list = append(list, api.Why{Constraint: r.Constraint, Holds: r.Truth.String(), Guess: r.Guess, Has: r.Has})
	}
	return list, all.String(), nil
}

// holds reports whether an attribute of a file is among those that count.
func holds(all []spar.Attribute, b spar.Attribute, definition scope.Attribute) bool {
	held, _ := scope.Held(all, definition)
	for _, h := range held {
		if v, ok := definition.Allowed(b.Value); ok && h.Origin == b.Origin && h.Value == v {
			return true
		}
	}
	return false
}
