package embed

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func openedVerifier(t testing.TB, o Options) *Verifier {
	t.Helper()
	v, err := BuiltInVerifier(o)
	if spar.CodeOf(err) == spar.Unavailable {
		need(t, "model", err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// shares are passages about the shares of a cooperative and about its vans.
var shares = []string{
	"Articles of the cooperative\nShares. A share is 257 pounds. Each member takes at least one share and may hold forty at most. Shares bear no interest.",
	"Vehicles\nThe insurance must say business use. Vans are charged at night.",
	"Canteen\nLunch is served from noon to two. The kitchen closes on Friday afternoon.",
}

// TestVerifierTellsWhatAnswers: the passage that answers comes first, whatever the arithmetic, and a question that none answers gets less of
// each than one that is answered gets of the best.
func TestVerifierTellsWhatAnswers(t *testing.T) {
	for _, a := range []Arithmetic{Int8, Float32} {
		v := openedVerifier(t, Options{Arithmetic: a})
		answered := []float32{}
		for i, question := range []string{"How much does one share cost?", "When are the vans charged?", "When does the canteen's kitchen close?"} {
			scores, err := v.Score(t.Context(), question, shares)
			if err != nil {
				t.Fatal(err)
			}
			if best := slices.Index(scores, slices.Max(scores)); best != i {
				t.Errorf("%s: %q is best answered by passage %d: %v", a, question, best, scores)
			}
			answered = append(answered, slices.Max(scores))
		}
		scores, err := v.Score(t.Context(), "Who is the chair of the board?", shares)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Max(scores) >= slices.Min(answered) {
			t.Errorf("%s: what no passage answers gets %v, what one does %v", a, scores, answered)
		}
	}
}

// TestVerifierReadsAlone: a score depends on the question and its text, not on the texts beside it, the number of threads, or on where what
// answers stands in a long text; an empty text answers nothing.
func TestVerifierReadsAlone(t *testing.T) {
	v, one := openedVerifier(t, Options{}), openedVerifier(t, Options{Threads: 1})
	const question = "How much does one share cost?"
	filler := strings.Repeat("The society breeds varieties of vegetables, peas and barley, and has their seed grown by members. ", 12)
	texts := append([]string{"", "Seeds\n" + filler, "Seeds\n" + filler + "A share costs 257 pounds. " + filler}, shares...)
	all, err := v.Score(t.Context(), question, texts)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := one.Score(t.Context(), question, []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(alone[0]-all[i])) > 1e-4 {
			t.Errorf("text %d: %v alone, %v beside others", i, alone[0], all[i])
		}
	}
	if all[0] != nothing {
		t.Errorf("an empty text gets %v", all[0])
	}
	if all[2] <= all[1] {
		t.Errorf("the long text that answers gets %v, the one that does not %v", all[2], all[1])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Score(ctx, question, texts); err == nil {
		t.Error("it reads on after its context ended")
	}
}

// TestVerifierFile: a file that is cut off, goes on, belongs to another encoder or is none is refused.
func TestVerifierFile(t *testing.T) {
	v := openedVerifier(t, Options{})
	encoders := [2]*bert{}
	for i := range encoders {
		e, err := Precise(Options{})
		if err != nil {
			t.Fatal(err)
		}
		encoders[i] = e.(*bert)
	}
	e, other := encoders[0], encoders[1]
	other.weights = "of another"
	if v.Name() != VerifierName || v.Recipe() == e.Recipe() {
		t.Errorf("it is called %q, with the recipe %q", v.Name(), v.Recipe())
	}
	for name, c := range map[string]struct {
		of   *bert
		data []byte
		says string
	}{
		"empty":         {e, nil, "no verifier file"},
		"another magic": {e, append([]byte("SPARENC1"), builtInVerifier[8:]...), "no verifier file"},
		"cut header":    {e, builtInVerifier[:20], "header"},
		"cut body":      {e, builtInVerifier[:len(builtInVerifier)-1], "cut off"},
		"longer":        {e, append(slices.Clone(builtInVerifier), 0), "more than it should"},
		"other encoder": {other, builtInVerifier, "another encoder"},
	} {
		if _, err := openVerifier(c.of, c.data); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	v := openedVerifier(b, Options{Threads: 1})
	texts := slices.Repeat(shares, 7)[:20]
	for b.Loop() {
		if _, err := v.Score(b.Context(), "How much does one share cost?", texts); err != nil {
			b.Fatal(err)
		}
	}
}

// TestVerifierShares: the encoder and the verifier have the weights of their common layers in memory once, and compute as if they did not.
func TestVerifierShares(t *testing.T) {
	v := openedVerifier(t, Options{Threads: 1})
	e, err := Precise(Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	b := e.(*bert)
	if v.layers[0].qkv.i != b.layers[0].qkv.i || v.tokens != b.tokens || b.opts.Threads != 2 || v.opts.Threads != 1 {
		t.Error("the layers are in memory twice, or run with the threads of another")
	}
	alone, err := unpack(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if alone.Recipe() != b.Recipe() {
		t.Errorf("the recipe is %s, and %s of weights of its own", b.Recipe(), alone.Recipe())
	}
	got, err := b.Embed(t.Context(), shares)
	if err != nil {
		t.Fatal(err)
	}
	want, err := alone.Embed(t.Context(), shares)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("the vector of text %d differs", i)
		}
	}
}
