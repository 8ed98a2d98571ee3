package answer

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// names are the words of a question that name somebody or something: those with a capital inside a sentence, in languages
// that write only names so, abbreviations, and codes and numbers of at least three characters. A fact about another name is
// no answer, however near it is.
func names(q question.Question) []string {
	var list []string
	first := true
	fields := strings.Fields(q.Text)
	for i, field := range fields {
		if isAmount(field, append(fields, "")[i+1]) {
			continue
		}
		for _, word := range strings.FieldsFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != ',' }) {
			word = strings.Trim(word, ".,")
			if isName(word, first, q.Lang) && !slices.Contains(list, word) {
				list = append(list, word)
			}
			first = false
		}
		first = strings.ContainsAny(field[len(field)-1:], ".?!:")
	}
	return list
}

// strange are subject words of an English question that stand in files and in no dictionary, such as "nginx": names, though nobody gave
// them a capital. A word in no file at all may be the asker's own word for a thing.
func strange(q question.Question, w Weights) (list []string) {
	if q.Lang != "en" {
		return nil
	}
	for _, word := range strings.FieldsFunc(q.Sought(), func(r rune) bool { return unicode.IsSpace(r) || r == '/' }) {
		word = strings.Trim(word, ".,;:?!()\"'")
		if utf8.RuneCountInString(word) >= leastStrange && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) }) && !Known(word) && !w.Nowhere(word) {
			list = append(list, word)
		}
	}
	return list
}

// leastStrange is the least length, in letters, of a word that an answer reports as in no dictionary.
const leastStrange = 4

// Known reports whether the encoder's vocabulary has a word, or the word without an ending.
func Known(word string) bool {
	if embed.IsWord(word) {
		return true
	}
	for _, ending := range []string{"s", "es", "ed", "d", "ing", "er", "ers", "ly", "ally", "al", "ion", "ions", "able", "ment", "ness", "ies", "ied"} {
		stem, cut := strings.CutSuffix(word, ending)
		if cut && len(stem) >= 3 && (embed.IsWord(stem) || embed.IsWord(stem+"e") || embed.IsWord(stem+"y") || stem[len(stem)-1] == stem[len(stem)-2] && embed.IsWord(stem[:len(stem)-1])) {
			return true
		}
	}
	return false
}

// isAmount reports whether a word is a sum of money or a measure: the question assumes it, and files need not repeat it.
func isAmount(word, next string) bool {
	word = strings.Trim(word, ".,;:!?()\"'")
	figure := strings.Trim(word, "€$£%")
	if figure == "" || strings.ContainsFunc(figure, func(r rune) bool { return !unicode.IsDigit(r) && r != '.' && r != ',' && r != '\'' }) {
		return false
	}
	next = strings.ToLower(strings.Trim(next, ".,;:!?()\"'"))
	return figure != word || units[next] != "" || countedIn[strings.TrimSuffix(next, "s")]
}

// countedIn are nouns that amounts count, besides units.
var countedIn = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`hour minute second day week month year mile kilometre kilometer metre meter centimetre kilo kilogram gram tonne litre liter degree people person employee guest visitor page copie
		stunde stunden minuten tag tage tagen wochen monate monaten jahre jahren meter kilometer liter grad personen heure jour semaine moi an mètre kilomètre litre personne hora día semana mese año metro kilómetro litro persona`) {
		m[w] = true
	}
	return m
}()

func isName(word string, first bool, lang string) bool {
	lower := strings.ToLower(word)
	n, digits, upper := utf8.RuneCountInString(word), 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
		}
	}
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case n < 2 || chunk.Common(lower, lang) || saidOtherwise[lower]:
		return false
	case digits > 0:
		return n >= 3
	case upper == n:
		return true
	case first || lang == "de": // every noun of German has a capital
		return upper > 1
	}
	return unicode.IsUpper(r)
}

