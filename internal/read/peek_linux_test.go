package read

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// Properties come without the file being read whole, and one that costs its worker its life costs no other anything.
func TestProperties(t *testing.T) {
	long := "---\ntitle: Plan\nauthor: Ada\n---\n\n# Plan\n\n"
	root, _ := lay(t, map[string]string{"a.md": long + strings.Repeat("Text without end.\n", 500_000), "b.txt": "Nothing is said.", "empty.md": "", "gone.md": long})
	jobs := scan(t, root)
	for i := range jobs {
		jobs[i].File.Format = "markdown"
	}
	if err := os.Remove(root + "/gone.md"); err != nil {
		t.Fatal(err)
	}
	r := reader(t, &shelf{}, "worker", Options{Workers: 2, Ledger: &ledger{}, Marks: t.TempDir()})
	got := map[string]Peeked{}
	for p, err := range r.Properties(t.Context(), slices.Values(jobs)) {
		if err != nil {
			t.Fatal(err)
		}
		got[jobs[p.Version.File-1].File.Path] = p
	}
	if len(got) != 4 {
		t.Errorf("%d findings about 4 files", len(got))
	}
	want := []spar.Property{{Key: "title", Value: spar.Value{Kind: spar.Text, Text: "Plan"}}, {Key: "author", Value: spar.Value{Kind: spar.Text, Text: "Ada"}}}
	if a := got["a.md"]; !slices.Equal(a.Properties, want) || a.Bytes == 0 || a.Bytes > 400<<10 || a.Version.Hash != (spar.Hash{}) {
		t.Errorf("a.md: %+v", a)
	}
	for _, name := range []string{"b.txt", "empty.md", "gone.md"} {
		if p := got[name]; len(p.Properties) > 0 || p.State != spar.Unread {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
