package read

import (
	"context"
	"io"
	"os"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
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
	if f, access, err := r.spooled(ctx, j); err != nil {
		return nil, err
	} else if f != nil {
		return contentOf(f, access)
	}
	outer, err := r.around(ctx, j)
	if err != nil {
		return nil, err
	}
	defer outer.file.Close()
	in := j.Container.File
	outer.format = in.Format
	if in.Hash != (spar.Hash{}) {
		outer.trial = trial{TrialOf(in.Hash, in.Format, j.At), j.File.ID, extract.Recipe(in.Format)}
	}
	var f *os.File
	if isMailbox(j.Container.File.Format) {
		f, err = r.letter(ctx, outer, j)
	} else {
		f, err = r.unpacked(ctx, outer, j.Container.File.Path, j.At)
	}
	if err != nil {
		return nil, err
	}
	return contentOf(f, outer.access)
}

// around opens what a member lies in.
func (r *Reader) around(ctx context.Context, j Job) (*content, error) {
	in := *j.Container
	in.spent = j.spent
	c, err := r.openContainer(ctx, in)
	if err == nil {
		c.spent = j.spent
	}
	return c, err
}

// contentOf takes a file over that was unpacked from one that was opened under an access.
func contentOf(f *os.File, access spar.Access) (*content, error) {
	s, err := stampOf(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return &content{file: f, stamp: s, access: access}, nil
}

// nameless makes a file that has no name, so that nothing of it remains, whatever happens.
func (r *Reader) nameless() (*os.File, error) {
	f, err := os.CreateTemp(r.o.CacheDir, "member-*")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "an archive cannot be unpacked: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// unpacked gives a member of an open file, or a page of it as a picture, in a file without a name that the caller closes.
func (r *Reader) unpacked(ctx context.Context, outer *content, path string, at int64) (_ *os.File, err error) {
	f, err := r.nameless()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
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
		return nil, &refusal{spar.Unread, reasonChanging}
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
		return 0, &breach{reason: "unpacked it is larger than the limit", state: spar.TooBig}
	}
	return a.w.Write(b)
}
