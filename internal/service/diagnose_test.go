package service_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

func TestDiagnose(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	for scope, want := range map[string]string{
		"path:HR/**":               `nothing matches path:HR/**; 2 files match without regard to letter case, such as "docs:hr/leave.md": write path:hr/**`,
		"path:/hr":                 "paths begin below the root of a share, without a slash",
		"path:hr":                  "what is below a folder is path:hr/**",
		"folder:Hr":                `2 files match without regard to letter case, such as "docs:hr/leave.md": write folder:hr`,
		"name:leave.md size:1GB..": "without size:1GB.. there would be 1 file",
		"colour:red":               "no file has the attribute colour",
		"":                         "",
		"size:1GB..":               "",
	} {
		hints, err := s.Diagnose(t.Context(), reader, scope)
		if got := strings.Join(hints, "; "); err != nil || (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %q, %v; want %q", scope, got, err, want)
		}
	}
	// Nobody gets a hint about files that are closed to them.
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for _, scope := range []string{"path:HR/**", "name:leave.md size:1GB.."} {
		if hints, err := s.Diagnose(t.Context(), reader, scope); err != nil || len(hints) > 0 {
			t.Errorf("%q: %q, %v", scope, hints, err)
		}
	}
}

// TestEmbedAll embeds each passage of a scope once.
func TestEmbedAll(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	q, seen := api.Question{Question: howMany, Scope: "name:leave.md"}, 0
	made, err := s.EmbedAll(t.Context(), reader, q, func(done, total int) { seen = total })
	if err != nil || made.Passages == 0 || made.Made != made.Passages || seen != made.Passages || made.Light != "" {
		t.Errorf("%+v of %d, %v", made, seen, err)
	}
	if again, err := s.EmbedAll(t.Context(), owner, q, nil); err != nil || again.Made != 0 || again.Passages != made.Passages {
		t.Errorf("again: %+v, %v", again, err)
	}
	if _, err := s.EmbedAll(t.Context(), reader, api.Question{Question: howMany, Scope: "share:none"}, nil); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("of no share: %v", err)
	}
}
