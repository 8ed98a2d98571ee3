package server_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestAllowFolder: who asks from the machine of the server, as its user, lets one more folder become a share. Who asks through a proxy or a
// tunnel, by a name that others call the server by, or without administering, does not, and is told the same before.
func TestAllowFolder(t *testing.T) {
	for _, c := range []struct {
		name    string
		set     func(*server.Options)
		headers []string
		allowed bool
	}{
		{"here", nil, nil, true},
		{"a tunnel", nil, []string{"X-Forwarded-For", "203.0.113.7"}, false},
		{"a proxy that says via", nil, []string{"Via", "1.1 proxy"}, false},
		{"behind a proxy", func(o *server.Options) { o.Proxied = true }, nil, false},
		{"a proxy that signs people in", func(o *server.Options) { o.Front.Header = "Remote-User" }, nil, false},
		{"on a socket", func(o *server.Options) { o.Socket = true }, nil, false},
		{"called from outside", func(o *server.Options) { o.Base = &url.URL{Scheme: "https", Host: "spar.example"} }, []string{"Host", "spar.example"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := open(t, map[string]string{"a.md": "# A\n"}, c.set)
			h.service.OnChoose(func(changes map[string]*string) error {
				return h.service.Reconfigure(service.Options{ShareRoots: filepath.SplitList(*changes["share-roots"]), People: service.PeopleOptions{File: h.people}})
			})
			more, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			body, _ := json.Marshal(api.NewRoot{Folder: more})
			owner := h.token("")
			status, text, _ := h.do(owner, "GET", "/api/v1/folders", "", c.headers...)
			if told := decode[api.Folders](t, text); status != http.StatusOK || told.Allows != c.allowed {
				t.Errorf("%d, %s", status, text)
			}
			status, text, _ = h.do(owner, "POST", "/api/v1/folders", string(body), c.headers...)
			if (status == http.StatusOK) != c.allowed || !c.allowed && !strings.Contains(text, string(spar.ChangeSetting)) {
				t.Errorf("%d, %s", status, text)
			}
			if status, text, _ = h.do(h.token("ada"), "POST", "/api/v1/folders", string(body), c.headers...); status == http.StatusOK {
				t.Errorf("somebody else: %d, %s", status, text)
			}
		})
	}
}
