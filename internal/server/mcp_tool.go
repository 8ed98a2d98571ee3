package server

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/sparsearch/spar/internal/spar"
)

var schemas = mcp.NewSchemaCache()

// inputs has the schemas of the inputs of tools, by type.
var inputs sync.Map

// inputOf returns the schema of the input of a tool. The library allows null for a list through a list of types, which some clients do
// not accept.
func inputOf[I any]() *jsonschema.Schema {
	kind := reflect.TypeFor[I]()
	if s, ok := inputs.Load(kind); ok {
		return s.(*jsonschema.Schema)
	}
	s, err := jsonschema.For[I](nil)
	if err != nil {
		panic(err) // our own structs all have one
	}
	withoutNull(s)
	if scope := s.Properties["scope"]; scope != nil {
		scope.Description = scopeTold
	}
	known, _ := inputs.LoadOrStore(kind, s) // one for all: what the library keeps of it, it keeps by its address
	return known.(*jsonschema.Schema)
}

// scopeTold explains scopes at each tool that takes one: many clients do not show a model the description of the server.
const scopeTold = `narrows the files by parts that must all hold, such as share:NAME, path:"finance/2024/**", name:*contract*, ` +
	`type:pdf, modified:2024, tag:"Name" or author:"Ada"; a minus in front excludes. Without it, all files`

// resultText is a result as a model reads it: addresses stand in it as they are, not with & and < escaped as for a page.
func resultText(out any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(out)
	return strings.TrimSuffix(b.String(), "\n"), err
}

func withoutNull(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if kinds := slices.DeleteFunc(slices.Clone(s.Types), func(t string) bool { return t == "null" }); len(s.Types) > 0 && len(kinds) == 1 {
		s.Type, s.Types = kinds[0], nil
	}
	withoutNull(s.Items)
	for _, p := range s.Properties {
		withoutNull(p)
	}
}

// tool adds a tool that only reads. Its result is the same as text and as structure, for clients show a model one or the other.
func tool[I, O any](a *assistant, m *mcp.Server, name, text string, do func(context.Context, *mcp.CallToolRequest, I) (O, error)) {
	closed := false
	mcp.AddTool(m, &mcp.Tool{Name: name, Description: text, InputSchema: inputOf[I](), Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}},
		func(ctx context.Context, r *mcp.CallToolRequest, in I) (*mcp.CallToolResult, O, error) {
			note, end := a.note(name)
			note.asked(in)
			var out O
			err := exactKeys(r.Params.Arguments, reflect.TypeFor[I]())
			if err == nil {
				var done func()
				if ctx, done, err = a.s.Computing(context.WithValue(ctx, inquiryKey{}, note), a.who); err == nil {
					out, err = do(ctx, r, in)
					done()
				}
			}
			end(err)
			if err != nil {
				return nil, out, toldFault(err)
			}
			text, err := resultText(out)
			if err != nil {
				return nil, out, err
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
		})
}

// toldFault hides the text of internal errors from assistants.
func toldFault(err error) error {
	if spar.CodeOf(err) == spar.Internal {
		return fmt.Errorf("SPAR has a fault; its log says more")
	}
	return err
}
