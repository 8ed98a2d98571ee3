package format

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// real reads a vocabulary of the folder of public data; without that the test is skipped, or fails where SPAR_REQUIRE asks
// for data.
func real(t *testing.T, name ...string) Result {
	t.Helper()
	f, err := os.Open(filepath.Join(append([]string{os.Getenv("SPAR_EVAL_DATA")}, name...)...))
	if err != nil {
		if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
			t.Fatal(err)
		}
		t.Skip("set SPAR_EVAL_DATA to the folder of public data, which has mesh2022 and plos_thesaurus")
	}
	defer f.Close()
	r, err := Read(f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type size struct{ Concepts, Synonyms, Notes, Parents, Positions, Links, Roots int }

func sizeOf(v taxonomy.Vocabulary) (s size) {
	for _, c := range v.Concepts {
		s.Concepts++
		s.Synonyms += len(c.Synonyms)
		s.Parents += len(c.Parents)
		s.Positions += len(c.Positions)
		s.Links += len(c.Links)
		if c.Notes != "" {
			s.Notes++
		}
		if len(c.Parents) == 0 {
			s.Roots++
		}
	}
	return s
}

// byPositions is the parents that positions imply.
func byPositions(v taxonomy.Vocabulary) map[string][]string {
	bare := taxonomy.Vocabulary{Concepts: slices.Clone(v.Concepts)}
	for i := range bare.Concepts {
		bare.Concepts[i].Parents = nil
	}
	if _, err := bare.Normalize(); err != nil {
		panic(err)
	}
	parents := map[string][]string{}
	for _, c := range bare.Concepts {
		parents[c.ID] = c.Parents
	}
	return parents
}

func TestRealPLOS(t *testing.T) {
	r := real(t, "plos_thesaurus", "plosthes.2017-1.extract.xml")
	if got, want := sizeOf(r.Vocabulary), (size{10_710, 3_994, 698, 12_068, 17_397, 1_408, 11}); got != want || r.Format != "plos" { // one BT and one synonym are there twice
		t.Errorf("%s: %+v, want %+v", r.Format, got, want)
	}
	if n := counted(r.Remarks)["control characters that XML does not allow were left out"]; n != 5 {
		t.Errorf("%d control characters left out", n)
	}
	placed := byPositions(r.Vocabulary)
	for _, c := range r.Concepts {
		if !cmp.Equal(placed[c.ID], c.Parents, cmpopts.EquateEmpty()) {
			t.Errorf("%s: positions say %q, BT says %q", c.ID, placed[c.ID], c.Parents)
		}
	}
	for _, f := range Formats(true) {
		roundTrip(t, r.Vocabulary, f[0])
	}
}

func TestRealMeSH(t *testing.T) {
	r := real(t, "mesh2022", "mesh2022.jsonl")
	if got := sizeOf(r.Vocabulary); got.Concepts != 30_194 || got.Positions != 62_317 || got.Roots != 112 || r.Format != "mesh-jsonl" {
		t.Errorf("%s: %+v", r.Format, got)
	}
	trees := real(t, "mesh2022", "mtrees2022.bin")
	if got := sizeOf(trees.Vocabulary); got.Concepts != 30_192 || got.Positions != 62_317 || trees.Format != "mesh-trees" {
		t.Errorf("%s: %+v", trees.Format, got)
	}
	// Both files say the same of positions and, where they imply them, parents; the first has two descriptors without one.
	names, placed := map[string]string{}, map[string]taxonomy.Concept{}
	for _, c := range trees.Concepts {
		placed[c.Name] = c
	}
	for _, c := range r.Concepts {
		names[c.ID] = c.Name
	}
	several := 0
	for _, c := range r.Concepts {
		var parents []string
		for _, p := range c.Parents {
			parents = append(parents, names[p])
		}
		slices.Sort(parents)
		if len(parents) > 1 {
			several++
		}
		if other, ok := placed[c.Name]; !ok != (c.ID == "D005260" || c.ID == "D008297") || !cmp.Equal(other.Positions, c.Positions, cmpopts.EquateEmpty()) || !cmp.Equal(other.Parents, parents, cmpopts.EquateEmpty()) {
			t.Errorf("%+v is not %+v", c, other)
		}
	}
	if several != 8_942 {
		t.Errorf("%d descriptors have several parents", several)
	}
	roundTrip(t, r.Vocabulary, "csv")
	roundTrip(t, r.Vocabulary, "skos-turtle")
}

func roundTrip(t *testing.T, v taxonomy.Vocabulary, format string) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, v, format); err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(b.Bytes()), Options{Name: v.Name})
	if err != nil || got.Format != format || len(got.Remarks) > 0 || !cmp.Equal(got.Vocabulary, v, cmpopts.EquateEmpty()) {
		t.Errorf("as %s, read as %s: %v, %+v", format, got.Format, err, got.Remarks)
	}
}
