package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A line is a line of text outside of tables.
type line struct {
	box
	page       int
	base, size float32
	text       string
	style      style
	stretch    int     // lines that follow each other downwards share it
	right      float32 // right edge of the stretch
	aside      bool    // set along another direction than the page, or the first of a running header
	field      bool    // out of a form
	ended      bool    // by the value of a field
	named      int     // lines, from this one, that the outline of the document names
	level      int     // of what the outline names, from 1
}

// arrange puts the segments of a page into lines, and the tables in their places, all in reading order.
func arrange(segs []segment, tables []*table, page int) []part {
	var parts []part
	var cur *line
	inTable := map[int]*table{}
	for _, t := range tables {
		for _, i := range t.orders {
			inTable[i] = t
		}
	}
	placed := map[*table]bool{}
	for i := range segs {
		s := &segs[i]
		if t := inTable[s.order]; t != nil {
			if !placed[t] {
				parts = append(parts, part{table: t})
				placed[t] = true
			}
			cur = nil
			continue
		}
		text := shorten(s.text)
		apart := cur != nil && cur.ended && !s.ends && s.x0-cur.x1 > s.size
		if cur != nil && !apart && abs(cur.base-s.base) < 0.35*max(cur.size, s.size) && s.x0 > cur.x1-0.5*s.size {
			cur.join(s, text)
			continue
		}
		cur = &line{box: s.box, page: page, base: s.base, size: s.size, text: text, style: s.style, field: s.field, ended: s.ends}
		parts = append(parts, part{line: cur})
	}
	parts = dropShadows(parts)
	setStretches(parts)
	return parts
}

func (l *line) join(s *segment, text string) {
	if len(s.text) > len(l.text) {
		l.size = s.size
	}
	l.box = l.union(s.box)
	l.field, l.ended = l.field || s.field, s.ends
	l.text += " " + text
	l.style = style{l.style.bold && s.style.bold, l.style.italic && s.style.italic, l.style.mono && s.style.mono}
}

// setStretches numbers the runs of lines that go down the page, and gives each its right edge.
func setStretches(parts []part) {
	var run []*line
	n := 0
	end := func() {
		right := float32(0)
		for _, l := range run {
			right = max(right, l.x1)
		}
		for _, l := range run {
			l.stretch, l.right = n, right
		}
		run = run[:0]
		n++
	}
	for _, p := range parts {
		if p.line == nil {
			end()
			continue
		}
		if len(run) > 0 {
			last := run[len(run)-1]
			apart := p.line.x0 > last.x1 || p.line.x1 < last.x0 // side by side
			if p.line.base > last.base+0.5*last.size || apart && last.base-p.line.base < 0.5*last.size {
				end()
			}
		}
		run = append(run, p.line)
	}
	end()
}

// marginsOf gives, for each page, the baselines of the n-th line from the bottom and from the top.
func marginsOf(parts []part, n int) map[int]interval {
	bases := map[int][]float32{}
	for _, p := range parts {
		switch {
		case p.table != nil:
			bases[p.table.page] = append(bases[p.table.page], p.table.y0, p.table.y1)
		case !p.line.aside && !p.line.field:
			bases[p.line.page] = append(bases[p.line.page], p.line.base)
		}
	}
	const same = 2 // points
	out := map[int]interval{}
	for page, ys := range bases {
		slices.Sort(ys)
		ys = slices.CompactFunc(ys, func(a, b float32) bool { return abs(a-b) < same })
		out[page] = interval{ys[min(n, len(ys))-1] + same, ys[max(0, len(ys)-n)] - same}
	}
	return out
}

// bodyStyle is how most of the text is set.
func bodyStyle(parts []part) line {
	type key struct {
		size  float32
		style style
	}
	sizes, keys := map[float32]int{}, map[key]int{}
	count := func(size float32, st style, n int) {
		sizes[size] += n
		keys[key{size, st}] += n
	}
	for _, p := range parts {
		if p.line != nil && !p.line.field {
			count(half(p.line.size), p.line.style, len(p.line.text))
		}
	}
	var body line
	best := 0
	for s, n := range sizes {
		if n > best || n == best && s < body.size {
			body.size, best = s, n
		}
	}
	best = 0
	for k, n := range keys {
		if k.size == body.size && n > best {
			body.style, best = k.style, n
		}
	}
	return body
}

// half rounds to half points, which evens out the scaling that producers do.
func half(size float32) float32 { return float32(int(2*size+0.5)) / 2 }

// vocabulary counts the words of the document, in lower case, except words that a line's end breaks. It decides what becomes of hyphens
// there.
func vocabulary(parts []part) map[string]int {
	words := map[string]int{}
	broken := false
	for _, p := range parts {
		if p.line == nil {
			continue
		}
		fields := strings.Fields(p.line.text)
		if broken && len(fields) > 0 {
			fields = fields[1:]
		}
		if broken = endsHyphen(p.line.text); broken && len(fields) > 0 {
			fields = fields[:len(fields)-1]
		}
		for _, w := range fields {
			if w = bare(w); len(w) > 2 && len(words) < 200_000 {
				words[w]++
			}
		}
	}
	return words
}

func endsHyphen(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r == softHyphen || r == '-' || r == '\u2010'
}

// bare is a word without the punctuation around it.
func bare(w string) string {
	return strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// leading is the usual distance of baselines within paragraphs set in size, in units of the size; 1.2 when unknown.
func leading(lines []*line) map[float32]float32 {
	gaps := map[float32][]float32{}
	for i := 1; i < len(lines); i++ {
		a, b := lines[i-1], lines[i]
		gap := a.base - b.base
		if a.page == b.page && a.stretch == b.stretch && half(a.size) == half(b.size) && gap > 0.5*a.size && gap < 3*a.size {
			gaps[half(a.size)] = append(gaps[half(a.size)], gap/a.size)
		}
	}
	out := map[float32]float32{}
	for size, g := range gaps {
		slices.Sort(g)
		out[size] = g[len(g)/4] // most gaps are within paragraphs, the rest are wider
	}
	return out
}
