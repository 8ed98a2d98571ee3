package extract

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

const (
	maxMailHeader = 256 << 10 // bytes of one header
	maxMailFields = 2000
	maxMailDepth  = 20
)

var mboxFrom = pattern.New(`^From .*(?:[0-9]{1,2}:[0-9]{2}|[0-9]{4}\s*$)`)

// mailLines gives the lines of a message with their breaks; long ones come in pieces. In a mailbox a message ends where
// the next begins (RFC 4155).
type mailLines struct {
	r     *bufio.Reader
	place *offset
	mbox  bool
	inner bool   // the last piece did not end its line
	blank bool   // the last line was blank
	back  []byte // a line to be given again
}

func newMailLines(r io.Reader, mbox bool) *mailLines {
	place := &offset{r: r}
	return &mailLines{r: bufio.NewReaderSize(place, maxLine), place: place, mbox: mbox, blank: true}
}

// offset is how far it was read.
func (m *mailLines) offset() int64 { return m.place.n - int64(m.r.Buffered()) }

// next is the next line, valid until the call after, or io.EOF at the end of the message.
func (m *mailLines) next() ([]byte, error) {
	if line := m.back; line != nil {
		m.back = nil
		return line, nil
	}
	if m.mbox && !m.inner && m.blank {
		if begin, _ := m.r.Peek(5); string(begin) == "From " {
			if line, _ := m.r.Peek(200); mboxFrom.Match(firstLine(line)) {
				return nil, io.EOF
			}
		}
	}
	line, err := m.r.ReadSlice('\n')
	if len(line) == 0 && err != nil {
		return nil, err
	}
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	m.blank = !m.inner && len(bytes.TrimRight(line, "\r\n")) == 0
	m.inner = err == bufio.ErrBufferFull
	if m.mbox && bytes.HasPrefix(line, []byte(">From ")) {
		line = line[1:]
	}
	return line, nil
}

// message passes over the separating line of a mailbox; false at the end of the file.
func (m *mailLines) message() bool {
	m.inner, m.blank = false, false
	if begin, _ := m.r.Peek(5); string(begin) == "From " {
		for {
			if _, err := m.r.ReadSlice('\n'); err != bufio.ErrBufferFull {
				break
			}
		}
	}
	_, err := m.r.Peek(1)
	return err == nil
}

func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	return bytes.TrimRight(line, "\r")
}

// mailHeader holds the fields of a header (RFC 5322) by lower-case name.
type mailHeader map[string][]string

func (h mailHeader) get(name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// readHeader reads up to the blank line. What is beyond the limits is left out.
func readHeader(m *mailLines) (mailHeader, error) {
	h := mailHeader{}
	name, value := "", strings.Builder{}
	total := 0
	put := func() {
		if name != "" && len(h) < maxMailFields {
			h[name] = append(h[name], strings.TrimSpace(value.String()))
		}
		name = ""
		value.Reset()
	}
	for {
		line, err := m.next()
		if err == io.EOF {
			put()
			return h, nil
		}
		if err != nil {
			return h, err
		}
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			put()
			return h, nil
		}
		if total += len(text); total > maxMailHeader {
			continue
		}
		if text[0] == ' ' || text[0] == '\t' {
			value.WriteByte(' ')
			value.Write(bytes.TrimSpace(text))
			continue
		}
		if bytes.HasPrefix(text, []byte("--")) || total == len(text) && !mailField.Match(text) {
			put() // a boundary, or a body without a header
			m.back = bytes.Clone(line)
			return h, nil
		}
		put()
		if key, rest, ok := bytes.Cut(text, []byte(":")); ok && len(key) < 200 {
			name = strings.ToLower(string(bytes.TrimSpace(key)))
			value.Write(rest)
		}
	}
}

// mailWord decodes the encoded words of a field (RFC 2047); bytes beyond ASCII are UTF-8 or Windows' Latin.
func mailWord(s string) string {
	d := mime.WordDecoder{CharsetReader: func(name string, r io.Reader) (io.Reader, error) {
		cs, ok := byName(name)
		if !ok || cs.enc == nil {
			return r, nil
		}
		return cs.enc.NewDecoder().Reader(r), nil
	}}
	if strings.Contains(s, "=?") {
		if text, err := d.DecodeHeader(s); err == nil {
			s = text
		}
	}
	if !utf8.ValidString(s) {
		s = codePage(1252).decode([]byte(s))
	}
	return s
}

