package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

// A textForm says how the lines of a table in plain text are cut into cells.
type textForm struct {
	bars   bool  // at vertical bars
	tabs   bool  // at tabs
	starts []int // else where the columns begin, in characters
	heads  []int // where they do in a header of one line, if elsewhere
	header int   // of the first lines, which are the header; 0 where their content has to tell
	title  int   // of the first lines, which are a title over all columns
	joined bool  // rules part the rows, each of one line or more
	folds  bool  // a line whose first cell is empty goes on with the row above
	tail   int   // of the last lines, which are none of the table
}

var (
	textRule  = pattern.New(`^\s*[+|:=~_ -]*[=~_-]{2,}[+|:=~_ -]*$`) // a line that is drawn
	ruleParts = pattern.New(`[=~_-]{2,}`)
	wideGap   = pattern.New(`\S {2,}\S|\t`)
)

// The bounds of a table in plain text.
const (
	mostTextTitle   = 2   // lines of one piece above the columns
	widestTextCell  = 80  // characters; a longer one is prose
	mostTextColumns = 200 // of a table that is told by its blanks
)

// boxes replaces the line-drawing characters of DOS and many programs by typewriter characters.
var boxes = strings.NewReplacer(boxPairs()...)

func boxPairs() (pairs []string) {
	for r := rune(0x2500); r < 0x2580; r++ {
		to := "+"
		switch {
		case strings.ContainsRune("─━┄┅┈┉╌╍╴╶╸╺╼╾", r):
			to = "-"
		case r == '═':
			to = "="
		case strings.ContainsRune("│┃┆┇┊┋╎╏║╵╷╹╻╽╿", r):
			to = "|"
		}
		pairs = append(pairs, string(r), to)
	}
	return pairs
}

// columnsOfText is a line with tabs as blanks and boxes as bars, so that columns stand below each other.
func columnsOfText(s string) string {
	if strings.ContainsRune(s, '\t') {
		var b strings.Builder
		n := 0
		for _, r := range s {
			if r != '\t' {
				b.WriteRune(r)
				n++
				continue
			}
			for stop := n + 8 - n%8; n < stop; n++ {
				b.WriteByte(' ')
			}
		}
		s = b.String()
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return boxes.Replace(s)
		}
	}
	return s
}

func isTextRule(s string) bool { return textRule.MatchString(s) }

// findTextForm reports whether lines are a table, and returns its form. lines are a paragraph of plain text with the rules drawn in it.
// They must clearly be a table: prose, code and drawings have blanks and bars, too.
func findTextForm(lines []string) (textForm, bool) {
	if f, ok := tabForm(lines); ok {
		return f, true
	}
	drawn := make([]string, len(lines))
	for i, s := range lines {
		drawn[i] = columnsOfText(s)
	}
	for _, find := range []func([]string) (textForm, bool){barForm, ruledForm, gapForm} {
		if f, ok := find(drawn); ok {
			return f, true
		}
	}
	return textForm{}, false
}

// barForm finds a table whose cells bars part, with at least one rule below its header or between its rows, as databases print
// them, or in a frame.
func barForm(lines []string) (f textForm, ok bool) {
	if len(lines) < 3 || !strings.Contains(lines[0]+lines[1], "|") {
		return f, false
	}
	f.bars = true
	for f.tail < mostTextTitle && !strings.Contains(lines[len(lines)-1], "|") && !isTextRule(lines[len(lines)-1]) { // "(2 rows)"
		f.tail++
		lines = lines[:len(lines)-1]
	}
	rules, rows, width, most := 0, 0, 0, 0
	for i, s := range lines {
		switch {
		case isTextRule(s):
			if rows > 0 && f.header == 0 {
				f.header = i
			}
			rules++
		case !strings.Contains(s, "|"):
			return f, false
		default:
			n := len(barCells(s))
			if rows++; n == width || width == 0 {
				most++
				width = n
			}
		}
	}
	if rules == 0 || rows < 2 || width < 2 || 10*most < 9*rows {
		return f, false
	}
	if f.header > 0 && f.header == len(lines)-1 { // only the frame is drawn
		f.header = 0
	}
	f.joined = rules > 3 && rules > rows/4
	return f, true
}

