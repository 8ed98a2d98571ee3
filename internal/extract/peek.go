package extract

import (
	"context"
	"errors"
	"io"

	"github.com/sparsearch/spar/internal/spar"
)

// errTold ends a reading that is after properties only.
var errTold = errors.New("the properties are told")

const (
	maxPeek     = 4 << 20   // bytes that are read of one file for its properties; compound files have tables that grow with them
	maxPeekText = 128 << 10 // bytes of a format whose properties stand at its beginning
)

// peekers are the formats that say something of themselves apart from their text, and how many bytes of their beginning
// are enough; 0 is as many as it takes.
var peekers = map[string]int64{
	"pdf": 0, "docx": 0, "xlsx": 0, "pptx": 0, "doc": 0, "ppt": 0, "xls": 0, "msg": 0, "tnef": 0, "odt": 0, "ods": 0, "odp": 0, "vsdx": 0, "epub": 0, "dicom": 0,
	"png": 0, "jpg": 0, "gif": 0, "tiff": 0, "webp": 0, "bmp": 0,
	"rtf": maxPeekText, "eml": maxPeekText, "html": maxPeekText, "markdown": maxPeekText,
}

// HasProperties reports whether files of a format may say something of themselves that can be read without their text.
func HasProperties(format string) bool {
	_, ok := peekers[format]
	return ok
}

// Properties gives emit the properties of a file: title, author, dates, pages and the like. It reads as little of the file as the format
// allows; read is the number of bytes. Extract emits the same values for these keys, and maybe more keys. An error of emit ends the
// reading. Like Extract, it never panics. The state of the result is NoText if the format could be read, even if it has no properties. Any
// other state says why it could not be.
func Properties(ctx context.Context, in Input, emit func(spar.Property) error) (res Result, read int64) {
	in.Limits = in.Limits.withDefaults()
	src := &source{r: in.R, size: in.Size}
	count := &countingAt{r: src}
	in.R = count
	out := &sink{ctx: ctx, limits: in.Limits, peek: true, emit: func(it Item) error {
		if it.Property == nil {
			return nil
		}
		return emit(*it.Property)
	}}
	err := guard(func() error {
		if in.Size == 0 {
			return nil
		}
		name, f, err := identify(&in)
		res.Format = name
		if err != nil {
			return err
		}
		most, ok := peekers[name]
		if !ok {
			return nil
		}
		if most > 0 {
			in.Size = min(in.Size, most)
		}
		return f.extract(ctx, &in, out)
	})
	switch {
	case src.err != nil:
		err = src.err
	case out.err != nil:
		err = out.err
	case errors.Is(err, errTold), count.n >= maxPeek, errors.Is(err, ErrNeedsOCR), errors.Is(err, ErrPartial):
		err = nil
	}
	res.State, res.Reason = conclude(err, false, in.Size == 0)
	return res, count.n
}

// peekBlock is how much is read at a time. No block is read twice.
const peekBlock = 16 << 10

// countingAt counts the bytes it reads, and ends at maxPeek.
type countingAt struct {
	r      io.ReaderAt
	n      int64
	blocks map[int64][]byte // by number; a short one is the last of the file
}

func (c *countingAt) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		b, err := c.block(at / peekBlock)
		if err != nil {
			return n, err
		}
		m := copy(p[n:], b[min(int(at%peekBlock), len(b)):])
		if n += m; m == 0 {
			return n, io.EOF
		}
	}
	return n, nil
}

func (c *countingAt) block(number int64) ([]byte, error) {
	if b, ok := c.blocks[number]; ok {
		return b, nil
	}
	if c.n >= maxPeek {
		return nil, errTold
	}
	b := make([]byte, peekBlock)
	n, err := c.r.ReadAt(b, number*peekBlock)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if c.blocks == nil {
		c.blocks = map[int64][]byte{}
	}
	c.blocks[number] = b[:n]
	return b[:n], nil
}
