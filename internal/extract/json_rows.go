package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// jsonRows makes a table of records when the keys of the first agree, else paragraphs.
type jsonRows struct {
	j       *jsonReader
	caption string
	keyed   bool // each record is the member of an object: its first field is its key
	depth   int  // of this object
	waiting []*jsonRecord
	header  []string
	index   map[string]int
	table   *tableSink
	settled bool
	n       int
	nested  bool // the records have a name and what they hold, so that those within them say all
	held    []jsonHeld
	at      map[string]int // of their paths
	bytes   int            // of what is held
}

// jsonHeld are the records within the records of a table. They wait for its end.
type jsonHeld struct {
	path    string
	records []*jsonRecord
}

func (r *jsonRows) add(rec *jsonRecord) error {
	if len(rec.fields)+len(rec.inner) == 0 {
		return nil
	}
	if r.settled {
		return r.send(rec)
	}
	r.waiting = append(r.waiting, rec)
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
	filled, nested := 0, 0
	for _, rec := range r.waiting {
		filled += len(rec.fields)
		if rec.named() {
			nested++
		}
		for _, f := range rec.fields {
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
	agree = agree && (len(r.waiting) > 1 || !r.keyed && shortRecord(r.waiting[0].fields)) && len(r.header) > 1 && len(r.header) <= r.j.out.limits.Columns
	r.nested = nested == len(r.waiting)
	if agree || !r.keyed {
		if err := r.j.flush(); err != nil {
			return err
		}
	}
	if agree && !r.nested {
		r.table = r.j.out.table(r.caption, r.header, spar.Locator{})
	}
	waiting := r.waiting
	r.waiting = nil
	for _, rec := range waiting {
		if err := r.add(rec); err != nil { // it waits again where what is held ended the records so far
			return err
		}
	}
	return nil
}

func (r *jsonRows) send(rec *jsonRecord) error {
	if r.table == nil && r.keyed {
		return r.j.lineUp(joinPath(r.caption, rec.fields[0].text), r.depth+1, rec.fields[1:])
	}
	if r.nested && rec.named() && !r.j.overnamed() {
		return r.hold(rec)
	}
	if r.table == nil {
		for _, f := range rec.flat() {
			if err := r.j.line(joinPath(r.caption, f.path), f.text); err != nil {
				return err
			}
		}
		return r.j.flush()
	}
	r.n++
	cells := make([]string, len(r.header))
	for _, f := range rec.fields {
		i, ok := r.index[f.path]
		if !ok { // a key that comes late keeps its name in the last cell
			i = len(cells) - 1
			f.text = strings.TrimSpace(cells[i] + " " + f.path + ": " + f.text)
		}
		cells[i] = f.text
	}
	if err := r.table.row(cells, spar.Locator{Row: r.n}); err != nil {
		return err
	}
	return r.hold(rec)
}

// hold keeps the records within rec, which are tables of their own behind this one, with what names rec in each.
func (r *jsonRows) hold(rec *jsonRecord) error {
	return r.keep(r.caption, rec, [2][]jsonField{})
}

// keep takes the records within rec, which is an element of list. above names what rec itself is within, the nearest last: a row has the
// names of two levels, or text would grow with the depth. Each record with values is a row, so that names from further above are in one
// that is nearer to them.
func (r *jsonRows) keep(list string, rec *jsonRecord, above [2][]jsonField) error {
	if own := rec.names(list); len(own) > 0 {
		above = [2][]jsonField{above[1], own}
	}
	names := slices.Concat(above[0], above[1])
	for _, in := range rec.inner {
		path := joinPath(list, in.path)
		for _, one := range in.records {
			if len(one.fields) > 0 {
				if err := r.take(path, one.fields, names); err != nil {
					return err
				}
			}
			if err := r.keep(path, one, above); err != nil {
				return err
			}
		}
	}
	return nil
}

// take holds one row of the table for path. When too much is held, it is written, and the next records belong to other tables.
func (r *jsonRows) take(path string, fields, names []jsonField) error {
	if !r.j.overnamed() {
		r.j.named += fieldBytes(names)
		fields = slices.Concat(names, fields)
	}
	i, ok := r.at[path]
	if !ok {
		if r.at == nil {
			r.at = map[string]int{}
		}
		i = len(r.held)
		r.at[path] = i
		r.held = append(r.held, jsonHeld{path: path})
		r.bytes += len(path) + jsonFieldSize
	}
	r.held[i].records = append(r.held[i].records, &jsonRecord{fields: fields})
	r.bytes += fieldBytes(fields) + len(fields)*jsonFieldSize
	if r.bytes <= maxJSONHeld {
		return nil
	}
	return r.restart()
}

func (r *jsonRows) close() error {
	for !r.settled && len(r.waiting) > 0 {
		if err := r.decideRows(); err != nil {
			return err
		}
	}
	if t := r.table; t != nil {
		r.table, r.settled = nil, false
		r.header, r.n = nil, 0
		if err := t.close(); err != nil {
			return err
		}
	}
	held := r.held
	r.held, r.at, r.bytes = nil, nil, 0
	for _, h := range held {
		rows := jsonRows{j: r.j, caption: h.path}
		for _, rec := range h.records {
			if err := rows.add(rec); err != nil {
				return err
			}
		}
		if err := rows.close(); err != nil {
			return err
		}
	}
	return nil
}

// restart ends the records so far. The next ones belong to another table.
func (r *jsonRows) restart() error {
	err := r.close()
	*r = jsonRows{j: r.j, caption: r.caption, keyed: r.keyed, depth: r.depth}
	return err
}
