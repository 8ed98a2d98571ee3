package engine_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestFilesWithoutTextAreReadByNewerReaders reads a damaged file and opens the data directory again, first as it is, then as one that
// an older reader has read.
func TestFilesWithoutTextAreReadByNewerReaders(t *testing.T) {
	ctx := t.Context()
	var options engine.Options
	h := enginetest.Open(t, map[string]string{"a.pdf": "%PDF-1.4\nno more"}, func(o *engine.Options) { options = *o }).Scanned()
	state := func(e *engine.Opened) spar.State {
		t.Helper()
		s, err := e.Snapshot(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for f := range s.In(s.Files()) {
			return f.State
		}
		return ""
	}
	ask := func(e *engine.Opened) {
		t.Helper()
		if _, _, err := e.Ask(ctx, engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: "what is in it?"}); err != nil {
			t.Fatal(err)
		}
	}
	ask(h.Opened)
	for _, c := range []struct {
		sql  string
		want spar.State
	}{
		{"SELECT 1", spar.Corrupt},
		{"UPDATE readers SET version = version - 1 WHERE format = 'png'", spar.Corrupt},
		{"UPDATE readers SET version = version - 1 WHERE format = 'pdf'", spar.Unread},
		{"DELETE FROM readers", spar.Unread}, // a data directory of an older SPAR
	} {
		d, err := db.Open(ctx, options.Dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Write(ctx, func(tx *db.Tx) error { _, err := tx.Exec(c.sql); return err }); err != nil {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		e, err := engine.Open(ctx, options)
		if err != nil {
			t.Fatal(err)
		}
		if got := state(e); got != c.want {
			t.Errorf("%s: %s, want %s", c.sql, got, c.want)
		}
		ask(e)
		if got := state(e); got != spar.Corrupt {
			t.Errorf("%s: %s after it was read again", c.sql, got)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
