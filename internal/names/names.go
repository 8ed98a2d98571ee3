// Package names keeps sketches: a vector of each file's name, to compare files with a question before any of them is read. It follows the
// journal of the catalog and knows nothing of rights: an asker gets the scores of the files that they may know of.
//
// The vectors of one encoder lie in one file, DIR/KIND-RECIPE.vec, RECIPE a digest of the encoder's recipe. A header of 64 bytes says how
// far the journal was followed. Behind it come blocks of 4,096 slots, the slot of a file at its number in the catalog:
//
//	sums    one uint32 a slot: the CRC-32C of text, scale and vector; 0 for an empty slot
//	scales  one float32 a slot
//	rows    dim int8 values a slot: the vector divided by its scale
//
// all little-endian. A slot whose sum does not fit its text is made again when its file is met, so that a crash costs no truth. All of it
// can be deleted, and is made again from the catalog.
package names

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// An Encoder turns texts into vectors of length 1. Its recipe names everything that shapes them.
type Encoder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	Recipe() string
	Dim() int
}

// A Kind is the kind of text that the vectors of a file stand for.
type Kind string

// The kinds.
const (
	OfNames  Kind = "name"  // name and folders: for whoever may know of the file
	OfTitles Kind = "title" // title and first lines, once known: for whoever may read the file
)

const (
	suffix    = ".vec"
	magic     = "SPARNAM1"
	header    = 64
	blockSize = 4096 // slots
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Sketches are the vectors of one kind by one encoder. Their methods may be called from many goroutines, and several processes may
// have them open; one at a time writes.
type Sketches struct {
	path string
	dim  int

	following sync.Mutex
	seen      int64 // the entry of the journal up to which this process has followed, beyond the one in the file
	unsynced  int   // slots that it wrote since and that may not be durable
}

// Open gives the sketches of a kind by an encoder below a folder. Nothing is made before something is written.
func Open(dir string, kind Kind, e Encoder) *Sketches {
	sum := sha256.Sum256([]byte(e.Recipe()))
	return &Sketches{path: filepath.Join(dir, string(kind)+"-"+hex.EncodeToString(sum[:8])+suffix), dim: e.Dim()}
}

// Path is the file of the sketches.
func (s *Sketches) Path() string { return s.path }

// BytesAFile is what a file's sketch takes on the disk.
func (s *Sketches) BytesAFile() int { return 8 + s.dim }

func (s *Sketches) blockBytes() int64 { return blockSize * int64(s.BytesAFile()) }

// A block is the slots of files whose numbers lie side by side.
type block struct {
	data   []byte
	sums   []byte
	scales []byte
	rows   []int8
}

func (s *Sketches) newBlock() *block {
	data := make([]byte, s.blockBytes())
	rows := data[8*blockSize:]
	return &block{data, data[:4*blockSize], data[4*blockSize : 8*blockSize], unsafe.Slice((*int8)(unsafe.Pointer(&rows[0])), len(rows))}
}

// read fills a block from the file, with zeros where the file has nothing.
func (s *Sketches) read(f *os.File, n int64, b *block) error {
	got, err := f.ReadAt(b.data, header+n*s.blockBytes())
	if errors.Is(err, io.EOF) {
		clear(b.data[got:])
		err = nil
	}
	return err
}

func (b *block) scale(i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b.scales[4*i:]))
}

func (b *block) sum(i int) uint32 { return binary.LittleEndian.Uint32(b.sums[4*i:]) }

// put writes a vector into a slot; without one it empties the slot.
func (b *block) put(i, dim int, text string, vector []float32) {
	row := b.rows[i*dim:][:dim]
	if vector == nil {
		clear(row)
		binary.LittleEndian.PutUint32(b.scales[4*i:], 0)
		binary.LittleEndian.PutUint32(b.sums[4*i:], 0)
		return
	}
	binary.LittleEndian.PutUint32(b.scales[4*i:], math.Float32bits(vec.QuantizeI8(row, vector)))
	binary.LittleEndian.PutUint32(b.sums[4*i:], b.sumOf(i, dim, text))
}

// sumOf is the checksum that a slot has if its vector is of a text; never 0.
func (b *block) sumOf(i, dim int, text string) uint32 {
	sum := crc32.Checksum([]byte(text), castagnoli)
	sum = crc32.Update(sum, castagnoli, b.scales[4*i:4*i+4])
	return max(1, crc32.Update(sum, castagnoli, b.data[8*blockSize+i*dim:][:dim]))
}

// holds reports whether a slot has the vector of a text.
func (b *block) holds(i, dim int, text string) bool {
	return b.sum(i) != 0 && b.sum(i) == b.sumOf(i, dim, text)
}

