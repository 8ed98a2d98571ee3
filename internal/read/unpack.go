package read

import (
	"context"
	"io"
	"os"

	"github.com/sparsearch/spar"
)

// maxMember is how many bytes a member may have when unpacked.
const maxMember = 512 << 20

// MaxNested is how many containers a file may lie in.
const MaxNested = 5

// unpack has a worker unpack a member into a file that has no name, so that nothing of it remains, whatever happens.
func (r *Reader) unpack(ctx context.Context, j Job) (*content, error) {
	depth := 0
	for outer := j.Container; outer != nil; outer = outer.Container {
		if depth++; depth > MaxNested {
			return nil, &refusal{spar.TooBig, "it lies in more than 5 containers, one in the other: unpack them to have it read"}
		}
	}
	outer, err := r.open(ctx, *j.Container)
	if err != nil {
		return nil, err
	}
	defer outer.file.Close()
	var f *os.File
	if isMailbox(j.Container.File.Format) {
		f, err = r.letter(ctx, outer, j)
	} else {
		f, err = r.unpacked(ctx, outer, j.Container.File.Path, j.At)
	}
	if err != nil {
		return nil, err
	}
	c := &content{file: f}
	if c.stamp, err = stampOf(f); err != nil {
		f.Close()
		return nil, err
	}
	return c, nil
}

// unpacked gives a member of an open file, or a page of it as a picture, in a file without a name that the caller closes.
func (r *Reader) unpacked(ctx context.Context, outer *content, path string, at int64) (_ *os.File, err error) {
	f, err := os.CreateTemp(r.o.CacheDir, "member-*")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "an archive cannot be unpacked: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	out, err := r.attempt(ctx, outer, path, func(d demand) (outcome, error) {
		if err := f.Truncate(0); err != nil {
			return outcome{}, err
		}
		d.Unpack, d.At, d.data = true, at, &atMost{w: io.NewOffsetWriter(f, 0), left: maxMember}
		return r.try(ctx, d, nil)
	})
	if err != nil {
		return nil, err
	}
	if !outer.steady() {
		return nil, &refusal{spar.Vanished, reasonChanging}
	}
	if out.State != spar.OK {
		return nil, &refusal{out.State, out.Reason}
	}
	return f, nil
}

// atMost fails when more than left bytes are written: a worker that is honest stops before.
type atMost struct {
	w    io.Writer
	left int64
}

func (a *atMost) Write(b []byte) (int, error) {
	if a.left -= int64(len(b)); a.left < 0 {
		return 0, &breach{spar.TooBig, "unpacked it is larger than the limit", false}
	}
	return a.w.Write(b)
}
