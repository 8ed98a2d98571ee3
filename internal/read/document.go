package read

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Document gives a worker's reading of one file of the system, and keeps nothing of it. An error says that the file cannot be opened, or is
// about the machine; faults of the content are in the document's state.
func Document(ctx context.Context, path string, o Options) (*spar.Document, error) {
	r, err := New(nil, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Document(ctx, path, nil)
}

// A Cost is what reading a file took. Zero is not known: only Linux tells of a process what it used for one file.
type Cost struct {
	CPU  time.Duration
	Peak int64 // bytes of memory that the worker held at most, its own program included
}

// Document is the function Document with the workers of r. It puts the cost into cost, unless that is nil.
func (r *Reader) Document(ctx context.Context, path string, cost *Cost) (*spar.Document, error) {
	var blocks []spar.Block
	doc, err := r.blocks(ctx, path, func(d *demand) func(spar.Block, int64) error {
		blocks, d.cost = []spar.Block{}, cost
		return func(b spar.Block, _ int64) error {
			blocks = append(blocks, b)
			return nil
		}
	})
	if err == nil && doc.State.Searchable() {
		doc.Blocks = slices.AppendSeq(blocks[:0:0], chunk.Contents(slices.Values(blocks)))
	}
	return doc, err
}

// Told gives the declared properties of one file of the system, and the version and time in its name and its text, as reading it would;
// nothing is kept. Errors are as of Document.
func (r *Reader) Told(ctx context.Context, path string) ([]spar.Property, error) {
	doc, err := r.Document(ctx, path, nil)
	if err != nil || !doc.State.Searchable() {
		return nil, err
	}
	head := ""
	for _, b := range doc.Blocks {
		head = headWith(head, b)
	}
	passages := chunk.Split(slices.Values(doc.Blocks), r.o.Chunk)
	return named(path, append(doc.Properties, about(head, passages, doc.Properties)...)), nil
}

// Rows gives the blocks of one file as a worker reads them, and holds none of them: only time limits its text and rows. columns, counted
// from 0, are the wanted columns of tables; of the others only the first cell of a row that has a text comes. Nil gives all. The document
// has all but blocks. A file that a worker was lost on is not tried again. An error of emit ends it.
func (r *Reader) Rows(ctx context.Context, path string, columns []int, emit func(spar.Block) error) (*spar.Document, error) {
	return r.blocks(ctx, path, streaming(path, columns, nil, emit))
}

// streaming is an attempt that hands on blocks as they come, once.
func streaming(path string, columns []int, only *extract.RowFilter, emit func(spar.Block) error) func(*demand) func(spar.Block, int64) error {
	begun := false
	return func(d *demand) func(spar.Block, int64) error {
		d.Rows, d.Columns, d.Only = true, columns, only
		again := begun
		begun = true
		return func(b spar.Block, _ int64) error {
			if again {
				return spar.Errorf(spar.Unavailable, "%s: the reader of the file was lost on the way", path)
			}
			return emit(b)
		}
	}
}

// RowsOf is Rows for a file of a share, with only the rows that only selects; nil gives all. The error ErrChanged says that the file is not
// the one of the job.
func (r *Reader) RowsOf(ctx context.Context, j Job, columns []int, only *extract.RowFilter, emit func(spar.Block) error) (*spar.Document, error) {
	c, err := r.open(ctx, j)
	var other *otherContainer
	if errors.As(err, &other) || err == nil && c.now != (spar.FileVersion{}) {
		if err == nil {
			c.file.Close()
		}
		return nil, ErrChanged
	}
	var no *refusal
	switch {
	case errors.As(err, &no):
		return nil, spar.Errorf(spar.Unavailable, "%s:%s: %s", j.File.Share, j.File.Path, spar.Phrase(no.reason))
	case err != nil:
		return nil, err
	}
	defer c.file.Close()
	doc, err := r.contents(ctx, c, j.File.Path, streaming(j.File.Path, columns, only, emit))
	if err == nil && !c.steady() {
		return nil, ErrChanged
	}
	return doc, err
}

// blocks has a worker read one file of the system. Each attempt begins with a call of attempt, which gives what takes the blocks.
func (r *Reader) blocks(ctx context.Context, path string, attempt func(*demand) func(spar.Block, int64) error) (*spar.Document, error) {
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	c, err := open(dir, name, share.OpenOptions{Sleep: share.SleepNever})
	if err != nil {
		var no *refusal
		if !errors.As(err, &no) {
			return nil, err
		}
		code := spar.Invalid
		if no.state == spar.Vanished {
			code = spar.NotFound
			no.reason = "there is no such file"
		}
		return nil, spar.Errorf(code, "%s: %s", path, spar.Phrase(no.reason))
	}
	defer c.file.Close()
	return r.contents(ctx, c, path, attempt)
}

// contents is blocks for an open file.
func (r *Reader) contents(ctx context.Context, c *content, name string, attempt func(*demand) func(spar.Block, int64) error) (*spar.Document, error) {
	doc := &spar.Document{Blocks: []spar.Block{}}
	if c.stamp.size == 0 {
		doc.State, doc.Reason = spar.NoText, reasonEmpty
		return doc, nil
	}
	buf := make([]byte, headSize)
	if _, err := c.head(name, buf); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "%s: %w", name, err)
	}
	out, err := r.attempt(ctx, c, name, func(d demand) (outcome, error) {
		emit := attempt(&d)
		return r.try(ctx, d, emit)
	})
	if err != nil {
		return nil, err
	}
	doc.Format, doc.State, doc.Reason, doc.Properties = out.Format, out.State, out.Reason, out.Properties
	return doc, nil
}
