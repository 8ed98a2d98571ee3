package chunk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// TestLooksBeforePatterns: the quick look before a pattern never hides a match of the pattern.
func TestLooksBeforePatterns(t *testing.T) {
	pieces := []string{"Chapter", "Überschriften", "Öffnungen", "𐐷𐐷𐐷𐐷𐐷𐐷𐐷𐐷𐐷𐐷", "A", "Q", "o", "x", "iv", "1", "12", "4.2.1", "2026", ".", "...", "…", "·", "____", "-", "*", "•", ":", ")", ",", " ", "  ", "\n", "\t", "\r", "\f", "\x7f", "\xff", "�", "ß", "İ", "word"}
	lastNumber := regexp.MustCompile(`\s+(\d{1,4}|[ivxlcdm]{1,7})$`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "pieces"), "")
		if got, want := withoutBullet(text), bullet.ReplaceAllString(text, ""); got != want {
			t.Errorf("%q without a bullet is %q, not %q", text, got, want)
		}
		if got, want := withoutLastNumber(text), lastNumber.ReplaceAllString(text, ""); got != want {
			t.Errorf("%q without its last number is %q, not %q", text, got, want)
		}
		if got, want := numberAhead(text), sectionNumber.FindStringSubmatchIndex(text); !slices.Equal(got, want) {
			t.Errorf("%q has a number at %v, not %v", text, got, want)
		}
		if got, want := leads(text), leaderPage.FindStringIndex(text) != nil; got != want {
			t.Errorf("%q leads to a page: %v, not %v", text, got, want)
		}
		if got, want := foldTitle(text), slowTitle(text); got != want {
			t.Errorf("%q folds to %q, not %q", text, got, want)
		}
	})
}

// slowTitle is foldTitle, letter by letter.
func slowTitle(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	for i, w := range words {
		words[i] = strings.Map(unicode.ToLower, w)
	}
	return strings.Join(words, " ")
}

// BenchmarkContents looks for lists of contents in prose, as most documents are, and in a manual that has one.
func BenchmarkContents(b *testing.B) {
	var prose, manual []spar.Block
	line := "The committee meets on the second Tuesday of each month, in room 4, unless it says otherwise;"
	for i := range 300 {
		title := fmt.Sprintf("%d.%d Of the %dth matter", i/20+1, i%20+1, i)
		text := strings.Repeat(line+"\n", 1+i%12)
		prose = append(prose, spar.Block{Kind: spar.Paragraph, Text: strings.TrimSpace(text)})
		manual = append(manual, spar.Block{Kind: spar.Heading, Level: 2, Text: title}, prose[len(prose)-1])
		if i < 150 {
			manual = slices.Insert(manual, i, spar.Block{Kind: spar.ListItem, Text: title + " ..... " + fmt.Sprint(i+3)})
		}
	}
	for name, blocks := range map[string][]spar.Block{"prose": prose, "manual": manual} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for _, block := range blocks {
				size += len(block.Text)
			}
			b.SetBytes(int64(size))
			for b.Loop() {
				for range Contents(slices.Values(slices.Clone(blocks))) {
				}
			}
		})
	}
}
