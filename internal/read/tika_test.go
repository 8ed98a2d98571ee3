//go:build linux

package read

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// tikaServer plays a Tika server; the file that it is sent says what it does.
func tikaServer(t testing.TB, elsewhere string) (*httptest.Server, *atomic.Value) {
	t.Helper()
	var name atomic.Value
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodGet && q.URL.Path == "/version" {
			fmt.Fprintln(w, "Apache Tika 9.9")
			return
		}
		if q.Method != http.MethodPut || q.URL.Path != "/tika" {
			http.NotFound(w, q)
			return
		}
		name.Store(q.Header.Get("Content-Disposition") + " " + q.Header.Get("Authorization"))
		content, _ := io.ReadAll(q.Body)
		order, rest, _ := strings.Cut(strings.TrimPrefix(string(content), pstMagic), "\n")
		switch order {
		case "!hang":
			<-q.Context().Done()
		case "!slow":
			for {
				if _, err := io.WriteString(w, "a"); err != nil || q.Context().Err() != nil {
					return
				}
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		case "!endless":
			for {
				if _, err := io.WriteString(w, strings.Repeat("and so on ", 10_000)); err != nil {
					return
				}
			}
		case "!elsewhere":
			http.Redirect(w, q, elsewhere, http.StatusTemporaryRedirect)
		case "!status":
			var code int
			fmt.Sscan(rest, &code)
			w.WriteHeader(code)
		case "!short":
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, "cut off")
		default:
			io.WriteString(w, "\xff"+rest+"\x00")
		}
	}))
	t.Cleanup(server.Close)
	return server, &name
}

func TestTika(t *testing.T) {
	var led atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led.Add(1) }))
	defer other.Close()
	server, name := tikaServer(t, other.URL)
	t.Setenv("HTTP_PROXY", other.URL)
	t.Setenv("PATH", t.TempDir()) // no programs
	t.Setenv("A_KEY", "the key")
	s := &shelf{}
	r := reader(t, s, "worker", Options{Tika: Tika{URL: server.URL + "/", KeyEnv: "A_KEY"}, Text: 1 << 20})
	_, f := recoverOne(t, r, "private name.xyz", "!ok\nFirst paragraph.\n\nThe cellar was flooded.", spar.Corrupt, "doc")
	if text := s.text(f.Segment); f.State != spar.OK || !strings.Contains(text, "The cellar was flooded.") {
		t.Fatalf("%s (%s), %q", f.State, f.Reason, text)
	}
	if got := fmt.Sprint(f.Properties); !strings.Contains(got, "Apache Tika 9.9") {
		t.Errorf("read by nobody: %s", got)
	}
	if got := name.Load(); got != "attachment; filename=file.xyz Bearer the key" {
		t.Errorf("it was told %q", got)
	}
	r.o.Tika.Time = 2 * time.Second
	for order, want := range map[string]string{
		"!hang": "it took longer than 2s", "!slow": "it took longer than 2s", "!endless": "more than 1 MB of text", "!elsewhere": "wants to lead elsewhere", "!short": "unexpected EOF",
		"!status\n415": "does not know the format", "!status\n422": "cannot process", "!status\n204": "no text", "!status\n500": "500 Internal Server Error", "!ok\n \n": "",
	} {
		_, f := recoverOne(t, r, "a.doc", order, spar.Corrupt, "doc")
		if want != "" && (f.State != spar.Corrupt || !strings.Contains(f.Reason, "tika could not read it either") || !strings.Contains(f.Reason, want)) {
			t.Errorf("%q: %s (%s), want %q", order, f.State, f.Reason, want)
		}
	}
	if led.Load() != 0 {
		t.Error("a file was sent to another server than the one that is named")
	}
	server.Close()
	if _, f := recoverOne(t, r, "a.doc", "!ok\nGone.", spar.Corrupt, "doc"); f.State != spar.Corrupt || !strings.Contains(f.Reason, "tika could not read it either") {
		t.Errorf("%s (%s)", f.State, f.Reason)
	}
	if got := r.o.Recoverers(spar.File{State: spar.Unsupported, Format: "pst"}); got != nil {
		t.Errorf("a mailbox goes to %v", got)
	}
}

func TestTikaAddress(t *testing.T) {
	for url, want := range map[string]string{
		"": "", "http://localhost:9998": "", "https://tika.example.org/base": "", "file:///etc/passwd": "no URL", "localhost:9998": "no URL", "http://": "no URL",
		"http://me:secret@tika:9998": "more than a host", "http://tika:9998/?x=1": "more than a host", "http://tika:9998": "unencrypted",
	} {
		err := Tika{URL: url, KeyEnv: "A_KEY"}.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%q: %v, want %q", url, err, want)
		}
	}
	if err := (Tika{URL: "http://tika:9998"}).Check(); err != nil {
		t.Error(err)
	}
}
