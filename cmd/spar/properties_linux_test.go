package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPropertiesBeforeReading selects files by what they say of themselves before any of them was read.
func TestPropertiesBeforeReading(t *testing.T) {
	t.Parallel()
	root, data := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"ada.md":   "---\nauthor: Ada\n---\n\n# Ferries\n\nThe ferry leaves at seven.\n",
		"bob.md":   "---\nauthor: Bob\n---\n\n# Buses\n\nThe bus leaves at nine.\n",
		"mail.eml": "From: Ada <ada@example.org>\nTo: bob@example.org\nSubject: Minutes\nDate: Mon, 2 Jan 2006 15:04:05 +0000\n\nThe tram leaves at noon.\n",
		"note.txt": "Nobody says who wrote this.\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		out, exit := runSpar(t, data, nil, args...)
		if exit != exitOK {
			t.Fatalf("spar %q: exit %d, %s", args, exit, out)
		}
		return out
	}
	run("share", "add", "s", root)
	run("scan")
	if out := run("properties"); !strings.Contains(out, "3 files looked at, 3 say something of themselves") || !strings.Contains(out, "0 left") {
		t.Errorf("properties: %s", out)
	}
	if out := run("properties", "--json"); !strings.Contains(out, `"files":0`) {
		t.Errorf("properties a second time: %s", out)
	}
	// Bob is decided without reading: what he wrote is not what Ada did.
	out := run("files", "--scope", "author:Ada")
	if !strings.Contains(out, "unread") || !strings.Contains(out, "s:ada.md") || strings.Contains(out, "bob.md") {
		t.Errorf("files by author: %s", out)
	}
	if out := run("files", "--scope", "subject:Minutes date:2006"); !strings.Contains(out, "  s:mail.eml") {
		t.Errorf("files by subject and date: %s", out)
	}
	if out := run("show", "s:ada.md"); !strings.Contains(out, "by properties") || !strings.Contains(out, "unread") {
		t.Errorf("show: %s", out)
	}
	if out := run("ask", "--scope", "author:Ada", "when does the ferry leave?"); !strings.Contains(out, "seven") {
		t.Errorf("ask: %s", out)
	}
	if out := run("show", "s:ada.md"); strings.Contains(out, "by properties") || !strings.Contains(out, "by reading") {
		t.Errorf("show after reading: %s", out)
	}
	if out := run("show", "s:bob.md"); !strings.Contains(out, "by properties") || !strings.Contains(out, "unread") {
		t.Errorf("a file that was decided without reading was read: %s", out)
	}
}
