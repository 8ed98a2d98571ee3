package layout

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// The signs of what can be ticked.
const (
	tickedBox = "☒"
	emptyBox  = "☐"
)

// A field is a field of a form within a frame.
type field struct {
	box
	pdfium.Widget
}

func fieldsOf(p *pdfium.Page) []field {
	var out []field
	for _, w := range p.Widgets {
		if w.Box || w.Value != "" {
			out = append(out, field{box{w.Left, w.Bottom, w.Right, w.Top}, w})
		}
	}
	return out
}

// withFields puts the values of fields beside their labels. A label stands before a field on its line or above it, or behind a box to tick.
// It returns fields without a label by themselves, with their names in the form.
func withFields(segs []segment, fields []field) (out []segment, lone []string) {
	const far = 300 // points, from a label to its field
	type placed struct {
		segment
		after bool
	}
	at := map[int][]placed{} // by the index of the label
	for _, f := range fields {
		mid := (f.y0 + f.y1) / 2
		left, right, above := -1, -1, -1
		for i, s := range segs {
			middle := s.base + 0.3*s.size
			line := s.base < f.y1 && s.base+0.6*s.size > f.y0 && abs(middle-mid) < max(0.6*(f.y1-f.y0), 0.7*s.size)
			switch {
			case line && s.x1 <= f.x0+3 && f.x0-s.x1 < far && (left < 0 || s.x1 > segs[left].x1):
				left = i
			case line && s.x0 >= f.x1-3 && s.x0-f.x1 < 2.5*s.size && (right < 0 || s.x0 < segs[right].x0):
				right = i
			case !line && s.base > mid && s.base-f.y1 < 1.5*s.size && s.x0 > f.x0-3*s.size && s.x0 < f.x1 &&
				(above < 0 || s.base < segs[above].base):
				above = i
			}
		}
		label, text := left, f.Value
		if f.Box {
			text = emptyBox
			if f.Ticked {
				text = tickedBox
			}
			if right >= 0 && (left < 0 || segs[right].x0-f.x1 < f.x0-segs[left].x1) {
				label = right
			}
		} else if left < 0 {
			label = above
		}
		if label < 0 {
			if f.Name != "" {
				text = f.Name + ": " + text
			}
			if f.Name != "" || !f.Box {
				lone = append(lone, text)
			}
			continue
		}
		l := segs[label]
		s := segment{box: box{f.x0, l.y0, f.x1, l.y1}, base: l.base, size: l.size, text: text, field: true}
		if label == above && label != left {
			s.x0, s.x1 = l.x1+1, max(l.x1+2, f.x1)
		}
		if !f.Box {
			s.ends = true
			if last, _ := utf8.DecodeLastRuneInString(l.text); unicode.IsLetter(last) || unicode.IsDigit(last) {
				segs[label].text += ":"
			}
		}
		s.words = []word{{x0: s.x0, x1: s.x1}}
		at[label] = append(at[label], placed{s, label != right})
	}
	for i, s := range segs {
		list := at[i]
		slices.SortStableFunc(list, func(a, b placed) int { return int(a.x0 - b.x0) })
		for _, p := range list {
			if !p.after {
				out = append(out, p.segment)
			}
		}
		s.field = s.field || len(list) > 0
		out = append(out, s)
		for _, p := range list {
			if p.after {
				out = append(out, p.segment)
			}
		}
	}
	for i := range out {
		out[i].order = i
	}
	return out, lone
}
