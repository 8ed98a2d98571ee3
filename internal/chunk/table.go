package chunk

import (
	"strings"
	"unicode/utf8"

	spar "github.com/sparsearch/spar"
)

// Bounds of what is repeated in every row of a table.
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
		header[i] = clip(oneLine(h), maxLabel)
	}
	if !t.Continued {
		if text, ok := whole(caption, header, t.Rows, s.o.SmallTable); ok {
			s.whole = len(s.out)
			s.emit(spar.TablePassage, text, b.Locator)
		}
	}
	for _, r := range t.Rows {
		at := r.Locator
		if at == (spar.Locator{}) {
			at = b.Locator
		}
		s.row(caption, header, r.Cells, at)
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

// row writes one row as "Header: cell; Header: cell" under the table's caption. What is longer than a passage is cut
// between cells, then inside them; each part begins with the row's first cell, its name.
func (s *splitter) row(caption string, header, cells []string, at spar.Locator) {
	var fields []string
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		if i < len(header) && header[i] != "" && s.headers > 0 {
			s.headers -= len(header[i])
			cell = header[i] + ": " + cell
		}
		fields = append(fields, cell)
	}
	if len(fields) == 0 {
		return
	}
	lead := ""
	if caption != "" {
		lead = caption + "\n"
	}
	name := ""
	if utf8.RuneCountInString(fields[0]) <= maxLabel {
		name = fields[0] + "; "
	}
	size := s.o.Size - utf8.RuneCountInString(lead)
	var b strings.Builder
	n := 0
	emit := func() {
		if b.Len() > 0 {
			s.emit(spar.RowPassage, lead+b.String(), at)
		}
		b.Reset()
		n = 0
	}
	add := func(text string, sep string) {
		m := utf8.RuneCountInString(text)
		if n > 0 && n+len(sep)+m > size {
			emit()
			if room := utf8.RuneCountInString(name); room+m <= size {
				b.WriteString(name)
				n = room
			}
		} else if n > 0 {
			b.WriteString(sep)
			n += len(sep)
		}
		b.WriteString(text)
		n += m
	}
	for _, f := range fields {
		if utf8.RuneCountInString(f) <= size {
			add(f, "; ")
			continue
		}
		for i, p := range piecesOf(spar.Block{Text: f}) {
			for rest := (piece{}); p.n > 0; p = rest {
				p, rest = cut(p, max(size-maxLabel-2, size/2))
				sep := " "
				if i == 0 {
					sep = "; "
				}
				add(p.text, sep)
			}
		}
	}
	emit()
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
