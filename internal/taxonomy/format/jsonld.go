package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/piprate/json-gold/ld"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// readJSONLD reads SKOS as JSON-LD. Contexts must be in the file: none is fetched.
func readJSONLD(s *source) (v taxonomy.Vocabulary, err error) {
	data, err := s.whole()
	if err != nil {
		return v, err
	}
	var document any
	if err := json.Unmarshal(data, &document); err != nil {
		return v, err
	}
	if deep(document, 0) {
		return v, spar.Errorf(spar.Invalid, "values are nested more than %d deep", maxDepth)
	}
	defer func() { // the library trusts its input in places
		if r := recover(); r != nil {
			err = spar.Errorf(spar.Invalid, "the file is not JSON-LD: %v", r)
		}
	}()
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = offline{}
	result, err := ld.NewJsonLdProcessor().ToRDF(document, options)
	if err != nil {
		var fault *ld.JsonLdError
		var remote fetch
		if errors.As(err, &fault) {
			if e, ok := fault.Details.(error); ok && errors.As(e, &remote) {
				return v, remote.refused()
			}
		}
		return v, err
	}
	statements, ok := result.(*ld.RDFDataset)
	if !ok {
		return v, fmt.Errorf("no statements in %T", result)
	}
	g := newGraph(s.remarks)
	for _, quads := range statements.Graphs {
		for _, q := range quads {
			t := triple{subject: q.Subject.GetValue(), predicate: q.Predicate.GetValue()}
			t.object.value = q.Object.GetValue()
			if l, ok := q.Object.(ld.Literal); ok {
				t.object.literal, t.object.language, t.object.datatype = true, strings.ToLower(l.Language), l.Datatype
			} else if l, ok := q.Object.(*ld.Literal); ok {
				t.object.literal, t.object.language, t.object.datatype = true, strings.ToLower(l.Language), l.Datatype
			}
			if err := g.add(t); err != nil {
				return v, err
			}
		}
	}
	return g.vocabulary(s.Language), nil
}

// offline refuses to fetch.
type offline struct{}

// A fetch is an address that a file wants to be fetched.
type fetch string

func (f fetch) Error() string { return f.refused().Error() }

func (f fetch) refused() error {
	return spar.Errorf(spar.Invalid, "it refers to the context %q, and nothing is fetched: put the context itself into the file", string(f))
}

func (offline) LoadDocument(address string) (*ld.RemoteDocument, error) {
	return nil, ld.NewJsonLdError(ld.LoadingDocumentFailed, fetch(address))
}

func deep(v any, depth int) bool {
	if depth > maxDepth {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			if deep(x, depth+1) {
				return true
			}
		}
	case []any:
		for _, x := range v {
			if deep(x, depth+1) {
				return true
			}
		}
	}
	return false
}
