package extract

import (
	"strings"

	"github.com/sparsearch/spar"
)

// table reads a table of XHTML, of CALS (DocBook, JATS), of TEI or of OpenDocument.
func (x xmlProse) table(n *xmlNode) error {
	caption := n.caption()
	bodies := []*xmlNode{n}
	if n.name == "table-wrap" {
		if bodies = n.all("table"); len(bodies) == 0 {
			if err := x.out.paragraph(caption, n.place()); err != nil { // a picture of one
				return err
			}
		}
	}
	for _, body := range bodies {
		groups := body.all("tgroup")
		if len(groups) == 0 {
			groups = []*xmlNode{body}
		}
		for _, g := range groups {
			grid := grid{out: x.out, caption: caption, at: n.place(), guess: true}
			if err := x.rows(&grid, g, columnsOfCALS(g), false, 0); err != nil {
				return err
			}
			if err := grid.close(); err != nil {
				return err
			}
		}
	}
	for _, foot := range n.all("table-wrap-foot") {
		if err := x.note(foot); err != nil {
			return err
		}
	}
	return nil
}

// columnsOfCALS numbers the names of columns.
func columnsOfCALS(group *xmlNode) map[string]int {
	columns := map[string]int{}
	for i, c := range group.all("colspec") {
		columns[c.attr("colname")] = i + 1
	}
	return columns
}

