// Package api holds the objects that `--json` prints, that the HTTP API and MCP send, and that docs/json.md documents. They are plain
// structs with JSON tags; nothing here computes.
//
// Each top-level object names its shape in Schema, "spar.NAME/VERSION". Within a version keys may be added and never change their meaning.
// An empty key is left out where its tag says omitempty.
package api

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A Path is how a path appears in JSON. Name is always valid UTF-8; where the path is not, Name has replacement
// characters, and Bytes has the path itself in base64.
type Path struct {
	Name  string `json:"path"`
	Bytes string `json:"path_bytes,omitempty"`
}

// PathOf gives the JSON form of a path.
func PathOf(p string) Path {
	if utf8.ValidString(p) {
		return Path{Name: p}
	}
	return Path{strings.ToValidUTF8(p, "\uFFFD"), base64.StdEncoding.EncodeToString([]byte(p))}
}

// Raw gives the path that p stands for.
func (p Path) Raw() (string, error) {
	if p.Bytes == "" {
		return p.Name, nil
	}
	b, err := base64.StdEncoding.DecodeString(p.Bytes)
	if err != nil {
		return "", spar.Errorf(spar.Invalid, "path_bytes %q is not base64: %w", p.Bytes, err)
	}
	return string(b), nil
}

// A FileName names a file of a share.
type FileName struct {
	Share string `json:"share"`
	Path
}

// Done says that a command without a result of its own has done its work.
type Done struct {
	Schema string `json:"schema"`
	Done   string `json:"done"`            // the command
	Trash  string `json:"trash,omitempty"` // where removed things can be restored from
	Until  string `json:"until,omitempty"`
	Then   string `json:"then,omitempty"` // the address where a browser that has signed out here signs out of the provider, too
}

// A Fault is an error as a door tells it.
type Fault struct {
	Code    spar.Code     `json:"code"`
	Message string        `json:"message" tongue:"text"`
	Do      []spar.Remedy `json:"do,omitempty"`
}

// DoneSchema is the schema of Done.
const DoneSchema = "spar.done/1"
