package engine_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// TestPurgeForgetsHeadings asks about three files, deletes one, edits one and touches the last. A purge at once leaves no
// word of the text that went anywhere in the data directory, and the history of the others as it was.
func TestPurgeForgetsHeadings(t *testing.T) {
	ctx, dir := t.Context(), ""
	h := enginetest.Open(t, map[string]string{
		"gone.md":   "# Zygomatic sale\n\nThe price of the kiln is 7 crowns.\n",
		"edited.md": "# Quixotic plan\n\nThe date of the regatta is May.\n",
		"stays.md":  "# Harbour\n\nThe depth of the basin is 9 metres.\n",
	}, func(o *engine.Options) { dir = o.Dir }).Scanned()
	w, err := h.Workspaces.Create(ctx, enginetest.All, "w", spar.Scope{}, "")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(question string) spar.Citation {
		t.Helper()
		a, r, err := h.Ask(ctx, engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: question})
		if err != nil || len(a.Citations) != 1 || a.Citations[0].Locator.Heading == "" {
			t.Fatalf("%q: %+v, %v", question, a, err)
		}
		thread, turn, err := h.Workspaces.Begin(ctx, enginetest.All, workspace.Beginning{In: w.ID, At: time.Now(), Question: question})
		if err != nil {
			t.Fatal(err)
		}
		turn.State, turn.Ended, turn.Citations, turn.Uses = workspace.Done, time.Now(), a.Citations, r.Uses(a)
		turn.Answer = &api.Answer{Answer: a.Text, Citations: []api.Citation{{N: 1, Text: a.Citations[0].Text}}}
		if err := h.Workspaces.End(ctx, thread, turn); err != nil {
			t.Fatal(err)
		}
		return a.Citations[0]
	}
	ask("what is the price of the kiln?")
	ask("when is the date of the regatta?")
	depth := ask("what is the depth of the basin?")
	if err := os.Remove(filepath.Join(h.Root, "gone.md")); err != nil {
		t.Fatal(err)
	}
	h.Write("edited.md", "# Another plan\n\nThe date of the regatta is June.\n")
	h.Scanned()
	if _, err := h.Purge(ctx, true); err != nil {
		t.Fatal(err)
	}
	asked, err := h.Workspaces.History(ctx, enginetest.All, w.ID, 9)
	if err != nil || len(asked) != 3 {
		t.Fatalf("the history is %+v, %v", asked, err)
	}
	if got := asked[0].Citations[0]; got.Gone || got.Locator != depth.Locator || got.Segment != depth.Segment {
		t.Errorf("the citation of a file that stays is %+v", got)
	}
	for _, a := range asked[1:] {
		if got := a.Citations[0]; !got.Gone || got.Locator.Heading != "" || got.Path == "" || got.Locator.Bytes == (spar.Span{}) {
			t.Errorf("%q has the citation %+v", a.Question, got)
		}
	}
	data := os.DirFS(dir)
	err = fs.WalkDir(data, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := fs.ReadFile(data, path)
		for _, word := range []string{"Zygomatic", "zygomat", "Quixotic", "quixot", "crowns", "is May"} {
			if bytes.Contains(b, []byte(word)) {
				t.Errorf("%s has %s", path, word)
			}
		}
		if path == db.FileName && (!bytes.Contains(b, []byte("Harbour")) || !bytes.Contains(b, []byte("9 metres"))) {
			t.Errorf("%s has no heading or no answer of the file that stays", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
