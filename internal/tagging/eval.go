package tagging

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// truths are the files where a condition holds, and the files that must be read to tell.
type truths struct{ known, open *roaring.Bitmap }

func none() truths { return truths{roaring.New(), roaring.New()} }

func (t truths) at(id spar.FileID) scope.Truth {
	switch {
	case t.known.Contains(uint32(id)):
		return scope.True
	case t.open.Contains(uint32(id)):
		return scope.Unknown
	}
	return scope.False
}

// A world is the files that are looked at, at one moment.
type world struct {
	snapshot *index.Snapshot
	files    *roaring.Bitmap
	read     *roaring.Bitmap // of files: has text that can be looked at
	unread   *roaring.Bitmap // of files: reading may still find text
	unseen   *roaring.Bitmap // of files: there may be text that reading could not find
	segments segments

	damaged map[spar.FileID]spar.SegmentID
}

// segments gives the text of read files.
type segments interface {
	Segment(ctx context.Context, id spar.SegmentID) (*store.Segment, error)
}

// withheld is the states of files whose text is not known although they were read.
var withheld = []spar.State{spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Denied, spar.Quarantined}

// newWorld looks at some files of a snapshot, nil for all of them.
func newWorld(snapshot *index.Snapshot, only []spar.FileID, s segments) *world {
	w := &world{snapshot: snapshot, files: roaring.New(), read: roaring.New(), unread: roaring.New(), unseen: roaring.New(), segments: s, damaged: map[spar.FileID]spar.SegmentID{}}
	add := func(f spar.File) {
		w.files.Add(uint32(f.ID))
		switch {
		case f.State.Searchable():
			w.read.Add(uint32(f.ID))
		case f.State == spar.Unread || f.State == spar.Offline || f.State == spar.Vanished:
			w.unread.Add(uint32(f.ID))
		case slices.Contains(withheld, f.State):
			w.unseen.Add(uint32(f.ID))
		}
	}
	if only == nil {
		for f := range snapshot.All() {
			add(f)
		}
	}
	for _, id := range only {
		if f, ok := snapshot.File(id); ok {
			add(f)
		}
	}
	return w
}

// scope is the files of the world that a scope selects.
func (w *world) scope(ctx context.Context, s spar.Scope) (truths, error) {
	selection, err := w.snapshot.Eval(ctx, index.Rules, s)
	if err != nil {
		return truths{}, err
	}
	return truths{roaring.And(selection.Known, w.files), roaring.And(selection.Unknown, w.files)}, nil
}

// A node is a condition with the truths of its scopes, file by file.
type node struct {
	scope    *truths
	text     *Text
	all, any []*node
	not      *node
}

// look evaluates the scopes of a condition.
func (w *world) look(ctx context.Context, c *Condition) (*node, error) {
	n := &node{text: c.Text}
	if len(c.When.Constraints) > 0 {
		t, err := w.scope(ctx, c.When)
		if err != nil {
			return nil, err
		}
		n.scope = &t
	}
	kids := func(list []Condition) (out []*node, err error) {
		for i := range list {
			k, err := w.look(ctx, &list[i])
			if err != nil {
				return nil, err
			}
			out = append(out, k)
		}
		return out, nil
	}
	var err error
	if n.all, err = kids(c.All); err != nil {
		return nil, err
	}
	if n.any, err = kids(c.Any); err != nil {
		return nil, err
	}
	if c.Not != nil {
		n.not, err = w.look(ctx, c.Not)
	}
	return n, err
}

