package engine

import (
	"context"
	"iter"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// containers are the archives and messages that hold some files, and the containers that hold these in turn.
type containers map[spar.FileID]spar.File

// containers looks up what files lie in.
func (e *base) containers(ctx context.Context, files []spar.File) (containers, error) {
	all := containers{}
	var want []spar.FileID
	seek := func(f spar.File) {
		if _, known := all[f.Container]; f.Container != 0 && !known {
			all[f.Container] = spar.File{}
			want = append(want, f.Container)
		}
	}
	for _, f := range files {
		seek(f)
	}
	for len(want) > 0 {
		found, err := e.catalog.FilesByID(ctx, want)
		if err != nil {
			return nil, err
		}
		want = nil
		for _, f := range found {
			all[f.ID] = f
			seek(f)
		}
	}
	return all, nil
}

// jobs is what has to be read for files to be read, in their order; onDisk makes the job of a file of its own. A member
// whose container is unread waits: where its bytes lie shows only when that is read, which comes in its place.
func (c containers) jobs(files []spar.File, onDisk func(spar.File) read.Job) iter.Seq[read.Job] {
	return func(yield func(read.Job) bool) {
		begun := map[spar.FileID]bool{}
		for _, f := range files {
			j, ok := c.job(f, onDisk)
			if !ok || begun[j.File.ID] {
				continue
			}
			begun[j.File.ID] = true
			if !yield(j) {
				return
			}
		}
	}
}

// job reads a file, or the outermost unread container that it lies in; false when a container is gone.
func (c containers) job(f spar.File, onDisk func(spar.File) read.Job) (read.Job, bool) {
	if f.Container == 0 {
		return onDisk(f), true
	}
	container := c[f.Container]
	if container.ID == 0 {
		return read.Job{}, false
	}
	outer, ok := c.job(container, onDisk)
	if !ok || container.State == spar.Unread || outer.File.ID != container.ID {
		return outer, ok
	}
	return read.Job{Root: outer.Root, File: f, Container: &outer, At: f.At}, true
}

// outermost looks up the file on disk that a member lies in, the zero File when it is gone.
func (e *base) outermost(ctx context.Context) func(spar.File) spar.File {
	known := map[spar.FileID]spar.File{}
	return func(f spar.File) spar.File {
		for f.Container != 0 {
			outer, ok := known[f.Container]
			if !ok {
				found, err := e.catalog.FilesByID(ctx, []spar.FileID{f.Container})
				if err != nil || len(found) == 0 {
					return spar.File{}
				}
				outer = found[0]
				known[f.Container] = outer
			}
			f = outer
		}
		return f
	}
}
