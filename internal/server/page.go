package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/server/page"
)

// notBuilt is shown in place of the page.
const notBuilt = `SPAR answers questions over file shares.

The web page was not built into this program: run make where Node.js is installed.

API: /api/v1, described by /api/openapi.json
MCP: POST /mcp
Clients of OpenAI's API: /v1
`

// policy says what a browser may do with the page: run and show what this server sends, and talk to nobody else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// elsewhere answers every other address: the page, whose views have addresses of their own, that an address takes other methods, or that
// there is nothing.
func (s *Server) elsewhere(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		top, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if reads && top != "api" && top != "v1" && path.Ext(top) == "" {
			s.page(w, r)
			return
		}
		if methods := methodsOf(mux, r); len(methods) > 0 {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			s.fail(w, r, problem(http.StatusMethodNotAllowed, "wrong-method", "%s takes %s, not %s", r.URL.Path, strings.Join(methods, " and "), r.Method))
			return
		}
		lists := "/api/openapi.json lists what there is"
		if top == "v1" {
			lists = "of OpenAI's API there are GET /v1/models and POST /v1/chat/completions"
		}
		s.fail(w, r, problem(http.StatusNotFound, "not-found", "there is nothing at %s; %s", r.URL.Path, lists))
	}
}

// methodsOf lists what could be done at the address of a request.
func methodsOf(mux *http.ServeMux, r *http.Request) (list []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		as := *r // only to be looked up
		as.Method = method
		if _, pattern := mux.Handler(&as); pattern != "/" && pattern != "" {
			list = append(list, method)
		}
	}
	return list
}

// page answers with the page.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "page"
	if !hasPage() {
		plainText(w, notBuilt)
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	s.asset(w, r, "index.html")
}

// hasPage says whether the page was built into this program.
var hasPage = sync.OnceValue(func() bool {
	_, err := page.Files.ReadFile("asset/index.html")
	return err == nil
})

// pageFile sends the files of the page.
func (s *Server) pageFile(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "page"
	s.asset(w, r, r.PathValue("name"))
}

func (s *Server) asset(w http.ResponseWriter, r *http.Request, name string) {
	content, err := page.Files.ReadFile("asset/" + name)
	if err != nil || path.Ext(name) == ".md" || path.Ext(name) == ".gz" {
		s.fail(w, r, problem(http.StatusNotFound, "not-found", "the page has no %s", name))
		return
	}
	if packed, err := page.Files.ReadFile("asset/" + name + ".gz"); err == nil {
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
			content = packed
		}
	}
	sum := sha256.Sum256(content)
	w.Header().Set("Cache-Control", "no-cache") // asked for again each time, and sent again when it changed
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
