package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const mostMethods = 60 // of a type that wide does not name

// apis are the types that have a method for each thing that can be done: they grow with what SPAR can do.
var apis = []string{"cmd/spar app", "internal/catalog Catalog", "internal/service Service"}

// wide are the other types with more methods, with how many they have.
var wide = map[string]int{
	"internal/catalog scan":            69,
	"internal/catalog tx":              74,
	"internal/index Snapshot":          83,
	"internal/question sentenceParser": 193,
	"internal/read Reader":             69,
	"internal/server Server":           78,
	"internal/store Store":             66,
	"internal/table former":            104,
	"internal/table reader":            154,
}

// methods counts the methods of each type of the product, by the folder of its package and its name.
func methods(root fs.FS) (map[string]int, error) {
	count := map[string]int{}
	for _, dir := range []string{"internal", "cmd"} {
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			src, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, decl := range f.Decls {
				if of := receiver(decl); of != "" {
					count[path.Dir(name)+" "+of]++
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return count, nil
}

// receiver is the type that a declaration is a method of; "" for none.
func receiver(decl ast.Decl) string {
	f, ok := decl.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	switch p := of.(type) {
	case *ast.IndexExpr:
		of = p.X
	case *ast.IndexListExpr:
		of = p.X
	}
	name, _ := of.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}

// widened lists the types with more methods than they may have, and those of wide that have fewer by now.
func widened(count map[string]int) (faults []string) {
	for name, n := range count {
		if most := max(mostMethods, wide[name]); n > most && !slices.Contains(apis, name) {
			faults = append(faults, fmt.Sprintf("%s has %d methods, more than %d: part it", name, n, most))
		}
	}
	for name, n := range wide {
		if count[name] < n {
			faults = append(faults, fmt.Sprintf("%s has fewer methods (%d, not %d): say so in wide, or take it out", name, count[name], n))
		}
	}
	slices.Sort(faults)
	return faults
}
