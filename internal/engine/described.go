package engine

import (
	"path/filepath"
	"sync/atomic"

	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/sparsearch/spar/internal/yamlfile"
)

// described is the schema as it is now, with all that goes by it.
type described struct {
	file  string
	named bool // by a setting, so that it must be there
	kept  yamlfile.Kept[*schema.Schema]
	last  atomic.Pointer[description]
}

// A description is one state of the schema. A question that began with one ends with it.
type description struct {
	schema *schema.Schema
	index  *index.Index
	rules  yamlfile.Kept[tagging.Rules]
}

func (e *shares) describedBy(names *schema.Schema) *description {
	return &description{schema: names, index: index.New(e.catalog, filepath.Join(e.dir, index.Folder), index.Options{Log: e.log, Schema: names})}
}

// Schema describes attributes. It is read again when its file has changed.
func (e *shares) Schema() (*schema.Schema, error) {
	d := e.described
	now, err := d.now()
	if err != nil {
		return nil, err
	}
	last := d.last.Load()
	if now != last.schema && (now.File != last.schema.File || now.Digest() != last.schema.Digest()) {
		e.log.Info("the schema has changed", "file", now.File)
		last = e.describedBy(now)
		d.last.Store(last)
	}
	return last.schema, nil
}

// names is the schema as it was last read.
func (e *shares) names() *schema.Schema { return e.described.last.Load().schema }

// index goes by the schema as it was last read.
func (e *shares) index() *index.Index { return e.described.last.Load().index }

// now reads the schema file if it has changed.
func (d *described) now() (*schema.Schema, error) {
	return d.kept.Now(d.file, func() (*schema.Schema, error) {
		s, err := schema.Read(d.file)
		if err == nil && s.File == "" && d.named {
			err = spar.Errorf(spar.Invalid, "there is no schema file %s; correct the setting schema, or take it away to use schema.yaml in the data directory", d.file)
		}
		return s, err
	})
}
