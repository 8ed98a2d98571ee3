package server

import (
	"errors"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/sparsearch/spar/internal/api"
)

// tarType is the type of an exported workspace.
const tarType = "application/x-tar"

// mostImported is how many bytes an export may have that is brought in over the network.
const mostImported = 64 << 20

type (
	exporting struct {
		Name string `json:"name"`
		Text bool   `json:"text,omitempty"` // with the text of the files that were read
	}
	importing struct {
		Name string `json:"name,omitempty"` // of the workspace here; that in the export if it is not given
	}
)

// carried are the operations that take a workspace from one installation to another.
var carried = []operation{
	{id: "exportWorkspace", method: http.MethodGet, path: "/workspaces/{name}/export", needs: "read",
		tells: "a workspace as a tar, to be taken elsewhere: its scope, the list of its files, and its threads as far as you may see them",
		in:    reflect.TypeFor[exporting](), gives: tarType, serve: (*Server).exportWorkspace},
	{id: "importWorkspace", method: http.MethodPost, path: "/workspaces/import", needs: "read", tells: "make a workspace of an exported one, and compare its files; gives nobody a right to a file",
		in: reflect.TypeFor[importing](), out: reflect.TypeFor[api.Portable](), takes: tarType, serve: (*Server).importWorkspace},
}

// exportWorkspace sends an export as it is written. What fails before its first byte has a status of its own; after that the connection ends, so that nobody takes the beginning for the whole.
func (s *Server) exportWorkspace(c *call) error {
	in, err := input[exporting](c)
	if err != nil {
		return err
	}
	leave, err := s.enter(c.r.Context(), c.who, waitForPlace)
	if err != nil {
		return err
	}
	defer leave()
	out := &attachment{w: c.w, kind: c.op.gives, name: "workspace.tar"}
	if _, err = s.o.Service.ExportWorkspace(c.r.Context(), c.who, in.Name, out, in.Text); err != nil && out.begun {
		panic(http.ErrAbortHandler)
	}
	return err
}

// An attachment is a reply that is to be kept as a file. Its header goes with the first byte.
type attachment struct {
	w          http.ResponseWriter
	kind, name string
	begun      bool
}

func (a *attachment) Write(b []byte) (int, error) {
	if !a.begun {
		a.begun = true
		h := a.w.Header()
		h.Set("Content-Type", a.kind)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.name}))
		h.Set("Cache-Control", "no-store")
	}
	return a.w.Write(b)
}

// importWorkspace makes a workspace of the body.
func (s *Server) importWorkspace(c *call) error {
	in, err := input[importing](c)
	if err != nil {
		return err
	}
	if kind, _, _ := strings.Cut(c.r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(kind), c.op.takes) {
		return problem(http.StatusUnsupportedMediaType, "unsupported-type", "the body must be an exported workspace, and the header Content-Type %s; it is %q", c.op.takes, c.r.Header.Get("Content-Type"))
	}
	leave, err := s.enter(c.r.Context(), c.who, waitForPlace)
	if err != nil {
		return err
	}
	defer leave()
	body := http.MaxBytesReader(c.w, c.r.Body, mostImported)
	out, err := s.o.Service.ImportWorkspace(c.r.Context(), c.who, body, in.Name, nil)
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return bodyFault(tooLong)
	}
	if err == nil {
		writeJSON(c.w, http.StatusOK, out)
	}
	return err
}
