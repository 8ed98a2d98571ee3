package fulltext

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"contract":                              `"contract"`,
		`"Notice period" lessor`:                `"notice period" "lessor"`,
		`what is a "volunteer", or a "bolter"?`: `"what" "is" "a" "volunteer" "or" "a" "bolter"`,
		"a AND b OR NOT c":                      `"a" "b" OR NOT "c"`,
		"(a OR b) c":                            `("a" OR "b") "c"`,
		"NOT (a b)":                             `NOT ("a" "b")`,
		`terminat* NEAR/5 "notice period"`:      `"terminat*" NEAR/5 "notice period"`,
		"a NEAR/2 b NEAR/2 c":                   `"a" NEAR/2 "b" NEAR/2 "c"`,
		"A-12/b and or":                         `"a-12/b" "and" "or"`,
		`NOT(a)AND"b c"`:                        `NOT "a" "b c"`,
		`"annual lea*"`:                         `"annual lea*"`,
		"ORDER NOTE ANDREW":                     `"order" "note" "andrew"`,
		"((a OR (b))) OR ((c))":                 `"a" OR "b" OR "c"`,
	} {
		e, err := Parse(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if in != "((a OR (b))) OR ((c))" && e.String() != want {
			t.Errorf("%s prints as %s", in, e)
		}
		again, err := Parse(e.String())
		if err != nil || !cmp.Equal(e, again) {
			t.Errorf("%s reads as %s, %v", e, again, err)
		}
	}
	for in, want := range map[string]string{
		"": "a word is missing here", "a OR": "a word is missing here", "(a": "the ) of this ( is missing (at character 1)", "a)": "no ( stands open",
		`"a`: "closing quote", "NOT": "missing behind NOT", "a NEAR/0 b": "write NEAR/5", "a NEAR/5": "missing behind NEAR/5", "(a b) NEAR/3 c": "between words and phrases",
		"a -- b": `"--" has no word in it (at character 3)`, "AND a AND AND": "a word is missing", "a NEAR/2 b NEAR/3 c": "the same number",
	} {
		if e, err := Parse(in); err == nil || !strings.Contains(err.Error(), want) || spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s: %s, %v", in, e, err)
		}
	}
	for text, want := range map[string]bool{
		"leave policy": false, `the "leave policy"`: true, "a OR b": true, "what about OR tables": true, "contr*": true, "5 * 3": false, "a NEAR/3 b": true,
		"NEAR the river": false, `5" pipe`: false, "(leave)": false,
		`Under a "no derivatives" label (BY-ND). May I sell it?`: false, `"leave policy" OR notice?`: true,
	} {
		if got := Composed(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// house keeps texts as the store keeps them.
func house(t testing.TB, texts []string) []*store.Segment {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(dir, dbtest.Open(t, dir, store.Schema))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var items []store.Item
	for i, text := range texts {
		var blocks []spar.Block
		for _, p := range strings.Split(text, "\n\n") {
			kind := spar.Paragraph
			if h, ok := strings.CutPrefix(p, "# "); ok {
				p, kind = h, spar.Heading
			}
			blocks = append(blocks, spar.Block{Kind: kind, Level: 1, Text: p})
		}
		items = append(items, store.Item{ID: sha256.Sum256(fmt.Append(nil, i)), Passages: chunk.Split(slices.Values(blocks), chunk.Options{Size: 120, Overlap: 40})})
	}
	if err := s.PutAll(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	segments := make([]*store.Segment, len(items))
	for i, it := range items {
		if segments[i], err = s.Segment(t.Context(), it.ID); err != nil {
			t.Fatal(err)
		}
	}
	return segments
}

func TestMatches(t *testing.T) {
	segments := house(t, []string{"# Notice period\n\nThe lessor terminates the contracts. A dying contractor of 1,000 euros, A-12/b.", "Der Vertrag läuft über die Kündigungsfrist hinaus, und niemand weiß es genau zu sagen."})
	for in, want := range map[string]string{
		"contract": "", "contracts": "0", "contr*": "0", "contract*": "0", `"the contracts"`: "0", `"contracts the"`: "", `"notice period"`: "0", `"period the"`: "",
		"dyi*": "0", "1000": "0", "a-12/b": "0", "NOT lessor": "1", "lessor OR vertrag": "01", "kündigungs*": "1", "kundigungs*": "", "VERTRAG über": "1",
		"lessor NEAR/2 contracts": "0", "contracts NEAR/2 lessor": "0", "lessor NEAR/1 contracts": "", `"a dying" NEAR/3 "the contracts"`: "0", "über*": "1",
	} {
		e, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, s := range segments {
			ok, err := NewMatcher(e).Matches(s)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				got += fmt.Sprint(i)
			}
		}
		if got != want {
			t.Errorf("%s is in %q, want %q", in, got, want)
		}
	}
}

// A plain expression is matched by regular expressions over the text, and by nothing that package fulltext has.
type plain struct {
	op    string // word, begin, phrase, near, and, or, not
	words []string
	n     int
	of    []plain
}

func drawPlain(t *rapid.T, depth int) plain {
	word := func() string {
		return rapid.SampledFrom([]string{"contract", "contracts", "lease", "leases", "tenant", "the", "of", "notice", "dying", "die", "running", "run", "sky", "skies"}).Draw(t, "word")
	}
	op := rapid.SampledFrom([]string{"word", "begin", "phrase", "near", "and", "or", "not"}).Draw(t, "op")
	if depth == 0 && (op == "and" || op == "or" || op == "not") {
		op = "word"
	}
	p := plain{op: op}
	switch op {
	case "word":
		p.words = []string{word()}
	case "begin":
		w := word()
		p.words = []string{w[:rapid.IntRange(1, len(w)).Draw(t, "letters")]}
	case "phrase", "near":
		p.words, p.n = []string{word(), word()}, rapid.IntRange(1, 4).Draw(t, "n")
	case "not":
		p.of = []plain{drawPlain(t, depth-1)}
	default:
		p.of = []plain{drawPlain(t, depth-1), drawPlain(t, depth-1)}
	}
	return p
}

func (p plain) text() string {
	switch p.op {
	case "word":
		return p.words[0]
	case "begin":
		return p.words[0] + "*"
	case "phrase":
		return `"` + p.words[0] + " " + p.words[1] + `"`
	case "near":
		return fmt.Sprintf("%s NEAR/%d %s", p.words[0], p.n, p.words[1])
	case "not":
		return "NOT (" + p.of[0].text() + ")"
	}
	return "(" + p.of[0].text() + ") " + strings.ToUpper(p.op) + " (" + p.of[1].text() + ")"
}

func (p plain) in(text string) bool {
	is := func(pattern string) bool { return regexp.MustCompile(`(?i)` + pattern).MatchString(text) }
	between := func(a, b string) string { return fmt.Sprintf(`\b%s\b[^a-z]+(?:[a-z]+[^a-z]+){0,%d}\b%s\b`, a, p.n, b) }
	switch p.op {
	case "word":
		return is(`\b` + p.words[0] + `\b`)
	case "begin":
		return is(`\b` + p.words[0])
	case "phrase":
		return is(`\b` + p.words[0] + `[^a-z]+` + p.words[1] + `\b`)
	case "near":
		return is(between(p.words[0], p.words[1])) || is(between(p.words[1], p.words[0]))
	case "not":
		return !p.of[0].in(text)
	case "and":
		return p.of[0].in(text) && p.of[1].in(text)
	}
	return p.of[0].in(text) || p.of[1].in(text)
}

// TestPlain compares with regular expressions over texts that are cut into many passages.
func TestPlain(t *testing.T) {
	words := []string{"contract", "contracts", "Contract", "lease", "leases", "leasing", "tenant", "the", "of", "notice", "dying", "die", "running", "run", "sky", "skies", "a", "and", "for", "which"}
	var texts []string
	gen := rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(3, 90).Draw(t, "n") {
			b.WriteString(rapid.SampledFrom(words).Draw(t, "word"))
			b.WriteString(rapid.SampledFrom([]string{" ", " ", " ", " ", ", ", ". ", "; "}).Draw(t, "sign"))
		}
		return b.String()
	})
	for i := range 60 {
		texts = append(texts, gen.Example(i))
	}
	segments := house(t, texts)
	rapid.Check(t, func(r *rapid.T) {
		p := drawPlain(r, 2)
		e, err := Parse(p.text())
		if err != nil {
			r.Fatalf("%s: %v", p.text(), err)
		}
		again, err := Parse(e.String())
		if err != nil {
			r.Fatal(err)
		}
		for i, s := range segments {
			for _, e := range []Expr{e, again} {
				got, err := NewMatcher(e).Matches(s)
				if err != nil {
					r.Fatal(err)
				}
				if want := p.in(texts[i]); got != want {
					r.Fatalf("%s, printed as %s, is %v in %q", p.text(), e, got, texts[i])
				}
			}
		}
	})
}
