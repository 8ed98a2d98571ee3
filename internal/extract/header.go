package extract

import (
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

const (
	maxCaption      = 300 // bytes of a line that may be the title of a table
	maxUnitLine     = 90  // bytes of a line that says what the figures below are in; a longer one is prose
	maxHeaderLevels = 5
)

var (
	captionStart = pattern.New(`^(?i:table|tab\.|tabelle|tableau|tabla|exhibit|schedule|übersicht)\s*(?:[A-Z][.-]?)?[0-9IVX]`)
	captionUnit  = pattern.New(`(?i)(?:^|[^\p{L}\p{N}])(?:(?:all |the )?(?:amounts|figures|values|numbers|dollars|angaben|beträge|werte)\b.*\bin\b|(?:in|en) (?:thousands?|millions?|billions?|tausend|millionen|mio|mrd|tsd|milliers|teur|keur)\b|(?:us\$|usd|eur|chf|gbp|\$|€|£) ?(?:thousands?|millions?|billions?|mio|mrd|tsd|'?000s?|m|bn|k)\b|(?:teur|keur|t€|k€)(?:[^\p{L}\p{N}]|$))`)
)

var (
	sentenceEnd = pattern.New(`[.!?]\s+\S`)
	abbreviated = pattern.New(`(?i)\b(mio|tsd|approx|ca|incl|excl|no|nr)\. `)
)

// isCaption reports whether the line above a table is its title: it is numbered as one, or says what its figures are in.
func isCaption(line string) bool {
	return line != "" && (captionStart.MatchString(line) || saysUnit(line))
}

// saysUnit reports whether a short line that is no sentence says what figures below it are in.
func saysUnit(line string) bool {
	return len(line) <= maxUnitLine && !strings.HasSuffix(line, ".") && captionUnit.MatchString(line) && !sentenceEnd.MatchString(abbreviated.ReplaceAllString(line, "$1 "))
}

// setHeader gives the table its header: the levels from the outermost, by column.
func (t *tableSink) setHeader(levels [][]string, width int) {
	for _, l := range levels {
		t.header = joinHeader(t.header, l, width)
	}
	if t.header != nil {
		t.header = t.out.cells(t.header)
	}
	if len(levels) > 1 {
		for _, l := range levels {
			level := make([]string, min(width, t.out.limits.Columns))
			for i, label := range t.out.cells(l[:min(len(l), width)]) {
				level[i] = cut(strings.Join(strings.Fields(label), " "), 1000)
			}
			t.levels = append(t.levels, level)
		}
	}
}

// headRow has the parts of a row that the search for a header needs.
type headRow struct {
	cells  []string
	across bool // a cell of it spans columns
	down   int  // rows below that a cell of it covers
}

// headerRows counts the leading rows that are headers. It takes the first of these that applies: rows marked as headers; rows that cells
// spanning columns give away; a bold first row before a row that is not; one row that looks like labels, or two such rows. In the last case
// spread is true: the upper row has a label only where a group of columns begins.
func (g *grid) headerRows() (n int, spread bool) {
	for n < len(g.waiting) && n < maxHeaderLevels && g.waiting[n].header {
		n++
	}
	looks := make([]headRow, len(g.waiting))
	cells := make([][]string, len(g.waiting))
	for i, r := range g.waiting {
		looks[i] = headRow{r.cells, r.across, 0}
		if r.across { // a cell that spans rows alone is as likely the name of several
			looks[i].down = r.down
		}
		cells[i] = r.cells
	}
	marked := n > 0
	if g.guess && (!marked || g.waiting[n-1].across) {
		n = max(n, headerLevels(looks))
	}
	switch {
	case n > 0 && (n < len(g.waiting) || n == 1):
		return n, false
	case n > 0 || len(g.waiting) < 2:
		return 0, false
	}
	grouped := g.guess && isGrouped(cells)
	if g.waiting[0].bold && !g.waiting[1].bold {
		return 1, false
	}
	switch {
	case grouped:
		return 2, true
	case g.guess && (looksLikeHeader(cells) || g.firstRow && len(cells[0]) > 2 && labelsOnly(cells)):
		return 1, false
	}
	return 0, false
}

// headerLevels counts the header rows that merged cells give away: rows that a cell of the first row spans downwards, and the row of labels
// below a row whose cells span columns. It is 0 if only the content of the cells can tell.
func headerLevels(rows []headRow) int {
	if len(rows) < 2 {
		return 0
	}
	n := 0
	for _, r := range rows[:min(3, len(rows)-1)] {
		if !r.across && r.down == 0 || valuesIn(r.cells) {
			break
		}
		n++
		if r.down > 0 {
			n += r.down
			break
		}
	}
	if n == 0 || n >= len(rows) || n > 4 {
		return 0
	}
	if rows[n-1].across && !valuesIn(rows[n].cells) && n+1 < len(rows) {
		n++
	}
	return n
}

// isGrouped reports whether the first two of rows are a header of two levels whose upper labels stand only where their
// groups begin: no values but years, a label on either level in each column but the first, every column named
// differently, and values below.
func isGrouped(rows [][]string) bool {
	if len(rows) < 3 || len(rows[1]) < 3 || len(rows[0]) > len(rows[1]) {
		return false
	}
	upper, lower := rows[0], rows[1]
	at := func(cells []string, i int) string {
		if i >= len(cells) {
			return ""
		}
		return strings.TrimSpace(cells[i])
	}
	groups, first := 0, -1
	for i := range lower {
		u, l := at(upper, i), at(lower, i)
		switch {
		case u == "" && l == "" && i > 0, u != "" && isValue(u) && !isYear(u), l != "" && isValue(l) && !isYear(l), len(u) > 80 || len(l) > 80:
			return false
		case u == "" && i > 0 && first < 0:
			return false // a column before the first group has its name above
		case u == "" && i > 0:
			groups++
		case u != "":
			first = i
		}
	}
	if groups == 0 {
		return false
	}
	names := joinHeader(joinHeader(nil, spreadGroups(upper, lower), len(lower)), lower, len(lower))
	return looksLikeHeader(append([][]string{names}, rows[2:]...))
}

// spreadGroups repeats the label of a group over the columns that stand below it.
func spreadGroups(upper, lower []string) []string {
	out := make([]string, max(len(upper), len(lower)))
	copy(out, upper)
	for i := 1; i < len(lower); i++ {
		if strings.TrimSpace(out[i]) == "" && strings.TrimSpace(lower[i]) != "" {
			out[i] = out[i-1]
		}
	}
	return out
}

// joinHeader adds one level of labels to a header.
func joinHeader(header, level []string, width int) []string {
	if header == nil {
		header = make([]string, width)
	}
	for i := range header {
		if i >= len(level) {
			break
		}
		label := strings.Join(strings.Fields(level[i]), " ")
		switch {
		case label == "" || header[i] == label || strings.HasSuffix(header[i], " / "+label):
		case header[i] == "":
			header[i] = label
		case len(header[i]) < 1000:
			header[i] += " / " + label
		}
	}
	return header
}

// looksLikeHeader reports whether the first of rows holds labels and the others values: its cells are filled, but for
// the corner, short, distinct and no numbers other than years, and below them stand numbers or cells of another make.
func looksLikeHeader(rows [][]string) bool {
	if len(rows) < 2 || len(rows[0]) < 2 {
		return false
	}
	seen := map[string]bool{}
	years := 0
	for i, c := range rows[0] {
		c = strings.ToLower(strings.TrimSpace(c))
		switch {
		case c == "" && i == 0: // the corner above the names of the rows
		case c == "" || len(c) > 200 || len(c) > 80 && !strings.Contains(c, " / ") || seen[c] || isValue(c) && !isYear(c):
			return false
		case isYear(c):
			years++
		}
		seen[c] = true
	}
	typed, filled := 0, 0
	for _, r := range rows[1:] {
		for i, c := range r {
			if i >= len(rows[0]) || strings.TrimSpace(c) == "" {
				continue
			}
			filled++
			if isValue(c) {
				typed++
			}
			if years > 0 && isYear(strings.TrimSpace(c)) && isYear(strings.TrimSpace(rows[0][i])) {
				return false // a column of years
			}
			if strings.EqualFold(strings.TrimSpace(c), strings.TrimSpace(rows[0][i])) {
				return false
			}
		}
	}
	return filled > 0 && typed*10 >= filled
}

// isValue reports whether a cell holds a number, an amount, a percentage or a date in digits.
func isValue(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" {
		return false
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return true
	}
	digits, other := 0, 0
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case strings.ContainsRune(" .,:/-+%()$€£¥'T", r):
		default:
			other++
		}
	}
	return digits > 0 && other <= 3 && digits >= other
}

// isYear reports whether a cell that looks like a number can be the label of a column.
func isYear(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && len(s) == 4 && n >= 1900 && n < 2100
}

// valuesIn reports whether cells hold more values than labels, years apart: those head columns too.
func valuesIn(cells []string) bool {
	values, labels := 0, 0
	for _, c := range cells {
		c = strings.TrimSpace(c)
		switch {
		case c == "":
		case isYear(c):
			labels++
		case isValue(c):
			values++
		default:
			labels++
		}
	}
	return values > labels
}