// tabForm finds a table whose cells tabs part.
func tabForm(lines []string) (f textForm, ok bool) {
	f.tabs = true
	rows := make([][]string, len(lines))
	for i, s := range lines {
		rows[i] = f.cells(s)
		if len(rows[i]) < 2 || len(rows[i]) != len(rows[0]) || len(s) > 2000 {
			return f, false
		}
	}
	return f, len(lines) > 2 && strings.TrimSpace(rows[0][0]) != "" && looksLikeHeader(rows)
}

// figuresIn is valuesIn where labels such as "Q1" are no values.
func figuresIn(cells []string) bool {
	return valuesIn(slices.DeleteFunc(slices.Clone(cells), func(c string) bool { return strings.ContainsFunc(c, unicode.IsLetter) }))
}

// barCells cuts a line at its bars.
func barCells(s string) []string {
	s = strings.TrimSpace(s)
	s = strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|")
	cells := strings.Split(strings.ReplaceAll(s, `\|`, "\x00"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|"))
	}
	return cells
}

// ruledForm finds a table whose rule has a piece for each column. reStructuredText has rules above the header, below it and at the end;
// many programs print only the one below the header.
func ruledForm(lines []string) (f textForm, ok bool) {
	at := -1
	for i, s := range lines[:min(len(lines), mostTextTitle+4)] {
		if isTextRule(s) && !strings.ContainsAny(s, "|+") && len(ruleParts.FindAllString(s, 3)) > 1 {
			at = i
			break
		}
	}
	if at < 0 || len(lines) < at+2 {
		return f, false
	}
	for _, p := range ruleParts.FindAllStringIndex(lines[at], -1) {
		f.starts = append(f.starts, p[0])
	}
	for _, s := range lines[at+1:] { // the names of the rows stand beside the rule
		if s != "" && !isTextRule(s) && strings.TrimSpace(s[:min(len(s), f.starts[0])]) != "" {
			f.starts = slices.Insert(f.starts, 0, 0)
			break
		}
	}
	f.folds = at == 0
	if len(f.starts) > mostTextColumns {
		return f, false
	}
	rows, good := 0, 0
	for i, s := range lines {
		if isTextRule(s) {
			if i > at && f.header == 0 && f.folds {
				f.header = i
			}
			continue
		}
		if i < at && i == f.title && f.title < mostTextTitle && len(wideFields(s)) < 2 {
			f.title++
			continue
		}
		if i < at && figuresIn(wideFields(s)) { // the rule stands above a total
			return f, false
		}
		if i >= at-1 {
			if rows++; f.cuts(s) {
				good++
			}
		}
	}
	if at > f.title {
		f.header = at
	}
	if f.header == len(lines)-1 { // the rule that ends a table without a header
		f.header = 0
	}
	return f, rows > 1 && 10*good >= 9*rows
}

// cuts reports whether no word of the line crosses the beginning of a column.
func (f *textForm) cuts(s string) bool {
	runes := []rune(s)
	for _, at := range f.starts[1:] {
		if at < len(runes) && runes[at-1] != ' ' {
			return false
		}
	}
	return strings.TrimSpace(s) != ""
}

// gapForm finds a table whose columns only blanks show. It has a header: a rule below it, or labels above values.
func gapForm(lines []string) (f textForm, ok bool) {
	var rows []string
	rule, line := -1, 0 // how many rows, and lines, stand above the first rule
	for i, s := range lines {
		if isTextRule(s) {
			if rule < 0 && len(rows) > 0 {
				rule, line = len(rows), i
			}
			continue
		}
		rows = append(rows, s)
	}
	if len(rows) < 3 {
		return f, false
	}
	title := 0
	for title < mostTextTitle && len(rows) > title+2 && !wideGap.MatchString(strings.TrimSpace(rows[title])) {
		title++
	}
	for _, f.title = range slices.Compact([]int{title, 0}) {
		if f.columns(rows[f.title:], rule-f.title, line) {
			return f, true
		}
	}
	return f, false
}

// columns finds the columns of rows; rule of them stand above the first rule, and line lines in all.
func (f *textForm) columns(rows []string, rule, line int) bool {
	if rule >= len(rows)-1 || rule > mostTextTitle {
		rule = 0 // it stands below all, above the total
	}
	for _, gap := range []int{2, 1} {
		f.starts, f.heads = textColumns(rows, gap), nil
		if gap == 2 && rule < 2 {
			f.narrowHeads(rows)
		}
		if n := len(f.starts); n < 2 || n > mostTextColumns || n == 2 && rule < 1 || gap == 1 && len(rows) < 4 {
			continue
		}
		cells := make([][]string, len(rows))
		filled, values, beyond := 0, 0, 0
		for i, s := range rows {
			cells[i] = f.cells(s)
			if i == 0 && f.heads != nil {
				cells[i] = f.headCells(s)
			}
			for k, c := range cells[i] {
				if c == "" {
					continue
				}
				filled++
				if utf8.RuneCountInString(c) > widestTextCell {
					return false
				}
				if k > 0 && i >= max(1, rule) {
					if beyond++; isValue(c) {
						values++
					}
				}
			}
		}
		all := len(rows) * len(f.starts)
		switch {
		case 10*filled < 7*all, gap == 1 && (5*values < 3*beyond || 20*filled < 19*all):
			continue
		case rule > 0 && !slices.ContainsFunc(cells[:rule], figuresIn):
			f.header = line
		case !looksLikeHeader(cells) || 3*values < beyond:
			continue
		case f.heads != nil:
			f.header = f.title + 1
		}
		return true
	}
	return false
}

// narrowHeads finds the columns by the rows below the labels, where labels are so wide that fewer blanks stand between them.
func (f *textForm) narrowHeads(rows []string) {
	starts := textColumns(rows[1:], 2)
	if len(rows) < 4 || len(starts) <= len(f.starts) || len(starts) < 3 {
		return
	}
	head := []rune(rows[0])
	heads := []int{0}
	for i, at := range starts[1:] {
		from := starts[i] + 1 // of the gap: the column before may be empty
		for _, s := range rows[1:] {
			if r := []rune(s); len(r) > starts[i] {
				end := min(at, len(r))
				for end > from && r[end-1] == ' ' {
					end--
				}
				from = max(from, end)
			}
		}
		// Labels of numbers end where these do, and labels of text begin with it: of several blanks the last one parts them.
		blank := -1
		for k := from; k < min(at, len(head)); k++ {
			if head[k] == ' ' {
				blank = k
			}
		}
		if blank < 0 {
			return
		}
		heads = append(heads, blank+1)
	}
	f.starts, f.heads = starts, heads
}

// headCells cuts a line of the header.
func (f *textForm) headCells(s string) []string {
	if f.heads == nil {
		return f.cells(s)
	}
	g := textForm{starts: f.heads}
	return g.cells(s)
}

// textColumns are the places where text begins behind a gap that all rows leave.
func textColumns(rows []string, gap int) (starts []int) {
	width := 0
	for _, s := range rows {
		width = max(width, utf8.RuneCountInString(s))
	}
	if width > 2000 {
		return nil
	}
	taken := make([]bool, width+1)
	for _, s := range rows {
		n := 0
		for _, r := range s {
			taken[n] = taken[n] || !unicode.IsSpace(r)
			n++
		}
	}
	free := gap
	for i, t := range taken {
		if !t {
			free++
			continue
		}
		if free >= gap {
			starts = append(starts, i)
		}
		free = 0
	}
	return starts
}

// cells cuts a line.
func (f *textForm) cells(s string) []string {
	switch {
	case f.bars:
		return barCells(s)
	case f.tabs:
		cells := strings.FieldsFunc(strings.TrimRight(s, " \t"), func(r rune) bool { return r == '\t' })
		for i, c := range cells {
			cells[i] = strings.TrimSpace(c)
		}
		return cells
	}
	out := make([]string, len(f.starts))
	runes := []rune(s)
	for i, from := range f.starts {
		to := len(runes)
		if i == 0 {
			from = 0
		}
		if i+1 < len(f.starts) {
			to = min(to, f.starts[i+1])
		}
		if from < to {
			out[i] = strings.TrimSpace(string(runes[from:to]))
		}
	}
	return out
}
