package answer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/spar"
)

// A readsFor is a verifier that finds texts to answer that have some words.
type readsFor struct {
	words string
	err   error
	read  []string
}

func (r *readsFor) Name() string   { return embed.VerifierName }
func (r *readsFor) Recipe() string { return "" }
func (r *readsFor) Score(_ context.Context, _ string, texts []string) ([]float32, error) {
	r.read = append(r.read, texts...)
	odds := make([]float32, len(texts))
	for i, t := range texts {
		if odds[i] = -3; strings.Contains(t, r.words) {
			odds[i] = 3
		}
	}
	return odds, r.err
}

// TestLeads: the statement that answers, as it is read with the question, stands in front, whether the signs of its words chose it or not,
// and its unit leads the evidence. Nothing that is said falls away for it.
func TestLeads(t *testing.T) {
	hits := []spar.Hit{
		hit("first.md", "Pumps", "The pump is heavy when it is full. The pump has to go there now.", .9),
		hit("second.md", "Pumps", "The pump weighs nine tonnes.", .85),
	}
	ask := func(question string, o Options) spar.Answer {
		o.Bold = true
		return Extractive(t.Context(), question, hits, weights{}, o)
	}
	const asked = "Is the pump heavy?"
	before := texts(ask(asked, Options{}))
	if before[0] != "The pump is heavy when it is full." {
		t.Fatalf("%q", before)
	}
	reads := &readsFor{words: "nine tonnes"}
	a := ask(asked, Options{Verifier: reads})
	said := texts(a)
	if said[0] != "The pump weighs nine tonnes." || slices.ContainsFunc(before, func(s string) bool { return !slices.Contains(said, s) }) {
		t.Errorf("%q, before %q", said, before)
	}
	if !slices.Contains(reads.read, "second\nPumps\nThe pump weighs nine tonnes.") {
		t.Errorf("read as %q", reads.read)
	}
	units := Evidence(t.Context(), asked, hits, weights{}, a, Options{})
	if units[0].Path != "second.md" {
		t.Errorf("%s leads", units[0].Path)
	}
	for _, v := range []*readsFor{{words: "nine tonnes", err: errors.New("broken")}, {words: "nowhere"}} {
		if got := texts(ask(asked, Options{Verifier: v})); !slices.Equal(got, before) {
			t.Errorf("with a verifier that tells nothing: %q", got)
		}
	}
	none := &readsFor{words: "nine tonnes"}
	ask("Was macht die Pumpe schwer?", Options{Verifier: none})
	if len(none.read) > 0 {
		t.Errorf("another language was read: %q", none.read)
	}
}

// TestUntold: a label is told once for statements of a source that follow each other.
func TestUntold(t *testing.T) {
	above := []spar.Bullet{{Under: "Notice", Citations: []int{1}}, {Citations: []int{1}}}
	for _, tc := range []struct {
		label, want string
		source      int
	}{{"Notice", "", 1}, {"Rent", "Rent", 1}, {"Notice", "Notice", 2}, {"", "", 1}} {
		if got := untold(tc.label, above, tc.source); got != tc.want {
			t.Errorf("%q of source %d: %q", tc.label, tc.source, got)
		}
	}
}

// TestUnder: what stands in a list or below a heading is judged, read and told with its subject, where it does not name it itself.
func TestUnder(t *testing.T) {
	text := "- **Electronics:** Batteries go in hand baggage. Spares need a case.\n- **Sharp items:** Never in hand baggage. Limited sizes and types may go in checked baggage."
	hits := []spar.Hit{hit("goods.md", "Dangerous goods > Notes", strings.ReplaceAll(text, "**", ""), .9)}
	reads := &readsFor{words: "Limited sizes"}
	a := Extractive(t.Context(), "May batteries go in checked baggage?", hits, weights{}, Options{Bold: true, Verifier: reads})
	at := slices.IndexFunc(a.Bullets, func(b spar.Bullet) bool { return strings.HasPrefix(b.Text, "Limited sizes") })
	if at < 0 || a.Bullets[at].Under != "Sharp items" {
		t.Fatalf("%+v", a.Bullets)
	}
	if !slices.ContainsFunc(reads.read, func(s string) bool {
		return strings.HasSuffix(s, "\nSharp items: Limited sizes and types may go in checked baggage.")
	}) {
		t.Errorf("read as %q", reads.read)
	}
	a = Extractive(t.Context(), "What is the length of the notice of the lease?", []spar.Hit{hit("lease.md", "Lease > Notice", "Six months to the end of a quarter.", .9)}, weights{}, Options{Bold: true})
	if len(a.Bullets) != 1 || a.Bullets[0].Under != "Notice" {
		t.Errorf("%+v", a.Bullets)
	}
	shell := "A restricted shell is more controlled. It behaves as others do with the exception that the following are disallowed or not performed:\n- Changing directories with the builtin.\n- Command names with slashes."
	a = Extractive(t.Context(), "Changing directories?", []spar.Hit{hit("shell.txt", "The Restricted Shell", shell, .9)}, weights{}, Options{Bold: true})
	if len(a.Bullets) == 0 || a.Bullets[0].Text != "Changing directories with the builtin." || !strings.HasSuffix(a.Bullets[0].Under, "disallowed or not performed") {
		t.Errorf("%+v", a.Bullets)
	}
}
