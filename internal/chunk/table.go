package chunk

import (
	"strings"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// wideRow is how many times as long as other passages a row of many cells may be, so that each is found beside its key.
const wideRow = 3

// Bounds of the text that every row of a table repeats.
const (
	maxLabel      = 100      // characters of a column's label
	maxHeaderText = 64 << 20 // bytes of labels in all rows of a document; rows after that come without
)

// table makes a passage of each row, and one of the whole table if it is small.
func (s *splitter) table(b spar.Block) {
	t := b.Table
	caption := clip(strings.TrimSpace(t.Caption), s.o.Size/2)
	header := make([]string, len(t.Header))
	for i, h := range t.Header {
		header[i] = label(oneLine(h))
	}
	if !t.Continued || s.card == nil {
		s.card = &card{at: len(s.out), caption: caption, place: b.Locator}
		s.stub = newStub(t.Header)
	}
	s.card.header(t.Header)
	if !t.Continued {
		if text, ok := whole(caption, header, t.Rows, s.o.SmallTable); ok {
			s.whole = len(s.out)
			s.emit(spar.TablePassage, text, b.Locator)
			s.card.small = true
		}
	}
	for i, r := range t.Rows {
		at := r.Locator
		if at == (spar.Locator{}) {
			at = b.Locator
		}
		s.card.row(r.Cells)
		if s.stub.add(r.Cells) && i+1 < len(t.Rows) {
			continue // the rows below say it
		}
		lead := caption
		if group := s.stub.name(); group != "" && !s.stub.opened {
			lead = strings.TrimSpace(lead + "\n" + oneLine(group))
		}
		s.row(lead, header, r.Cells, at)
	}
}

// whole writes a table line by line, if it has more than one row and fits in size characters.
func whole(caption string, header []string, rows []spar.Row, size int) (string, bool) {
	if len(rows) == 1 || len(rows) > size {
		return "", false // one row says it all itself
	}
	var b strings.Builder
	n := 0
	line := func(cells []string) bool {
		text := strings.Trim(strings.Join(cells, " | "), "| ")
		if text == "" {
			return true
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(oneLine(text))
		n += utf8.RuneCountInString(text) + 1
		return n-1 <= size
	}
	if !line([]string{caption}) || !line(header) {
		return "", false
	}
	for _, r := range rows {
		if !line(r.Cells) {
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}

// row writes one row as "Header: cell; Header: cell" under the table's caption and the group that it stands in. A row of
// short cells is one passage, up to wideRow times the size of others. Another is cut between cells, then inside them; each
// part begins with the row's first cell, its name.
func (s *splitter) row(caption string, header, cells []string, at spar.Locator) {
	fields := s.fields[:0]
	for i, cell := range cells {
		f := field{text: strings.TrimSpace(cell), column: i + 1}
		if f.text == "" {
			continue
		}
		if i < len(header) && header[i] != "" && s.headers > 0 {
			s.headers -= len(header[i])
			f.header, f.label = header[i], len(header[i])+2
		}
		fields = append(fields, f)
	}
	s.fields = fields
	if len(fields) == 0 {
		return
	}
	lead := ""
	if caption != "" {
		lead = caption + "\n"
	}
	size := -utf8.RuneCountInString(lead)
	n, longest := fieldSizes(fields)
	if longest <= s.o.Size+size && n-size <= wideRow*s.o.Size {
		size += wideRow * s.o.Size
	} else {
		size += s.o.Size
	}
	if n <= size {
		s.wholeRow(lead, fields, at)
		return
	}
	for i := range fields {
		if f := &fields[i]; f.label > 0 {
			f.text = f.header + ": " + f.text
		}
	}
	name := ""
	if utf8.RuneCountInString(fields[0].text) <= maxLabel {
		name = fields[0].text + "; "
	}
	var b strings.Builder
	var placed []spar.Cell // in what b holds, behind lead
	n = 0
	emit := func() {
		if b.Len() > 0 {
			s.emit(spar.RowPassage, lead+b.String(), at)
			s.out[len(s.out)-1].Cells = placed
		}
		b.Reset()
		n, placed = 0, nil
	}
	place := func(f field, label, size int) {
		begin := len(lead) + b.Len()
		placed = append(placed, spar.Cell{Column: f.column, Label: begin, Start: begin + label, End: begin + size})
	}
	add := func(f field, text, sep string, label int) {
		m := utf8.RuneCountInString(text)
		if n > 0 && n+len(sep)+m > size {
			emit()
			if room := utf8.RuneCountInString(name); room+m <= size {
				if name != "" && f.column != fields[0].column {
					place(fields[0], fields[0].label, len(fields[0].text))
				}
				b.WriteString(name)
				n = room
			}
		} else if n > 0 {
			b.WriteString(sep)
			n += len(sep)
		}
		if c := len(placed) - 1; c >= 0 && placed[c].Column == f.column { // the cell goes on
			if placed[c].Start == placed[c].End { // until now only its label stood there
				placed[c].Start = len(lead) + b.Len() + label
			}
			placed[c].End = len(lead) + b.Len() + len(text)
		} else {
			place(f, label, len(text))
		}
		b.WriteString(text)
		n += m
	}
	for _, f := range fields {
		if utf8.RuneCountInString(f.text) <= size {
			add(f, f.text, "; ", f.label)
			continue
		}
		first, left := true, strings.TrimSpace(f.text[:f.label]) // the rest of the label, which may be longer than a piece
		for _, p := range piecesOf(spar.Block{Text: f.text}) {
			for rest := (piece{}); p.n > 0; p = rest {
				p, rest = cut(p, max(size-maxLabel-2, size/2))
				sep, label := " ", 0
				if first {
					sep, first = "; ", false
				}
				switch {
				case left == "":
				case strings.HasPrefix(p.text, left):
					label = len(left) + len(p.text[len(left):]) - len(strings.TrimLeft(p.text[len(left):], " "))
					left = ""
				case strings.HasPrefix(left, strings.TrimSpace(p.text)):
					label = len(p.text)
					left = strings.TrimSpace(left[len(strings.TrimSpace(p.text)):])
				}
				add(f, p.text, sep, label)
			}
		}
	}
	emit()
}

// wholeRow writes a row that fits into one passage, as most do.
func (s *splitter) wholeRow(lead string, fields []field, at spar.Locator) {
	size := len(lead) + 2*len(fields)
	for _, f := range fields {
		size += f.label + len(f.text)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(lead)
	placed := make([]spar.Cell, len(fields))
	for i, f := range fields {
		if i > 0 {
			b.WriteString("; ")
		}
		c := spar.Cell{Column: f.column, Label: b.Len()}
		if f.label > 0 {
			b.WriteString(f.header)
			b.WriteString(": ")
		}
		c.Start = b.Len()
		b.WriteString(f.text)
		c.End = b.Len()
		placed[i] = c
	}
	s.emit(spar.RowPassage, b.String(), at)
	s.out[len(s.out)-1].Cells = placed
}

// A field is a cell of a row with the label of its column.
type field struct {
	text   string
	header string
	label  int // bytes of the label before the cell; 0 for none
	column int
}

// fieldSizes is the characters of all fields, joined, and of the longest.
func fieldSizes(fields []field) (all, longest int) {
	for _, f := range fields {
		n := utf8.RuneCountInString(f.text)
		if f.label > 0 {
			n += utf8.RuneCountInString(f.header) + 2
		}
		all, longest = all+n+2, max(longest, n)
	}
	return all - 2, longest
}

// label cuts the label of a column to its limit, and keeps the unit at its end.
func label(h string) string {
	if utf8.RuneCountInString(h) <= maxLabel {
		return h
	}
	if i := strings.LastIndexByte(h, '('); i > 0 && strings.HasSuffix(h, ")") && len(h)-i <= maxLabel/2 {
		return strings.TrimSpace(clip(h, maxLabel-utf8.RuneCountInString(h[i:])-2)) + "… " + h[i:]
	}
	return clip(h, maxLabel)
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\r\t") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
