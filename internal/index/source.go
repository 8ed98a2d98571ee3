package index

import (
	"context"
	"iter"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// source is the data for a snapshot. Each listing is consistent in itself; Head tells whether two belong together.
type source interface {
	Head(ctx context.Context) (int64, error)
	Files(ctx context.Context) iter.Seq2[spar.File, error]
	Directories(ctx context.Context) iter.Seq2[catalog.Directory, error]
	Tags(ctx context.Context) ([]spar.Tag, error)
	Assignments(ctx context.Context) iter.Seq2[spar.Assignment, error]
	Attributes(ctx context.Context) iter.Seq2[spar.Attribute, error]
	Shares(ctx context.Context) ([]spar.Share, error)
	Grants(ctx context.Context) iter.Seq2[spar.Grant, error]
	LabelSources(ctx context.Context) ([]catalog.Source, error)
	Cursor(ctx context.Context, follower string) (int64, error)
	FileChanges(ctx context.Context, after int64) iter.Seq2[catalog.FileChanges, error]
}

// A follower is a source whose journal tells which files wait.
type follower struct {
	ctx context.Context
	source
}

func (f follower) LabelSources() ([]catalog.Source, error) { return f.source.LabelSources(f.ctx) }
func (f follower) Cursor(follower string) (int64, error)   { return f.source.Cursor(f.ctx, follower) }
func (f follower) FileChanges(after int64) iter.Seq2[catalog.FileChanges, error] {
	return f.source.FileChanges(f.ctx, after)
}
