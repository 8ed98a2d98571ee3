package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/transform"

	"github.com/sparsearch/spar/internal/spar"
)

// detectJSON reads the first values as far as the head goes. A list of numbers or one word is JSON too, but says no
// more than text does.
func detectJSON(head []byte, name string) int {
	if !isTextHead(head) {
		return 0
	}
	text := strings.TrimLeft(strings.TrimPrefix(textHead(head), "\uFEFF"), " \t\r\n")
	if text == "" || text[0] != '{' && text[0] != '[' {
		return 0
	}
	d := json.NewDecoder(strings.NewReader(text))
	n := 0
	for ; n < 200; n++ {
		if _, err := d.Token(); err != nil {
			if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
				return 0 // with comments in it, say, it is read as text
			}
			break
		}
	}
	named := hasExt(name, ".json", ".jsonl", ".ndjson", ".geojson", ".ipynb")
	switch {
	case n < 2 && !named:
		return 0
	case named:
		return 70
	case text[0] == '{' && strings.Contains(text[:min(len(text), 2000)], ":"):
		return 55
	}
	return 30
}

const (
	maxJSONToken  = 4 << 20 // bytes of one string or number
	maxJSONRecord = 1 << 20 // bytes of one element of a list that is read as a row
	jsonSample    = 20      // elements that decide on the columns
	maxJSONPath   = 500
)

// extractJSON reads JSON (RFC 8259) and lines of JSON: each value with its path; a list of objects whose keys agree
// is a table.
func extractJSON(ctx context.Context, in *Input, out *sink) error {
	cs, err := findCharset(in, "")
	if err != nil {
		return err
	}
	var src io.Reader = io.NewSectionReader(in.R, cs.skip, in.Size-cs.skip)
	if cs.enc != nil {
		src = transform.NewReader(src, cs.enc.NewDecoder())
	}
	limit := &tokenLimit{r: src, max: maxJSONToken}
	j := jsonReader{out: out, d: json.NewDecoder(limit), limit: limit}
	j.d.UseNumber()
	err = j.file()
	if ferr := j.flush(); ferr != nil {
		return ferr
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(ErrCorrupt, "it is no valid JSON at byte %d: %v", cs.skip+j.d.InputOffset(), err)
	}
	return err
}

// tokenLimit fails when more than max bytes are read between two calls of reset.
type tokenLimit struct {
	r      io.Reader
	n, max int64
}

func (l *tokenLimit) reset() { l.n = 0 }

func (l *tokenLimit) Read(p []byte) (int, error) {
	if l.n > l.max {
		return 0, refuse(ErrTooBig, "a single value or tag in it is longer than %s; what follows was left out", size(l.max))
	}
	n, err := l.r.Read(p)
	l.n += int64(n)
	return n, err
}

type jsonReader struct {
	out   *sink
	d     *json.Decoder
	limit *tokenLimit
	lines []string
	bytes int
	named int // bytes that names have added to rows
}

func (j *jsonReader) next() (json.Token, error) {
	j.limit.reset()
	return j.d.Token()
}

// file reads the values of the file: one, or one a line.
func (j *jsonReader) file() error {
	rows := jsonRows{j: j}
	first := true
	for {
		tok, err := j.next()
		if err == io.EOF {
			return rows.close()
		}
		if err != nil {
			if rerr := rows.close(); rerr != nil {
				return rerr
			}
			return err
		}
		if tok == json.Delim('{') {
			// a file of one object is no table, which shows at its end
			if first && !j.several() {
				err = j.object("", 1, nil, "")
			} else {
				err = j.record(&rows)
			}
		} else {
			err = j.value(tok, "", 1)
		}
		first = false
		if err != nil {
			if rerr := rows.close(); rerr != nil {
				return rerr
			}
			return err
		}
	}
}

// several reports whether the line that the decoder stands in holds a whole object and is not the last.
func (j *jsonReader) several() bool {
	rest, ok := j.d.Buffered().(*bytes.Reader)
	if !ok {
		return false
	}
	b := make([]byte, min(rest.Len(), maxJSONRecord))
	n, _ := rest.Read(b)
	first, after, found := bytes.Cut(append([]byte("{"), b[:n]...), []byte("\n"))
	return found && json.Valid(first) && bytes.HasPrefix(bytes.TrimSpace(after), []byte("{"))
}

// value reads the value that begins with tok.
func (j *jsonReader) value(tok json.Token, path string, depth int) error {
	if depth > j.out.limits.Depth {
		return refuse(ErrTooBig, "its values are nested more than %d deep", j.out.limits.Depth)
	}
	switch tok {
	case json.Delim('{'):
		return j.object(path, depth, nil, "")
	case json.Delim('['):
		return j.list(path, depth, nil)
	}
	return j.line(path, scalar(tok))
}

// list reads the elements of a list: objects as rows, others line by line. tok is the list's first token; nil if it is not read yet.
func (j *jsonReader) list(path string, depth int, tok json.Token) (err error) {
	rows := jsonRows{j: j, caption: path}
	for {
		if tok == nil {
			if tok, err = j.next(); err != nil {
				rows.close()
				return unexpected(err)
			}
		}
		switch tok {
		case json.Delim(']'):
			return rows.close()
		case json.Delim('{'):
			err = j.record(&rows)
		default:
			err = j.value(tok, path, depth+1)
		}
		if err != nil {
			if rerr := rows.close(); rerr != nil {
				return rerr
			}
			return err
		}
		tok = nil
	}
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// line adds one value with its path.
func (j *jsonReader) line(path, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if path != "" {
		text = path + ": " + text
	}
	j.lines = append(j.lines, text)
	if j.bytes += len(text) + 1; j.bytes > softParagraph {
		return j.flush()
	}
	return nil
}

func (j *jsonReader) flush() error {
	text := strings.Join(j.lines, "\n")
	j.lines, j.bytes = nil, 0
	return j.out.paragraph(text, spar.Locator{})
}

// scalar writes a string, number or truth value; null is nothing.
func scalar(tok json.Token) string {
	switch v := tok.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

func joinPath(path, name string) string {
	name = cut(strings.TrimSpace(name), 200)
	if path == "" {
		return name
	}
	if len(path) > maxJSONPath {
		return path
	}
	return path + "." + name
}
