// Package extract turns the bytes of one file into a [spar.Document]: properties, and blocks in reading order with
// locators. It stands between read, which opens the file and runs this package in a worker process, and chunk, which
// makes passages of the blocks. A reader of a format is one file here and one line of the table in registry.go.
//
// Every file is taken to be hostile. Readers stream, count what they produce, and end in a state with a reason; none
// of them may take the process down.
package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Input is one file to read.
type Input struct {
	Name     string // for its extension only, as a hint
	R        io.ReaderAt
	Size     int64
	Limits   Limits
	Patient  bool       // hand on whom a DICOM file is of, too
	Head     int64      // of a file of records: only rows in its first Head bytes are handed on, and the result says so; 0: all
	Columns  []int      // of tables, from 0: cells of other columns come empty, apart from the first of a row that is not; nil gives all
	Only     *RowFilter // rows of tables that are handed on; nil gives all
	CacheDir string     // for what may be kept between runs, such as PDFium's compiled code; "" keeps nothing

	// Known reports whether an English word is common; nil knows none. Words that a line's end parts are joined by it.
	Known func(word string) bool

	// Headlong says that this process is killed when its time is over, so that PDFium need not watch the clock: see
	// pdfium.Options.
	Headlong bool

	zip *container // the entries of a zip file, once they were listed
	ole *compound  // the tables of a compound file, once they were read

	chunks int     // how many documents this one is inserted in
	doubts *string // doubts about how the text is read; nil for a part, whose reader tells
}

// doubt notes that the encoding of the text was guessed among several that are about as likely.
func (in *Input) doubt(cs charset) {
	if len(cs.doubt) > 0 && in.doubts != nil {
		*in.doubts = fmt.Sprintf("its encoding is doubtful: it was read as %s, and may be %s; saved as UTF-8 it needs no guess", cs.name, strings.Join(cs.doubt, " or "))
	}
}

// reader reads the file from its start.
func (in *Input) reader() *io.SectionReader { return io.NewSectionReader(in.R, 0, in.Size) }

// Item is one output of a reader: a block, a property or a member. Unpack gives the bytes of a member.
type Item struct {
	Block    *spar.Block
	Property *spar.Property
	Member   *spar.Member
}

// Result says what became of a file.
type Result struct {
	Format string // by content, "" when it could not be told
	State  spar.State
	Reason string // for a person; "" when State is OK
}

// The outcomes of a reader besides success. They come wrapped, with the reason after a colon. If text was emitted before, each of them
// makes the file Partial, so that this text can be searched.
var (
	ErrEncrypted   = errors.New("encrypted")
	ErrCorrupt     = errors.New("corrupt")
	ErrTooBig      = errors.New("too big")
	ErrNeedsOCR    = errors.New("needs OCR")
	ErrUnsupported = errors.New("unsupported")
	ErrProgram     = errors.New("program") // compiled
	ErrPartial     = errors.New("partial")
	ErrContainer   = errors.New("container") // it holds files and no text
)

// outcomes maps the sentinels to states, the more telling ones first.
var outcomes = []struct {
	err   error
	state spar.State
}{
	{ErrEncrypted, spar.Encrypted},
	{ErrTooBig, spar.TooBig},
	{ErrNeedsOCR, spar.NeedsOCR},
	{ErrUnsupported, spar.Unsupported},
	{ErrProgram, spar.Program},
	{ErrCorrupt, spar.Corrupt},
	{ErrContainer, spar.Container},
	{ErrPartial, spar.NoText},
}

// refuse wraps a sentinel with its reason.
func refuse(outcome error, format string, args ...any) error {
	return fmt.Errorf("%w: %s", outcome, fmt.Sprintf(format, args...))
}

// Extract finds out the format of in by its content and hands its items to emit in reading order. An error of emit
// ends the reading. It never panics: a panic of a reader makes the file Corrupt. When ctx is cancelled or emit failed
// the state is Unread, since nothing was found out about the file; when ctx's deadline passed it is TooBig or Partial.
func Extract(ctx context.Context, in Input, emit func(Item) error) Result {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	in.R = src
	out := &sink{ctx: ctx, limits: in.Limits, emit: emit, want: wanted(in.Columns), only: newRowFilter(in.Only)}

	res := Result{}
	err := guard(func() error {
		if in.Size == 0 {
			return nil
		}
		name, f, err := identify(&in)
		res.Format = name
		if err != nil {
			return err
		}
		in.doubts = new(string)
		if err := f.extract(ctx, &in, out); err != nil {
			return err
		}
		if err := out.finish(); err != nil || *in.doubts == "" {
			return err
		}
		return refuse(ErrPartial, "%s", *in.doubts)
	})
	if errors.Is(err, errRows) {
		err = nil
	}
	if src.err != nil {
		err = src.err
	}
	if out.err != nil {
		err = out.err
	}
	res.State, res.Reason = conclude(err, out.handed, in.Size == 0)
	return res
}

// Document collects what Extract emits.
func Document(ctx context.Context, in Input) *spar.Document {
	doc := &spar.Document{Blocks: []spar.Block{}}
	res := Extract(ctx, in, func(it Item) error {
		if it.Block != nil {
			doc.Blocks = append(doc.Blocks, *it.Block)
		}
		if it.Property != nil {
			doc.Properties = append(doc.Properties, *it.Property)
		}
		return nil
	})
	doc.Format, doc.State, doc.Reason = res.Format, res.State, res.Reason
	return doc
}

// errChanged and errRead are faults of reading the file itself; errStopped is an error of emit.
var (
	errChanged = errors.New("the file became shorter while it was read; the next scan settles it")
	errRead    = errors.New("reading failed")
	errStopped = errors.New("reading was stopped")
	errPanic   = errors.New("the reader failed on this file")
)

// guard runs f and makes an error of a panic.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()
	return f()
}

// conclude gives the state and reason for how reading ended.
func conclude(err error, text, empty bool) (spar.State, string) {
	switch {
	case empty:
		return spar.NoText, "the file is empty"
	case err == nil && text:
		return spar.OK, ""
	case err == nil:
		return spar.NoText, "no text was found in it"
	case errors.Is(err, context.Canceled), errors.Is(err, errStopped):
		return spar.Unread, errStopped.Error()
	case errors.Is(err, errChanged):
		return spar.Vanished, errChanged.Error()
	case errors.Is(err, errRead):
		return spar.Denied, err.Error()
	}
	state, reason := spar.Corrupt, err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		state, reason = spar.TooBig, "reading it took longer than the time limit"
	} else if errors.Is(err, errPanic) {
		reason, _, _ = strings.Cut(reason, "\n")
	} else {
		for _, o := range outcomes {
			if errors.Is(err, o.err) {
				state, reason = o.state, strings.TrimPrefix(reason, o.err.Error()+": ")
				break
			}
		}
	}
	if text {
		state = spar.Partial
	}
	return state, reason
}

// source reads a file that may change or fail under the reader, keeps the first such fault, and reads nothing beyond
// the size that the file had.
type source struct {
	r    io.ReaderAt
	size int64
	err  error
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= s.size {
		return 0, io.EOF
	}
	short := int64(len(p)) > s.size-off
	if short {
		p = p[:s.size-off]
	}
	n, err := s.r.ReadAt(p, off)
	switch {
	case n == len(p) && short:
		return n, io.EOF
	case n == len(p):
		return n, nil
	case err == io.EOF || err == io.ErrUnexpectedEOF || err == nil:
		s.err = errChanged
	default:
		s.err = fmt.Errorf("%w: %v", errRead, err)
	}
	return n, s.err
}
