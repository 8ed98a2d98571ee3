package main

import (
	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/spf13/cobra"
)

// A look is the Metadata Index at one moment, and who looks at it.
type look struct {
	e        *engine.Engine
	who      spar.Principal
	snapshot *index.Snapshot
	cmd      *cobra.Command // on whose behalf
}

// look opens the data directory for whoever asks, and takes the Metadata Index as it is.
func (a *app) look(cmd *cobra.Command) (l look, err error) {
	l.cmd = cmd
	if l.e, l.who, err = a.asker(cmd); err != nil {
		return l, err
	}
	l.snapshot, err = l.e.Snapshot(cmd.Context())
	return l, err
}

// visible is the files that they may know of.
func (l look) visible() (*roaring.Bitmap, error) {
	selection, err := l.snapshot.Eval(l.who, spar.Scope{})
	if err != nil {
		return nil, err
	}
	return roaring.FastOr(selection.Known, selection.Unknown, selection.Denied), nil
}

// names is those of all tags. They are told to nobody but beside a file that they may know of.
func (l look) names() map[spar.TagID]string {
	names := map[spar.TagID]string{}
	for _, t := range l.snapshot.Tags() {
		names[t.ID] = t.Name
	}
	return names
}
