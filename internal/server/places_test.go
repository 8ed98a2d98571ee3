package server_test

import (
	"archive/zip"
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
)

// placesOf are files in all the forms that a view has.
func placesOf(t *testing.T) map[string]string {
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	for name, text := range map[string]string{"in/plan.md": "# Plan\n\nThe plan is old.\n", "b.md": "# B\n\nOf bees.\n"} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(text))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	long := "# Book\n\n"
	for i := range 60 {
		long += "## Part " + string(rune('A'+i%26)) + string(rune('a'+i/26)) + "\n\nA text of its own about part " + strings.Repeat(string(rune('a'+i%26)), 3) + ".\n\n"
	}
	page := new(pdftest.Page).Text(72, 720, 16, true, "Leave").Lines(690, "Parents have a right to one day of paid leave for each", "child that they bring to school.").
		Lines(600, "Nobody else has such a right, whatever the house rules say.")
	return map[string]string{
		"leave.pdf": string(pdftest.Write(nil, new(pdftest.Page).Lines(700, "A title page"), page)),
		"scan.pdf":  string(pdftest.Write(nil, new(pdftest.Page).Picture(0, 0, 612, 792))),
		"pay.csv":   "Grade,Euro\nA,100\nB,200\nC,300\n", "book.md": long, "old.zip": z.String(),
		"mail.eml": "From: Ada <ada@example.org>\r\nTo: Bob <bob@example.org>\r\nSubject: Bees\r\nDate: Mon, 02 Jan 2023 10:00:00 +0000\r\n\r\nThe bees are in the attic again.\r\n",
	}
}

