package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Flaw is something that is not as it should be, and what helps.
type Flaw struct {
	Part string `json:"part"` // tables, text, vectors, sketches, index, audit
	What string `json:"what"`
	spar.Advice
}

// Checked counts what a check has read, and lists the flaws that it found.
type Checked struct {
	Database string `json:"database"`
	Files    int    `json:"files"`
	Segments int    `json:"segments"`
	Passages int    `json:"passages"`
	Bytes    int64  `json:"bytes"` // of text
	Vectors  int    `json:"vectors"`
	Dead     int    `json:"dead"`  // segments that no file has any more, for the next purge
	Audit    int    `json:"audit"` // entries of the trail
	Flaws    []Flaw `json:"flaws"`
}

// NoTables says what a data directory lacks if it has no tables, and returns nil if it has some. It creates nothing.
func NoTables(ctx context.Context, dir, database string) (*Flaw, error) {
	there, err := db.Exists(ctx, dir, database)
	if err != nil || there {
		return nil, err
	}
	what := fmt.Sprintf("there is no catalog %s", filepath.Join(dir, db.FileName))
	if database == "" {
		if _, err := os.Stat(filepath.Join(dir, db.IdentityFile)); err == nil {
			return &Flaw{"tables",
				what + ": " + db.IdentityFile + " says that the tables of this data directory are on a server",
				spar.Advice{Remedy: "name that database in the setting `database` (SPAR_DATABASE)"}}, nil
		}
	} else {
		what = fmt.Sprintf("the database that the setting `database` names has no tables for the data directory %s", dir)
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &Flaw{"tables", fmt.Sprintf("there is no data directory %s", dir), spar.Advice{Remedy: "name the right one; the first question or share makes one", Do: []spar.Remedy{chooseDir}}}, nil
	}
	return &Flaw{"tables", what, spar.Advice{Remedy: "name the right data directory, or restore a backup", Do: []spar.Remedy{chooseDir, restoreBackup}}}, nil
}

// Check reads everything in the data directory: the tables and the things that they refer to, every segment with its checksum, every
// vector, and the saved index against the tables. It changes nothing, and others may work meanwhile.
func (e *Engine) Check(ctx context.Context) (c Checked, err error) {
	c.Database, c.Flaws = e.db.Name(), []Flaw{}
	found := func(part string, advice spar.Advice, format string, args ...any) {
		c.Flaws = append(c.Flaws, Flaw{part, fmt.Sprintf(format, args...), advice})
	}
	faults, err := e.db.Faults(ctx)
	if err != nil {
		return c, err
	}
	for _, f := range faults {
		found("tables", spar.Advice{Remedy: "restore a backup, or begin a new data directory and scan again", Do: []spar.Remedy{restoreBackup}}, "%s", f)
	}
	if err := e.checkText(ctx, &c, found); err != nil {
		return c, err
	}
	entries, forged, err := e.audit.Check(ctx)
	if err != nil {
		return c, err
	}
	c.Audit = entries
	for _, f := range forged {
		found("audit", spar.Advice{Remedy: "compare it with an exported trail or a backup, and find out who could write to the tables", Do: []spar.Remedy{restoreBackup}}, "%s", f)
	}
	vectors, err := e.store.CheckColumns(ctx)
	if err != nil {
		return c, err
	}
	c.Vectors = vectors.Vectors
	for _, f := range vectors.Faults {
		found("vectors", spar.Advice{Remedy: "remove " + f.File + " while nothing runs: vectors are made again as they are needed"}, "the vectors of segment %s of %q: %v", f.Segment, f.Recipe, f.Err)
	}
	sketches, err := names.Check(filepath.Join(e.dir, sketchFolder))
	if err != nil {
		return c, err
	}
	for _, f := range sketches {
		found("sketches", spar.Advice{Remedy: "remove the folder " + filepath.Join(e.dir, sketchFolder) + ": sketches are made again"}, "%s", f)
	}
	differences, err := e.index().Check(ctx)
	for _, d := range differences {
		found("index", spar.Advice{Remedy: "remove the folder " + filepath.Join(e.dir, index.Folder) + ": the index is made again"}, "%s", d)
	}
	return c, err
}

func (e *Engine) checkText(ctx context.Context, c *Checked, found func(part string, advice spar.Advice, format string, args ...any)) error {
	again := spar.Advice{Remedy: "nothing is to be done: the files are read again when a question needs them"}
	text, err := e.store.Check(ctx)
	if err != nil {
		return err
	}
	c.Segments, c.Passages, c.Bytes = text.Segments, text.Passages, text.Bytes
	for _, f := range text.Faults {
		found("text", again, "segment %s in %s: %v", f.Segment, f.Pack, f.Err)
	}
	for _, a := range text.Away {
		found("text", AwayAdvice, "%s", AwayText(a))
	}
	files := map[spar.SegmentID]spar.File{}
	for f, err := range e.catalog.Files(ctx) {
		if err != nil {
			return err
		}
		c.Files++
		if f.Segment != (spar.SegmentID{}) {
			files[f.Segment] = f
		}
		// Of a file whose content may be another one the text stays until its hash is known.
		doubted := f.State == spar.Unread && f.Hash != (spar.Hash{})
		if f.State.Searchable() != (f.Segment != spar.SegmentID{}) && !doubted {
			found("tables",
				spar.Advice{Remedy: "scan again, which sets it back, or restore a backup",
					Do: []spar.Remedy{{Do: spar.ScanShare, Name: f.Share}, restoreBackup}},
				"the file %s:%s is in state %s, and that it has text says otherwise", f.Share, f.Path, f.State)
		}
	}
	stored, err := e.store.Segments(ctx)
	if err != nil {
		return err
	}
	for id := range stored {
		if _, ok := files[id]; !ok {
			c.Dead++
		}
	}
	for id, f := range files {
		if stored[id] {
			continue
		}
		// It may have been read, or changed, since the table of segments was looked at.
		if lacks, err := e.lacksText(ctx, f); err != nil {
			return err
		} else if !lacks {
			continue
		}
		found("text", again, "the text of %s:%s is not in the store", f.Share, f.Path)
	}
	return nil
}

// lacksText reports whether a file still has a segment that is not stored, both as they are at one moment.
func (e *Engine) lacksText(ctx context.Context, f spar.File) (lacks bool, err error) {
	err = e.db.Read(ctx, func(tx *db.Tx) error {
		live, err := e.catalog.Live(ctx, tx, []spar.SegmentID{f.Segment})
		if err != nil {
			return err
		}
		stored, err := e.store.Lists(ctx, tx, f.Segment)
		lacks = live(f.Segment) && !stored
		return err
	})
	if err == nil && lacks { // it may have been read again while its pack was away
		has, err := e.store.Has(ctx, f.Segment)
		return !has, err
	}
	return lacks, err
}

// AwayText says that a pack is not here, AwayAdvice what to do.
func AwayText(a store.Away) string {
	return fmt.Sprintf("the pack %s is not here, with the text of %d contents; %d of them were read again and are stored here", a.Pack, a.Segments, a.Again)
}

var AwayAdvice = spar.Advice{
	Remedy: "mount the disk that holds it, or use the data directory that it is in; until then questions read its files again",
	Do:     []spar.Remedy{{Do: spar.PurgeLost}},
}

var restoreBackup = spar.Remedy{Do: spar.RestoreBackup}
