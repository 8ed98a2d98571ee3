package extract

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestMarkdownLines compares headings and items with what expressions say of them.
func TestMarkdownLines(t *testing.T) {
	headingLine := regexp.MustCompile(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	itemLine := regexp.MustCompile(`^([ \t]*)(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+(.*)|$)`)
	parts := strings.Split(" |  |\t|#|##|######|x|é|\xff|-|*|+|1|12|123456789|.|)|{#a}|\\#|text", "|")
	r := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		line := b.String()
		level, title := 0, ""
		if h := headingLine.FindStringSubmatch(line); h != nil {
			level, title = len(h[1]), h[2]
		}
		if gotLevel, got := heading(line); gotLevel != level || level > 0 && got != title {
			t.Fatalf("heading %d %q of %q, want %d %q", gotLevel, got, line, level, title)
		}
		rest, ok := "", false
		if i := itemLine.FindStringSubmatch(line); i != nil {
			rest, ok = i[2], true
		}
		if got, gotOK := item(line); gotOK != ok || got != rest {
			t.Fatalf("item %v %q of %q, want %v %q", gotOK, got, line, ok, rest)
		}
	}
}
