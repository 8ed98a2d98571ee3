package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/read"
)

// TestQuarantine gives a file to readers that have too little memory for it. It is in quarantine then, for the processes
// that follow and for its copies, until somebody says that it is to be read again.
func TestQuarantine(t *testing.T) {
	t.Parallel()
	root, data := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("healthy.md", "# Keys\n\nMrs Finch keeps the key in the blue cabinet.\n")
	huge := "<?xml version='1.0'?><a><b>" + strings.Repeat("word ", 3_000_000) + "</b></a>"
	write("huge.xml", huge)
	little := []string{"SPAR_MEMORY=140MiB"}
	run := func(extra []string, args ...string) string {
		t.Helper()
		cmd := sparProcess(data, extra, args...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("spar %q: %v: %s", args, err, out)
		}
		return string(out)
	}
	has := func(out string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("no %q in %s", w, out)
			}
		}
	}
	const lost = "a worker was lost"
	run(nil, "share", "add", "s", root)
	run(nil, "scan")
	has(run(little, "ask", "who keeps the key?"), lost, "Mrs Finch")
	has(run(nil, "files", "--skipped"), "quarantined  s:huge.xml", "limit of 140 MB (setting memory)", "spar read again")
	has(run(nil, "show", "s:huge.xml"), "quarantined", "setting memory")
	has(run(nil, "files", "--scope", "state:quarantined", "--json"), `"huge.xml"`)
	has(run(nil, "status"), "quarantined")
	has(run(nil, "doctor"), "1 quarantined")

	// Neither a restart nor a copy nor another scan tries it again; a change does.
	write("copy.xml", huge)
	if out := run(little, "scan") + run(little, "ask", "who keeps the cabinet's key?"); strings.Contains(out, lost) {
		t.Errorf("it was tried again: %s", out)
	}
	has(run(nil, "files", "--skipped"), "quarantined  s:copy.xml", "quarantined  s:huge.xml")
	write("copy.xml", strings.Replace(huge, "word", "ward", 1))
	has(run(little, "scan")+run(little, "ask", "who keeps the blue cabinet's key?"), lost)

	// A person says so, with the limit raised: nothing is wrong with it.
	has(run(nil, "reread", "s:huge.xml"), "1 file will be read again")
	has(run(nil, "reread", "--scope", "state:quarantined"), "1 file will be read again")
	run(nil, "ask", "who keeps the key?")
	if out := run(nil, "files"); strings.Contains(out, "quarantined") || strings.Count(out, "ok ") != 3 {
		t.Errorf("after reread: %s", out)
	}

	// What has cost one process its life is named before it costs another.
	e, err := engine.Open(t.Context(), engine.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for f, err := range e.Catalog.Files(t.Context()) {
		if err == nil && f.Path == "healthy.md" {
			_, err = e.Catalog.Lose(t.Context(), read.Trial(f.Hash, f.Format), f.ID, extract.Recipe(f.Format), "signal 11", false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	has(run(nil, "doctor"), "1 ended a process that read them: s:healthy.md (signal 11)", "spar read again")
}
