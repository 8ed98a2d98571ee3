package service

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
)

// The measures of a drawing, as on the page.
const (
	chartWide, lineHigh = 640, 220
	barHigh             = 26
	mostBars            = 40 // of more no bar has a name beside it
)

var (
	figure = regexp.MustCompile(`^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)?$`)
	dating = regexp.MustCompile(`^\d{4}(-\d\d){0,2}$`)
)

// figureIn reads a cell that is a number and nothing else besides the marks of thousands and of per cent.
func figureIn(cell string) (v float64, ok bool) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cell), "%"))
	if !figure.MatchString(text) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return v, err == nil
}

// charted is the column that a chart shows: the last one with a number in all rows, with names in the first.
func charted(columns []string, rows [][]string) (at int, values []float64) {
	if len(columns) < 2 || len(rows) < 2 || len(rows) > mostBars || slices.ContainsFunc(rows, func(r []string) bool { return len(r) != len(columns) }) {
		return 0, nil
	}
	for at = len(columns) - 1; at > 0; at-- {
		values = nil
		for _, r := range rows {
			if v, ok := figureIn(r[at]); ok {
				values = append(values, v)
			}
		}
		if len(values) == len(rows) {
			return at, values
		}
	}
	return 0, nil
}

// timely reports whether the names of rows are days, months or years in their order.
func timely(rows [][]string) bool {
	for i, r := range rows {
		if !dating.MatchString(r[0]) || i > 0 && r[0] <= rows[i-1][0] {
			return false
		}
	}
	return len(rows) > 2
}

// stepped matches names whose order means something, as on the page: numbers, days, months and steps.
var stepped = regexp.MustCompile(`(?i)^\W*\d|^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t|tember)?|oct(ober)?|nov(ember)?|dec(ember)?|(mon|tues|wednes|thurs|fri|satur|sun)day)$`)

// largestFirst gives the rows of a result, the largest first where they are drawn and the order of their names means nothing.
func largestFirst(c api.TableAnswer) [][]string {
	at, values := charted(c.Columns, c.Rows)
	if at == 0 || strings.Contains(c.Plan, " order ") || timely(c.Rows) || !slices.ContainsFunc(c.Rows, func(r []string) bool { return !stepped.MatchString(r[0]) }) {
		return c.Rows
	}
	order := make([]int, len(c.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	var rows [][]string
	for _, i := range order {
		rows = append(rows, c.Rows[i])
	}
	return rows
}

// titleOf is what a result shows, as its heading: the plan in words, without the label by which it groups in front, which they end with.
func (w Wording) titleOf(c api.TableAnswer) string {
	title := c.Spoken
	if w.Plan != nil {
		title = w.Plan(title)
	}
	if len(c.Columns) > 0 {
		if rest, is := strings.CutPrefix(title, c.Columns[0]+", "); is && strings.Contains(rest, c.Columns[0]) {
			title = rest
		}
	}
	if title == "" && len(c.Columns) > 1 {
		title = c.Columns[len(c.Columns)-1] + " · " + c.Columns[0]
	}
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

// under is what stands with a drawing: its unit and the files that it is of.
func (w Wording) under(c api.TableAnswer) string {
	var files []string
	for _, t := range c.Tables {
		if name := path.Base(t.Path.Name); !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	text := ""
	if c.Unit != "" {
		text = " (" + c.Unit + ")"
	}
	if len(files) > 0 {
		text += " · " + w.say("Source: %s", strings.Join(files[:min(3, len(files))], ", "))
	}
	return text
}

// chartOf draws rows that were computed as SVG: bars, or a line where their names are days, months or years in their order; "" where nothing
// of them can be drawn. Its figures are those of the table.
func chartOf(title string, columns []string, rows [][]string, in Wording) string {
	at, values := charted(columns, rows)
	if at == 0 {
		return ""
	}
	inTime := timely(rows)
	low, high := math.Min(0, slices.Min(values)), math.Max(0, slices.Max(values))
	span := high - low
	if span == 0 {
		span = 1
	}
	tall := len(rows)*barHigh + 8
	if inTime {
		tall = lineHigh
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="%s">`, chartWide, tall,
		html.EscapeString(in.say("Chart: %s", title)))
	if inTime {
		drawLine(&b, rows, at, values, low, high, span)
	} else {
		drawBars(&b, rows, at, values, low, span)
	}
	b.WriteString("</svg>")
	return b.String()
}

// word writes a text into a drawing: anchor is start, middle or end.
func word(b *strings.Builder, x, y float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="#3b404a" font-size="13" font-family="system-ui, sans-serif">%s</text>`, x, y, anchor, html.EscapeString(text))
}

func drawBars(b *strings.Builder, rows [][]string, at int, values []float64, low, span float64) {
	longest := 0
	for _, r := range rows {
		longest = max(longest, utf8.RuneCountInString(r[0]))
	}
	room := math.Min(190, 24+7.5*float64(longest)) // of the names, before the bars
	x := func(v float64) float64 { return room + (chartWide-room-90)*(v-low)/span }
	for i, v := range values {
		y := float64(i * barHigh)
		word(b, room-10, y+21, "end", Shortened(rows[i][0], max(4, int((room-14)/7.6))))
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="4" fill="#2457c5"/>`, math.Min(x(0), x(v)), y+7, math.Max(1, math.Abs(x(v)-x(0))), barHigh-8)
		word(b, math.Max(x(0), x(v))+8, y+21, "start", strings.TrimSpace(rows[i][at]))
	}
}

func drawLine(b *strings.Builder, rows [][]string, at int, values []float64, low, high, span float64) {
	x := func(i int) float64 { return 60 + float64(chartWide-90)*float64(i)/float64(len(rows)-1) }
	y := func(v float64) float64 { return 14 + float64(lineHigh-46)*(high-v)/span }
	for _, v := range []float64{low, high} {
		fmt.Fprintf(b, `<line x1="56" x2="%d" y1="%.1f" y2="%[2]g" stroke="#d5d7dd"/>`, chartWide-30, y(v))
		word(b, 50, y(v)+4, "end", strconv.FormatFloat(v, 'f', -1, 64))
	}
	var points []string
	for i, v := range values {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x(i), y(v)))
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#2457c5" stroke-width="2.5"/>`, strings.Join(points, " "))
	step := (len(rows) + 7) / 8
	for i, v := range values {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="#2457c5"><title>%s</title></circle>`, x(i), y(v), html.EscapeString(rows[i][0]+": "+strings.TrimSpace(rows[i][at])))
		if i%step == 0 {
			word(b, x(i), lineHigh-8, "middle", rows[i][0])
		}
	}
}
