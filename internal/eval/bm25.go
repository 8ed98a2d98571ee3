package eval

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/store"
)

// stored is the product's own retrieval by words over its own segments: what bm25 measures. The files are read in this
// process; segments that dir has from an earlier run are not made again.
type stored struct {
	db    *db.DB
	store *store.Store
	docs  []document
	runs  []retrieve.Run // in the order of docs; FileIDs count from 1
}

func newStored() System { return &stored{} }

// batch is how many segments are stored at the price of one commit.
const batch = 256

func (s *stored) Build(ctx context.Context, set *Set, dir string) (BuildStats, error) {
	var stats BuildStats
	var err error
	if s.db, err = db.Open(ctx, dir, store.Schema); err != nil {
		return stats, err
	}
	if s.store, err = store.Open(dir, s.db); err != nil {
		return stats, err
	}
	var ids []spar.SegmentID
	var names []string
	var waiting []store.Item
	put := func(d document, name string, id spar.SegmentID, made func() ([]spar.Passage, string, error)) error {
		has, err := s.store.Has(ctx, id)
		if err != nil {
			return err
		}
		if !has {
			passages, reason, err := made()
			if err != nil {
				return err
			}
			if reason != "" {
				stats.Skipped = append(stats.Skipped, d.id+": "+reason)
				return nil
			}
			waiting = append(waiting, store.Item{ID: id, Passages: passages})
		}
		s.docs, ids, names = append(s.docs, d), append(ids, id), append(names, name)
		if len(waiting) < batch {
			return nil
		}
		err = s.store.PutAll(ctx, waiting)
		waiting = waiting[:0]
		return err
	}
	for d, err := range set.Docs() {
		if err != nil {
			return stats, err
		}
		text := d.Passage()
		id := spar.NewSegmentID(sha256.Sum256([]byte(text)), "", "line "+chunk.Options{}.Recipe())
		err = put(document{d.ID, d.Tags, d.Year}, "", id, func() ([]spar.Passage, string, error) { return linePassage(text), "", nil })
		if err != nil {
			return stats, err
		}
	}
	for _, file := range set.Files {
		path := filepath.Join(set.ShareDir(), filepath.FromSlash(file))
		id, year, err := segmentOf(path)
		if err != nil {
			return stats, err
		}
		err = put(document{file, set.Tags(file), year}, file, id, func() ([]spar.Passage, string, error) {
			passages, _, reason, err := readFile(ctx, path, dir)
			return passages, reason, err
		})
		if err != nil {
			return stats, err
		}
	}
	if err := s.store.PutAll(ctx, waiting); err != nil {
		return stats, err
	}
	for i, id := range ids {
		segment, err := s.store.Segment(ctx, id)
		if err != nil {
			return stats, err
		}
		s.runs = append(s.runs, retrieve.Run{File: spar.FileID(i + 1), Share: set.Name, Path: names[i], Segment: segment})
		stats.Passages += segment.Len()
	}
	stats.Documents = len(s.runs)
	return stats, nil
}

// segmentOf names the segment of a file, and the year of its modification.
func segmentOf(path string) (spar.SegmentID, int, error) {
	f, err := os.Open(path)
	if err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	digest := sha256.New()
	digest.Write(head[:n])
	if _, err := io.Copy(digest, f); err != nil {
		return spar.SegmentID{}, 0, fmt.Errorf("eval: %w", err)
	}
	format := extract.Detect(head[:n], filepath.Base(path))
	recipe := extract.Recipe(format) + " " + chunk.Options{}.Recipe()
	return spar.NewSegmentID(spar.Hash(digest.Sum(nil)), format, recipe), info.ModTime().UTC().Year(), nil
}

func (s *stored) Search(ctx context.Context, q Query) ([]Ranked, SearchStats, error) {
	runs := s.runs
	if q.Scope != nil {
		runs = nil
		for i, d := range s.docs {
			if q.Scope.Holds(d.id, d.tags, d.year) {
				runs = append(runs, s.runs[i])
			}
		}
	}
	hits, _, err := retrieve.Search(ctx, runs, q.Text, retrieve.Options{Limit: -1, PerFile: 1})
	if err != nil {
		return nil, SearchStats{}, err
	}
	ranked := make([]Ranked, len(hits))
	for i, h := range hits {
		ranked[i] = Ranked{s.docs[h.File-1].id, h.Score}
	}
	return ranked, SearchStats{}, nil
}

func (s *stored) Close() error {
	var errs []error
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	return errors.Join(errs...)
}
