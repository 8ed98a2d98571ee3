package service_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestFilesCSV: a list of files is kept with all of its columns, in the reader's language, and no name becomes a formula of a spreadsheet.
func TestFilesCSV(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"a.md": "# A\n", "=cmd.md": "# B\n", "b,\"c\".bin": "\x00\x01"}, nil)
	h.Scanned()
	s := service.New(h.Opened, service.Options{})
	var b strings.Builder
	n, err := service.FilesCSV(t.Context(), s, enginetest.All, api.Listing{Sort: "path"}, &b, service.Wording{})
	if err != nil || n != 3 {
		t.Fatal(n, err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], " "); got != "share path format bytes modified state reason" {
		t.Error(got)
	}
	var paths []string
	for _, r := range rows[1:] {
		paths = append(paths, r[1])
	}
	if got := strings.Join(paths, "|"); got != `'=cmd.md|a.md|b,"c".bin` {
		t.Error(got)
	}
	if !strings.Contains(b.String(), "\r\n") || rows[2][3] != "4" {
		t.Errorf("%q", b.String())
	}
	reader := enginetest.All
	reader.All, reader.Served, reader.UID = false, true, 1<<31
	if err := os.Chmod(filepath.Join(h.Root, "a.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	b.Reset()
	if _, err := service.FilesCSV(t.Context(), s, reader, api.Listing{}, &b, service.Wording{}); err != nil || strings.Contains(b.String(), ",a.md") {
		t.Errorf("a file that somebody may not read is told: %v, %s", err, b.String())
	}
	if _, err := service.FilesCSV(t.Context(), s, enginetest.All, api.Listing{Scope: "type:"}, &b, service.Wording{}); spar.CodeOf(err) != spar.Invalid {
		t.Error(err)
	}
}

// TestHTML: a conversation that is kept as a page has its questions, statements, figures and sources, and nothing of a file acts in it.
func TestHTML(t *testing.T) {
	hostile := `<script>alert(1)</script>"`
	cited := api.Citation{N: 1, Share: "docs", Path: api.Path{Name: "a<b>.md"}, Text: "the passage " + hostile, Open: "docs:a<b>.md#1"}
	thread := api.Thread{Title: "Leave " + hostile, Turns: []api.Turn{
		{Question: "How much? " + hostile, Answer: &api.Answer{Bullets: []api.Bullet{{Text: "240 hours " + hostile, Citations: []int{1}}, {Text: "x <= y", Code: true}}, Citations: []api.Citation{cited}, Notes: []string{"2 files were not read"}}},
		{Question: "By town?", Answer: &api.Answer{Computed: &api.TableAnswer{Plan: "from t", Spoken: "Town, total of Fee for each Town", Unit: "EUR", Tables: []api.TablePlace{{Path: api.Path{Name: "a/fees.csv"}}}, Used: 6, Columns: []string{"Town", "Fee"}, Rows: [][]string{{"Ulm", "-3"}, {"Bonn<i>", "1,200.5"}}}}},
		{Question: "By year?", Answer: &api.Answer{Computed: &api.TableAnswer{Plan: "from t", Used: 6, Columns: []string{"Year", "Fee"}, Rows: [][]string{{"2021", "1"}, {"2022", "2"}, {"2023", "4"}}}}},
		{Question: "By month?", Answer: &api.Answer{Computed: &api.TableAnswer{Plan: "from t", Columns: []string{"Month", "Fee"}, Rows: [][]string{{"January", "1"}, {"March", "7"}}}}},
		{Question: "Secret?", Withheld: true, Answer: &api.Answer{Answer: "the merger"}},
		{Question: "Now?", State: "running"},
	}}
	page := service.HTML(thread, service.Wording{Language: "de", Base: "https://spar.example/", Say: func(f string, args ...any) string {
		return map[string]string{"Sources": "Quellen"}[f]
	}})
	for _, want := range []string{`<html lang="de">`, "default-src 'none'", "240 hours &lt;script&gt;", "<pre><code>x &lt;= y</code></pre>", `href="https://spar.example/open?at=docs%3Aa%3Cb%3E.md%231"`, "Quellen",
		"<blockquote>the passage &lt;script&gt;", "<td>1,200.5</td>", "<rect ", "Bonn&lt;i&gt;", "<polyline ", "from t"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, bad := range []string{"<script", "the merger", "<i>", "<b>"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	plain := service.HTML(thread, service.Wording{})
	for _, want := range []string{`<html lang="en">`, "docs:a&lt;b&gt;.md", "withheld: the answer rests on", "<strong>Total of Fee for each Town</strong> (EUR) · Source: fees.csv</figcaption>", `aria-label="Chart: Total of Fee for each Town"`, "<tr><td>Bonn&lt;i&gt;</td><td>1,200.5</td></tr><tr><td>Ulm</td>", "<tr><td>2021</td><td>1</td></tr><tr><td>2022</td>", "<tr><td>January</td><td>1</td></tr><tr><td>March</td>", "being answered", "How it was computed, from 6 rows: from t", "2 files were not read", "<p>SPAR, 0001-01-01</p>"} {
		if !strings.Contains(plain, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(plain, "<a ") {
		t.Error("without a server a link leads nowhere")
	}
}