func TestViews(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("PDFium is not built in")
	}
	h := open(t, placesOf(t), nil)
	token := h.token("ada")
	view := func(at string, more ...string) api.View {
		t.Helper()
		q := url.Values{"at": {at}}
		for i := 0; i < len(more); i += 2 {
			q.Set(more[i], more[i+1])
		}
		status, text, _ := h.do(token, "GET", "/api/v1/view?"+q.Encode(), "")
		if status != 200 {
			t.Fatalf("%s: %d %s", at, status, text)
		}
		return decode[api.View](t, text)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/search", `{"question": "bees leave plan"}`); status != 200 { // reads them
		t.Fatal(status, text)
	}

	page := view("docs:leave.pdf#page=2", "quote", "Parents have a right to one day of paid leave for each child that they bring to school.")
	if page.Kind != api.ViewPage || page.Marked != "whole" || page.Unknown != "" || len(page.Page.Marks) != 2 || page.Page.Number != 2 || page.Page.Pages != 2 || page.Page.Width != 612 || len(page.Page.Words) < 20 {
		t.Errorf("%+v %+v", page, page.Page)
	}
	if m := page.Page.Marks[0]; m[0] < 71 || m[0] > 73 || m[1] < 85 || m[3] > 110 {
		t.Errorf("the first line is marked at %v", m)
	}
	if v := view("docs:leave.pdf#page=2", "quote", "Parents have no right at all, to anything, by the new law."); v.Marked != "none" || v.Unknown == "" || len(v.Page.Marks) != 0 {
		t.Errorf("what is not there: %s, %q, %v", v.Marked, v.Unknown, v.Page.Marks)
	}
	if v := view("docs:leave.pdf#page=7"); v.Unknown == "" && v.Page != nil {
		t.Errorf("a page that is not there: %+v", v)
	}
	if v := view("docs:scan.pdf"); v.Kind != api.ViewPage || v.Marked != "none" || len(v.Page.Words) != 0 {
		t.Errorf("a scan: %+v", v)
	}

	grid := view("docs:pay.csv#row=3&column=2")
	if g := grid.Grid; grid.Kind != api.ViewGrid || g.Of != 3 || grid.Marked != "whole" || g.Columns[1].Label != "Euro" || g.Columns[1].Name != "B" {
		t.Fatalf("%+v", grid)
	}
	if r := grid.Grid.Rows[1]; !r.Marked || r.Row != 3 || r.Cells[0].Marked || !r.Cells[1].Marked || r.Cells[1].Text != "200" {
		t.Errorf("%+v", r)
	}
	column := view("docs:pay.csv#column=2", "quote", "Euro")
	if column.Kind != api.ViewGrid || column.Marked != "whole" || column.Unknown != "" {
		t.Errorf("a column: %+v", column)
	}
	for _, r := range column.Grid.Rows {
		if r.Marked || r.Cells[0].Marked || !r.Cells[1].Marked {
			t.Errorf("a row of a column: %+v", r)
		}
	}
	if v := view("docs:pay.csv#column=2", "quote", "Dollar"); v.Marked != "none" || v.Unknown == "" {
		t.Errorf("a column that is called otherwise now: %+v", v)
	}
	// What computed cites a cell in its own words; a cell that says something else now is not marked, and the row is neither.
	v := view("docs:pay.csv#row=3&column=2", "quote", "B: Euro 200")
	if v.Marked != "whole" || v.Unknown != "" || !v.Grid.Rows[1].Marked || !v.Grid.Rows[1].Cells[1].Marked {
		t.Errorf("a cell in other words: %+v %+v", v, v.Grid)
	}
	for _, at := range []string{"docs:pay.csv#row=3&column=2", "docs:pay.csv#row=3"} {
		v := view(at, "quote", "B: Euro 900")
		if v.Marked != "none" || v.Unknown == "" || slices.ContainsFunc(v.Grid.Rows, func(r api.GridRow) bool { return r.Marked }) {
			t.Errorf("%s says something else now: %+v %+v", at, v, v.Grid)
		}
	}
	if v := view("docs:pay.csv#row=3", "from", "2", "count", "1"); v.Grid.From != 2 || len(v.Grid.Rows) != 1 || v.Grid.Rows[0].Row != 4 {
		t.Errorf("%+v", v.Grid)
	}
	if v := view("docs:pay.csv#row=9"); v.Marked != "none" || v.Unknown == "" {
		t.Errorf("%+v", v)
	}

	mail := view("docs:mail.eml")
	if m := mail.Mail; mail.Kind != api.ViewMail || !slices.Equal(m.From, []string{"Ada <ada@example.org>"}) || m.Subject != "Bees" || m.Date == nil || len(mail.Text) == 0 {
		t.Errorf("%+v %+v", mail, m)
	}
	members := view("docs:old.zip")
	if m := members.Members; members.Kind != api.ViewMembers || m.Of != 2 || m.Members[0].Name != "b.md" || m.Members[1].Name != "in/plan.md" || members.Unknown != "" {
		t.Fatalf("%+v %+v", members, m)
	}
	if v := view(members.Members.Members[1].Open, "quote", "The plan is old."); v.Marked != "whole" || !strings.Contains(v.Text[0].Text, "old") {
		t.Errorf("%+v", v)
	}

	text := view("docs:book.md#heading=" + url.QueryEscape("Book > Part Cb"))
	at := slices.IndexFunc(text.Text, func(p api.TextView) bool { return p.Marked })
	if text.Kind != api.ViewText || text.Marked != "whole" || at != 3 || !strings.Contains(text.Text[at].Text, "ccc") || text.Of < 60 || text.From+3 >= text.Of {
		t.Errorf("%d, %+v", at, text)
	}
	if v := view("docs:book.md", "from", "10", "count", "2"); len(v.Text) != 2 || v.From != 10 || v.Marked != "none" || v.Unknown != "" {
		t.Errorf("%+v", v)
	}
}

