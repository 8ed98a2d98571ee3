package answer

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var numberedItem = pattern.New(`^\s*\(?\d{1,2}[.)]\s+`)

// saidBy are the statements of the answer that cite the file of a hit.
func (b *widener) saidBy(h spar.Hit) (said []string) {
	for _, bullet := range b.answer.Bullets {
		for _, n := range bullet.Citations {
			i := slices.IndexFunc(b.answer.Citations, func(c spar.Citation) bool { return c.N == n })
			if i >= 0 && b.answer.Citations[i].Share == h.Share && b.answer.Citations[i].Path == h.Path {
				said = append(said, bullet.Text)
				break
			}
		}
	}
	return said
}

// mark finds the words of the answer in the units of the files that it cites.
func (b *widener) mark() {
	for _, u := range b.units {
		marks := b.saidIn(u)
		if len(marks) == 0 {
			marks = b.likeliest(u)
		}
		u.Marks = merged(u.Text, marks)
	}
}

// saidIn is where a unit has words of the answer.
func (b *widener) saidIn(u *wide) (marks []spar.Span) {
	for _, said := range b.saidBy(spar.Hit{Share: u.Share, Path: u.Path}) {
		marks = append(marks, spansOf(u.Text, said)...)
	}
	return marks
}

// markedPart is the largest part of a unit that is marked with sentences beside the likeliest, where the answer has none of it.
const markedPart = .4

// kindSays is the bonus of a sentence that names the wanted kind of thing.
const kindSays = .5

// likeliest are the sentences of a unit that cover most of the question, where the answer uses none of the unit: a reader sees at once why
// it was found.
func (b *widener) likeliest(u *wide) (spans []spar.Span) {
	if u.Kind == spar.CodeUnit {
		return nil
	}
	a := newAsked(sayingWords(b.q), u.Lang, b.w)
	kind, must := wanted(b.q), mustSay(b.q.Wants())
	type said struct {
		text string
		says float64
		kind bool
	}
	var list []said
	for line := range strings.SplitSeq(u.Text, "\n") {
		parts := chunk.Sentences(line)
		if u.Kind == spar.RowsUnit {
			parts = slices.Values([]string{line})
		}
		for text := range parts {
			if !asks(text) {
				list = append(list, said{text, a.share(text), must && kind(text)})
			}
		}
	}
	ofKind := len(slices.DeleteFunc(slices.Clone(list), func(s said) bool { return !s.kind }))
	items := u.Kind == spar.ListUnit // which are of one kind, and of which some are not marked before others that say as much
	for i := range list {
		if list[i].kind || items && 2*ofKind >= len(list) && ofKind > 0 {
			list[i].says += kindSays
		}
	}
	slices.SortStableFunc(list, func(x, y said) int { return cmp.Compare(y.says, x.says) })
	n := 0
	for i, s := range list {
		if n > 0 && float64(n+len(s.text)) > markedPart*float64(len(u.Text)) && !(items && s.says == list[i-1].says) || s.says == 0 {
			break
		}
		n += len(s.text)
		spans = append(spans, spansOf(u.Text, s.text)...)
	}
	return spans
}

// merged sorts ranges, and joins ranges that touch or have only space or the mark of a row's cells between them.
func merged(text string, list []spar.Span) (out []spar.Span) {
	slices.SortFunc(list, func(a, b spar.Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, r := range list {
		if n := len(out); n > 0 && (r.Start <= out[n-1].End || strings.Trim(text[out[n-1].End:r.Start], " ;,") == "" && !strings.Contains(text[out[n-1].End:r.Start], "\n")) {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}

// Quoted is where a text has the words of a quote.
func Quoted(text, quote string) []spar.Span { return merged(text, spansOf(text, quote)) }

// leastMark is the letters of the shortest text that is marked.
const leastMark = 3

// spansOf are where a text has a statement, or its sentences, or the parts of a row that it tells. Only letters and digits are compared.
func spansOf(text, said string) (spans []spar.Span) {
	hay, at := lettersAt(text)
	find := func(part string) bool {
		needle := letters(part)
		if utf8.RuneCountInString(needle) < leastMark {
			return false
		}
		i := strings.Index(hay, needle)
		if i < 0 {
			return false
		}
		start, end := at[i], at[i+len(needle)-1]
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
		for end < len(text) && strings.ContainsRune(".!?)”\"'%€", rune(text[end])) { // what closes the sentence
			end++
		}
		spans = append(spans, spar.Span{Start: int64(start), End: int64(end)})
		return true
	}
	if find(said) {
		return spans
	}
	if _, rest, ok := strings.Cut(said, ": "); ok && find(rest) { // behind its subject
		return spans
	}
	for sentence := range chunk.Sentences(said) {
		if find(sentence) {
			continue
		}
		for part := range strings.SplitSeq(sentence, "; ") {
			if part != sentence && !find(part) {
				continue
			}
		}
	}
	return spans
}

// lettersAt is letters, with the byte of the text that each byte of it comes from.
func lettersAt(text string) (string, []int) {
	var b strings.Builder
	at := make([]int, 0, len(text))
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		n := b.Len()
		b.WriteRune(unicode.ToLower(r))
		for range b.Len() - n {
			at = append(at, i)
		}
	}
	return b.String(), at
}
