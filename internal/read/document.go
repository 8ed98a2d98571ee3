package read

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/sparsearch/spar"
)

// Document gives what a worker makes of one file of the system, and keeps nothing of it. An error says that the file
// cannot be opened, or is about the machine; what is wrong with its content is the document's state.
func Document(ctx context.Context, path string, o Options) (*spar.Document, error) {
	r, err := New(nil, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	c, err := open(dir, name)
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
		return nil, spar.Errorf(code, "%s: %s", path, no.reason)
	}
	defer c.file.Close()
	doc := &spar.Document{Blocks: []spar.Block{}}
	if c.stamp.size == 0 {
		doc.State, doc.Reason = spar.NoText, reasonEmpty
		return doc, nil
	}
	buf := make([]byte, headSize)
	if _, err := c.head(name, buf); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "%s: %w", path, err)
	}
	var blocks []spar.Block
	out, err := r.attempt(ctx, c, name, func(d demand) (outcome, error) {
		blocks = []spar.Block{}
		return r.try(ctx, d, func(b spar.Block, _ int64) error {
			blocks = append(blocks, b)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if out.State.Searchable() {
		doc.Blocks = blocks
	}
	doc.Format, doc.State, doc.Reason, doc.Properties = out.Format, out.State, out.Reason, out.Properties
	return doc, nil
}
