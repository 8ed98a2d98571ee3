package extract

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
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

// jsonField is one value of a record with its path in it.
type jsonField struct{ path, text string }

// record reads the object that was just opened as a row of rows, values within it by their path.
func (j *jsonReader) record(rows *jsonRows) error {
	var fields []jsonField
	index := map[string]int{}
	bytes := 0
	add := func(path, text string) error {
		if strings.TrimSpace(text) == "" && len(path) == 0 {
			return nil
		}
		if bytes += len(path) + len(text); bytes > maxJSONRecord || len(fields) >= j.out.limits.Columns {
			return refuse(ErrTooBig, "a single record in it is longer than %s; what follows was left out", size(maxJSONRecord))
		}
		if i, ok := index[path]; ok {
			fields[i].text += ", " + text
			return nil
		}
		index[path] = len(fields)
		fields = append(fields, jsonField{path, text})
		return nil
	}
	type level struct {
		path   string
		object bool
	}
	open := []level{{"", true}}
	var err error
	for len(open) > 0 && err == nil {
		top := open[len(open)-1]
		var tok json.Token
		if tok, err = j.next(); err != nil {
			break
		}
		if tok == json.Delim('}') || tok == json.Delim(']') {
			open = open[:len(open)-1]
			continue
		}
		path := top.path
		if top.object {
			name, _ := tok.(string)
			path = joinPath(path, name)
			if tok, err = j.next(); err != nil {
				break
			}
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			if len(open) > j.out.limits.Depth {
				err = refuse(ErrTooBig, "its values are nested more than %d deep", j.out.limits.Depth)
				break
			}
			open = append(open, level{path, tok == json.Delim('{')})
		default:
			err = add(path, scalar(tok))
		}
	}
	if rerr := rows.add(fields); rerr != nil {
		return rerr
	}
	return unexpected(err)
}

// jsonRows makes a table of records when the keys of the first agree, else paragraphs.
type jsonRows struct {
	j       *jsonReader
	caption string
	keyed   bool // each record is the member of an object: its first field is its key
	depth   int  // of this object
	waiting [][]jsonField
	header  []string
	index   map[string]int
	table   *tableSink
	settled bool
	n       int
}

func (r *jsonRows) add(fields []jsonField) error {
	if len(fields) == 0 {
		return nil
	}
	if r.settled {
		return r.send(fields)
	}
	r.waiting = append(r.waiting, fields)
	if len(r.waiting) < jsonSample {
		return nil
	}
	return r.decideRows()
}

// shortRecord reports whether a record that is alone in its list is one row, as the record of a file is.
func shortRecord(fields []jsonField) bool {
	return len(fields) <= maxJSONKeyed && !slices.ContainsFunc(fields, func(f jsonField) bool { return len(f.text) > maxJSONValue })
}

// decideRows decides: records are rows when on average they fill half of the columns that any of them has.
func (r *jsonRows) decideRows() error {
	r.settled = true
	r.index = map[string]int{}
	filled := 0
	for _, fields := range r.waiting {
		filled += len(fields)
		for _, f := range fields {
			if _, ok := r.index[f.path]; !ok {
				r.index[f.path] = len(r.header)
				r.header = append(r.header, f.path)
			}
		}
	}
	agree := 2*filled >= len(r.waiting)*len(r.header)
	if r.keyed { // unlike members are commoner in objects than in lists
		agree = 4*(filled-len(r.waiting)) >= 3*len(r.waiting)*(len(r.header)-1)
	}
	agree = agree && (len(r.waiting) > 1 || !r.keyed && shortRecord(r.waiting[0])) && len(r.header) > 1 && len(r.header) <= r.j.out.limits.Columns
	if agree || !r.keyed {
		if err := r.j.flush(); err != nil {
			return err
		}
	}
	if agree {
		r.table = r.j.out.table(r.caption, r.header, spar.Locator{})
	}
	for _, fields := range r.waiting {
		if err := r.send(fields); err != nil {
			return err
		}
	}
	r.waiting = nil
	return nil
}

func (r *jsonRows) send(fields []jsonField) error {
	if r.table == nil && r.keyed {
		return r.j.lineUp(joinPath(r.caption, fields[0].text), r.depth+1, fields[1:])
	}
	if r.table == nil {
		for _, f := range fields {
			if err := r.j.line(joinPath(r.caption, f.path), f.text); err != nil {
				return err
			}
		}
		return r.j.flush()
	}
	r.n++
	cells := make([]string, len(r.header))
	for _, f := range fields {
		i, ok := r.index[f.path]
		if !ok { // a key that comes late keeps its name in the last cell
			i = len(cells) - 1
			f.text = strings.TrimSpace(cells[i] + " " + f.path + ": " + f.text)
		}
		cells[i] = f.text
	}
	return r.table.row(cells, spar.Locator{Row: r.n})
}

func (r *jsonRows) close() error {
	if !r.settled && len(r.waiting) > 0 {
		if err := r.decideRows(); err != nil {
			return err
		}
	}
	if r.table != nil {
		t := r.table
		r.table, r.settled = nil, false
		r.header, r.n = nil, 0
		return t.close()
	}
	return nil
}

// restart ends the records so far. The next ones belong to another table.
func (r *jsonRows) restart() error {
	err := r.close()
	*r = jsonRows{j: r.j, caption: r.caption, keyed: r.keyed, depth: r.depth}
	return err
}