// saidOtherwise are words with a capital that texts leave off or write as figures: forms of companies, months, days.
var saidOtherwise = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`ltd llc inc corp plc gmbh ag kg sa sarl sl bv nv co
		january february march april may june july august september october november december
		jan feb mar apr jun jul aug sep sept oct nov dec
		monday tuesday wednesday thursday friday saturday sunday
		q1 q2 q3 q4 h1 h2 mr mrs ms dr`) {
		m[w] = true
	}
	return m
}()

// namedIn is how many hits must say a name, at least one of them, for their sentences to be about it.
const namedIn = 3

// longFile is the passages of a file that are looked through for a name. One that has more may say it further on.
const longFile = 2000

// missing are the names of a question that the best hits do not say, or that no file that is cited says anywhere. A form
// that is answered from several places has its names in any of the hits, and the sides of a comparison may be told by halves.
func missing(ctx context.Context, q question.Question, narrow bool, hits, cited []spar.Hit, w Weights, o Options) []string {
	list := names(q)
	if lost := unsaid(strange(q, w), hits); len(lost) > 0 {
		return lost
	}
	if len(list) == 0 {
		return unsaidCodes(q, hits)
	}
	near := hits
	if narrow {
		near = hits[:min(len(hits), namedIn)]
	}
	lost := append(unsaid(list, near), unsaidCodes(q, hits)...)
	rest := slices.DeleteFunc(unsaid(list, cited), func(n string) bool { return slices.Contains(lost, n) })
	if len(rest) == 0 || o.Text == nil || q.Form == question.Comparison {
		return lost
	}
	seen := map[spar.SegmentID]bool{}
	for _, h := range cited {
		if seen[h.Segment] {
			continue
		}
		seen[h.Segment] = true
		text, err := o.Text(ctx, h.Segment)
		if err != nil || text.Len() > longFile {
			return lost // it may be said where nobody looked
		}
		for i := 0; i < text.Len() && len(rest) > 0; i++ {
			if p, err := text.Passage(i); err == nil {
				rest = slices.DeleteFunc(rest, func(n string) bool { return says(p.Ranked(), n) })
			}
		}
	}
	return append(lost, rest...)
}

// designated is a thing that a number or a letter tells from others of its kind.
var designated = pattern.New(`\b((?i:amendment|annex|appendix|schedule|series|box|zone|phase|building|block|room|hall|floor|platform|gate|lot|line|route|class|category|grade|level|form|clause|nachtrag|anhang|zone|gebäude|raum|gleis|linie|annexe|bâtiment|salle|ligne|anexo|edificio|sala|línea)) (?:(?i:no\.?|number|nr\.?) )?(\d{1,4}[a-zA-Z]?|[A-Z])\b`)

// unsaidCodes are the things that a question tells by a number or a letter, such as "amendment 2", and that no hit says, nor the path of its file.
func unsaidCodes(q question.Question, hits []spar.Hit) (list []string) {
	for _, m := range designated.FindAllStringSubmatch(q.Text, -1) {
		said := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(m[1]) + `s?[\s:,.-]*(?:(?:no|number|nr)\b\W*)?(?:(?:\w{1,5}, )*\w{1,5} (?:and|or|und|oder|et|ou|y|to|bis) )?` + regexp.QuoteMeta(m[2]) + `\b`)
		bare := regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(m[2]) + `(?:\W|$)`)
		if !slices.ContainsFunc(hits, func(h spar.Hit) bool {
			text := h.Passage.Ranked() + "\n" + nameText(h.Path)
			return said.MatchString(text) || h.Passage.Kind == spar.RowPassage && bare.MatchString(text)
		}) {
			list = append(list, m[0])
		}
	}
	return list
}

// doubted is a refusal because of the signs. It names the nearest files, and the names of the question that no hit has, or else its words.
func doubted(q question.Question, hits []spar.Hit, w Weights) spar.Answer {
	a := refusal()
	a.Nearest, a.Missing = nearest(hits), lacks(q, hits, w)
	return a
}

// lacks are the names of a question that nothing found says, or else the words.
func lacks(q question.Question, hits []spar.Hit, w Weights) []string {
	best := hits[:min(len(hits), Passages)]
	if lost := unsaid(names(q), best); len(lost) > 0 {
		return lost
	}
	return wordsUnsaid(q, best, w)
}

