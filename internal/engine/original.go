package engine

import (
	"context"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Original opens a file as it lies on its share, for one who may read it as it is now. The caller closes it.
func (e *texts) Original(ctx context.Context, who spar.Principal, share, path string) (o *read.Original, err error) {
	err = e.asItLies(ctx, who, share, path, func(r *read.Reader, j read.Job) (err error) {
		o, err = r.Original(ctx, j)
		return err
	})
	return o, err
}

// asItLies hands a file to f as it lies on its share now, if the asker may read it. It does so again if f finds that the file changed
// meanwhile.
func (e *texts) asItLies(ctx context.Context, who spar.Principal, share, path string, f func(*read.Reader, read.Job) error) error {
	q := Request{Selection: Selection{Who: who, doubts: newDoubts(who)}}
	for range refreshes {
		snapshot, file, stale, err := e.current(ctx, q.Selection, share, path)
		if err != nil {
			return err
		}
		if stale {
			continue
		}
		j, err := e.jobOf(ctx, file)
		if err != nil {
			return err
		}
		if j.File.ID != file.ID { // reading its container shows where it lies
			if _, err := e.readUnread(ctx, q, snapshot, roaring.BitmapOf(uint32(j.File.ID))); err != nil {
				return err
			}
			continue
		}
		reader, err := e.reader()
		if err != nil {
			return err
		}
		if err := f(reader, j); !errors.Is(err, read.ErrChanged) {
			return err
		}
	}
	return spar.Errorf(spar.Unavailable, "%s:%s goes on changing; ask again when that has ended", share, path)
}

// Identity returns a text that stands for a file as it is now, for somebody who may read it. It changes when the file's bytes or its stored
// text do. It is "" if nobody has read the file.
func (e *texts) Identity(ctx context.Context, who spar.Principal, share, path string) (string, error) {
	_, file, stale, err := e.current(ctx, Selection{Who: who, doubts: newDoubts(who)}, share, path)
	if err != nil || stale || file.Hash == (spar.Hash{}) {
		return "", err
	}
	return file.Hash.String() + " " + file.Segment.String(), nil
}
