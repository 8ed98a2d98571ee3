package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

var (
	// periodLabel is a time that heads a column: a year, a quarter, a day, a span of years, marks of notes behind it.
	periodLabel = pattern.New(`(?i)^(?:[\pL.’'-]{0,20}\s+){0,6}(?:` +
		`(?:fy|cy|f|h[12]|q[1-4]|[1-4]q|[12]h|t[1-4])[ /'’-]{0,2}(?:(?:19|20)\d\d|\d\d)|` +
		`(?:19|20)\d\d(?:\s*[/–-]\s*(?:(?:19|20)\d\d|\d\d))?|` +
		`(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[\pL.]*\s*(?:\d{1,2}\s*,?)?\s*(?:19|20)?\d?\d?|` +
		`\d{1,2}\.?\s*(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[\pL.]*,?\s*(?:(?:19|20)\d\d|\d\d)?` +
		`)\s*,?(?:\s*(?:[*†‡¹²³⁴⁵⁶]+|\(\w{1,2}\)|\[\w{1,2}\]))*$`)
	rangeLabel = pattern.New(`^[<>≤≥]?\s*\d{1,4}(?:\s*[–-]\s*\d{1,4}|\+)?$`)
	// unitLabel is a cell that says what figures are in and nothing else.
	unitLabel = pattern.New(`(?i)^[([]?\s*(?:(?:all )?(?:amounts?|figures|dollars|dollar amounts|euros?|shares)?\s*(?:are )?(?:expressed )?(?:in|en)\s)?\s*` +
		`(?:(?:us|a|c|s|hk|nz|cdn)?[$€£¥%‰]|usd|eur|chf|gbp|jpy|rmb|us dollars|dollars|euros|thousands?|millions?|billions?|percent(?:age)?|prozent|tausend|millionen|milliers|miles|millones|tsd|mio|mrd|bn|mn|m|k|['’]?000s?|kg|t|tonnes?|km|m²|mwh|gwh|kwh|h|hours|days|years|units|shares|of|,|\.|/|['’]|\s)+` +
		`(?:,?\s*(?:except|unless|other than|au(?:ß|ss)er|sauf|excepto)\b.*)?\s*[)\]]?$`)
)

// isPeriod reports whether a cell names a time, as columns are headed by.
func isPeriod(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) > 60 || !strings.ContainsAny(s, "0123456789") {
		return false
	}
	if periodLabel.MatchString(s) || twoYears.MatchString(s) {
		return true
	}
	when, in, ok := strings.Cut(s, " ")
	return ok && isYear(when) && isUnit(in) // 2019 €m
}

// twoYears is a label of differences: "2019 vs. 2018".
var twoYears = pattern.New(`(?i)^(?:fy ?)?(?:19|20)\d\d\s*(?:over|and|vs?\.?|versus|to|bis|und|à|et|y|/|-|–)\s*(?:fy ?)?(?:19|20)\d\d$`)

// isUnit reports whether a cell says what figures are in.
func isUnit(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 80 && (unitLabel.MatchString(s) || strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") && captionUnit.MatchString(s))
}

// isUnitOfAll reports whether a cell that stands alone in its row says what all figures of the table are in.
func isUnitOfAll(s string) bool {
	s = strings.TrimSpace(s)
	return isUnit(s) && (strings.HasPrefix(s, "(") || captionUnit.MatchString(s))
}

// isLabel reports whether a cell may head a column.
func isLabel(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) <= 200 && !isDash(s) && (isPeriod(s) || !isValue(s) || namedNumber.MatchString(s) && !isCurrency(s) || strings.ContainsAny(s, "–-<>+") && rangeLabel.MatchString(s))
}

// namedNumber is a name with a number, such as "ASC 606", which is no value.
var namedNumber = pattern.New(`^\p{Lu}[\pL.]{0,3} \d{1,4}$`)

func isCurrency(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	return isUnit(name)
}

