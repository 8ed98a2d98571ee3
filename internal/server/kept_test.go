package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestKeptFiles: a list of files and a conversation come as files to be kept, under a name of their own, in the language of whoever asks.
func TestKeptFiles(t *testing.T) {
	h := open(t, map[string]string{"a.md": "# Leave\n\nEmployees get 30 days of parental leave for each child.\n", "secret/merger.md": "# Merger\n"}, nil)
	status, text, head := h.do(h.token("ada"), "GET", "/api/v1/files/table?sort=path", "")
	if status != http.StatusOK || head.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.Contains(head.Get("Content-Disposition"), "files.csv") ||
		!strings.HasPrefix(text, "share,path,format,bytes,modified,state,reason\r\n") || !strings.Contains(text, "a.md") || strings.Contains(text, "merger") {
		t.Errorf("%d %v\n%s", status, head, text)
	}
	if status, text, _ = h.do(h.token("ada"), "GET", "/api/v1/files/table?scope=type%3A(", ""); status != http.StatusBadRequest {
		t.Errorf("%d %s", status, text)
	}
	owner := h.token("")
	if status, text, _ = h.do(owner, "POST", "/api/v1/ask", `{"question": "How many days of parental leave?", "thread": "new"}`); status != http.StatusOK {
		t.Fatal(status, text)
	}
	id := decode[api.Answer](t, text).Thread
	status, text, head = h.do(owner, "GET", "/api/v1/threads/"+id+"/page", "", "Accept-Language", "de")
	if status != http.StatusOK || !strings.Contains(head.Get("Content-Disposition"), "How-many-days-of-parental-leave.html") || !strings.Contains(text, `lang="de"`) ||
		!strings.Contains(text, "Quellen") || !strings.Contains(text, h.URL+"/open?at=") {
		t.Errorf("%d %v\n%s", status, head, text)
	}
	if status, _, _ = h.do(h.token("ada"), "GET", "/api/v1/threads/"+id+"/page", ""); status != http.StatusNotFound {
		t.Errorf("somebody else's: %d", status)
	}
}
