package names

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unsafe"

	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/vec"
)

// Labels are the vectors of short texts, such as the names of tags, by one encoder. They lie in DIR/label-RECIPE.lab: a header as that of
// sketches, then records of the same length, each
//
//	key    16 bytes: the first of the SHA-256 of the text
//	sum    one uint32: the CRC-32C of all else
//	scale  one float32
//	row    dim int8 values: the vector divided by its scale
//
// Records are only added behind the others, so that a crash leaves at most a last one that is not whole and is passed over. No text is kept. All of it can be deleted, and is
// made again. Their methods may be called from many goroutines; one process at a time writes.
type Labels struct {
	path string
	dim  int

	mu   sync.Mutex
	info fs.FileInfo // of the file in memory; nil: none
	at   map[label]int
	rows []int8 // dim a label
	unit []float32
}

// A label stands for its text.
type label [16]byte

func labelOf(text string) label {
	sum := sha256.Sum256([]byte(text))
	return label(sum[:16])
}

// labelSuffix ends the names of files of labels.
const labelSuffix = ".lab"

// labelsAtOnce is how many labels get vectors before they are written.
const labelsAtOnce = 256

// OpenLabels gives the labels of an encoder below a folder. Nothing is made before something is written.
func OpenLabels(dir string, e Encoder) *Labels {
	sum := sha256.Sum256([]byte(e.Recipe()))
	return &Labels{path: filepath.Join(dir, "label-"+hex.EncodeToString(sum[:8])+labelSuffix), dim: e.Dim()}
}

func (l *Labels) recordBytes() int { return len(label{}) + 8 + l.dim }

// load reads the file if it is another than the one in memory. mu is held.
func (l *Labels) load() error {
	info, err := os.Stat(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		l.info, l.at, l.rows, l.unit = nil, nil, nil, nil
		return nil
	}
	if err != nil || l.info != nil && os.SameFile(info, l.info) && info.Size() == l.info.Size() {
		return err
	}
	b, err := os.ReadFile(l.path)
	if err != nil {
		return err
	}
	l.info, l.at, l.rows, l.unit = info, map[label]int{}, nil, nil
	if len(b) < header || !l.headed(b[:header]) {
		return nil
	}
	for b = b[header:]; len(b) >= l.recordBytes(); b = b[l.recordBytes():] {
		key, scale, row, ok := l.parse(b[:l.recordBytes()])
		if !ok {
			continue
		}
		if _, twice := l.at[key]; twice {
			continue
		}
		l.at[key] = len(l.unit)
		l.rows, l.unit = append(l.rows, row...), append(l.unit, scale)
	}
	return nil
}

func (l *Labels) headed(h []byte) bool {
	return string(h[:8]) == magic && int(binary.LittleEndian.Uint32(h[8:])) == l.dim && binary.LittleEndian.Uint32(h[24:]) == crc32.Checksum(h[:24], castagnoli)
}

func (l *Labels) header() []byte {
	h := make([]byte, header)
	copy(h, magic)
	binary.LittleEndian.PutUint32(h[8:], uint32(l.dim))
	binary.LittleEndian.PutUint32(h[24:], crc32.Checksum(h[:24], castagnoli))
	return h
}

func (l *Labels) parse(b []byte) (key label, scale float32, row []int8, ok bool) {
	key = label(b[:16])
	sum := crc32.Update(crc32.Checksum(b[:16], castagnoli), castagnoli, b[20:])
	rest := b[24:]
	return key, math.Float32frombits(binary.LittleEndian.Uint32(b[20:])), unsafe.Slice((*int8)(unsafe.Pointer(&rest[0])), l.dim), sum == binary.LittleEndian.Uint32(b[16:])
}

func (l *Labels) record(text string, vector []float32) []byte {
	b := make([]byte, l.recordBytes())
	key := labelOf(text)
	copy(b, key[:])
	rest := b[24:]
	scale := vec.QuantizeI8(unsafe.Slice((*int8)(unsafe.Pointer(&rest[0])), l.dim), vector)
	binary.LittleEndian.PutUint32(b[20:], math.Float32bits(scale))
	binary.LittleEndian.PutUint32(b[16:], crc32.Update(crc32.Checksum(b[:16], castagnoli), castagnoli, b[20:]))
	return b
}

// Missing gives those of some texts that have no vector, each once.
func (l *Labels) Missing(texts []string) (missing []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(); err != nil {
		return nil, err
	}
	met := map[label]bool{}
	for _, t := range texts {
		key := labelOf(t)
		if _, ok := l.at[key]; !ok && !met[key] {
			met[key] = true
			missing = append(missing, t)
		}
	}
	return missing, nil
}

