// Package ablate says which conditions of the rooms about language are of use: it numbers them in a copy of the source, builds that, and
// asks the sets that may be read with conditions forced to be false.
package ablate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval/ablate/switches"
)

// Rooms are the packages below internal that are about language.
var Rooms = []string{"question", "answer", "table", "versions", "names", "entity", "lang", "understand", "ask"}

// A Site is a condition of the source.
type Site struct {
	N          int    `json:"n"`
	File       string `json:"file"` // below the root, with slashes
	Line       int    `json:"line"`
	Start, End int    // bytes of the file
	Kind       string `json:"kind"` // if, case, or, and: the last two are operands
	Func       string `json:"func"`
	Text       string `json:"text"`
	Guard      bool   `json:"guard"` // it compares lengths, numbers or nil, and says nothing of words
}

// The product imports nothing of eval, so that what its conditions call is laid over it as a package of its own.
const (
	runtime = "github.com/sparsearch/spar/internal/switches"
	laid    = "internal/switches"
	source  = "eval/ablate/switches"
)

// Rewrite numbers the conditions of the rooms below root and writes the numbered files and an overlay for `go build -overlay` into dir.
func Rewrite(root, dir string, rooms []string) (sites []Site, overlay string, err error) {
	replace := map[string]string{}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(source), "*.go"))
	if err != nil {
		return nil, "", err
	}
	for _, file := range files {
		replace[filepath.Join(root, filepath.FromSlash(laid), filepath.Base(file))] = file
	}
	for _, room := range rooms {
		files, err := filepath.Glob(filepath.Join(root, "internal", room, "*.go"))
		if err != nil {
			return nil, "", err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return nil, "", err
			}
			found, err := conditions(file, src)
			if err != nil {
				return nil, "", err
			}
			if len(found) == 0 {
				continue
			}
			rel, err := filepath.Rel(root, file)
			if err != nil {
				return nil, "", err
			}
			for i := range found {
				found[i].N, found[i].File = len(sites)+i, filepath.ToSlash(rel)
			}
			sites = append(sites, found...)
			to := filepath.Join(dir, room+"-"+filepath.Base(file))
			if err := os.WriteFile(to, numbered(src, found), 0o666); err != nil {
				return nil, "", err
			}
			replace[file] = to
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return sites, overlay, os.WriteFile(overlay, b, 0o666)
}

// conditions returns the conditions of a file in the order of the source.
func conditions(name string, src []byte) (sites []Site, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	within := ""
	add := func(kind string, e ast.Expr) {
		at := set.Position(e.Pos())
		end := set.Position(e.End()).Offset
		sites = append(sites, Site{Line: at.Line, Start: at.Offset, End: end, Kind: kind, Func: within, Text: string(src[at.Offset:end]), Guard: guard(e)})
	}
	for _, d := range f.Decls {
		within = ""
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.CONST {
				continue
			}
		case *ast.FuncDecl:
			within = d.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt:
				add("if", n.Cond)
			case *ast.SwitchStmt:
				if n.Tag == nil {
					for _, c := range n.Body.List {
						for _, e := range c.(*ast.CaseClause).List {
							add("case", e)
						}
					}
				}
			case *ast.BinaryExpr:
				kind := map[token.Token]string{token.LOR: "or", token.LAND: "and"}[n.Op]
				for _, e := range []ast.Expr{n.X, n.Y} {
					if b, ok := e.(*ast.BinaryExpr); kind != "" && !(ok && b.Op == n.Op) {
						add(kind, e)
					}
				}
			}
			return true
		})
	}
	slices.SortStableFunc(sites, func(a, b Site) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	return sites, nil
}

// numbered returns a source with each condition as an argument of switches.Is.
func numbered(src []byte, sites []Site) []byte {
	opens, closes := map[int]string{}, map[int]int{}
	for _, s := range sites {
		opens[s.Start] += fmt.Sprintf("switches.Is(%d, ", s.N)
		closes[s.End]++
	}
	var out bytes.Buffer
	line := bytes.Index(append([]byte("\n"), src...), []byte("\npackage "))
	end := line + bytes.IndexByte(src[line:], '\n')
	for i, c := range src {
		out.WriteString(strings.Repeat(")", closes[i]))
		out.WriteString(opens[i])
		if i == end {
			fmt.Fprintf(&out, "; import %q", runtime)
		}
		out.WriteByte(c)
	}
	return out.Bytes()
}

// guard reports whether a condition is only about lengths, numbers, nil and whether something was there.
func guard(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return guard(e.X)
	case *ast.UnaryExpr:
		return guard(e.X)
	case *ast.Ident:
		return slices.Contains([]string{"ok", "found", "err"}, e.Name)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			return guard(e.X) && guard(e.Y)
		case token.EQL, token.NEQ:
			return plain(e.X) || plain(e.Y)
		}
		return true
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok {
			x, _ := s.X.(*ast.Ident)
			return x != nil && (x.Name == "errors" || x.Name == "math" || x.Name == "ctx") || s.Sel.Name == "IsZero"
		}
	}
	return false
}

// plain reports whether an operand is nil, a number or a length.
func plain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "nil"
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT || e.Value == `""`
	case *ast.UnaryExpr:
		return plain(e.X)
	case *ast.CallExpr:
		f, ok := e.Fun.(*ast.Ident)
		return ok && f.Name == "len"
	}
	return false
}

// Never lists the conditions that were met and never held, by all of the files that builds wrote. Guards are left out: what they keep
// away is seldom in a set.
func Never(sites []Site, seen []string) (list []Site, err error) {
	var all [switches.Most]byte
	for _, name := range seen {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if len(b) != len(all) {
			return nil, fmt.Errorf("%s: %d bytes, not %d: no instrumented build wrote it", name, len(b), len(all))
		}
		for i := range b {
			all[i] |= b[i]
		}
	}
	for _, s := range sites {
		if all[s.N] == switches.Failed && !s.Guard {
			list = append(list, s)
		}
	}
	return list, nil
}
