package service

import (
	"context"
	"errors"
	"io"
	"path"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// Original writes the file behind a place byte for byte, for somebody who may read it. It calls begin with the name and size before the
// first byte. If the file changes during the copy, the error comes after some bytes.
func (s *Service) Original(ctx context.Context, who spar.Principal, look Look, begin func(name string, size int64) (io.Writer, error)) error {
	v, err := s.view(ctx, who)
	if err != nil {
		return err
	}
	a, err := s.located(ctx, v, look)
	if err != nil {
		return err
	}
	o, err := s.engine.Original(ctx, who, a.Share, a.Path)
	if err != nil {
		return err
	}
	defer o.Close()
	to, err := begin(path.Base(a.Path), o.Size)
	if err != nil {
		return err
	}
	if _, err = o.WriteTo(to); errors.Is(err, read.ErrChanged) {
		err = spar.Errorf(spar.Unavailable, "%s:%s changed while it was copied; ask again when that has ended", a.Share, a.Path)
	}
	return err
}
