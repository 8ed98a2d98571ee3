package server

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"reflect"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/taxonomy/format"
)

// tarType is the type of an exported workspace.
const tarType = "application/x-tar"

// bytesType is the type of a file of any format.
const bytesType = "application/octet-stream"

// shownChanges bounds the changes of each kind that an import lists.
const shownChanges = 5

// mostImported bounds the bytes of one import over the network.
const mostImported = 64 << 20

type (
	exporting struct {
		Name string `json:"name"`
		Text bool   `json:"text,omitempty"` // with the text of the files that were read
	}
	importing struct {
		Name string `json:"name,omitempty"` // of the workspace here; that in the export if it is not given
	}
	vocabularyImport struct {
		Name     string `json:"name,omitempty"`     // of the vocabulary; what its format is called if it is not given
		Format   string `json:"format,omitempty"`   // such as csv; what its content looks like if it is not given
		Language string `json:"language,omitempty"` // of the labels of a SKOS file; en if it is not given
		DryRun   bool   `json:"dry_run,omitempty"`  // say what would change, and change nothing
		File     string `json:"file,omitempty"`     // what the file is called; the vocabulary is, too, where neither name nor format says it
	}
)

// carried are the operations that take a workspace or a vocabulary from one installation to another.
var carried = []operation{
	{id: "exportWorkspace", method: http.MethodGet, path: "/workspaces/{name}/export", needs: "read",
		tells: "a workspace as a tar, to be taken elsewhere: its scope, the list of its files, and its threads as far as you may see them",
		in:    reflect.TypeFor[exporting](), gives: tarType, serve: (*Server).exportWorkspace},
	{id: "importWorkspace", method: http.MethodPost, path: "/workspaces/import", needs: "read", tells: "make a workspace of an exported one, and compare its files; gives nobody a right to a file",
		in: reflect.TypeFor[importing](), out: reflect.TypeFor[api.Portable](), takes: tarType, serve: (*Server).importWorkspace},
	{id: "importVocabulary", method: http.MethodPost, path: "/vocabularies/import", needs: "curate",
		tells: "make tags of a vocabulary (MeSH, SKOS, the PLOS thesaurus, CSV, YAML or JSON lines), or bring those of it up to date",
		in:    reflect.TypeFor[vocabularyImport](), out: reflect.TypeFor[api.Import](), takes: bytesType, serve: (*Server).importVocabulary},
}

// importVocabulary makes tags of the body.
func (s *Server) importVocabulary(c *call) error {
	in, err := input[vocabularyImport](c)
	if err != nil {
		return err
	}
	body, leave, err := s.brought(c, "a vocabulary")
	if err != nil {
		return err
	}
	defer leave()
	out, err := s.o.Service.Import(c.r.Context(), c.who, body, service.Importing{Source: path.Base("/" + in.File), DryRun: in.DryRun, Examples: shownChanges,
		Format: format.Options{Name: in.Name, Format: in.Format, Language: cmp.Or(in.Language, "en")}})
	return carriedIn(c, out, err)
}

// brought gives the body of an import, which has the type that its operation takes and a bound.
func (s *Server) brought(c *call, what string) (body io.Reader, leave func(), err error) {
	if kind, _, _ := strings.Cut(c.r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(kind), c.op.takes) {
		return nil, nil, problem(http.StatusUnsupportedMediaType, "unsupported-type", "the body must be %s, and the header Content-Type %s; it is %q", what, c.op.takes, c.r.Header.Get("Content-Type"))
	}
	if leave, err = s.enter(c.r.Context(), c.who, waitForPlace); err != nil {
		return nil, nil, err
	}
	return http.MaxBytesReader(c.w, c.r.Body, mostImported), leave, nil
}

// carriedIn replies with the result of an import.
func carriedIn(c *call, out any, err error) error {
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return bodyFault(tooLong)
	}
	if err == nil {
		writeJSON(c.w, c.r, http.StatusOK, out)
	}
	return err
}

// exportWorkspace sends an export while it is written. An error before the first byte has a status of its own; a later one ends the
// connection, so that nobody takes the beginning for the whole.
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
	body, leave, err := s.brought(c, "an exported workspace")
	if err != nil {
		return err
	}
	defer leave()
	tell, end := imports(s)
	defer end()
	out, err := s.o.Service.ImportWorkspace(c.r.Context(), c.who, body, in.Name, tell)
	return carriedIn(c, out, err)
}
