package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
)

var (
	digits     = pattern.New(`\d+`)
	pageNumber = pattern.New(`^(?i)[\[(–—-]?\s*(page|seite|p\.)?\s*(\d{1,3}|[3-9]\d{3}|1[0-8]\d\d|[ivxlc]{1,6})(\s*(of|/|von|sur|de)\s*\d{1,4})?\s*[\])–—-]?$`)
)

// normal is a text without what differs between the headers of pages.
func normal(text string) string { return digits.ReplaceAllString(strings.ToLower(text), "#") }

// runningKeys are the ways that a line may be the same on other pages: word for word, or with one or all of its numbers counting the pages.
// "Chapter 3" is the same over the chapter's pages; over the first pages of chapters it is not.
func runningKeys(text string, page int) []string {
	const most = 8 // numbers
	text = strings.ToLower(text)
	at := digits.FindAllStringIndex(text, -1)
	if len(at) == 0 || len(at) > most {
		return []string{text}
	}
	write := func(counts func(i int) bool) string {
		var b strings.Builder
		from := 0
		for i, m := range at {
			n, err := strconv.Atoi(text[m[0]:m[1]])
			b.WriteString(text[from:m[0]])
			if err == nil && counts(i) {
				b.WriteString("#" + strconv.Itoa(n-page))
			} else {
				b.WriteString(text[m[0]:m[1]])
			}
			from = m[1]
		}
		b.WriteString(text[from:])
		return b.String()
	}
	keys := []string{text}
	for one := range at {
		keys = append(keys, write(func(i int) bool { return i == one }))
	}
	if len(at) > 1 {
		keys = append(keys, write(func(int) bool { return true }))
	}
	return keys
}

// maxRunning is how much of a page's text headers and footers are at most. Where they are more, the page has little else
// to say, as a title, a form or a slide has, and keeps them.
const maxRunning = 0.5

// dropRunning takes out the lines and small tables that stand at the same place of many pages, headers and footers, but
// leaves the first of each; and page numbers, all of them.
func dropRunning(parts []part, pages int) []part {
	type place struct {
		text string
		y    int
	}
	const grid = 8 // points: neighbouring cells are counted together
	byPlace := map[place]map[int]bool{}
	margins, outermost := marginsOf(parts, 3), marginsOf(parts, 1)
	within := map[string]int{}  // how often a text stands elsewhere
	letters := map[int]int{}    // of each page
	edges := map[int][]string{} // by part: its keys
	for i, p := range parts {
		text, y, ok := edgeOf(p, margins[p.page()])
		letters[p.page()] += utf8.RuneCountInString(text)
		if !ok {
			if p.line != nil {
				within[normal(text)]++
			}
			continue
		}
		edges[i] = runningKeys(text, p.page())
		for _, k := range edges[i] {
			at := place{k, int(y / grid)}
			if byPlace[at] == nil {
				byPlace[at] = map[int]bool{}
			}
			byPlace[at][p.page()] = true
		}
	}

	running := map[int]string{} // by part: the key that it shares with other pages; "" is a page number
	share := map[int]int{}      // letters of the running lines, by page
	much := func(page, less int) bool { return float64(share[page]-less) > maxRunning*float64(letters[page]) }
	for i, p := range parts {
		keys := edges[i]
		if keys == nil {
			continue
		}
		text, y, _ := edgeOf(p, margins[p.page()])
		found := false
		if m := outermost[p.page()]; p.line != nil && pageNumber.MatchString(strings.TrimSpace(text)) &&
			(p.line.base >= m.hi || p.line.base <= m.lo) {
			running[i], found = "", true
		}
		for _, k := range keys {
			on := 0
			for dy := -1; dy <= 1; dy++ {
				on += len(byPlace[place{k, int(y/grid) + dy}])
			}
			// Left and right pages may differ: a third of the pages is enough.
			if !found && on >= 3 && 3*on >= pages && 2*within[normal(text)] < on {
				running[i], found = k, true
			}
		}
		if found {
			share[p.page()] += utf8.RuneCountInString(text)
		}
	}
	for i, key := range runningTitles(parts, pages, outermost) {
		if _, ok := running[i]; !ok {
			running[i] = key
			share[parts[i].page()] += utf8.RuneCountInString(parts[i].line.text)
		}
	}

	// Pages of a few lines may share most of them, since all lie at an edge. Then only the outermost ones are headers and footers.
	inner := map[int]int{}
	inside := func(p part) bool {
		m := outermost[p.page()]
		return p.line != nil && p.line.base < m.hi && p.line.base > m.lo
	}
	for i := range running {
		if p := parts[i]; inside(p) {
			inner[p.page()] += utf8.RuneCountInString(p.line.text)
		}
	}

	seen := map[string]bool{}
	out := parts[:0]
	for i, p := range parts {
		key, ok := running[i]
		if much(p.page(), 0) && inside(p) {
			ok = false
		}
		if !ok || much(p.page(), inner[p.page()]) {
			out = append(out, p)
			continue
		}
		if key == "" || seen[key] {
			continue
		}
		seen[key] = true
		if p.line != nil {
			p.line.aside = true
		}
		out = append(out, p)
	}
	return out
}

