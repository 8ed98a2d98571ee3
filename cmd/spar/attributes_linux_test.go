package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// facetLines reads what `spar attributes --json` prints.
func facetLines(t *testing.T, out string) map[string]api.Facet {
	t.Helper()
	all := map[string]api.Facet{}
	for line := range strings.Lines(out) {
		var f api.Facet
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all[f.Key] = f
	}
	return all
}

// TestAttributesOfHostilePaths: names may hold any bytes, but attributes from them are valid text.
func TestAttributesOfHostilePaths(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	root := p.folder(t, nil, 0o755, "share")
	for _, name := range []string{"a\nb/x.txt", "bad\xff/x.txt", "esc\x1b[31m/\x1b]0;x.txt", " /x.txt", "{y}/x.txt", "*/x.txt"} {
		p.folder(t, nil, 0o755, "share", filepath.Dir(name))
		p.file(t, nil, 0o644, "x", "share", name)
	}
	data := p.folder(t, nil, 0o700, "data")
	p.file(t, nil, 0o600, "attributes: {kind: {values: [x], from: path}, unit: {from: [path, person]}}\npatterns: ['{unit}/{kind}.txt']", "data", "schema.yaml")
	spar := func(args ...string) called { return p.must(t, exitOK, call{data: data, args: args}) }
	spar("share", "add", "docs", root)
	spar("scan", "docs")
	unit := facetLines(t, spar("attributes", "--json").out)["unit"]
	got := map[string]bool{}
	for _, v := range facetLines(t, spar("attributes", "unit", "--json").out)["unit"].Values {
		got[v.Value.Text] = true
	}
	for _, want := range []string{"a\nb", "bad\uFFFD", "esc\x1b[31m", "{y}", "*"} {
		if !got[want] {
			t.Errorf("no file has the unit %q; there are %v", want, got)
		}
	}
	if unit.Present != 5 || unit.Missing != 1 {
		t.Errorf("%+v, want 5 files with a unit and one whose folder has no name that could be one", unit)
	}
	for _, out := range []string{spar("attributes").out, spar("attributes", "unit").out, spar("attributes", "check").out, spar("show", "docs:bad\xff/x.txt").out} {
		if strings.Contains(out, "\x1b") || strings.Contains(out, "\xff") {
			t.Errorf("a name is printed as it is: %q", out)
		}
	}
	if out := spar("files", "--scope", "unit:\"a\nb\"", "--json").out; !strings.Contains(out, `"path":"a\nb/x.txt"`) {
		t.Errorf("the unit with a line break selects %q", out)
	}
	if out := spar("attributes", "set", "docs:bad\xff/x.txt", "unit=good", "--json").out; !strings.Contains(out, `"changed":1`) {
		t.Errorf("set says %q", out)
	}
	if out := spar("files", "--scope", "unit:good", "--count").out; !strings.Contains(out, "unread  1 ") {
		t.Errorf("the unit that was set selects %q", out)
	}
}

// evalData is a folder of the public data sets, or the test is skipped.
func evalData(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("SPAR_EVAL_DATA"), name)
	if _, err := os.Stat(dir); os.Getenv("SPAR_EVAL_DATA") == "" || err != nil {
		t.Skipf("the data set %s is not there: set SPAR_EVAL_DATA to the folder that holds it", name)
	}
	return dir
}

// TestAttributesOfRealShares takes firms and formats out of the paths of one share and the front matter of another.
func TestAttributesOfRealShares(t *testing.T) {
	t.Parallel()
	firms, handbook := evalData(t, "rag_multi_corpus/share"), evalData(t, "handbook_18f")
	p := newPlace(t)
	data := p.folder(t, nil, 0o700, "data")
	p.file(t, nil, 0o600, `
attributes:
  firm:
    values: {Aventro Motors: [aventro], CloudWay-24: [cloudway], ZX Bank: [zx]}
    from: path
patterns:
  - share: firms
    path: "{firm}/{container}/**"
`, "data", "schema.yaml")
	run := func(args ...string) called { return p.must(t, exitOK, call{data: data, args: args}) }
	count := func(sc string) (n int) {
		for range strings.Lines(run("files", "--json", "--scope", sc).out) {
			n++
		}
		return n
	}
	run("share", "add", "firms", firms)
	run("share", "add", "handbook", handbook)
	run("scan")

	firm := facetLines(t, run("attributes", "firm", "--json").out)["firm"]
	if len(firm.Values) != 3 || firm.Unknown != 0 || len(firm.Origins) != 1 || firm.Origins[0] != spar.ByPath {
		t.Errorf("the firms are %+v", firm)
	}
	for _, v := range firm.Values { // a folder of the share is what has its name
		if got, want := v.Files, count(`share:firms folder:"`+v.Value.Text+`" depth:2..`); got != want {
			t.Errorf("%d files of %s by attribute, %d by folder", got, v.Value, want)
		}
	}
	if got, want := count("firm:zx container:pdf"), count(`path:"ZX Bank/pdf/**"`); got != want || want == 0 {
		t.Errorf("%d files by attributes, %d by path", got, want)
	}
	if firm.Missing != count("share:handbook")+count("share:firms depth:..1") {
		t.Errorf("%d files lack a firm", firm.Missing)
	}

	// Front matter: unknown before reading, decided after.
	const part = "share:handbook path:pages/travel-and-leave/**"
	all := count(part)
	if got := count(part + " unknown:keywords"); got != all || all == 0 {
		t.Errorf("keywords are unknown of %d files of %d that were not read", got, all)
	}
	run("search", "leave", "--scope", part, "--rank", "bm25")
	if got := count(part + " unknown:keywords"); got != 0 {
		t.Errorf("keywords are unknown of %d files that were read", got)
	}
	if has, lacks := count(part+" has:keywords"), count(part+" -has:keywords"); has == 0 || lacks == 0 || has+lacks != all {
		t.Errorf("%d files have keywords, %d lack them, of %d", has, lacks, all)
	}
	if got := count(part + ` keywords:donation title:"Voluntary Leave Transfer Program"`); got != 1 {
		t.Errorf("%d files with that keyword and title, want 1", got)
	}
}
