package read

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

// goodReply is a document as Docling Serve writes it: two pages, a list in a group, a table with a header of two rows.
const goodReply = `{"document":{"filename":"file.pdf","json_content":{"schema_name":"DoclingDocument","version":"1.8.0",
"body":{"self_ref":"#/body","children":[{"$ref":"#/texts/0"},{"$ref":"#/texts/1"},{"$ref":"#/groups/0"},{"$ref":"#/tables/0"},{"$ref":"#/texts/5"},{"$ref":"#/texts/9"},{"$ref":"#/body"},{"$ref":"#/texts/0"}]},
"groups":[{"self_ref":"#/groups/0","label":"list","children":[{"$ref":"#/texts/2"},{"$ref":"#/texts/3"},{"$ref":"#/groups/0"}]}],
"texts":[{"label":"section_header","text":"Leave of absence","level":1,"prov":[{"page_no":1,"bbox":{"l":1,"t":2,"r":3,"b":4}}]},
{"label":"text","text":"Parental leave lasts 14 weeks.","prov":[{"page_no":1}]},
{"label":"list_item","text":"Tell your manager.","marker":"1.","enumerated":true,"prov":[{"page_no":2}]},
{"label":"list_item","text":"Fill in the form.","marker":"-","prov":[{"page_no":2}]},
{"label":"caption","text":"Days by region","prov":[{"page_no":2}]},
{"label":"page_footer","content_layer":"furniture","text":"Confidential","prov":[{"page_no":2}]}],
"tables":[{"label":"table","captions":[{"$ref":"#/texts/4"}],"prov":[{"page_no":2}],"data":{"num_rows":4,"num_cols":3,"table_cells":[
{"text":"Region","start_row_offset_idx":0,"end_row_offset_idx":2,"start_col_offset_idx":0,"end_col_offset_idx":1,"column_header":true},
{"text":"Days","start_row_offset_idx":0,"end_row_offset_idx":1,"start_col_offset_idx":1,"end_col_offset_idx":3,"column_header":true},
{"text":"2023","start_row_offset_idx":1,"end_row_offset_idx":2,"start_col_offset_idx":1,"end_col_offset_idx":2,"column_header":true},
{"text":"2024","start_row_offset_idx":1,"end_row_offset_idx":2,"start_col_offset_idx":2,"end_col_offset_idx":3,"column_header":true},
{"text":"North","start_row_offset_idx":2,"end_row_offset_idx":3,"start_col_offset_idx":0,"end_col_offset_idx":1},
{"text":"11","start_row_offset_idx":2,"end_row_offset_idx":3,"start_col_offset_idx":1,"end_col_offset_idx":2},
{"text":"17","start_row_offset_idx":2,"end_row_offset_idx":3,"start_col_offset_idx":2,"end_col_offset_idx":3},
{"text":"far away","start_row_offset_idx":2000000000,"end_row_offset_idx":2000000001,"start_col_offset_idx":-4,"end_col_offset_idx":2000000000}]}}]}},
"status":"success","errors":[],"processing_time":1.2}`

// layoutServer plays a layout service; the file that it is sent says what it does.
func layoutServer(t testing.TB, elsewhere string) (server *httptest.Server, told *atomic.Value, calls *atomic.Int64) {
	t.Helper()
	told, calls = &atomic.Value{}, &atomic.Int64{}
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/version":
			fmt.Fprint(w, `{"docling-serve":"1.9.0"}`)
			return
		case "/v1/convert/file":
		default:
			http.NotFound(w, q)
			return
		}
		calls.Add(1)
		f, head, err := q.FormFile("files")
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		told.Store(fmt.Sprint(q.Method, " ", head.Filename, " ", q.FormValue("to_formats"), " ", q.FormValue("image_export_mode"), " ", q.Header.Get("X-Api-Key")))
		content, _ := io.ReadAll(f)
		_, order, _ := strings.Cut(string(content), "\n!")
		order, rest, _ := strings.Cut(order, "\n")
		switch order {
		case "hang":
			<-q.Context().Done()
		case "endless":
			for {
				if _, err := io.WriteString(w, strings.Repeat(" ", 1<<20)); err != nil {
					return
				}
			}
		case "elsewhere":
			http.Redirect(w, q, elsewhere, http.StatusTemporaryRedirect)
		case "status":
			var code int
			fmt.Sscan(rest, &code)
			w.WriteHeader(code)
		case "say":
			io.WriteString(w, rest)
		default:
			io.WriteString(w, goodReply)
		}
	}))
	t.Cleanup(server.Close)
	return server, told, calls
}

