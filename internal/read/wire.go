package read

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// The parent and a worker speak in frames: four bytes of length (little endian, of what follows), one byte of kind,
// the payload. The parent begins with setup and the worker answers with ready. Then, file by file, the parent sends
// a request, the file's descriptor with its first byte, and the worker answers with any number of blocks, properties
// and members and one result; or, when it was asked for a member, with its bytes and a result. The two are the same
// binary, so that frames need no version.
//
// Blocks are binary, integers as uvarints and strings behind their length; everything else is JSON. The parent takes
// every frame to be forged.
const (
	frameSetup    = 's'
	frameReady    = 'y'
	frameRequest  = 'q'
	frameBlock    = 'b'
	frameRows     = 't' // rows that continue the table of the block before
	frameProperty = 'p'
	frameMember   = 'm'
	frameData     = 'd' // bytes of a member
	frameNext     = 'n' // a member before its bytes, where the request asks for all
	frameResult   = 'r'
)

// setup is sent to a worker once.
type setup struct {
	Memory   int64  // bytes that the process may have: the hard limit
	CacheDir string // of compiled code: the one folder that may be read
	Prepare  bool   // fill the cache and end: such a process is given no file, and may write
	Text     int64  // bytes of text that a file may give
}

// ready says that a worker is confined and waits for files.
type ready struct {
	Guards []string // what holds it on this machine, for a person
}

// request asks for one file.
type request struct {
	Ext   string // of its name, with the dot: a hint
	Size  int64
	Time  time.Duration // that reading may take
	Cache string        // the folder of compiled code; "" when there is none
	Watch bool          // compiled code checks whether the time is over, so that the part read until then is kept: three times as slow

	Patient bool // who the patient of a DICOM file is is wanted

	Head    int64 // bytes of a file of records whose rows are wanted, see extract.Input; 0 for all
	Rows    bool  // nothing read is kept: only the limit of time counts, not those of text and rows
	Columns []int // of tables, from 0: the others come empty, see extract.Input; nil gives all

	Only *extract.RowFilter // rows of tables that are wanted; nil gives all

	Properties bool // give only the properties of the file, and read as little of it as they take

	Layout bool // the file is the reply of a layout service to another one

	Unpack bool  // give the bytes of a member instead
	At     int64 // that lies there
	All    bool  // all of them, one after the other, in one pass

	Draw int     // draw a picture of this page, from 1, instead
	Dots float64 // of it to the inch; 0 for what stands on the page alone
}

// result ends the answer to a request.
type result struct {
	Format string
	State  spar.State
	Reason string
	Read   int64 // bytes of the file that were read for its properties
}

// The bounds of what the parent accepts. They lie above what an honest worker sends.
const (
	maxFrame      = 80 << 20 // one block may hold all the text that a file may give
	maxSmall      = 64 << 10 // of a frame that is neither block nor property
	maxCells      = 1 << 21  // of one table block
	maxLevels     = 16       // of a header
	maxProperties = 2000
	maxMembers    = 20_000
	maxReason     = 4 << 10
)

// errForged is in the chain of every error that says: no worker of ours sends this.
var errForged = errors.New("malformed answer")

func forged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errForged, fmt.Sprintf(format, args...))
}

// writeFrame writes one frame.
func writeFrame(w io.Writer, kind byte, payload []byte) error {
	var head [5]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(payload)+1))
	head[4] = kind
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// writeJSON writes one frame with a small payload.
func writeJSON(w io.Writer, kind byte, v any) error {
	payload, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, payload)
}

// frames reads frames. The payload is valid until the next one is read.
type frames struct {
	r   *bufio.Reader
	buf bytes.Buffer
}

