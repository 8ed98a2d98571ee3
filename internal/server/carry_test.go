package server_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestCarryOverHTTP: what one server exports another one brings in, and a part of it is nothing.
func TestCarryOverHTTP(t *testing.T) {
	files := map[string]string{"leave.md": "# Leave\n\nParental leave is 34 weeks for every parent.\n"}
	from, to := open(t, files, nil), open(t, files, nil)
	ada := from.token("ada")
	if status, text, _ := from.do(ada, "POST", "/api/v1/workspaces", `{"name": "pay", "scope": "name:leave.md", "read": true}`); status != 200 {
		t.Fatal(status, text)
	}
	if status, text, _ := from.do(ada, "POST", "/api/v1/ask", `{"question": "how many weeks is parental leave?", "workspace": "pay"}`); status != 200 {
		t.Fatal(status, text)
	}
	status, tar, header := from.do(ada, "GET", "/api/v1/workspaces/pay/export?text=true", "")
	if status != 200 || header.Get("Content-Type") != "application/x-tar" || !strings.HasPrefix(header.Get("Content-Disposition"), "attachment") || !strings.Contains(tar, "34 weeks") {
		t.Fatalf("%d, %v, %d bytes", status, header, len(tar))
	}
	if status, text, _ := from.do(ada, "GET", "/api/v1/workspaces/none/export", ""); status != 404 {
		t.Errorf("a workspace that is not there: %d %s", status, text)
	}
	bob := to.token("ada")
	bring := func(kind, body string) (int, string) {
		status, text, _ := to.do(bob, "POST", "/api/v1/workspaces/import?name=brought", body, "Content-Type", kind)
		return status, text
	}
	if status, text := bring("application/json", tar); status != 415 {
		t.Errorf("as JSON: %d %s", status, text)
	}
	if status, text := bring("application/x-tar", tar[:len(tar)/2]); status != 400 || !strings.Contains(text, "no whole export") {
		t.Errorf("half of it: %d %s", status, text)
	}
	status, text := bring("application/x-tar", tar)
	if p := decode[api.Portable](t, text); status != 200 || p.Workspace != "brought" || p.Same != 1 || p.Threads != 1 {
		t.Errorf("%d %s", status, text)
	}
	if status, text := bring("application/x-tar", tar); status != 409 {
		t.Errorf("again: %d %s", status, text)
	}
}