// Add gives vectors to texts that have none, and says how many it made. While another process does so it does nothing, and left is true.
// When ctx ends, the vectors so far stay.
func (l *Labels) Add(ctx context.Context, texts []string, e Encoder) (made int, left bool, err error) {
	missing, err := l.Missing(texts)
	if err != nil || len(missing) == 0 {
		return 0, false, err
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return 0, false, err
	}
	held, err := durable.TryLock(l.path + ".lock")
	if errors.Is(err, durable.ErrHeld) {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, held.Unlock()) }()
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	h := make([]byte, header)
	if n, _ := f.ReadAt(h, 0); n < header || !l.headed(h) {
		if err := f.Truncate(0); err != nil {
			return 0, false, err
		}
		if _, err := f.WriteAt(l.header(), 0); err != nil {
			return 0, false, err
		}
	}
	if missing, err = l.Missing(missing); err != nil { // others may have made some meanwhile
		return 0, false, err
	}
	for some := range slices.Chunk(missing, labelsAtOnce) {
		vectors, err := e.Embed(ctx, some)
		if err != nil {
			return made, true, err
		}
		var b bytes.Buffer
		for i, text := range some {
			b.Write(l.record(text, vectors[i]))
		}
		info, err := f.Stat()
		if err != nil {
			return made, true, err
		}
		whole := (info.Size() - header) / int64(l.recordBytes()) // a partial record from a crash is written over
		if _, err := f.WriteAt(b.Bytes(), header+whole*int64(l.recordBytes())); err != nil {
			return made, true, err
		}
		made += len(some)
	}
	durable.Step("labels")
	return made, false, nil
}

// Texts are texts that are compared with many questions, so that each is looked up once.
type Texts struct {
	list  []string
	info  fs.FileInfo // of the labels file that was searched
	place []int       // of each, -1: it has no vector
}

// TextsOf takes texts to compare.
func TextsOf(list []string) *Texts { return &Texts{list: list} }

// Scores compares questions with texts: the cosine of each, NaN of one without a vector. One goroutine at a time may use the same texts.
func (l *Labels) Scores(questions [][]float32, texts *Texts) ([][]float32, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(); err != nil {
		return nil, err
	}
	if texts.place == nil || texts.info != l.info {
		texts.info, texts.place = l.info, make([]int, len(texts.list))
		for i, t := range texts.list {
			at, ok := l.at[labelOf(t)]
			if texts.place[i] = at; !ok {
				texts.place[i] = -1
			}
		}
	}
	dots := make([]int32, len(l.unit))
	asked := make([]int8, l.dim)
	out := make([][]float32, len(questions))
	for q, question := range questions {
		out[q] = make([]float32, len(texts.list))
		unit := vec.QuantizeI8(asked, question)
		if len(dots) > 0 {
			vec.Best().ScanI8(dots, asked, l.rows)
		}
		for i, at := range texts.place {
			out[q][i] = float32(math.NaN())
			if at >= 0 {
				out[q][i] = float32(dots[at]) * unit * l.unit[at]
			}
		}
	}
	return out, nil
}

// ListLabels gives the files of labels in a folder.
func ListLabels(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, "*"+labelSuffix))
}

// KeepLabels removes the files of labels in a folder but for that of some: those of encoders that are not used any more. With nil it
// removes all.
func KeepLabels(dir string, used *Labels) error {
	files, err := ListLabels(dir)
	for _, path := range files {
		if used == nil || used.path != path {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// Keep writes the file anew with the vectors of some texts alone, where it has others.
func (l *Labels) Keep(texts []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(); err != nil || l.info == nil {
		return err
	}
	wanted := map[label]bool{}
	for _, t := range texts {
		wanted[labelOf(t)] = true
	}
	unused := 0
	for key := range l.at {
		if !wanted[key] {
			unused++
		}
	}
	if unused == 0 {
		return nil
	}
	held, err := durable.TryLock(l.path + ".lock")
	if errors.Is(err, durable.ErrHeld) {
		return nil // an Add under way keeps the others; the next call takes them out
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Unlock()) }()
	b, err := os.ReadFile(l.path)
	if err != nil {
		return err
	}
	out := l.header()
	for b = b[min(header, len(b)):]; len(b) >= l.recordBytes(); b = b[l.recordBytes():] {
		if key, _, _, ok := l.parse(b[:l.recordBytes()]); ok && wanted[key] {
			out = append(out, b[:l.recordBytes()]...)
		}
	}
	return durable.WriteFile(l.path, out, 0o600)
}

// Row gives the vector of a text divided by a scale, and the scale; nil where it has none.
func (l *Labels) Row(text string) ([]int8, float32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at, ok := l.at[labelOf(text)]; ok {
		return l.rows[at*l.dim : (at+1)*l.dim], l.unit[at]
	}
	return nil, 0
}
