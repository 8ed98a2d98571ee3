package checked

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/eval/public"
)

// TestWritten holds the check to what it does with statements that somebody wrote by hand, in the half that may be looked at.
func TestWritten(t *testing.T) {
	pairs, err := Read(filepath.Join("testdata", "half1.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Measure(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	caught, lost := total(r.False), total(r.True)
	if caught.N != 75 || lost.N != 75 {
		t.Fatalf("%d false and %d true statements", caught.N, lost.N)
	}
	if caught.Out < 40 || lost.Out > 4 {
		t.Errorf("%d false statements are caught and %d true ones lost", caught.Out, lost.Out)
	}
}

// TestMade holds it to what rules make of public texts, and these to their seed.
func TestMade(t *testing.T) {
	data := os.Getenv(public.DataEnv)
	if data == "" {
		t.Skip(public.DataEnv + " is not set")
	}
	sets, err := texts(data)
	if err != nil {
		t.Fatal(err)
	}
	pairs := made(sets, 1, 150)
	if !slices.Equal(pairs, made(sets, 1, 150)) {
		t.Error("the same seed makes other statements")
	}
	r, err := Measure(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	caught, lost := total(r.False), total(r.True)
	if caught.N != 150 || lost.N != 150 || caught.Out < 128 || lost.Out > 6 {
		t.Errorf("of %d false statements %d are caught, and of %d true ones %d lost", caught.N, caught.Out, lost.N, lost.Out)
	}
}

// What is written is read again.
func TestReadWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pairs.jsonl")
	want := []Pair{{"a", "A <b> & c.", "A is c.", true, "k", "s"}, {"b", "x", "y", false, "", ""}}
	if err := Write(name, want); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(name); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v (%v)", got, err)
	}
	if err := os.WriteFile(name, []byte("{\"id\": 1}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name); err == nil {
		t.Error("a number for an id is read")
	}
}
