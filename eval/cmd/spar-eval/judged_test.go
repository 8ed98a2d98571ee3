package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestJudged: an impossible request is refused with a remedy before anything is asked; sets can be kept.
func TestJudged(t *testing.T) {
	t.Setenv("SPAR_CONFIG", "")
	dir := t.TempDir()
	answers := func(args ...string) error {
		var out bytes.Buffer
		c := command(&out)
		c.SetArgs(append([]string{"answers"}, args...))
		return c.ExecuteContext(t.Context())
	}
	for _, tc := range []struct {
		args  string
		says  string
		coded spar.Code
	}{
		{"", "name a --set", spar.Invalid},
		{"--program new=/no/such", "name a --set", spar.Invalid},
		{"--set company:a", "give --program NAME=PATH", spar.Invalid},
		{"--set company:a --program new=/no/such", "program new cannot be read", spar.NotFound},
		{"--set company:z", "there is no half", spar.Invalid},
		{"--set films:a", "choose company, talk", spar.Invalid},
		{"--share " + dir, "give each --share its --questions", spar.Invalid},
		{"--share " + dir + " --questions " + dir + "/no.jsonl", "name a file of JSON lines", spar.NotFound},
	} {
		if err := answers(strings.Fields(tc.args)...); spar.CodeOf(err) != tc.coded || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%q: %v; want %q", tc.args, err, tc.says)
		}
	}
	if err := answers("--half", "a", "--set", "company:a"); err == nil {
		t.Error("--half goes beside --set")
	}
	if err := answers("--set", "files:a", "--keep", dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"files-a", "files-a-de"} {
		if _, err := os.Stat(filepath.Join(dir, name, "questions.jsonl")); err != nil {
			t.Error(err)
		}
	}
}
