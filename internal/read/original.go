package read

import (
	"context"
	"errors"
	"io"

	"github.com/sparsearch/spar/internal/spar"
)

// An Original is a file as it lies on its share, open. Nothing has looked at its bytes.
type Original struct {
	Size int64
	c    *content
}

// Original opens a file as it is, or what its container unpacks to. An error says why there is none; ErrChanged that the file has to be
// looked at anew. The caller closes it.
func (r *Reader) Original(ctx context.Context, j Job) (*Original, error) {
	c, err := r.open(ctx, j)
	var no *refusal
	var other *otherContainer
	switch {
	case errors.As(err, &other), errors.As(err, &no) && no.state == spar.Unread:
		return nil, ErrChanged
	case errors.As(err, &no):
		return nil, spar.Errorf(spar.NotFound, "the file cannot be had (%s): %s", no.state, spar.Phrase(no.reason))
	case err != nil:
		return nil, err
	case c.now != (spar.FileVersion{}):
		c.file.Close()
		return nil, ErrChanged
	}
	return &Original{c.stamp.size, c}, nil
}

// WriteTo writes the whole file, in the version that the catalog knows. If it changes meanwhile the error is ErrChanged, and the written
// bytes are not the file.
func (o *Original) WriteTo(w io.Writer) (int64, error) {
	n, err := io.Copy(w, io.NewSectionReader(o.c.file, 0, o.Size))
	if err == nil && (n < o.Size || !o.c.steady()) {
		err = ErrChanged
	}
	return n, err
}

// Close closes the file.
func (o *Original) Close() error { return o.c.file.Close() }
