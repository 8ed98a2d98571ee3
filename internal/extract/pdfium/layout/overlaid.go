package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract/pdfium"
)

// onceEach drops a character that stands upon an equal one, a little aside: programs without a bold font draw letters twice.
func onceEach(chars []pdfium.Char, runs []pdfium.Run) []pdfium.Char {
	const back = 3
	out := chars[:0]
next:
	for _, c := range chars {
		if c.Run >= 0 && !unicode.IsSpace(c.Rune) {
			em := runs[c.Run].Size
			for i := len(out) - 1; i >= 0 && i >= len(out)-back; i-- {
				if o := out[i]; o.Rune == c.Rune && o.Run >= 0 && abs(o.X-c.X) < min(max(0.35*(c.Right-c.Left), 0.12*em), 0.6*(c.Right-c.Left), 0.25*em) &&
					abs(o.Y-c.Y) < 0.15*em && (o.X != c.X || o.Y != c.Y) {
					continue next
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// dropShadows drops lines that repeat one of the same page a little aside, as shadows do.
func dropShadows(parts []part) []part {
	seen := map[string][]*line{}
	return slices.DeleteFunc(parts, func(p part) bool {
		l := p.line
		if l == nil || l.field {
			return false
		}
		for _, o := range seen[l.text] {
			if abs(o.x0-l.x0) < 0.3*l.size && abs(o.base-l.base) < 0.3*l.size {
				o.style.bold = true
				return true
			}
		}
		seen[l.text] = append(seen[l.text], l)
		return false
	})
}

// spaced takes back blanks of PDFium in text whose letters are all set apart: where the gap is about that of the other letters, no word ends.
func (b *builder) spaced() {
	const fewest, least = 6, 0.06 // gaps, and how wide they are in units of the font size
	if len(b.words) < 2 || len(b.gaps) < fewest {
		return
	}
	slices.Sort(b.gaps)
	usual := b.gaps[len(b.gaps)/2]
	if usual < least*b.size {
		return
	}
	text := b.text.String()
	b.text.Reset()
	words := b.words[:0]
	for i, w := range b.words {
		end := len(text)
		if i+1 < len(b.words) {
			end = b.words[i+1].at
		}
		piece := strings.TrimSpace(text[w.at:end])
		if n := len(words); i > 0 && !w.typed && w.x0-words[n-1].x1 < 1.7*usual+0.05*b.size {
			words[n-1].x1 = w.x1
		} else {
			if i > 0 && w.at > 0 && text[w.at-1] == ' ' {
				b.text.WriteByte(' ')
			}
			w.at = b.text.Len()
			words = append(words, w)
		}
		b.text.WriteString(piece)
	}
	b.words = words
}

// spelledApart joins the letters of words that are set apart, as "A R E A" is: four or more that no blank of the document parts. Where the
// gap is wider than the others a word ends.
func (b *builder) spelledApart() {
	const fewest = 4
	text := b.text.String()
	at := func(i int) string {
		end := len(text)
		if i+1 < len(b.words) {
			end = b.words[i+1].at
		}
		return strings.TrimSpace(text[b.words[i].at:end])
	}
	single := func(i int) bool {
		r, n := utf8.DecodeRuneInString(at(i))
		return n == len(at(i)) && unicode.IsLetter(r)
	}
	var out strings.Builder
	var words []word
	changed := false
	for i := 0; i < len(b.words); {
		end := i + 1
		for single(i) && end < len(b.words) && single(end) && !isSolid([]rune(at(end))[0]) {
			end++
		}
		apart := make([]float32, 0, end-i)
		typed := 0
		for k := i + 1; k < end; k++ {
			apart = append(apart, b.words[k].x0-b.words[k-1].x1)
			typed += btoi(b.words[k].typed)
		}
		if end-i < fewest || 2*typed > len(apart) {
			apart = nil
		}
		usual := float32(0)
		if apart != nil {
			sorted := slices.Sorted(slices.Values(apart))
			usual = sorted[len(sorted)/2]
		}
		for k := i; k < end; k++ {
			w := b.words[k]
			if k > i && apart != nil && !w.typed && apart[k-i-1] < 1.7*usual+0.05*b.size {
				words[len(words)-1].x1, changed = w.x1, true
			} else {
				if out.Len() > 0 {
					if w.at > 0 && text[w.at-1] == ' ' {
						out.WriteByte(' ')
					}
				}
				words = append(words, word{w.x0, w.x1, out.Len(), w.typed})
			}
			out.WriteString(at(k))
		}
		i = end
	}
	if changed {
		b.words = words
		b.text.Reset()
		b.text.WriteString(out.String())
	}
}
