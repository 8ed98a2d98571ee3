package retrieve

import (
	"context"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// What a folder or a title says counts as said: the file that it is about stands before others whose text alone says as much of
// the question.
func TestCover(t *testing.T) {
	runs := openRuns(t, map[string][]string{
		"Laboratory/turbidity.md": {"It works before noon, as follows, when the first sample is drawn from the basin."},
		"Kitchen/stove.md":        {"It works before noon. Whoever works there works before the others, who work before noon as well."},
		"0062.md":                 {"The meteorologist calls at noon and decides who may start."},
		"0063.md":                 {"The bell rings at noon, and after noon."},
	})
	titles := map[string]string{"0062.md": "Lake Festival Weather rules", "0063.md": "Bells"}
	e := &topics{words: []string{"works", "noon"}}
	for _, test := range []struct {
		question, want string
		o              Options
	}{
		{"works before, laboratory", "Laboratory/turbidity.md", Options{}},
		{"works before noon, laboratory", "Laboratory/turbidity.md", Options{Names: -1}},
		{"works before noon, laboratory", "Kitchen/stove.md", Options{Names: -1, Cover: -1}},
		{"weather at noon", "0062.md", Options{Titles: func(id spar.FileID) string {
			for _, r := range runs {
				if r.File == id {
					return titles[r.Path]
				}
			}
			return ""
		}}},
		{"weather at noon", "0063.md", Options{}},
	} {
		hits, _, err := SearchByMeaning(context.Background(), runs, test.question, Vectors{e, store.NewMemoryColumn(3)}, test.o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if hits[0].Path != test.want {
			t.Errorf("%q with %+v: %s is first with %v, want %s", test.question, test.o.Cover, hits[0].Path, hits[0].Parts, test.want)
		}
	}
}