// edgeOf is the text and the place of a part, and whether it stands at the edge of its page, so that it may be running.
func edgeOf(p part, m interval) (text string, y float32, ok bool) {
	if t := p.table; t != nil {
		const most = 6 // rows
		if y = t.y1; t.y1 < m.hi {
			y = t.y0
		}
		for _, row := range t.rows {
			text += strings.Join(row, " ") + "\n"
		}
		return text, y, len(t.rows) <= most && (t.y1 >= m.hi || t.y0 <= m.lo)
	}
	l := p.line
	return l.text, l.base, !l.aside && !l.field && (l.base >= m.hi || l.base <= m.lo)
}

// runningTitles finds the headers and footers that change with the chapter. These are outermost lines of many pages, at one place and in
// one size. Most of them stand on several pages or count the pages. By part, each has its text without numbers.
func runningTitles(parts []part, pages int, outermost map[int]interval) map[int]string {
	const grid, fewest = 8, 4
	type place struct {
		top  bool
		y    int
		size float32
	}
	places := map[place][]int{}
	for i, p := range parts {
		if p.line == nil || p.line.aside || p.line.field {
			continue
		}
		m := outermost[p.page()]
		if top := p.line.base >= m.hi; top || p.line.base <= m.lo {
			at := place{top, int(p.line.base / grid), half(p.line.size)}
			places[at] = append(places[at], i)
		}
	}
	out := map[int]string{}
	for at, list := range places {
		beside := at
		beside.y++ // a place may lie on the line between two cells
		list = append(slices.Clone(list), places[beside]...)
		on, texts, shifts := map[int]bool{}, map[string]map[int]bool{}, map[int]int{}
		for _, i := range list {
			l := parts[i].line
			on[l.page] = true
			key := normal(l.text)
			if texts[key] == nil {
				texts[key] = map[int]bool{}
			}
			texts[key][l.page] = true
			for _, number := range outerNumber.FindAllString(l.text, 2) {
				if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil {
					shifts[n-l.page]++
				}
			}
		}
		again, counted := 0, 0
		for _, p := range texts {
			if len(p) > 1 {
				again += len(p)
			}
		}
		for _, n := range shifts {
			counted = max(counted, n)
		}
		if len(on) < fewest || 3*len(on) < pages || 2*max(again, counted) < len(on) {
			continue
		}
		for _, i := range list {
			out[i] = "title " + normal(parts[i].line.text)
		}
	}
	return out
}

// outerNumber is a number at the beginning or the end of a line.
var outerNumber = pattern.New(`^\d{1,4} | \d{1,4}$`)