// Head is the entry of the journal up to which all is followed, 0 before the first time.
func (s *Sketches) Head() (int64, error) {
	f, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return s.head(f)
}

func (s *Sketches) head(f *os.File) (int64, error) {
	h := make([]byte, header)
	if _, err := f.ReadAt(h, 0); errors.Is(err, io.EOF) {
		return 0, nil // somebody is making it, or died while they did
	} else if err != nil {
		return 0, err
	}
	if string(h[:8]) != magic || int(binary.LittleEndian.Uint32(h[8:])) != s.dim || binary.LittleEndian.Uint32(h[24:]) != crc32.Checksum(h[:24], castagnoli) {
		return 0, nil
	}
	return int64(binary.LittleEndian.Uint64(h[16:])), nil
}

func (s *Sketches) setHead(f *os.File, head int64) error {
	h := make([]byte, header)
	copy(h, magic)
	binary.LittleEndian.PutUint32(h[8:], uint32(s.dim))
	binary.LittleEndian.PutUint64(h[16:], uint64(head))
	binary.LittleEndian.PutUint32(h[24:], crc32.Checksum(h[:24], castagnoli))
	_, err := f.WriteAt(h, 0)
	return err
}

// Scores are the cosines of a question with the sketches of files, by the number of the file.
type Scores []float32

// Of is the cosine for a file; false where it has no sketch.
func (s Scores) Of(id spar.FileID) (float64, bool) {
	if int(id) >= len(s) || math.IsNaN(float64(s[id])) {
		return 0, false
	}
	return float64(s[id]), true
}

// Score compares a question with all sketches, in one pass over the file.
func (s *Sketches) Score(ctx context.Context, question []float32) (Scores, error) {
	f, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	asked := make([]int8, s.dim)
	unit := vec.QuantizeI8(asked, question)
	blocks := max(0, info.Size()-header+s.blockBytes()-1) / s.blockBytes()
	scores := make(Scores, blocks*blockSize)
	var next atomic.Int64
	part := func() error {
		b, dots := s.newBlock(), make([]int32, blockSize)
		for n := next.Add(1) - 1; n < blocks; n = next.Add(1) - 1 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := s.read(f, n, b); err != nil {
				return err
			}
			b.score(scores[n*blockSize:][:blockSize], dots, asked, unit)
		}
		return nil
	}
	workers := min(int64(runtime.GOMAXPROCS(0)), maxScorers, max(1, blocks/4))
	faults := make([]error, workers)
	var all sync.WaitGroup
	for i := range workers {
		all.Go(func() { faults[i] = part() })
	}
	all.Wait()
	return scores, errors.Join(faults...)
}

// maxScorers is how many processors compare a question with sketches: more wait for memory.
const maxScorers = 4

// score compares a question with the slots of a block.
func (b *block) score(out []float32, dots []int32, asked []int8, unit float32) {
	vec.Best().ScanI8(dots, asked, b.rows)
	nan := float32(math.NaN())
	for i, dot := range dots {
		if b.sum(i) == 0 {
			out[i] = nan
			continue
		}
		out[i] = float32(dot) * unit * b.scale(i)
	}
}

// Check lists faults of the sketches in a folder. It reads only headers. A file without one is no fault: somebody is making it, or died
// while they did, and the next follower begins it again.
func Check(dir string) (faults []string, err error) {
	files, err := List(dir)
	for _, path := range files {
		if whole, err := headed(path); errors.Is(err, fs.ErrNotExist) {
			continue // removed by Keep since it was listed
		} else if err != nil {
			return nil, err
		} else if !whole {
			faults = append(faults, fmt.Sprintf("%s is no file of sketches", path))
		}
	}
	return faults, err
}

// headed reports whether a file has a whole header, or none yet. It looks twice at one that is not whole: somebody may be writing it.
func headed(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	for range 2 {
		var h [header]byte
		if _, err := f.ReadAt(h[:], 0); err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		if h == [header]byte{} || string(h[:8]) == magic && binary.LittleEndian.Uint32(h[24:]) == crc32.Checksum(h[:24], castagnoli) {
			return true, nil
		}
		time.Sleep(time.Millisecond)
	}
	return false, nil
}

// List gives the files of sketches in a folder.
func List(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), suffix) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}

// Keep removes the sketches in a folder except the given ones: encoders that are no longer used leave sketches behind.
func Keep(dir string, used ...*Sketches) error {
	files, err := List(dir)
	for _, path := range files {
		if !slices.ContainsFunc(used, func(s *Sketches) bool { return s.path == path }) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}