// isDash reports whether a cell says that there is no figure.
func isDash(s string) bool {
	return s != "" && strings.Trim(s, "-–—_. ") == ""
}

// A head is the header of a table whose cells say nothing of their span.
type head struct {
	rows   int        // source rows that it takes
	titles []string   // texts that hold for the whole table, such as "(in thousands)"
	levels [][]string // of labels, the outermost first
}

// maxTitles is how many rows of a header may be titles.
const maxTitles = 3

// readHead reads the header of rows; known is how many of the first rows surely belong to it. A header goes on until each column has a
// label of its own. Rows of units and the like, which name no row and stand above figures, belong to it, too. If known is 0, a header
// begins only where labels stand above figures. A lone unit is a title, because it holds for all columns.
func readHead(rows [][]string, known int) head {
	h := head{}
	width := 0
	for _, r := range rows {
		width = max(width, len(r))
	}
	for i := 0; i < len(rows)-1 && i < maxHeaderLevels+maxTitles; i++ {
		row, labels, complete := rows[i], rest(rows[i]), h.complete(rows, width)
		key := strings.TrimSpace(cellAt(row, 0))
		switch {
		case len(labels) == 0 && key == "":
		case len(labels) == 0:
			if len(h.titles) >= maxTitles || len(key) > maxCaption || len(h.levels) > 0 && !(complete && isUnit(key)) {
				return h.end(rows, width, known)
			}
			h.titles = append(h.titles, key)
		case i >= known && !(labelsAbove(rows, i) && (!complete || key == "" && !isSection(row, labels) || isUnit(key))):
			return h.end(rows, width, known)
		case len(labels) == 1 && width > 2 && i > 0 && isUnitOfAll(row[labels[0]]):
			h.titles = append(h.titles, strings.TrimSpace(row[labels[0]]))
			if key != "" {
				h.levels = append(h.levels, []string{key})
			}
		default:
			h.levels = append(h.levels, slices.Clone(row))
		}
		h.rows = i + 1
	}
	return h.end(rows, width, known)
}

// end spreads the labels of groups. What was guessed is a header only if it names each column.
func (h head) end(rows [][]string, width, known int) head {
	if known == 0 && !h.complete(rows, width) {
		return head{}
	}
	if n := len(h.levels); n > 0 {
		h.levels[n-1] = pairLabels(h.levels[n-1], width)
	}
	for i := len(h.levels) - 2; i >= 0; i-- {
		h.levels[i] = spreadLabels(h.levels[i], h.levels[i+1:])
	}
	return h
}

// isSection reports whether the only label of a row more likely names the rows below than a column.
func isSection(row []string, labels []int) bool {
	text := strings.TrimSpace(row[labels[0]])
	return len(labels) == 1 && len(row) > 2 && !strings.HasPrefix(text, "(") && !isPeriod(text)
}

// complete reports whether each column that holds something has a label, and no two have the same.
func (h head) complete(rows [][]string, width int) bool {
	if len(h.levels) == 0 {
		return false
	}
	var names []string
	for i, l := range h.levels {
		names = joinHeader(names, spreadLabels(l, h.levels[i+1:]), width)
	}
	seen := map[string]bool{}
	for i := 1; i < width; i++ {
		if names[i] == "" && !slices.ContainsFunc(rows[min(h.rows, len(rows)):], func(r []string) bool { return strings.TrimSpace(cellAt(r, i)) != "" }) {
			continue
		}
		if names[i] == "" || seen[names[i]] {
			return false
		}
		seen[names[i]] = true
	}
	return true
}

// labelsAbove reports whether row i holds only labels, and the cells below them are mostly figures.
func labelsAbove(rows [][]string, i int) bool {
	values, filled := 0, 0
	for _, c := range rest(rows[i]) {
		if !isLabel(rows[i][c]) {
			return false
		}
	}
	for _, r := range rows[i+1:] {
		for _, c := range rest(r) {
			text := strings.TrimSpace(r[c])
			if isPeriod(text) || isUnit(text) {
				continue // of a header, as likely as not
			}
			filled++
			if isValue(text) || isDash(text) {
				values++
			}
		}
	}
	return filled > 0 && 2*values >= filled
}