// heard is the part of the question that passages, with the names of their files, cover.
type heard struct {
	asked asked
	terms []string // that are said
	near  *nearWords
	words []string // that are said and may be near
}

func heardIn(q question.Question, w Weights, hits []spar.Hit) heard {
	text, lang := sayingWords(q), hits[0].Passage.Lang
	h := heard{asked: newAsked(text, lang, w).related(text, q)}
	var texts []string
	for _, hit := range hits {
		texts = append(texts, hit.Passage.Ranked(), nameText(hit.Path))
	}
	h.terms = chunk.Terms(strings.Join(texts, "\n"), lang)
	if h.near = newNearWords(text, lang, h.asked.weight); h.near != nil {
		h.words = h.near.words(h.asked.weight, texts...)
	}
	return h
}

// says reports whether a term of the question is said, or one that stands for it; "v1.4.0" says 1.4.0.
func (h heard) says(term string) bool {
	return slices.ContainsFunc(h.terms, func(t string) bool { return t == term || h.asked.also[t] == term || versionOf(t) == versionOf(term) })
}

// versionOf is the number of a version without the letter that may stand before it; any other term stays as it is.
func versionOf(term string) string {
	if rest, ok := strings.CutPrefix(term, "v"); ok && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		return rest
	}
	return term
}

// nearly is how near a word that is said comes to a term of the question, from 0 to 1.
func (h heard) nearly(term string) float64 {
	if h.near == nil {
		return 0
	}
	return h.near.of(term, h.words)
}

// tellingPart is the least weight of a question's subject words, as a part of its heaviest word's.
const tellingPart = .5

// wordsUnsaid are the subject words of a question that no hit has, nor a word of nearly the same meaning.
func wordsUnsaid(q question.Question, hits []spar.Hit, w Weights) (list []string) {
	if len(hits) == 0 {
		return nil
	}
	h := heardIn(q, w, hits)
	least := 0.0
	for _, weight := range h.asked.weight {
		least = max(least, tellingPart*weight)
	}
	for word := range strings.FieldsSeq(sayingWords(q)) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		of := chunk.Terms(word, hits[0].Passage.Lang)
		if len(of) != 1 || h.asked.weight[of[0]] == 0 || h.asked.weight[of[0]] < least || slices.Contains(list, word) || question.Common(strings.ToLower(word), q.Lang) || h.says(of[0]) || h.nearly(of[0]) > 0 {
			continue
		}
		list = append(list, word)
	}
	return list
}

// unsaid are the names that none of the hits says, in its text, the headings above it or the path of its file.
func unsaid(names []string, hits []spar.Hit) []string {
	rest := slices.Clone(names)
	for _, h := range hits {
		text := h.Passage.Ranked() + "\n" + nameText(h.Path) + "\n" + h.Path
		var terms []string
		rest = slices.DeleteFunc(rest, func(name string) bool {
			if says(text, name) {
				return true
			}
			if terms == nil {
				terms = chunk.Terms(text, h.Passage.Lang)
			}
			of := chunk.Terms(name, h.Passage.Lang)
			return !slices.ContainsFunc(of, func(t string) bool { return !slices.Contains(terms, t) })
		})
	}
	return rest
}

// says reports whether a text has a name, with another ending too, or the words that an abbreviation stands for.
func says(text, name string) bool {
	if strings.Contains(strings.ToLower(text), strings.TrimSuffix(strings.ToLower(name), "s")) {
		return true
	}
	if n := utf8.RuneCountInString(name); n > 6 || strings.ToUpper(name) != name {
		return false
	}
	var initials strings.Builder
	for word := range strings.FieldsSeq(text) {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "(\"'“‘"))
		switch {
		case unicode.IsUpper(r):
			initials.WriteRune(r)
		case len(word) > 3:
			initials.WriteByte(' ')
		}
	}
	return strings.Contains(initials.String(), name)
}

// Says reports whether a text has a name, with another ending too, or the words that an abbreviation stands for.
func Says(text, name string) bool { return says(text, name) }