// readOne reads a file of a share.
func readOne(t testing.TB, r *Reader, name, content string) spar.Finding {
	t.Helper()
	_, jobs := lay(t, map[string]string{name: content})
	for f, err := range r.Read(context.Background(), slices.Values(jobs)) {
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	t.Fatal("nothing was read")
	return spar.Finding{}
}

func TestLayout(t *testing.T) {
	var led atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led.Add(1) }))
	defer other.Close()
	server, told, calls := layoutServer(t, other.URL)
	t.Setenv("HTTP_PROXY", other.URL)
	t.Setenv("A_KEY", "the key")
	s := &shelf{}
	r := reader(t, s, "worker", Options{Layout: Layout{URL: server.URL + "/", KeyEnv: "A_KEY"}})
	f := readOne(t, r, "private name.pdf", "%PDF-1.4\n!ok\n")
	if f.State != spar.OK || f.Format != "pdf" || !strings.Contains(fmt.Sprint(f.Properties), "layout") {
		t.Fatalf("%s (%s) %s %v", f.State, f.Reason, f.Format, f.Properties)
	}
	text := s.text(f.Segment)
	for _, want := range []string{"Parental leave lasts 14 weeks.", "1. Tell your manager.", "Fill in the form.", "Days by region", "Days / 2024: 17", "Days / 2023: 11", "Confidential"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in %q", want, text)
		}
	}
	if strings.Contains(text, "far away") || strings.Count(text, "14 weeks") != 1 {
		t.Errorf("%q", text)
	}
	if got := told.Load(); got != "POST file.pdf json placeholder the key" {
		t.Errorf("it was told %q", got)
	}
	if v, err := r.o.Layout.Version(t.Context()); v != "layout service 1.9.0" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
	current, err := r.o.Current()
	if err != nil {
		t.Fatal(err)
	}
	now := spar.File{Format: "pdf", Hash: f.Version.Hash, Segment: f.Segment}
	if plain, err := (Options{}).Current(); err != nil || !current(now) || plain(now) {
		t.Errorf("current %v with the service, without it %v, %v", current(now), plain(now), err)
	}
	if n := calls.Load(); readOne(t, r, "copy.pdf", "%PDF-1.4\n!ok\n").Segment != f.Segment || calls.Load() != n {
		t.Error("a copy was sent again")
	}
	if f := readOne(t, r, "note.txt", "The cellar was flooded.\n!ok\n"); f.State != spar.OK || s.text(f.Segment) == text {
		t.Errorf("a text went to the service: %+v", f)
	}
	r.o.Layout.Time, r.o.Layout.most = time.Second, 4<<20
	for order, away := range map[string]bool{
		"hang": true, "elsewhere\n": true, "status\n500": true, "status\n401": true, "status\n422": false, "endless\n": false,
		"say\nnone": false, "say\n": false, `say` + "\n" + `{"status":"failure","errors":[{"error_message":"no luck"}]}`: false,
		"say\n" + `{"status":"success","document":{}}`: false,
		"say\n" + `{"status":"success","document":{"json_content":{"body":{"children":[{"$ref":"#/texts/99999999"},{"$ref":"../x"}]}}}}`: false,
		"say\n" + strings.Repeat(`{"document":`, 200_000): false,
	} {
		r.silent.until = time.Time{}
		f := readOne(t, r, "a.pdf", "%PDF-1.4\n!"+order)
		if f.State == spar.OK || f.State == spar.Unread || r.silent.active() != away {
			t.Errorf("%.40q: %s (%s), asked no more: %v", order, f.State, f.Reason, r.silent.active())
		}
	}
	if led.Load() != 0 {
		t.Error("a file was sent to another server than the one that is named")
	}
}

// TestLayoutAway reads a PDF file here while the service is away, asks it no more for a while, and takes its reply once it is back.
func TestLayoutAway(t *testing.T) {
	if !pdfium.Available() {
		t.Skip("PDFium is not in this build")
	}
	var calls atomic.Int64
	var back atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if calls.Add(1); !back.Load() {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		io.WriteString(w, goodReply)
	}))
	defer server.Close()
	s := &shelf{}
	r := reader(t, s, "worker", Options{Layout: Layout{URL: server.URL}, CacheDir: t.TempDir()})
	pdf := string(pdftest.Write(nil, new(pdftest.Page).Text(72, 700, 11, false, "The cellar was flooded.")))
	f := readOne(t, r, "a.pdf", pdf)
	if f.State != spar.OK || !strings.Contains(s.text(f.Segment), "The cellar was flooded.") || calls.Load() != 1 {
		t.Fatalf("%s (%s) after %d calls", f.State, f.Reason, calls.Load())
	}
	current, err := r.o.Current()
	if err != nil || current(spar.File{Format: "pdf", Hash: f.Version.Hash, Segment: f.Segment}) {
		t.Errorf("what was read here counts as the service's, %v", err)
	}
	back.Store(true)
	if again := readOne(t, r, "b.pdf", pdf); calls.Load() != 1 || again.Segment != f.Segment {
		t.Errorf("%d calls", calls.Load())
	}
	r.silent.until = time.Time{}
	if f = readOne(t, r, "a.pdf", pdf); !strings.Contains(s.text(f.Segment), "14 weeks") {
		t.Errorf("%q", s.text(f.Segment))
	}
}

// TestLayoutScan has the service read a picture of text that nothing here reads.
func TestLayoutScan(t *testing.T) {
	server, _, _ := layoutServer(t, "")
	t.Setenv("PATH", t.TempDir()) // no tesseract
	s := &shelf{}
	r := reader(t, s, "worker", Options{Layout: Layout{URL: server.URL}})
	_, f := recoverOne(t, r, "scan.png", "\x89PNG\r\n\x1a\n!ok\n", spar.NeedsOCR, "png")
	if f.State != spar.OK || !strings.Contains(s.text(f.Segment), "14 weeks") {
		t.Fatalf("%s (%s)", f.State, f.Reason)
	}
}

func TestLayoutAddress(t *testing.T) {
	for url, want := range map[string]string{
		"": "", "http://localhost:5001": "", "https://layout.example.org/base": "", "file:///etc/passwd": "no URL", "http://me:secret@docling:5001": "more than a host", "http://docling:5001": "unencrypted",
	} {
		err := Layout{URL: url, KeyEnv: "A_KEY"}.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%q: %v, want %q", url, err, want)
		}
	}
}
