package extract

import (
	"encoding/json"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A record that is no element of a list has so many values at most, and each of them so many bytes.
const (
	maxJSONKeyed = 30
	maxJSONValue = 300
)

// A jsonObject is an object while it is read. It may be a record as long as it has only values.
type jsonObject struct {
	j      *jsonReader
	path   string
	depth  int
	record bool
	fields []jsonField // of a record
	among  *jsonRows   // the records beside this one, if it is the member of an object
	rows   jsonRows    // its members that are records
}

// object reads the object that was just opened. The only one of its file, if it is a record, is a table of one row. Records that are
// members of one object and agree in their keys are a table with a column for the name that each has there.
func (j *jsonReader) object(path string, depth int, among *jsonRows, name string) error {
	o := jsonObject{j: j, path: path, depth: depth, record: true, among: among}
	o.rows = jsonRows{j: j, caption: path, keyed: true, depth: depth}
	err := o.members()
	switch {
	case err != nil || !o.record:
	case among != nil:
		return among.add(&jsonRecord{fields: append([]jsonField{{keyLabel(among.caption), name}}, o.fields...)})
	case depth == 1 && len(o.fields) > 1:
		return o.row()
	}
	if serr := o.spill(); err == nil {
		err = serr
	}
	if rerr := o.rows.close(); err == nil {
		err = rerr
	}
	return err
}

func (o *jsonObject) members() error {
	for {
		key, err := o.j.next()
		if err != nil {
			return unexpected(err)
		}
		if key == json.Delim('}') {
			return nil
		}
		name, _ := key.(string)
		tok, err := o.j.next()
		if err != nil {
			return unexpected(err)
		}
		switch tok {
		case json.Delim('{'):
			if o.depth >= o.j.out.limits.Depth {
				return refuse(ErrTooBig, "its values are nested more than %d deep", o.j.out.limits.Depth)
			}
			if err = o.spill(); err == nil {
				err = o.j.object(joinPath(o.path, name), o.depth+1, &o.rows, name)
			}
		case json.Delim('['):
			err = o.list(name)
		default:
			err = o.value(name, scalar(tok))
		}
		if err != nil {
			return err
		}
	}
}

// value adds one value, or the values of a list as one.
func (o *jsonObject) value(name, text string) error {
	if len(o.fields) == maxJSONKeyed || len(text) > maxJSONValue {
		if err := o.spill(); err != nil {
			return err
		}
	}
	if o.record {
		o.fields = append(o.fields, jsonField{name, text})
		return nil
	}
	if err := o.rows.restart(); err != nil {
		return err
	}
	return o.j.line(joinPath(o.path, name), text)
}

// list reads a list: one of a few short values may be that of a record.
func (o *jsonObject) list(name string) error {
	path, size := joinPath(o.path, name), 0
	var texts []string
	var tok json.Token
	for o.record && size <= maxJSONValue {
		var err error
		if tok, err = o.j.next(); err != nil {
			return unexpected(err)
		}
		if tok == json.Delim(']') {
			return o.value(name, strings.Join(texts, ", "))
		}
		if _, inner := tok.(json.Delim); inner {
			break
		}
		texts = append(texts, scalar(tok))
		size += len(texts[len(texts)-1]) + 2
		tok = nil
	}
	if err := o.spill(); err != nil {
		return err
	}
	if err := o.rows.restart(); err != nil {
		return err
	}
	for _, text := range texts {
		if err := o.j.line(path, text); err != nil {
			return err
		}
	}
	return o.j.list(path, o.depth+1, tok)
}

// spill gives up a possible record. Its values become lines.
func (o *jsonObject) spill() error {
	if !o.record {
		return nil
	}
	o.record = false
	if o.among != nil {
		if err := o.among.restart(); err != nil {
			return err
		}
	}
	return o.j.lineUp(o.path, o.depth, o.fields)
}

// row makes a table of the only record of a file.
func (o *jsonObject) row() error {
	header, cells := make([]string, len(o.fields)), make([]string, len(o.fields))
	for i, f := range o.fields {
		header[i], cells[i] = f.path, f.text
	}
	t := o.j.out.table("", header, spar.Locator{})
	if err := t.row(cells, spar.Locator{Row: 1}); err != nil {
		return err
	}
	return t.close()
}

// lineUp adds the values of an object as lines. Unless the object is deep, it parts them from the lines before.
func (j *jsonReader) lineUp(path string, depth int, fields []jsonField) error {
	if depth <= 2 {
		if err := j.flush(); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if err := j.line(joinPath(path, f.path), f.text); err != nil {
			return err
		}
	}
	return nil
}

// keyLabel names the column for the keys of records in an object. It has the name of the object.
func keyLabel(path string) string {
	if label := path[strings.LastIndexByte(path, '.')+1:]; label != "" {
		return label
	}
	return "name"
}