func TestPicture(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("PDFium is not built in")
	}
	h := open(t, placesOf(t), nil)
	token := h.token("ada")
	at := "/api/v1/picture?at=" + url.QueryEscape("docs:leave.pdf#page=2")
	status, plain, header := h.do(token, "GET", at, "")
	if status != 200 || header.Get("Content-Type") != "image/png" || header.Get("X-Spar-Pages") != "2" || !strings.HasPrefix(header.Get("Cache-Control"), "private") {
		t.Fatal(status, header)
	}
	img, err := png.Decode(strings.NewReader(plain))
	if err != nil || img.Bounds().Dx() != 816 || img.Bounds().Dy() != 1056 {
		t.Fatal(img.Bounds(), err)
	}
	if status, again, _ := h.do(token, "GET", at, "", "If-None-Match", header.Get("ETag")); status != 304 || again != "" {
		t.Error(status, len(again))
	}
	if status, _, _ := h.do(token, "GET", at+"&dpi=72", "", "If-None-Match", header.Get("ETag")); status != 200 {
		t.Error("another resolution is the same picture")
	}
	_, marked, _ := h.do(token, "GET", at+"&mark=true&quote="+url.QueryEscape("Nobody else has such a right"), "")
	img, err = png.Decode(strings.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	yellow := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, _, b, _ := img.At(x, y).RGBA(); r > 0xf000 && b < 0x8000 {
				yellow++
			}
		}
	}
	if yellow < 1000 {
		t.Errorf("%d pixels are marked", yellow)
	}
	for query, want := range map[string]int{at + "&dpi=10000": 400, at + "&dpi=-1": 400, "/api/v1/picture?at=docs:book.md": 404, "/api/v1/picture?at=docs:none.pdf": 404, "/api/v1/picture?at=docs:leave.pdf%23page=9": 404, "/api/v1/picture": 400} {
		if status, text, _ := h.do(token, "GET", query, ""); status != want {
			t.Errorf("%s: %d %s", query, status, text)
		}
	}
	if err := os.Chmod(filepath.Join(h.folder, "leave.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, text, gone := h.do(token, "GET", at, "", "If-None-Match", header.Get("ETag")); status != 404 || gone.Get("ETag") != "" {
		t.Error("who may not read the file any more is told that the picture is still the same", status, text)
	}
}

// TestOriginal: a file is sent as it lies on its share, to be kept and never shown, and a member of an archive as it is in there.
func TestOriginal(t *testing.T) {
	h := open(t, map[string]string{"page.html": "<script>alert(1)</script>", "a\u00e4 \"b\".md": "# Umlaut\n", "secret/merger.md": "# Merger\n"}, nil)
	token := h.token("ada")
	get := func(token, at string) (int, string, http.Header) {
		return h.do(token, "GET", "/api/v1/original?at="+url.QueryEscape(at), "")
	}
	status, text, header := get(token, "docs:page.html")
	if status != 200 || text != "<script>alert(1)</script>" || header.Get("Content-Type") != "application/octet-stream" || header.Get("X-Content-Type-Options") != "nosniff" ||
		header.Get("Content-Disposition") != "attachment; filename=page.html" || header.Get("Content-Security-Policy") != "sandbox; default-src 'none'" || header.Get("X-Spar-Size") != "25" {
		t.Error(status, text, header)
	}
	if status, text, header := get(token, "docs:a\u00e4 \"b\".md"); status != 200 || text != "# Umlaut\n" || header.Get("Content-Disposition") != "attachment; filename*=utf-8''a%C3%A4%20%22b%22.md" {
		t.Error(status, text, header)
	}
	none, _, _ := get(token, "docs:none.md")
	if status, text, _ := get(token, "docs:secret/merger.md"); status != 404 || none != 404 || strings.Contains(text, "# Merger") {
		t.Error(status, none, text)
	}
	if status, text, _ := get(h.token(""), "docs:secret/merger.md#heading=Merger"); status != 200 || text != "# Merger\n" {
		t.Error(status, text)
	}
	// One that changed since the scan is sent as it is now.
	if err := os.WriteFile(filepath.Join(h.folder, "page.html"), []byte("another text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, text, _ := get(token, "docs:page.html"); status != 200 || text != "another text" {
		t.Error(status, text)
	}
	old := open(t, placesOf(t), nil)
	ada := old.token("ada")
	if status, text, _ := old.do(ada, "POST", "/api/v1/search", `{"question": "plan"}`); status != 200 { // reads them
		t.Fatal(status, text)
	}
	_, text, _ = old.do(ada, "GET", "/api/v1/view?at=docs:old.zip", "")
	member := decode[api.View](t, text).Members.Members[1].Open
	if status, text, header := old.do(ada, "GET", "/api/v1/original?at="+url.QueryEscape(member), ""); status != 200 || !strings.Contains(text, "The plan is old.") || header.Get("Content-Disposition") != "attachment; filename=plan.md" {
		t.Error(status, text, header)
	}
}