// spreadLabels repeats the label of a group over its columns. A lone period holds for all columns, or for the columns with periods below.
// Another label holds for the columns to its right up to the next label, as long as the columns below are of one kind, periods or not. The
// last group is no larger than another. Over periods, a label may stand in the middle of its group.
func spreadLabels(level []string, below [][]string) []string {
	width := 0
	for _, l := range below {
		width = max(width, len(l))
	}
	labels := rest(level)
	if width == 0 || len(labels) == 0 {
		return level
	}
	kinds := make([]byte, max(width, len(level)))
	periods := false
	for i := 1; i < len(kinds); i++ {
		for _, l := range below {
			if text := strings.TrimSpace(cellAt(l, i)); text != "" {
				kinds[i] = kindOfLabel(text)
				break
			}
		}
		periods = periods || kinds[i] == timeLabel
	}
	out := make([]string, len(kinds))
	copy(out, level)
	first := labels[0]
	if len(labels) == 1 && isPeriod(level[first]) {
		for i := 1; i < len(out); i++ {
			if kinds[i] == timeLabel || !periods && kinds[i] != 0 {
				out[i] = level[first]
			}
		}
		return out
	}
	together := func(i, k int) bool { // the columns from one to the other are of one kind
		for j := min(i, k); j <= max(i, k); j++ {
			if kinds[j] == 0 || kinds[j] != kinds[i] {
				return false
			}
		}
		return true
	}
	centred := false
	for i := 1; i < first; i++ {
		centred = centred || kinds[i] != wordLabel && together(i, first)
	}
	largest := 0
	for i := 1; i < len(labels); i++ {
		largest = max(largest, labels[i]-labels[i-1])
	}
	for i := 1; i < len(out); i++ {
		if strings.TrimSpace(out[i]) != "" {
			continue
		}
		best := -1
		for _, k := range labels {
			if !together(i, k) || !centred && (k > i || largest > 0 && i-k >= largest) || goesBelow.MatchString(strings.TrimSpace(level[k])) {
				continue
			}
			if best < 0 || abs(k-i) < abs(best-i) {
				best = k
			}
		}
		if best >= 0 {
			out[i] = level[best]
		}
	}
	return out
}

// pairLabels gives the columns without a label that of the column to their left, where every label of the lowest row heads as
// many columns: years, each above an amount and a percentage.
func pairLabels(level []string, width int) []string {
	labels := rest(level)
	if len(labels) < 2 || labels[0] != 1 || len(labels) == width-1 {
		return level
	}
	size := labels[1] - labels[0]
	for i, k := range labels {
		if k != 1+i*size {
			return level
		}
	}
	if 1+len(labels)*size != width {
		return level
	}
	out := make([]string, width)
	copy(out, level)
	for i := 1; i < width; i++ {
		if out[i] == "" {
			out[i] = out[i-1]
		}
	}
	return out
}

// goesBelow is a label that ends in the middle of a phrase: it goes on in the row below, and is that of no group.
var goesBelow = pattern.New(`(?i)(?:\b(?:of|and|or|in|at|the|for|to|from|per|by|und|von|der|et|de|y)|[-–&/])$`)

// The kinds of labels; 0 is none.
const (
	timeLabel = 'p'
	wordLabel = 'w'
)

func kindOfLabel(s string) byte {
	if isPeriod(s) {
		return timeLabel
	}
	return wordLabel
}

// rest gives the columns but the first whose cells are filled.
func rest(row []string) (columns []int) {
	for i := 1; i < len(row); i++ {
		if strings.TrimSpace(row[i]) != "" {
			columns = append(columns, i)
		}
	}
	return columns
}

func cellAt(row []string, i int) string {
	if i >= len(row) {
		return ""
	}
	return row[i]
}

func abs(n int) int { return max(n, -n) }