var mimeParameter = pattern.New(`(?i)\b(boundary|charset|name|filename)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

// mediaType reads a Content-Type or Content-Disposition, as far as it can be read.
func mediaType(v string) (string, map[string]string) {
	kind, params, err := mime.ParseMediaType(v)
	if err == nil {
		return kind, params
	}
	kind, _, _ = strings.Cut(v, ";")
	params = map[string]string{}
	for _, m := range mimeParameter.FindAllStringSubmatch(v, 20) {
		params[strings.ToLower(m[1])] = m[2] + m[3]
	}
	return strings.ToLower(strings.TrimSpace(kind)), params
}

// decodeTransfer undoes a Content-Transfer-Encoding. It passes over characters that are not part of it.
func decodeTransfer(raw []byte, encoding string) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return decodeBase64(raw)
	case "quoted-printable":
		out := raw[:0]
		for i := 0; i < len(raw); i++ {
			if raw[i] != '=' {
				out = append(out, raw[i])
				continue
			}
			j := i + 1
			for j < len(raw) && (raw[j] == ' ' || raw[j] == '\t' || raw[j] == '\r') {
				j++
			}
			switch {
			case j < len(raw) && raw[j] == '\n': // a soft break
				i = j
			case i+2 < len(raw) && isHex(raw[i+1]) && isHex(raw[i+2]):
				out = append(out, unhex(raw[i+1])<<4|unhex(raw[i+2]))
				i += 2
			default:
				out = append(out, '=')
			}
		}
		return out
	}
	return raw
}

// decodeBase64 decodes the lines of raw that are base64, and leaves the rest as it is. Mailing lists put a footer behind the body without
// regard to its encoding, and some mail calls plain text base64.
func decodeBase64(raw []byte) []byte {
	out := make([]byte, 0, base64.RawStdEncoding.DecodedLen(len(raw)))
	var kept []byte
	flush := func() {
		if len(kept)%4 == 1 { // no byte
			kept = kept[:len(kept)-1]
		}
		piece := make([]byte, base64.RawStdEncoding.DecodedLen(len(kept)))
		n, _ := base64.RawStdEncoding.Decode(piece, kept)
		out, kept = append(out, piece[:n]...), kept[:0]
	}
	for rest := raw; len(rest) > 0; {
		line := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			line = rest[:i+1]
		}
		if !saysBase64(line) {
			if flush(); len(out) > 0 {
				out = append(out, "\n\n"...)
			}
			return append(out, rest...)
		}
		rest = rest[len(line):]
		for _, b := range line {
			switch {
			case inBase64(b):
				kept = append(kept, b)
			case b == '=':
				flush()
			}
		}
	}
	flush()
	return out
}

// saysBase64 reports whether a line may be of base64: few of its bytes are of no such alphabet.
func saysBase64(line []byte) bool {
	line = bytes.TrimRight(bytes.TrimSpace(line), "=")
	other := 0
	for _, b := range line {
		if !inBase64(b) {
			other++
		}
	}
	return other*10 <= len(line)
}

func inBase64(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '+' || b == '/'
}

// A transfer undoes a Content-Transfer-Encoding as it comes, and holds little of it.
type transfer struct {
	w        io.Writer
	encoding string // in lower case
	held     []byte
	begun    bool // it is known whether the base64 is real
}

// transferSample is how much of a part shows whether it has the encoding that it says.
const transferSample = 64 << 10

// add takes the next bytes.
func (t *transfer) add(b []byte) error {
	switch t.encoding {
	case "base64":
		t.held = append(t.held, b...)
		if len(t.held) < transferSample {
			return nil
		}
		return t.base64(false)
	case "quoted-printable":
		t.held = append(t.held, b...)
		if !bytes.HasSuffix(b, []byte("\n")) && len(t.held) < transferSample {
			return nil // a soft break may follow
		}
		return t.close()
	}
	_, err := t.w.Write(b)
	return err
}

// base64 decodes the held bytes, except for a rest that waits for more.
func (t *transfer) base64(end bool) error {
	if !t.begun {
		t.begun = true
		if out := decodeTransfer(bytes.Clone(t.held), "base64"); bytes.Equal(out, t.held) {
			t.encoding = "" // text under a wrong label
			return t.close()
		}
	}
	kept := t.held[:0]
	for _, b := range t.held {
		if inBase64(b) {
			kept = append(kept, b)
		}
	}
	whole := len(kept) / 4 * 4
	if end {
		whole = len(kept)
		if whole%4 == 1 {
			whole--
		}
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(whole))
	n, _ := base64.RawStdEncoding.Decode(out, kept[:whole])
	t.held = append(t.held[:0], kept[whole:]...)
	_, err := t.w.Write(out[:n])
	return err
}

// close writes the held bytes.
func (t *transfer) close() error {
	if t.encoding == "base64" {
		return t.base64(true)
	}
	_, err := t.w.Write(decodeTransfer(t.held, t.encoding))
	t.held = t.held[:0]
	return err
}

func isHex(b byte) bool { return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'f' }

func unhex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b | 0x20 - 'a' + 10
}
