package extract

import (
	"bytes"
	"io"
	"iter"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/sparsearch/spar/internal/spar"
)

// maxLine is how many bytes of a line are handed on at once.
const maxLine = 64 << 10

// line is one line of a text, or a piece of a very long line.
type line struct {
	text  string
	at    spar.Span // of the raw file, without the line break
	piece bool      // the line goes on in the next
}

// lines decodes in line by line; LF, CR LF and CR end one. The spans are exact whatever the encoding, since the breaks
// are found in the raw bytes.
func lines(in *Input, cs charset) iter.Seq2[line, error] {
	return func(yield func(line, error) bool) {
		r := io.NewSectionReader(in.R, cs.skip, max(0, in.Size-cs.skip))
		step := int(min(maxLine, r.Size()+1)) // a mailbox is many small texts
		buf := make([]byte, 0, 4*step)
		pos, eof := cs.skip, false // pos is where buf begins in the file
		consume := func(n int) { buf, pos = buf[n:], pos+int64(n) }
		for {
			end, width, more := cs.lineEnd(buf, eof)
			if more { // neither a break nor enough to cut at
				if cap(buf)-len(buf) < step {
					buf = append(make([]byte, 0, max(4*step, 2*len(buf)+step)), buf...)
				}
				n, err := r.Read(buf[len(buf) : len(buf)+step])
				buf = buf[:len(buf)+n]
				if err == io.EOF {
					eof = true
				} else if err != nil {
					yield(line{}, err)
					return
				}
				continue
			}
			if len(buf) == 0 {
				return
			}
			l := line{text: cs.decode(buf[:end]), at: spar.Span{Start: pos, End: pos + int64(end)}}
			l.piece = width == 0 && !(eof && end == len(buf))
			consume(end + width)
			if !yield(l, nil) {
				return
			}
		}
	}
}

// lineEnd finds the end of the line at the beginning of b and the width of its break; a width of 0 is a cut in a long
// line, or the end of the file. More means that b must grow first.
func (c charset) lineEnd(b []byte, eof bool) (end, width int, more bool) {
	if c.enc == charmap.CodePage037 {
		if i := bytes.IndexAny(b[:min(len(b), maxLine)], "\x15\x25"); i > 0 && b[i-1] == '\r' {
			return i - 1, 2, false
		} else if i >= 0 {
			return i, 1, false
		}
	} else if c.unit == 1 {
		i := indexBreak(b[:min(len(b), maxLine)])
		if i >= 0 {
			if b[i] == '\n' {
				return i, 1, false
			}
			if i+1 == len(b) && !eof {
				return 0, 0, true
			}
			if i+1 < len(b) && b[i+1] == '\n' {
				return i, 2, false
			}
			return i, 1, false
		}
	} else {
		lowByte := 0
		if c.big {
			lowByte = c.unit - 1
		}
		at := func(i int) byte { // the code unit at i if it is ASCII, else 0
			for k := range c.unit {
				if k != lowByte && b[i+k] != 0 {
					return 0
				}
			}
			return b[i+lowByte]
		}
		for i := 0; i+c.unit <= min(len(b), maxLine); i += c.unit {
			switch at(i) {
			case '\n':
				return i, c.unit, false
			case '\r':
				if i+2*c.unit > len(b) && !eof {
					return 0, 0, true
				}
				if i+2*c.unit <= len(b) && at(i+c.unit) == '\n' {
					return i, 2 * c.unit, false
				}
				return i, c.unit, false
			}
		}
	}
	if len(b) < maxLine {
		return len(b), 0, !eof
	}
	return c.cutPoint(b[:maxLine]), 0, false
}

// indexBreak finds the first CR or LF of b, -1 for none. It looks for each in steps, so that a text with breaks of one kind is
// not searched to its end for the other.
func indexBreak(b []byte) int {
	for from, step := 0, 256; from < len(b); from, step = from+step, 4*step {
		part := b[from:min(len(b), from+step)]
		lf := bytes.IndexByte(part, '\n')
		if lf >= 0 {
			part = part[:lf]
		}
		if cr := bytes.IndexByte(part, '\r'); cr >= 0 {
			return from + cr
		}
		if lf >= 0 {
			return from + lf
		}
	}
	return -1
}

// cutPoint is where a long line can be cut without cutting a character, and if possible no word, in two.
func (c charset) cutPoint(b []byte) int {
	if c.unit > 1 {
		n := len(b) / c.unit * c.unit
		if c.unit == 2 { // not between the halves of a surrogate pair
			high := b[n-1]
			if c.big {
				high = b[n-2]
			}
			if high >= 0xD8 && high < 0xDC {
				n -= 2
			}
		}
		return n
	}
	if i := bytes.LastIndexByte(b, ' '); i > len(b)/2 {
		return i
	}
	if c.enc == nil {
		for n := len(b); n > len(b)-utf8.UTFMax; n-- {
			if utf8.RuneStart(b[n-1]) {
				if utf8.FullRune(b[n-1:]) {
					return len(b)
				}
				return n - 1
			}
		}
		return len(b)
	}
	for n := len(b); n > len(b)/2; n-- { // after ASCII no character is open
		if b[n-1] < 0x30 {
			return n
		}
	}
	return len(b)
}

// eachLine hands every line of in to do, in the character set that in is written in, until one fails.
func eachLine(in *Input, do func(line) error) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	for l, err := range lines(in, cs) {
		if err != nil {
			return err
		}
		if err := do(l); err != nil {
			return err
		}
	}
	return nil
}
