package extract

import (
	"bytes"
	"io"
)

// commentReader lets XML through with two hyphens within a comment made one, since the decoder of the standard library gives up
// there and comments say nothing that is read. Every byte keeps its place.
type commentReader struct {
	r     io.Reader
	buf   []byte // read and not handed on yet
	ready int    // the first bytes of buf that can be handed on
	end   error  // of r
	state int
}

// What a commentReader is in.
const (
	inXML = iota
	inComment
	inCDATA
)

// telling has the byte that begins the end of each state.
const telling = "<-]"

// commentLook is how many bytes must be there to tell what begins or ends.
const commentLook = len("<![CDATA[")

func (c *commentReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for c.ready == 0 && len(c.buf) < commentLook && c.end == nil {
		if cap(c.buf)-len(c.buf) < 32<<10 {
			c.buf = append(make([]byte, 0, 64<<10), c.buf...)
		}
		var n int
		n, c.end = c.r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
	}
	if len(c.buf) == 0 {
		return 0, c.end
	}
	if c.ready == 0 {
		c.ready = c.settle()
	}
	n := copy(p, c.buf[:c.ready])
	c.buf, c.ready = c.buf[n:], c.ready-n
	return n, nil
}

// settle mends the beginning of the buffer, and says how many bytes of it can be handed on: at least one.
func (c *commentReader) settle() int {
	b := c.buf
	whole := len(b) // up to which what begins can be told
	if c.end == nil {
		whole -= commentLook - 1
	}
	i := 0
	for i < whole {
		n := bytes.IndexByte(b[i:whole], telling[c.state])
		if n < 0 {
			return whole
		}
		i += n
		switch rest := b[i:]; {
		case c.state == inXML && bytes.HasPrefix(rest, []byte("<!--")):
			c.state = inComment
			i += len("<!--")
		case c.state == inXML && bytes.HasPrefix(rest, []byte("<![CDATA[")):
			c.state = inCDATA
			i += commentLook
		case c.state == inComment && bytes.HasPrefix(rest, []byte("-->")), c.state == inCDATA && bytes.HasPrefix(rest, []byte("]]>")):
			c.state = inXML
			i += len("-->")
		case c.state == inComment && bytes.HasPrefix(rest, []byte("--")):
			b[i] = ' '
			i++
		default:
			i++
		}
	}
	return i
}
