package read

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// Where the members of an archive can only be found by going through it from its start, the second one that is wanted has
// all of them unpacked in one pass, into a file without a name, from which they and those after them are taken. Reading n members then
// costs two passes and not n halves.

// maxSpools is how many archives are held unpacked, and how many that lie in others, of at most maxMember bytes each.
const maxSpools = 2

// spools are the archives that are held, the one used last at the end.
type spools struct {
	mu   sync.Mutex
	list []*spool
	once map[spoolKey]bool // one member of them was asked for
}

type spoolKey struct {
	file spar.FileID
	hash spar.Hash
}

// A spool is an archive, unpacked as far as its limits go.
type spool struct {
	key spoolKey

	mu   sync.Mutex
	made bool
	file *os.File
	size int64
	at   map[int64]spar.Span // of each whole member, by where it lies in the archive
}

// of gives the spool of an archive; nil where a single member of it was wanted so far.
func (s *spools) of(key spoolKey) *spool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.list, func(x *spool) bool { return x.key == key })
	if i < 0 {
		if !s.once[key] {
			if s.once == nil || len(s.once) > 10_000 {
				s.once = map[spoolKey]bool{}
			}
			s.once[key] = true
			return nil
		}
		if len(s.list) == maxSpools {
			go s.list[0].close() // when those who take from it are done
			s.list = s.list[1:]
		}
		s.list = append(s.list, &spool{key: key})
		i = len(s.list) - 1
	}
	found := s.list[i]
	s.list = append(slices.Delete(s.list, i, i+1), found)
	return found
}

func (s *spools) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.list {
		go x.close()
	}
	s.list = nil
}

func (s *spool) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		s.file.Close()
	}
	s.file, s.made, s.at = nil, true, nil
}

// spooled gives a member from an archive that is held unpacked, nil where it has to be unpacked by itself.
// The access is that under which the file on disk may be read now.
func (r *Reader) spooled(ctx context.Context, j Job) (_ *os.File, access spar.Access, err error) {
	in := j.Container.File
	if !extract.OnePass(in.Format) || in.Hash == (spar.Hash{}) || r.o.single {
		return nil, access, nil
	}
	s := r.spools.of(spoolKey{in.ID, in.Hash})
	if s == nil {
		return nil, access, nil
	}
	if access, err = r.readable(ctx, j); err != nil {
		return nil, access, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.made {
		if err := r.fill(ctx, s, j); err != nil {
			return nil, access, err
		}
	}
	span, ok := s.at[j.At]
	if !ok {
		return nil, access, nil
	}
	f, err := r.nameless()
	if err != nil {
		return nil, access, err
	}
	if _, err := io.Copy(f, io.NewSectionReader(s.file, span.Start, span.End-span.Start)); err != nil {
		f.Close()
		return nil, access, spar.Errorf(spar.Unavailable, "an archive cannot be unpacked: %w", err)
	}
	return f, access, nil
}

// readable gives the access under which the file on disk around a member may be read now. A spool is of no use if that file has changed by
// now, or may not be read any more.
func (r *Reader) readable(ctx context.Context, j Job) (access spar.Access, err error) {
	for j.Container != nil {
		j = *j.Container
	}
	c, err := r.openContainer(ctx, j)
	if err != nil {
		return access, err
	}
	return c.access, c.file.Close()
}

// nested opens a container that lies in another one. From the second time on it is held as it is unpacked, as otherwise each of its n
// members would cost the unpacking of all of it.
func (r *Reader) nested(ctx context.Context, j Job) (*content, error) {
	in := j.File
	if in.Hash == (spar.Hash{}) || r.o.single {
		return r.unpack(ctx, j)
	}
	s := r.nests.of(spoolKey{in.ID, in.Hash})
	if s == nil {
		return r.unpack(ctx, j)
	}
	access, err := r.readable(ctx, j)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		c, err := r.unpack(ctx, j)
		if err != nil || s.made { // by another one, and closed since
			return c, err
		}
		r.unnested.Add(1)
		s.file, s.made = c.file, true
	}
	f, err := reopen(s.file)
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "an archive cannot be unpacked: %w", err)
	}
	return contentOf(f, access)
}

// fill unpacks an archive. An error is not about the archive: of a damaged one the spool holds the readable members. Unpacking a member by
// itself then gives its error.
func (r *Reader) fill(ctx context.Context, s *spool, j Job) error {
	outer, err := r.around(ctx, j)
	if err != nil {
		return err
	}
	defer outer.file.Close()
	in := j.Container.File
	outer.format = in.Format
	outer.trial = trial{TrialOf(in.Hash, in.Format, -2), in.ID, extract.Recipe(in.Format)}
	if s.file, err = r.nameless(); err != nil {
		return err
	}
	r.passes.Add(1)
	out, err := r.attempt(ctx, outer, in.Path, func(d demand) (outcome, error) {
		s.at, s.size = map[int64]spar.Span{}, 0
		last := int64(-1)
		end := func() {
			if last >= 0 {
				s.at[last] = spar.Span{Start: s.at[last].Start, End: s.size}
			}
		}
		d.Unpack, d.All = true, true
		d.next = func(at int64) (io.Writer, error) {
			if end(); at < 0 || len(s.at) > maxMembers {
				return nil, &breach{reason: "malformed answer: it has too many members", state: spar.Corrupt}
			}
			last = at
			s.at[at] = spar.Span{Start: s.size, End: s.size}
			return &spoolWriter{s}, nil
		}
		out, err := r.try(ctx, d, nil)
		if end(); (err != nil || out.State != spar.OK) && last >= 0 {
			delete(s.at, last) // it may lack its end
		}
		return out, err
	})
	if ctx.Err() != nil || errors.Is(err, errShut) {
		s.file.Close()
		s.file, s.at = nil, nil
		return err
	}
	s.made = true
	if err != nil {
		r.o.Log.Warn("an archive cannot be held unpacked; its members are unpacked one by one", "path", in.Path, "err", err)
		s.at = nil
	} else if out.State != spar.OK {
		r.o.Log.Info("an archive was not unpacked wholly", "path", in.Path, "state", out.State, "reason", out.Reason)
	}
	return nil
}

// spoolWriter adds to the member that is open.
type spoolWriter struct{ s *spool }

func (w *spoolWriter) Write(b []byte) (int, error) {
	if w.s.size+int64(len(b)) > maxMember {
		return 0, &breach{reason: "unpacked it is larger than the limit", state: spar.TooBig}
	}
	n, err := w.s.file.WriteAt(b, w.s.size)
	w.s.size += int64(n)
	return n, err
}
