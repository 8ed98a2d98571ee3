package server

import (
	_ "embed"
	"net/http"
	"strings"

	"github.com/goccy/go-yaml"
)

// description describes the API in OpenAPI 3.1. `go test ./internal/server -update` writes it from the table of operations and the structs
// of its inputs and outputs, whose comments are its texts; a test compares it with them.
//
//go:embed openapi.json
var description []byte

// openapi sends the description of the API.
func (s *Server) openapi(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "openapi"
	if !strings.HasSuffix(r.URL.Path, ".yaml") {
		w.Header().Set("Content-Type", "application/json")
		w.Write(description)
		return
	}
	text, err := yaml.JSONToYAML(description)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/yaml")
	w.Write(text)
}
