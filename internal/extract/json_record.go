package extract

import (
	"encoding/json"
	"slices"
	"strings"
)

// A record holds as many bytes with the records within it, and so many bytes of these wait for the end of a table.
const (
	maxJSONNested = 8 << 20
	maxJSONHeld   = 24 << 20
	maxJSONNames  = 5       // values of a record that name it beside the records within it
	maxJSONName   = 100     // bytes of one
	maxJSONNamed  = 1 << 20 // bytes that names add to the rows of a file, besides
	maxJSONNaming = 16      // for each byte that was read of it
	jsonFieldSize = 32      // bytes that a field takes apart from its path and text
)

// jsonField is one value of a record with its path in it.
type jsonField struct{ path, text string }

// A jsonRecord is an object that is read as a row: values within it stand under their path.
type jsonRecord struct {
	fields []jsonField
	index  map[string]int
	joined map[int]*strings.Builder // fields of several values, or adding one would copy those before it
	bytes  int
	inner  []jsonInner
}

// jsonInner is a list of records within a record.
type jsonInner struct {
	path    string
	records []*jsonRecord
}

// add takes one value. Those of one path are one field.
func (r *jsonRecord) add(path, text string) {
	if i, ok := r.index[path]; ok {
		b := r.joined[i]
		if b == nil {
			if r.joined == nil {
				r.joined = map[int]*strings.Builder{}
			}
			b = &strings.Builder{}
			b.WriteString(r.fields[i].text)
			r.joined[i] = b
		}
		b.WriteString(", ")
		b.WriteString(text)
		r.fields[i].text = b.String()
		return
	}
	if r.index == nil {
		r.index = map[string]int{}
	}
	r.index[path] = len(r.fields)
	r.fields = append(r.fields, jsonField{path, text})
}

// fold takes the values of the records within r for its own: those of one path are one field.
func (r *jsonRecord) fold(path string, records []*jsonRecord) {
	for _, in := range records {
		for _, f := range in.fields {
			r.add(joinPath(path, f.path), f.text)
		}
		for _, deeper := range in.inner {
			r.fold(joinPath(path, deeper.path), deeper.records)
		}
	}
}

// flat returns all fields of r, those of the records within it too.
func (r *jsonRecord) flat() []jsonField {
	for _, in := range r.inner {
		r.fold(in.path, in.records)
	}
	r.inner = nil
	return r.fields
}

// named reports whether the records within r say all of it, as they do when its only value is among its names.
func (r *jsonRecord) named() bool {
	return len(r.inner) > 0 && (len(r.fields) == 0 || len(r.fields) == 1 && len(r.fields[0].text) <= maxJSONName)
}

// overnamed reports whether names have added as much to rows as they may: rows to come are without them.
func (j *jsonReader) overnamed() bool {
	return int64(j.named) > maxJSONNamed+maxJSONNaming*j.d.InputOffset()
}

func fieldBytes(fields []jsonField) (n int) {
	for _, f := range fields {
		n += len(f.path) + len(f.text)
	}
	return n
}

// names returns what names r beside each record within it: its first value and its short texts. Other numbers are not
// repeated, since a sum would count them as often.
func (r *jsonRecord) names(list string) []jsonField {
	label := keyLabel(list)
	if list == "" {
		label = "record"
	}
	var out []jsonField
	for i, f := range r.fields {
		if len(out) < maxJSONNames && len(f.text) <= maxJSONName && (i == 0 || !isNumber(f.text)) {
			out = append(out, jsonField{label + "." + f.path, f.text})
		}
	}
	return out
}

func isNumber(text string) bool { return json.Valid([]byte(text)) }

// jsonRecordReader reads one object as a record, with the records within it.
type jsonRecordReader struct {
	j     *jsonReader
	bytes int
}

// record reads the object that was just opened as a row of rows.
func (j *jsonReader) record(rows *jsonRows) error {
	var r jsonRecord
	err := (&jsonRecordReader{j: j}).object(&r, "", 1)
	if rerr := rows.add(&r); rerr != nil {
		return rerr
	}
	return unexpected(err)
}

func (d *jsonRecordReader) object(r *jsonRecord, path string, depth int) error {
	for {
		tok, err := d.j.next()
		if err != nil || tok == json.Delim('}') {
			return err
		}
		name, _ := tok.(string)
		if tok, err = d.j.next(); err != nil {
			return err
		}
		if err = d.value(r, joinPath(path, name), tok, depth); err != nil {
			return err
		}
	}
}

// value reads the value that begins with tok.
func (d *jsonRecordReader) value(r *jsonRecord, path string, tok json.Token, depth int) error {
	inner, _ := tok.(json.Delim)
	if inner == 0 {
		return d.field(r, path, scalar(tok))
	}
	if depth > d.j.out.limits.Depth {
		return refuse(ErrTooBig, "its values are nested more than %d deep", d.j.out.limits.Depth)
	}
	if inner == '{' {
		return d.object(r, path, depth+1)
	}
	return d.list(r, path, depth+1)
}

// list reads a list within r. Objects with a single value each are a list of values.
func (d *jsonRecordReader) list(r *jsonRecord, path string, depth int) error {
	var records []*jsonRecord
	var err error
	for err == nil {
		var tok json.Token
		if tok, err = d.j.next(); err != nil || tok == json.Delim(']') {
			break
		}
		if tok != json.Delim('{') {
			err = d.value(r, path, tok, depth)
			continue
		}
		in := &jsonRecord{}
		err = d.value(in, "", tok, depth)
		records = append(records, in)
	}
	if slices.ContainsFunc(records, func(in *jsonRecord) bool { return len(in.fields)+len(in.inner) > 1 }) {
		r.inner = append(r.inner, jsonInner{path, records})
	} else {
		r.fold(path, records)
	}
	return err
}

func (d *jsonRecordReader) field(r *jsonRecord, path, text string) error {
	if strings.TrimSpace(text) == "" && path == "" {
		return nil
	}
	n := len(path) + len(text)
	r.bytes += n
	d.bytes += n
	if r.bytes > maxJSONRecord || d.bytes > maxJSONNested || len(r.fields) >= d.j.out.limits.Columns {
		return refuse(ErrTooBig, "a single record in it is longer than %s; what follows was left out", size(maxJSONRecord))
	}
	r.add(path, text)
	return nil
}
