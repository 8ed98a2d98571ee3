package versions

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestMention: a text that a saying's pattern matches has one of its pieces, so that it is matched.
func TestMention(t *testing.T) {
	say := sayings()
	all := []saying{
		say.fieldNumber, say.saidStatus, say.fieldStatus, say.saidDraft, say.saidOld, say.saidReplaces, say.saidEffective, say.ended, say.titled, say.saidNumber, say.saidIssue, say.saidIssued,
	}
	for _, s := range all {
		if len(s.pieces) == 0 {
			t.Errorf("every text is matched with %s", s.pattern)
		}
	}
	for text, i := range map[string]int{
		"Version: 3": 0, "VERSION = 3": 0, "Status: Draft": 1, "Stand: Entwurf": 2, "ENTWURF für": 3, "BROUILLON version": 3, "no longer in force": 4, "ersetzt durch X": 4, "n'est plus en vigueur": 4,
		"this policy was replaced": 4, "replaces the old one": 5, "sustituye a otro.": 5, "gültig ab 1.2.2020": 6, "adopted by the board on 2020-01-02": 6, "vigente desde el 2020": 6, "IN FORCE SINCE 2020": 6,
		"three months ended May": 7, "Geschäftsjahr 2020": 7, "BERICHTSZEITRAUM": 7, "Statement period: May": 7, "the annual report": 8, "HAUSHALTSPLAN 2020": 8, "Informe trimestral": 8, "half-yearly": 8,
		"document version no. 3": 9, "Rev. 2": 9, "FASSUNG 2": 9, "Versión 4": 9,
	} {
		if h := newOpening(text); h.find(all[i]) == "" || h.find(all[i]) != all[i].pattern.FindString(text) {
			t.Errorf("%q is not met by %s", text, all[i].pattern)
		}
	}
	word := regexp.MustCompile(`[\pL']+`)
	var pieces []string // the words of all patterns, and what stands between them
	for _, s := range all {
		pieces = append(pieces, word.FindAllString(regexp.MustCompile(`\\.|\(\?[a-z]*:?|[{}\d]`).ReplaceAllString(s.pattern.String(), " "), -1)...)
	}
	pieces = append(pieces, " ", ": ", "\n", ". ", "2.1", " 2024-05-01", "ſ", "\u212a", "this document is superseded", "nicht mehr gültig", "in force since 2020", "Version: 3", "en vigueur depuis le")
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces") {
			if rapid.IntRange(0, 4).Draw(t, "upper") == 0 {
				piece = strings.ToUpper(piece)
			}
			b.WriteString(piece)
			b.WriteString(rapid.SampledFrom([]string{" ", "", ": ", "\n"}).Draw(t, "between"))
		}
		h := newOpening(b.String())
		for _, s := range all {
			if want := s.pattern.FindString(h.text); want != h.find(s) {
				t.Fatalf("%q: %q is found, and not %q", h.text, h.find(s), want)
			}
		}
	})
	rapid.Check(t, func(t *rapid.T) { // a time alone in a line
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"2024", "Q3", "é", "_", "--", "\n", " ", "May", "in the town of Unterhaching", "(", ")", "2023-05"}), 0, 14).Draw(t, "pieces"), "")
		for line := range strings.Lines(text) {
			if line = strings.Trim(line, " _-()\n"); utf8.RuneCountInString(line) <= longestAlone && len(named(line)) > 0 && !hasAlone(text) {
				t.Fatalf("%q has %q alone in a line", text, line)
			}
		}
	})
}

// BenchmarkAttributes looks for version data in a page of prose that has none.
func BenchmarkAttributes(b *testing.B) {
	page := strings.Repeat("The participants were asked about their habits of sleep, and answered within 14 days. None of these differed between both groups.\n", 30)
	for b.Loop() {
		if list := Attributes(page); len(list) > 0 {
			b.Fatal(list)
		}
		Periods("", "", page, nil)
	}
	b.SetBytes(int64(len(page)))
}