// decide gives the files for which a condition is true or open, as long as no text is looked at: text is open where
// there is some, or may be: in the files of text.
func (n *node) decide(w *world, text *roaring.Bitmap) truths {
	out := truths{w.files.Clone(), roaring.New()}
	and := func(t truths) {
		possible := roaring.Or(t.known, t.open)
		open := roaring.And(roaring.Or(out.known, out.open), possible)
		out.known.And(t.known)
		open.AndNot(out.known)
		out.open = open
	}
	if n.scope != nil {
		and(*n.scope)
	}
	if n.text != nil {
		and(truths{roaring.New(), text})
	}
	for _, k := range n.all {
		and(k.decide(w, text))
	}
	if len(n.any) > 0 {
		some := none()
		for _, k := range n.any {
			t := k.decide(w, text)
			some.known.Or(t.known)
			some.open.Or(t.open)
		}
		some.open.AndNot(some.known)
		and(some)
	}
	if n.not != nil {
		t := n.not.decide(w, text)
		and(truths{roaring.AndNot(roaring.AndNot(w.files, t.known), t.open), t.open})
	}
	return out
}

// ofFile is the truth of a condition for one file that was read; text evaluates a condition on its text.
func (n *node) ofFile(id spar.FileID, text func(*Text) bool) scope.Truth {
	out := scope.True
	if n.scope != nil {
		out = min(out, n.scope.at(id))
	}
	for _, k := range n.all {
		if out == scope.False {
			return out
		}
		out = min(out, k.ofFile(id, text))
	}
	if len(n.any) > 0 {
		some := scope.False
		for _, k := range n.any {
			some = max(some, k.ofFile(id, text))
		}
		out = min(out, some)
	}
	if n.not != nil {
		out = min(out, scope.True-n.not.ofFile(id, text))
	}
	if out != scope.False && n.text != nil && !text(n.text) { // the dearest last
		return scope.False
	}
	return out
}

// A match is what came of one rule.
type match struct {
	truths
	evidence map[spar.FileID]string // what its text conditions found
}

// match evaluates rules over the world. Each file's text is read once for all of them.
func (w *world) match(ctx context.Context, rules []*Rule) ([]match, error) {
	out := make([]match, len(rules))
	nodes := make([]*node, len(rules))
	pending := roaring.New() // files whose text some rule must look at
	for i, r := range rules {
		n, err := w.look(ctx, &r.Condition)
		if err != nil {
			return nil, spar.Errorf(spar.CodeOf(err), "line %d, rule %q: %w", r.Line, r.Name, err)
		}
		nodes[i] = n
		text := roaring.Or(w.read, w.unread)
		if r.labels() {
			text.Or(w.unseen) // a text that nobody has seen may say that the file is secret
		}
		out[i] = match{n.decide(w, text), nil}
		if len(r.Condition.texts()) > 0 {
			out[i].evidence = map[spar.FileID]string{}
			pending.Or(roaring.And(out[i].open, w.read))
		}
	}
	for it := pending.Iterator(); it.HasNext(); {
		id := spar.FileID(it.Next())
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := w.content(ctx, id)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue // damaged: open until it is read again
		}
		for i := range rules {
			if out[i].evidence == nil || !out[i].open.Contains(uint32(id)) {
				continue
			}
			evidence := ""
			truth := nodes[i].ofFile(id, func(t *Text) bool {
				found, ok := t.match(c)
				if ok && evidence == "" {
					evidence = found
				}
				return ok
			})
			if truth != scope.Unknown {
				out[i].open.Remove(uint32(id))
			}
			if truth == scope.True {
				out[i].known.Add(uint32(id))
				out[i].evidence[id] = evidence
			}
		}
	}
	return out, nil
}

// content is the text of a file, nil if it is damaged.
func (w *world) content(ctx context.Context, id spar.FileID) (*content, error) {
	f, ok := w.snapshot.File(id)
	if !ok {
		return nil, nil
	}
	s, err := w.segments.Segment(ctx, f.Segment)
	var passages []spar.Passage
	for i := 0; err == nil && i < s.Len(); i++ {
		var p spar.Passage
		if p, err = s.Passage(i); err == nil {
			passages = append(passages, p)
		}
	}
	switch {
	case errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrMissing):
		w.damaged[id] = f.Segment
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the text of file %d: %w", id, err)
	}
	return newContent(passages), nil
}
