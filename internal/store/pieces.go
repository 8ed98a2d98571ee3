package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Piece is one file of a store as a backup has it: what a copy of the database lists and nothing else.
type Piece struct {
	Name  string // below the data directory, with slashes
	Size  int64
	file  string
	parts []part
}

// A part is a range of the file.
type part struct{ offset, length int64 }

// Hold keeps purges from running until the file is closed, so that everything that the database lists stays where it is.
// Several may hold at once.
func (s *Store) Hold(ctx context.Context) (io.Closer, error) { return s.lockPurge(ctx, false) }

// Pieces gives the files that belong to listed, a copy of the database that was made since Hold. Columns of vectors lose their holes: the
// copy is told where their blocks then lie. The copy leaves out listed vectors that no file has, to be made again.
func (s *Store) Pieces(ctx context.Context, listed *db.DB) (pieces []Piece, err error) {
	err = listed.Write(ctx, func(tx *db.Tx) error {
		pieces = nil
		if err := db.Each(ctx, tx, func(rows *sql.Rows) error {
			var p packEnd
			err := rows.Scan(&p.id, &p.end)
			file := s.path(p.id)
			pieces = append(pieces, Piece{path.Join("packs", filepath.Base(file)), p.end, file, []part{{length: p.end}}})
			return err
		}, selectPacks); err != nil {
			return err
		}
		kept := pieces[:0]
		for _, p := range pieces {
			info, err := os.Stat(p.file)
			switch {
			case err == nil && info.Size() >= p.Size:
				kept = append(kept, p)
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return err
			default: // cut short or gone: its segments are read again from their files
				if err := s.dropPack(ctx, tx, packNumber(filepath.Base(p.file))); err != nil {
					return err
				}
			}
		}
		pieces = kept
		columns, err := s.columnPieces(ctx, tx)
		pieces = append(pieces, columns...)
		return err
	})
	return pieces, err
}

func (s *Store) dropPack(ctx context.Context, tx *db.Tx, id int64) error {
	if _, err := tx.ExecContext(ctx, deleteOfPack, id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, deletePack, id)
	return err
}

func (s *Store) columnPieces(ctx context.Context, tx *db.Tx) (pieces []Piece, err error) {
	blocks, err := queryBlocks(ctx, tx, selectAllBlocks)
	if err != nil {
		return nil, err
	}
	at := map[int64]int{} // columns by number, to their piece
	sizes := map[string]int64{}
	for _, b := range blocks {
		i, ok := at[b.column]
		if !ok {
			i = len(pieces)
			at[b.column] = i
			file := s.columnPath(b.recipe)
			pieces = append(pieces, Piece{Name: path.Join("packs", "vectors", filepath.Base(file)), file: file})
			if info, err := os.Stat(file); err == nil {
				sizes[file] = info.Size()
			} else if !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
		p := &pieces[i]
		parts, there := b.parts(b.dim), true
		for _, part := range parts {
			there = there && part.offset+part.length <= sizes[p.file]
		}
		if !there {
			if _, err := tx.ExecContext(ctx, deleteBlock, b.column, b.id[:]); err != nil {
				return nil, err
			}
			continue
		}
		sums := int64(0)
		if len(parts) > 1 {
			sums = p.Size + parts[0].length
		}
		if _, err := tx.ExecContext(ctx, moveBlock, p.Size, sums, b.column, b.id[:]); err != nil {
			return nil, err
		}
		for _, part := range parts {
			p.parts = append(p.parts, part)
			p.Size += part.length
		}
	}
	for id, i := range at {
		if _, err := tx.ExecContext(ctx, updateFinish, pieces[i].Size, id); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// A columnBlock is a block with its column.
type columnBlock struct {
	column int64
	recipe string
	dim    int
	id     spar.SegmentID
	block
}

// queryBlocks is the blocks of all columns, in the order of their places; query is selectAllBlocks or selectUnsealed.
func queryBlocks(ctx context.Context, tx *db.Tx, query string) (list []columnBlock, err error) {
	return list, db.Each(ctx, tx, func(rows *sql.Rows) error {
		var b columnBlock
		var id []byte
		err := rows.Scan(&b.column, &b.recipe, &b.dim, &id, &b.offset, &b.count, &b.sums)
		if err == nil {
			b.id = spar.SegmentID(id)
			list = append(list, b)
		}
		return err
	}, query)
}

// WriteTo writes the piece. It may leave out vectors that are added meanwhile.
func (p Piece) WriteTo(w io.Writer) (n int64, err error) {
	f, err := os.Open(p.file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	for _, part := range p.parts {
		// A vector that is being written is found by its checksum in the copy, and made again there.
		k, err := io.Copy(w, io.NewSectionReader(f, part.offset, part.length))
		n += k
		if err == nil && k < part.length {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
