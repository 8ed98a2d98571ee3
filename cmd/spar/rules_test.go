package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
)

// tagState is all that rules made, as the command line tells it, without the numbers of batches.
func tagState(t *testing.T, at, data string) string {
	t.Helper()
	var all strings.Builder
	for _, args := range [][]string{
		{"files", "--tag", "First"}, {"files", "--tag", "Second"}, {"files", "--tag", "Both"}, {"files", "--tag", "folder1"},
		{"files", "--scope", "grade:a"}, {"files", "--scope", "grade:b"}, {"rule", "list"},
	} {
		out, exit := runSpar(t, data, nil, args...)
		if exit != exitOK && exit != exitNotFound {
			t.Fatalf("%s: spar %s: exit %d: %s", at, strings.Join(args, " "), exit, out)
		}
		fmt.Fprintf(&all, "%s\n%s", strings.Join(args, " "), out)
	}
	return all.String()
}

const (
	rulesBefore = `
rules:
  - {name: one, when: "path:folder0/**", tags: First, attributes: {grade: a}, create: true}
  - {name: two, when: "name:file0*", tags: [Second, Both], create: true, confidence: 0.5}
  - {name: old, when: "path:folder2/**", tags: Both, create: true}
folders-as-tags: {below: "*", level: 1, create: true}
`
	rulesAfter = `
rules:
  - {name: one, when: "path:folder1/**", tags: First, attributes: {grade: b}, create: true}
  - {name: two, when: "name:file1*", tags: [Second, Both], create: true, confidence: 0.5}
  - {name: new, text: {regex: "keyword0[0-4]"}, tags: Both, attributes: {grade: a}, create: true}
sidecars: "**/meta.csv"
`
)

// TestCrashWalkRules kills a scan that applies a changed rules file at its durable steps, in a long run at every one. Whatever was
// cut off, the catalog is sound, and the next scan makes of it what an undisturbed one makes.
func TestCrashWalkRules(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts many processes")
	}
	root := crashShare(t, 15)
	if err := os.WriteFile(filepath.Join(root, "folder1", "meta.csv"), []byte("path,tags\nfile01.md,Second\nfile04.md,First\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := filepath.Join(t.TempDir(), "data")
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(before, "rules.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	must := func(args ...string) {
		if out, exit := runSpar(t, before, nil, args...); exit != exitOK {
			t.Fatalf("spar %s: exit %d: %s", strings.Join(args, " "), exit, out)
		}
	}
	must("share", "add", "s", root)
	write(rulesBefore)
	must("scan", "s")
	must("ask", "--share", "s", "which password?")
	must("tag", "accept", "s:folder0/file00.md", "First")
	must("tag", "reject", "s:folder1/file01.md", "folder1")
	must("tag", "reject", "s:folder2/file02.md", "Both")
	write(rulesAfter)
	prepare := func() string {
		data := filepath.Join(t.TempDir(), "data")
		copyData(t, data, before)
		return data
	}
	whole := prepare()
	if out, exit := runSpar(t, whole, nil, "scan", "s"); exit != exitOK {
		t.Fatalf("exit %d: %s", exit, out)
	}
	want := tagState(t, "undisturbed", whole)
	for _, part := range []string{"folder0/file00.md", "grade:b\nok", "waiting"} {
		if got := strings.Contains(want, part); got != (part != "waiting") {
			t.Fatalf("%q in what an undisturbed scan makes: %v\n%s", part, got, want)
		}
	}
	const maxSteps = 200
	n := 1
	for ; n <= maxSteps; n += dbtest.Stride(t) {
		data := prepare()
		out, exit := runSpar(t, data, []string{fmt.Sprintf("SPAR_CRASH_AT=%d", n)}, "scan", "s")
		if exit == exitOK {
			break
		}
		if exit != 86 {
			t.Fatalf("step %d: exit %d: %s", n, exit, out)
		}
		at := fmt.Sprintf("crash at step %d", n)
		if out, exit := runSpar(t, data, nil, "check"); exit != exitOK {
			t.Fatalf("%s: check: exit %d: %s", at, exit, out)
		}
		if out, exit := runSpar(t, data, nil, "scan", "s"); exit != exitOK {
			t.Fatalf("%s: scan: exit %d: %s", at, exit, out)
		}
		if got := tagState(t, at, data); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", at, got, want)
		}
		if out, _ := runSpar(t, data, nil, "batch", "list"); strings.Contains(out, "not ended") {
			t.Errorf("%s: a batch was left open:\n%s", at, out)
		}
	}
	if n < 5 || n > maxSteps {
		t.Fatalf("walked %d steps; want some, and an end", n-1)
	}
	t.Logf("walked %d durable steps", n-1)
}

// TestRulesRealFolders tags a handbook by its front matter and three firms' documents by their folders.
func TestRulesRealFolders(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SPAR_EVAL_DATA")
	handbook, firms := filepath.Join(root, "handbook_18f"), filepath.Join(root, "rag_multi_corpus", "share")
	for _, dir := range []string{handbook, firms} {
		if _, err := os.Stat(dir); root == "" || err != nil {
			t.Skipf("%s is not there: set SPAR_EVAL_DATA to the folder of public data", dir)
		}
	}
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "rules.yaml"), []byte(`
folders-as-tags:
  - {share: firms, below: "*", level: 1, create: true, parent: Firm}
  - {share: handbook, below: "pages/*", level: 2, create: true, parent: Handbook}
front-matter: {tags: [tags, keywords], create: true, parent: Keyword}
rules:
  - {name: leave, when: "share:handbook", text: {any: [parental leave]}, tags: Parental, create: true}
  - {name: slides, when: "share:firms type:pptx", attributes: {document-type: presentation}}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	must := func(args ...string) string {
		out, exit := runSpar(t, data, nil, args...)
		if exit != exitOK {
			t.Fatalf("spar %s: exit %d: %s", strings.Join(args, " "), exit, out)
		}
		return out
	}
	count := func(args ...string) (n int) {
		for l := range strings.Lines(must(append([]string{"files"}, args...)...)) {
			if !strings.Contains(l, " ? ") {
				n++
			}
		}
		return n
	}
	must("share", "add", "firms", firms)
	must("share", "add", "handbook", handbook)
	must("scan")
	for scope, want := range map[string]int{
		`tag:Firm`: 791, `tag:"ZX Bank"`: 355, `tag:Firm -share:firms`: 0, `tag:travel-and-leave`: 22, `document-type:presentation`: count("--scope", "type:pptx share:firms"),
	} {
		if got := count("--scope", scope); got != want {
			t.Errorf("%s holds %d files, want %d", scope, got, want)
		}
	}
	must("ask", "--share", "handbook", "how long is parental leave?", "--quiet")
	for tag, path := range map[string]string{"maternity": "paid-parental-leave.md", "Parental": "paid-parental-leave.md"} {
		if out := must("files", "--tag", tag); !strings.Contains(out, path) {
			t.Errorf("%s is not tagged %s:\n%s", path, tag, out)
		}
	}
	if out := must("scan", "handbook"); strings.Contains(out, "gave") {
		t.Errorf("a scan that finds nothing new tags: %s", out)
	}
}
