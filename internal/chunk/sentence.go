package chunk

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
	"golang.org/x/text/unicode/norm"
)

// abbreviations end in a full stop that mostly ends no sentence, without it and in lower case.
var abbreviations = set(`
	dr mr mrs ms prof rev hon st sr jr gen col capt lt sgt gov sen rep
	vs etc e.g eg i.e ie cf ca c approx al resp viz incl excl max min est dept fig figs eq eqs sec sect ch chap
	p pp vol vols ed eds art arts para paras tab app appx ref refs ext tel
	jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
	inc ltd co corp plc llc bros u.s u.k u.n e.u a.m p.m ph.d b.sc m.sc
	hr fr frl bzw z.b zb d.h dh u.a usw vgl ggf evtl abs s nr str z.t inkl exkl geb tel
	m mm mme mlle p.ex av bd env réf sra sres ud uds d dña pág núm sig dott avv ing rag geom
	blz nl o.a bijv nr dhr mevr enz`)

// ordinal is what stands before or behind a number whose full stop makes it an ordinal, as German writes them: "im 3.
// Quartal", "1. März". "am" is English, too.
var ordinal = set(`
	der die das den dem des im vom zum zur beim
	januar jänner februar feber märz april mai juni juli august september oktober november dezember`)

// numbered are abbreviations before a number only: "No." is a sentence, "No. 5" is not.
var numbered = set(`no nos n° n art pos ver v`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// Sentences gives the sentences of a text in order; joined they are the text. Borders are those of Unicode Standard
// Annex 29, without those behind a common abbreviation, an initial or a list number ("Dr. Weiss", "J. Doe", "1. Open
// the hood") and those at line breaks inside running text.
func Sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		it := sentences.FromString(text)
		start := 0
		for it.Next() {
			end := it.End()
			if end < len(text) && !borders(text[start:end], text[end:]) {
				continue
			}
			if !yield(text[start:end]) {
				return
			}
			start = end
		}
		if start < len(text) {
			yield(text[start:])
		}
	}
}

// borders reports whether a sentence ends between before, which is not empty, and after. It looks at a bounded part
// of both.
func borders(before, after string) bool {
	const window = 200
	said := strings.TrimRightFunc(before, unicode.IsSpace)
	gap := before[len(said):]
	said = said[max(0, len(said)-window):]
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsSpace(next) {
		return false
	}

	closed := strings.TrimRight(said, `"'”’»)]}*_`)
	last, _ := utf8.DecodeLastRuneInString(closed)
	if breaks := strings.Count(gap, "\n"); breaks > 1 {
		return true
	} else if breaks == 1 && !strings.ContainsRune(".!?…:;。！？", last) {
		line := said[strings.LastIndexByte(said, '\n')+1:]
		return len(line) < 50 && !unicode.IsLower(next)
	}
	if last != '.' {
		return true
	}
	if gap == "" && (closed == "." || strings.HasSuffix(closed, " .")) {
		return false // the begin of a name: .NET, .gitignore
	}
	word := closed[strings.LastIndexFunc(closed, unicode.IsSpace)+1:]
	word = strings.TrimLeft(strings.TrimRight(word, "."), `"'“‘«([{*_`)
	lower := strings.ToLower(word)
	switch {
	case abbreviations[lower]:
		return false
	case numbered[lower]:
		return !unicode.IsDigit(next)
	case word == "" || utf8.RuneCountInString(word) > 2:
		return true
	}
	r, size := utf8.DecodeRuneInString(word)
	if size == len(word) && unicode.IsUpper(r) {
		return false
	}
	if strings.Trim(word, "0123456789") == "" && isOrdinal(said[:strings.LastIndex(said, word)], after) {
		return false
	}
	return len(said) > 5 || strings.Trim(word, "0123456789") != "" // "1." at the begin is the number of what follows
}

// isOrdinal reports whether the number between before and after is an ordinal.
func isOrdinal(before, after string) bool {
	words := func(text string) []string {
		text = norm.NFC.String(strings.ToLower(text))
		return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	}
	if w := words(before); len(w) > 0 && ordinal[w[len(w)-1]] {
		return true
	}
	w := words(after[:min(len(after), 40)])
	return len(w) > 0 && ordinal[w[0]]
}
