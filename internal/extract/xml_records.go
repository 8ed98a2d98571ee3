package extract

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// xmlRecords hands on the children of an element that has no paragraphs: runs of children of one name as the rows of a
// table, others under a heading of their own, and texts as lines with their names.
type xmlRecords struct {
	lines []string
	at    spar.Span
	bytes int

	name    string     // of the open run
	run     []*xmlNode // its first elements
	table   *tableSink
	columns map[string]int
}

// The bounds of a record that is a row.
const (
	maxRecordFields = 40
	maxRecordText   = 4000
	recordSample    = 20 // records whose fields are the columns
)

// attributes emits the attributes of an element.
func (r *xmlRecords) attributes(out *sink, n *xmlNode, prose bool) error {
	if prose {
		return nil
	}
	for _, a := range n.attrs {
		if err := r.line(out, a.Name.Local, a.Value, n.at); err != nil {
			return err
		}
	}
	return nil
}

// none reports whether nothing waits.
func (r *xmlRecords) none() bool { return r.name == "" && len(r.lines) == 0 }

// add takes the next child of parent.
func (r *xmlRecords) add(out *sink, parent, n *xmlNode, level int) error {
	fields, flat := n.fields()
	switch {
	case n.name == "":
		return r.line(out, parent.name, n.text, parent.at)
	case flat && len(fields) > 1:
		if r.name != "" && r.name != n.name {
			if err := r.endRun(out, level); err != nil {
				return err
			}
		}
		if err := r.flush(out); err != nil {
			return err
		}
		r.name = n.name
		if r.table == nil {
			if r.run = append(r.run, n); len(r.run) < recordSample {
				return nil
			}
			return r.begin(out)
		}
		return r.row(n, fields)
	}
	if err := r.endRun(out, level); err != nil {
		return err
	}
	if flat {
		for _, f := range fields {
			if err := r.line(out, f.name, f.value, n.at); err != nil {
				return err
			}
		}
		return nil
	}
	if err := r.flush(out); err != nil {
		return err
	}
	return r.section(out, n, level)
}

// section hands on an element that is no row, under its name.
func (r *xmlRecords) section(out *sink, n *xmlNode, level int) error {
	if err := out.heading(min(level, maxXMLLevels), n.called(), n.place()); err != nil {
		return err
	}
	if level > 40 {
		return out.paragraph(n.plain(), n.place())
	}
	inner := xmlRecords{}
	if err := inner.attributes(out, n, false); err != nil {
		return err
	}
	for _, k := range n.kids {
		if k.name == "" && strings.TrimSpace(k.text) == "" {
			continue
		}
		if k.name != "" && k.prose {
			if err := inner.end(out, level+1); err != nil {
				return err
			}
			if err := (xmlProse{out, nil}).child(n, k, level+1); err != nil {
				return err
			}
			continue
		}
		if err := inner.add(out, n, k, level+1); err != nil {
			return err
		}
	}
	return inner.end(out, level+1)
}

// begin opens the table of the run: a column for each field of its first records.
func (r *xmlRecords) begin(out *sink) error {
	var header []string
	r.columns = map[string]int{}
	for _, n := range r.run {
		fields, _ := n.fields()
		for _, f := range fields {
			if _, ok := r.columns[f.name]; !ok && len(header) < out.limits.Columns {
				r.columns[f.name] = len(header)
				header = append(header, f.name)
			}
		}
	}
	at := spar.Locator{Bytes: r.run[0].at}
	r.table = out.table("", header, at)
	run := r.run
	r.run = nil
	for _, n := range run {
		fields, _ := n.fields()
		if err := r.row(n, fields); err != nil {
			return err
		}
	}
	return nil
}

// row adds a record; a field that no column is for goes into the last one, with its name.
func (r *xmlRecords) row(n *xmlNode, fields []xmlField) error {
	cells := make([]string, len(r.columns), len(r.columns)+1)
	var other []string
	for _, f := range fields {
		if i, ok := r.columns[f.name]; ok {
			cells[i] = f.value
		} else {
			other = append(other, f.name+": "+f.value)
		}
	}
	if other != nil {
		cells = append(cells, strings.Join(other, "; "))
	}
	t := r.table
	t.number++
	return t.row(cells, spar.Locator{Row: t.number + 1, Bytes: n.at})
}

// endRun ends the open run. Fewer than three records are sections.
func (r *xmlRecords) endRun(out *sink, level int) error {
	run, t := r.run, r.table
	r.name, r.run = "", nil
	if t == nil && len(run) > 2 {
		r.run = run
		if err := r.begin(out); err != nil {
			return err
		}
		t, run = r.table, nil
	}
	r.table = nil
	if t != nil {
		return t.close()
	}
	for _, n := range run {
		if err := out.heading(min(level, maxXMLLevels), n.called(), n.place()); err != nil {
			return err
		}
		fields, _ := n.fields()
		for _, f := range fields {
			if err := r.line(out, f.name, f.value, n.at); err != nil {
				return err
			}
		}
		if err := r.flush(out); err != nil {
			return err
		}
	}
	return nil
}

// line adds a value with its name.
func (r *xmlRecords) line(out *sink, name, value string, at spar.Span) error {
	if value = squeezeLines(value); value == "" {
		return nil
	}
	r.lines, r.at = append(r.lines, name+": "+value), r.at.Union(at)
	if r.bytes += len(name) + len(value) + 3; r.bytes > softParagraph {
		return r.flush(out)
	}
	return nil
}

func (r *xmlRecords) flush(out *sink) error {
	text, at := strings.Join(r.lines, "\n"), spar.Locator{Bytes: r.at}
	r.lines, r.bytes, r.at = nil, 0, spar.Span{}
	return out.paragraph(text, at)
}

func (r *xmlRecords) end(out *sink, level int) error {
	if err := r.endRun(out, level); err != nil {
		return err
	}
	return r.flush(out)
}