func (x xmlProse) rows(g *grid, n *xmlNode, columns map[string]int, head bool, depth int) error {
	for _, k := range n.kids {
		switch k.name {
		case "tr", "row", "table-row", "sthead", "strow", "prophead", "property":
			var cells []cell
			for _, c := range k.kids {
				switch c.name {
				case "td", "th", "entry", "cell", "table-cell", "covered-table-cell", "stentry", "proptypehd", "propvaluehd", "propdeschd", "proptype", "propvalue", "propdesc":
					if len(cells) < x.out.limits.Columns {
						cells = append(cells, xmlCell(c, columns, head || c.name == "th" || k.name == "sthead" || k.name == "prophead" || c.attr("role") == "label" && k.attr("role") == "label" || k.attr("role") == "label"))
					}
				}
			}
			if err := g.add(cells, k.place()); err != nil {
				return err
			}
		case "thead", "table-header-rows", "tbody", "tfoot", "tgroup", "table-rows", "table-row-group":
			if depth < 20 {
				if err := x.rows(g, k, columns, k.name == "thead" || k.name == "table-header-rows", depth+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func xmlCell(n *xmlNode, columns map[string]int, header bool) cell {
	c := cell{text: n.plain(), header: header, cols: countOf(n.attr("colspan")), rows: countOf(n.attr("rowspan"))}
	if from, to := columns[n.attr("namest")], columns[n.attr("nameend")]; from > 0 && to >= from {
		c.cols = to - from + 1
	}
	if more := countOf(n.attr("morerows")); more > 0 {
		c.rows = more + 1
	}
	for _, name := range []string{"cols", "number-columns-spanned", "number-columns-repeated"} {
		if k := countOf(n.attr(name)); k > 1 && (name != "number-columns-repeated" || k < 50) {
			c.cols = k
		}
	}
	return c
}

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

// xmlField is a value in a record, with the names that lead to it.
type xmlField struct{ name, value string }

// The bounds of a record that is a row.
const (
	maxRecordFields = 40
	maxRecordText   = 4000
	recordSample    = 20 // records whose fields are the columns
)

// attributes hands on what the attributes of an element say.
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

// called is what an element is, and what it calls itself: by an attribute or element of such a name, or whose name ends so, as
// "common_name" does.
func (n *xmlNode) called() string {
	for _, name := range callNames {
		text := n.attr(name)
		if text == "" {
			text = n.kid(name).plain()
		}
		for i := 0; text == "" && i < len(n.kids) && name == "name"; i++ {
			if k := n.kids[i]; strings.HasSuffix(strings.ToLower(k.name), name) {
				text = k.plain()
			}
		}
		if text != "" && len(text) <= 120 {
			return n.name + " " + text
		}
	}
	return n.name
}

var callNames = []string{"name", "title", "label", "text", "id", "key", "heading", "term", "type"}

// fields are the values in an element, and whether it is small enough to be a row.
func (n *xmlNode) fields() (list []xmlField, flat bool) {
	text := 0
	flat = true
	var walk func(n *xmlNode, path string, depth int)
	put := func(name, value string) {
		if value = squeeze(value); value == "" {
			return
		}
		text += len(value)
		for i := range list {
			if list[i].name == name {
				list[i].value += "; " + value
				return
			}
		}
		list = append(list, xmlField{name, value})
		flat = flat && len(list) <= maxRecordFields && text <= maxRecordText
	}
	walk = func(n *xmlNode, path string, depth int) {
		if !flat || depth > 3 {
			flat = false
			return
		}
		lang := n.attr("lang")
		name := path
		if name == "" {
			name = n.name
		}
		if lang != "" {
			name += " (" + lang + ")"
		}
		if n.isMixed() || len(n.kids) == 0 {
			put(name, n.plain())
		}
		for _, a := range n.attrs {
			if a.Name.Local != "lang" {
				put(strings.TrimPrefix(path+"/"+a.Name.Local, "/"), a.Value)
			}
		}
		if n.isMixed() {
			return
		}
		keys := n.keyed()
		if n.holdsRecords(keys) {
			flat = false
			return
		}
		for _, k := range n.kids {
			if by := keys[k.name]; by != "" {
				put(strings.TrimPrefix(path+"/"+k.attr(by), "/")+k.unit(), k.keyedValue(by))
				for _, f := range k.besides(by) {
					put(strings.TrimPrefix(path+"/"+f.name, "/"), f.value)
				}
			} else if k.name != "" {
				walk(k, strings.TrimPrefix(path+"/"+k.name, "/"), depth+1)
			}
		}
	}
	walk(n, "", 0)
	return list, flat
}

// keyNames are attributes that name the value of an element, as in <data name="Host">a</data> or <scalar dictRef="bo:mass">1.0</scalar>.
var keyNames = []string{"name", "key", "dictRef", "property", "field", "label"}

// keyed finds the children of n that are values under a key of their own: several of one name, each with another key of one word in the
// same attribute and one value. It gives the attribute by the name of the children.
func (n *xmlNode) keyed() map[string]string {
	var keys map[string]string
	refused, plain := map[string]bool{}, map[string]bool{}
	seen := map[[2]string]bool{}
	for _, k := range n.kids {
		if k.name == "" || refused[k.name] {
			continue
		}
		by := keys[k.name]
		for i := 0; by == "" && i < len(keyNames); i++ {
			if k.attr(keyNames[i]) != "" {
				by = keyNames[i]
			}
		}
		key := [2]string{k.name, ""}
		if by != "" {
			key[1] = k.attr(by) + k.attr("lang")
		}
		if by == "" || key[1] == "" || len(key[1]) > 80 || strings.ContainsAny(key[1], " \t\n") || seen[key] || k.keyedValue(by) == "" || len(k.attrs) > 5 {
			refused[k.name] = true
			delete(keys, k.name)
			continue
		}
		seen[key] = true
		plain[k.name] = plain[k.name] || len(k.besides(by)) == 0
		if keys == nil {
			keys = map[string]string{}
		}
		keys[k.name] = by
	}
	for name := range keys {
		if n := len(n.all(name)); n < 2 || !plain[name] {
			delete(keys, name)
		}
	}
	return keys
}

// keyedValue is the value of an element whose key is in the attribute by, "" where it has none or elements: its text, or the attribute
// that is there for it.
func (n *xmlNode) keyedValue(by string) string {
	text := ""
	for _, k := range n.kids {
		if k.name != "" {
			return ""
		}
		text += k.text
	}
	if text = squeeze(text); text == "" && len(n.besides(by)) == 0 {
		for _, name := range []string{"value", "content"} {
			if text == "" && by != name {
				text = squeeze(n.attr(name))
			}
		}
	}
	return text
}

// besides are the attributes of such an element that say more than what its key, its value, its unit and its type are.
func (n *xmlNode) besides(by string) (list []xmlField) {
	for _, a := range n.attrs {
		switch name := a.Name.Local; {
		case name == by, name == "lang", name == "unit", name == "units", name == "value", name == "content", name == "size", name == "id", strings.Contains(strings.ToLower(name), "type"):
		default:
			list = append(list, xmlField{n.attr(by) + "/" + name, a.Value})
		}
	}
	return list
}

// unit is that of the value of an element, as its label shows it, with the language of the value.
func (n *xmlNode) unit() string {
	text := ""
	for _, name := range []string{"unit", "units", "lang"} {
		if a := n.attr(name); a != "" {
			text += " (" + a + ")"
		}
	}
	return text
}

// holdsRecords reports whether children of one name have several values each; keys are those that are values under a key.
func (n *xmlNode) holdsRecords(keys map[string]string) bool {
	seen := map[string]int{}
	for _, k := range n.kids {
		if keys[k.name] != "" {
			continue
		}
		values := 0
		for _, a := range k.attrs {
			if a.Name.Local != "lang" {
				values++
			}
		}
		for _, c := range k.kids {
			if c.name != "" {
				values++
			}
		}
		if k.name != "" && values > 1 {
			if seen[k.name]++; seen[k.name] > 1 {
				return true
			}
		}
	}
	return false
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
