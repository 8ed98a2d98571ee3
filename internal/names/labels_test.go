package names

import (
	"context"
	"math"
	"os"
	"testing"
)

// letters is an encoder whose vectors count letters.
type letters struct{ made int }

func (*letters) Recipe() string { return "letters" }
func (*letters) Dim() int       { return 32 }

func (e *letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		v := make([]float32, 32)
		for _, r := range t {
			v[int(r)%32]++
		}
		n := 0.0
		for _, x := range v {
			n += float64(x * x)
		}
		for j := range v {
			v[j] /= float32(math.Sqrt(n))
		}
		out[i] = v
	}
	e.made += len(texts)
	return out, nil
}

// TestLabels: each text gets one vector, whoever asks; vectors lost to a crash or damage are made again; texts that are not kept are gone.
func TestLabels(t *testing.T) {
	ctx, dir, e := t.Context(), t.TempDir(), &letters{}
	l := OpenLabels(dir, e)
	texts := []string{"leave", "parental leave", "pool", "leave"}
	add := func(l *Labels, want int) {
		t.Helper()
		if made, left, err := l.Add(ctx, texts, e); err != nil || left || made != want {
			t.Fatalf("made %d, %v, %v; want %d", made, left, err, want)
		}
	}
	score := func(l *Labels, text string) float32 {
		t.Helper()
		q, err := e.Embed(ctx, []string{"leave"})
		if err != nil {
			t.Fatal(err)
		}
		scores, err := l.Scores(q[:1], TextsOf([]string{text}))
		if err != nil {
			t.Fatal(err)
		}
		return scores[0][0]
	}
	if got := score(l, "leave"); !math.IsNaN(float64(got)) {
		t.Errorf("before: %v", got)
	}
	add(l, 3)
	add(l, 0)
	other := OpenLabels(dir, e)
	add(other, 0)
	if got := score(other, "leave"); got < .98 {
		t.Errorf("the same text: %v", got)
	}
	if near, far := score(other, "parental leave"), score(other, "pool"); near <= far {
		t.Errorf("parental leave %v, pool %v", near, far)
	}
	// A record that is not whole, and a damaged one.
	info, err := os.Stat(l.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(l.path, info.Size()-5); err != nil {
		t.Fatal(err)
	}
	add(l, 1)
	b, err := os.ReadFile(l.path)
	if err != nil {
		t.Fatal(err)
	}
	b[header+30] ^= 1
	if err := os.WriteFile(l.path, append(b, 0), 0o600); err != nil {
		t.Fatal(err)
	}
	add(l, 1)
	if err := os.WriteFile(l.path, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	add(l, 3)
	if err := l.Keep([]string{"pool", "leave"}); err != nil {
		t.Fatal(err)
	}
	if missing, err := OpenLabels(dir, e).Missing(texts); err != nil || len(missing) != 1 || missing[0] != "parental leave" {
		t.Errorf("missing %q, %v", missing, err)
	}
	if faults, err := Check(dir); err != nil || len(faults) > 0 {
		t.Errorf("check: %v, %v", faults, err)
	}
}
