package read

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
)

// A Sought tells whether the bytes of a file have words, before the file is read.
type Sought struct {
	File   spar.FileID
	Looked bool // all of its bytes were looked through, and they are text, or packed text; false: only reading tells its words
	Has    bool // one of the words stands in it
}

// Bounds of a look through the bytes of a file: the bytes read, the bytes that a packed file unpacks to, and the first bytes that tell
// whether it is text.
const (
	seekBytes    = 8 << 20
	seekUnpacked = 4 << 20
	seekHead     = 4 << 10
)

// seekPiece is how much of a file is looked at at a time, in bytes. A word is far shorter.
const seekPiece = 256 << 10

var seekBuffers = sync.Pool{New: func() any { return new([seekPiece]byte) }}

// asText are formats whose words stand in the bytes as they are read. A word of another one may be packed, coded, or parted by marks.
var asText = []string{"text", "markdown", "csv", "html", "json", "xml", "source", "config", "rst", "asciidoc", "org"}

// Seek looks for words in the bytes of files, without reading these: it makes no text and keeps nothing. Words are in lower case and of ASCII
// characters; case does not matter, and a longer word may begin with them. Files that cannot be opened, have changed, or are not text
// are not looked through, nor members of containers. Errors are as of Read.
func (r *Reader) Seek(ctx context.Context, jobs iter.Seq[Job], words []string) iter.Seq2[Sought, error] {
	patterns := make([][]byte, len(words))
	longest := 1
	for i, w := range words {
		patterns[i], longest = []byte(w), max(longest, len(w))
	}
	return byHands(ctx, r, jobs, func(ctx context.Context, j Job) (Sought, error) { return r.seek(ctx, j, patterns, longest) })
}

func (r *Reader) seek(ctx context.Context, j Job, words [][]byte, longest int) (Sought, error) {
	out := Sought{File: j.File.ID}
	if j.Container != nil {
		return out, nil
	}
	c, err := r.open(ctx, j)
	var no *refusal
	switch {
	case errors.As(err, &no):
		return out, nil
	case err != nil:
		return out, err
	}
	defer c.file.Close()
	if c.now != (spar.FileVersion{}) {
		return out, nil
	}
	if c.stamp.size == 0 {
		out.Looked = true
		return out, nil
	}
	buf := seekBuffers.Get().(*[seekPiece]byte)
	defer seekBuffers.Put(buf)
	head := buf[:headSize]
	n, err := c.head(j.File.Path, head)
	if err != nil {
		return out, nil
	}
	begun := func(piece []byte, starts bool) bool {
		return slices.ContainsFunc(words, func(w []byte) bool { return begins(piece, w, starts) })
	}
	var from io.Reader = io.NewSectionReader(c.file, 0, min(c.stamp.size, seekBytes))
	whole := c.stamp.size <= seekBytes
	switch {
	case c.format == "gz":
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			return out, nil
		}
		bounded := &io.LimitedReader{R: unpacked, N: seekUnpacked}
		inner := bufio.NewReaderSize(bounded, seekHead)
		first, _ := inner.Peek(seekHead)
		text := bytes.IndexByte(first, 0) < 0
		out.Has, err = holds(ctx, inner, buf[:], longest, begun)
		out.Looked = text && err == nil && whole && bounded.N > 0
		return out, ctx.Err()
	case slices.Contains(asZip, c.format) && whole:
		out.Looked, out.Has, err = seekZip(ctx, c.file, c.stamp.size, buf[:], words)
		return out, err
	case !slices.Contains(asText, c.format) || bytes.IndexByte(head[:n], 0) >= 0: // characters of two bytes
		return out, nil
	}
	out.Has, err = holds(ctx, from, buf[:], longest, begun)
	out.Looked = err == nil && whole
	return out, ctx.Err()
}

// holds reports whether is accepts one of the pieces read, in small letters. Each piece begins with the last bytes of the piece before, as
// many as the longest sought word has; starts is true for the first.
func holds(ctx context.Context, from io.Reader, buf []byte, longest int, is func(piece []byte, starts bool) bool) (bool, error) {
	kept := 0
	for {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		n, err := from.Read(buf[kept:])
		piece := buf[:kept+n]
		lower(piece[kept:])
		if is(piece, kept == 0) {
			return true, nil
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
		kept = copy(buf, piece[len(piece)-min(longest, len(piece)):])
	}
}

// begins reports whether a word in text begins with w. At the start of a text that goes on from another one was looked before.
func begins(text, w []byte, starts bool) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], w)
		if i < 0 {
			return false
		}
		if at += i; at == 0 && starts || at > 0 && !isLetter(text[at-1]) {
			return true
		}
		at++
	}
}

// isLetter reports whether a byte, in lower case, is a letter, a figure, or a part of a character beyond ASCII.
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b >= 0x80 }
