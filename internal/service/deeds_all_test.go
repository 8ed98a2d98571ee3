package service

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// writes are the functions whose constant argument at a place is an operation of the audit trail.
var writes = map[string]int{"one": 0, "done": 0, "many": 0, "windowed": 0, "staged": 0, "Event": 0, "note": 0, "tool": 2, "recorded": 3}

// written collects the operations that the program writes into the trail, with where it does.
func written(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, folder := range []string{"../server", "../../cmd/spar"} {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if e := operationIn(n, filepath.Base(folder) == "server"); e != nil {
					if text, err := strconv.Unquote(e.Value); err == nil {
						found[text] = files.Position(e.Pos()).String()
					}
				}
				return true
			})
		}
	}
	return found
}

// operationIn finds the constant of an operation in a call, an assignment or a part of a literal.
func operationIn(n ast.Node, server bool) *ast.BasicLit {
	var value ast.Expr
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		at, is := writes[name]
		if !is || at >= len(n.Args) || name == "note" && len(n.Args) > 1 || !server && name != "recorded" && name != "Event" {
			return nil
		}
		value = n.Args[at]
	case *ast.AssignStmt:
		if of, is := n.Lhs[0].(*ast.SelectorExpr); is && of.Sel.Name == "operation" && server {
			value = n.Rhs[0]
		}
	case *ast.CompositeLit:
		for _, part := range n.Elts {
			pair, is := part.(*ast.KeyValueExpr)
			if !is {
				continue
			}
			key, is := pair.Key.(*ast.Ident)
			if is && server && (key.Name == "operation" || key.Name == "id" && len(n.Elts) > 3) {
				value = pair.Value
			}
		}
	}
	text, is := value.(*ast.BasicLit)
	if !is || text.Kind != token.STRING {
		return nil
	}
	return text
}

// TestEveryDeedHasWords: whatever the program can write into the trail has words, and no words are left of what it does not do.
func TestEveryDeedHasWords(t *testing.T) {
	found := written(t)
	found[""] = "a request that is no operation"
	text, err := os.ReadFile("../server/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var described struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(text, &described); err != nil {
		t.Fatal(err)
	}
	n := 0
	for path, methods := range described.Paths {
		for _, raw := range methods {
			var op struct {
				ID string `json:"operationId"`
			}
			if json.Unmarshal(raw, &op) != nil || op.ID == "" {
				continue
			}
			n++
			found[op.ID] = path // some are made of parts
		}
	}
	if n < 140 {
		t.Fatalf("%d operations are described", n)
	}
	for operation, at := range found {
		if _, is := deedsOf()[operation]; !is {
			t.Errorf("%s: the trail has no words for %s: add them to deedWordings", at, operation)
		}
	}
	for _, d := range deedWordings {
		for operation := range strings.SplitSeq(d.operations, " ") {
			if found[operation] == "" {
				t.Errorf("nothing writes %q any more", operation)
			}
		}
	}
}