// next reads one frame. Memory grows with the bytes that arrive, not with the announced length.
func (f *frames) next() (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(f.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int64(binary.LittleEndian.Uint32(head[:])) - 1
	limit := int64(maxSmall)
	if head[4] == frameBlock || head[4] == frameRows || head[4] == frameProperty || head[4] == frameData {
		limit = maxFrame
	}
	if n < 0 || n > limit {
		return 0, nil, forged("a frame of %d bytes", n)
	}
	if f.buf.Cap() > 1<<20 {
		f.buf = bytes.Buffer{}
	}
	f.buf.Reset()
	if _, err := io.CopyN(&f.buf, f.r, n); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return head[4], f.buf.Bytes(), nil
}

// json reads one frame of a kind into v.
func (f *frames) json(kind byte, v any) error {
	got, payload, err := f.next()
	if err != nil {
		return err
	}
	if got != kind {
		return forged("a frame of kind %q where %q belongs", got, kind)
	}
	return unmarshal(payload, v)
}

// memberJSON is a member as JSON has it: names are bytes.
type memberJSON struct {
	Name    []byte     `json:"name"`
	Size    int64      `json:"size"`
	ModTime *time.Time `json:"modified,omitempty"`
	At      int64      `json:"at"`
}

func encodeMember(m spar.Member) memberJSON {
	j := memberJSON{Name: []byte(m.Name), Size: m.Size, At: m.At}
	if !m.ModTime.IsZero() {
		j.ModTime = &m.ModTime
	}
	return j
}

func (j memberJSON) decode() spar.Member {
	m := spar.Member{Name: string(j.Name), Size: j.Size, At: j.At}
	if j.ModTime != nil {
		m.ModTime = j.ModTime.UTC()
	}
	return m
}

// decodeMember reads a member. Its name becomes part of a path.
func decodeMember(payload []byte) (j memberJSON, err error) {
	if err := unmarshal(payload, &j); err != nil {
		return j, err
	}
	for part := range strings.SplitSeq(string(j.Name), "/") {
		if len(j.Name) == 0 && j.At < 0 {
			break // the one file of its container
		}
		if part == "" || part == "." || part == ".." || strings.IndexByte(part, 0) >= 0 {
			return j, forged("a member with the name %q", j.Name)
		}
	}
	if j.Size < 0 {
		return j, forged("a member of %d bytes", j.Size)
	}
	return j, nil
}

// decodeProperty reads a property.
func decodeProperty(payload []byte) (p spar.Property, err error) {
	if err := unmarshal(payload, &p); err != nil {
		return p, err
	}
	kinds := map[spar.Kind]bool{spar.Text: true, spar.Number: true, spar.Date: true}
	if p.Key == "" || !kinds[p.Value.Kind] || strings.IndexByte(p.Key+p.Value.Text, 0) >= 0 {
		return p, forged("a property that is none")
	}
	p.Value.Date = p.Value.Date.UTC()
	return p, nil
}

// check says whether a result can be one.
func (r *result) check() error {
	switch r.State {
	case spar.OK:
		r.Reason = ""
		return r.named()
	case spar.Partial, spar.Container, spar.NoText, spar.NeedsOCR, spar.Encrypted, spar.Corrupt, spar.TooBig, spar.Unsupported, spar.Program, spar.Denied, spar.Vanished:
		if r.Reason = line(r.Reason, maxReason); r.Reason == "" {
			return forged("the state %s without a reason", r.State)
		}
		return r.named()
	}
	return forged("the state %q", r.State)
}

func (r *result) named() error {
	if !token(r.Format) {
		return forged("the format %q", r.Format)
	}
	return nil
}

// token reports whether s can be the name of a format.
func token(s string) bool {
	return len(s) <= 40 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.' && r != '+'
	})
}

// line makes one line of at most n bytes for a person of a process's output.
func line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s[:min(len(s), n)])
	return strings.Join(strings.Fields(s), " ")
}

// unmarshal reads JSON.
func unmarshal(payload []byte, v any) error {
	if err := json.Unmarshal(payload, v); err != nil {
		return forged("%v", err)
	}
	return nil
}
