package spar_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/sparsearch/spar"

// levels is who may import whom: a room imports only from levels above it in this table, which is left of it in the
// data flow. They are folders of internal, but "public", the package at the root for programs that embed SPAR, "eval", the module
// that measures the product, and "cmd", which is everything that is a program. Packages below a room stand on its level.
var levels = [][]string{
	{"spar", "durable", "nearest", "pattern", "redact", "calibrate", "accounts"},
	{"yamlfile", "tongue", "network"},
	{"acl"},
	{"vec", "entity", "scope", "schema", "taxonomy", "extract", "chunk", "share", "db", "question", "versions"},
	{"api", "embed", "llm", "store", "catalog", "table"},
	{"index", "fulltext", "names", "sketch", "propose", "watch", "backup", "models", "sqlplan", "revise"},
	{"order", "read", "tagging", "agree"},
	{"workspace", "access", "audit", "retrieve"},
	{"answer"},
	{"engine", "summary"},
	{"service"},
	{"config"},
	{"server", "measure", "public"},
	{"eval"},
	{"cmd"},
}

// mayUseSQL lists the rooms that keep tables; all others go through them.
var mayUseSQL = []string{"db", "catalog", "store", "workspace", "access", "audit", "index"}

// belowService are the rooms and libraries that the command line does not see: what it may do, and what it may tell to whom,
// is the service's to say. Its files that still import one are listed with it.
var belowService = map[string][]string{
	module + "/internal/catalog":          nil,
	module + "/internal/engine":           nil,
	module + "/internal/index":            nil,
	module + "/internal/retrieve":         nil,
	module + "/internal/store":            nil,
	module + "/internal/tagging":          nil,
	module + "/internal/taxonomy":         nil,
	"github.com/RoaringBitmap/roaring/v2": nil,
}

func level(room string) int {
	return slices.IndexFunc(levels, func(rooms []string) bool { return slices.Contains(rooms, room) })
}

// A source is one Go file outside of tests, whatever system it is built for.
type source struct {
	file    string
	pkg     string // import path below the module, "." for the root
	room    string
	doc     bool // has a package comment
	imports []string
}

// roomOf names the room of a package of this module.
func roomOf(pkg string) string {
	parts := strings.Split(pkg, "/")
	switch {
	case pkg == ".":
		return "public"
	case parts[0] == "internal" && len(parts) > 1:
		return parts[1]
	case parts[0] == "eval" && (len(parts) == 1 || parts[1] != "cmd"):
		return "eval"
	default:
		return "cmd"
	}
}

// ofEval reports whether a package is one of the module below eval.
func ofEval(pkg string) bool { return pkg == "eval" || strings.HasPrefix(pkg, "eval/") }

func sources(t *testing.T) []source { return sourcesLike(t, false) }

// sourcesLike gives the tests too where they are asked for.
func sourcesLike(t *testing.T, tests bool) []source {
	t.Helper()
	var list []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || !tests && strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		s := source{file: name, pkg: path.Dir(name), room: roomOf(path.Dir(name)), doc: documented(f)}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, p)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no source was found")
	}
	return list
}

func documented(f *ast.File) bool {
	if f.Doc == nil {
		return false
	}
	text := f.Doc.Text()
	return strings.HasPrefix(text, "Package "+f.Name.Name+" ") || f.Name.Name == "main" && strings.HasPrefix(text, "Command ")
}

func TestLevels(t *testing.T) {
	for _, s := range sources(t) {
		from := level(s.room)
		if from < 0 {
			t.Errorf("%s: the room %q stands in no level; put it into the table", s.file, s.room)
			continue
		}
		for _, p := range s.imports {
			below, inside := strings.CutPrefix(p, module)
			if !inside || below != "" && below[0] != '/' {
				continue
			}
			pkg := strings.TrimPrefix(below, "/")
			if pkg == "" {
				pkg = "."
			}
			to := roomOf(pkg)
			switch {
			case to == s.room:
			case level(to) < 0:
				t.Errorf("%s imports %s, which stands in no level", s.file, p)
			case level(to) >= from:
				t.Errorf("%s imports %s: %s stands on level %d, %s on level %d, and imports go to lower levels only", s.file, p, s.room, from, to, level(to))
			}
		}
	}
}

// TestLevelsInDesign compares the table with the one that docs/design.md shows, and both with the rooms that there are.
func TestLevelsInDesign(t *testing.T) {
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]string, len(levels))
	for i, rooms := range levels {
		rows[i] = strings.Join(rooms, ", ")
	}
	want := "`" + strings.Join(rows, " | ") + "`"
	if !strings.Contains(string(text), want) {
		t.Errorf("docs/design.md does not show the levels as they are:\n%s", want)
	}
	there := map[string]bool{}
	for _, s := range sources(t) {
		there[s.room] = true
	}
	for room := range there {
		if room != "spar" && room != "public" && room != "cmd" && !strings.Contains(string(text), "\n| "+room+" |") {
			t.Errorf("docs/design.md does not say what the room %s does", room)
		}
	}
	for _, room := range slices.Concat(levels...) {
		if !there[room] {
			t.Errorf("the room %q of the table does not exist", room)
		}
	}
}

// TestVocabulary keeps package internal/spar what it is: words, made of the standard library, that do nothing.
func TestVocabulary(t *testing.T) {
	for _, s := range sources(t) {
		if s.pkg != "internal/spar" {
			continue
		}
		for _, p := range s.imports {
			first, _, _ := strings.Cut(p, "/")
			if strings.Contains(first, ".") || slices.Contains([]string{"os", "net", "net/http", "database/sql", "os/exec", "syscall"}, p) {
				t.Errorf("%s imports %s; the vocabulary needs the standard library only and does no input or output", s.file, p)
			}
		}
	}
}

// TestRequirements finds each module that is imported among the direct requirements of go.mod, and each of these imported:
// what `go mod tidy` would change there. What both modules require they require in one version.
func TestRequirements(t *testing.T) {
	product := requirements(t, "go.mod")
	evaluation := requirements(t, "eval/go.mod")
	for path, r := range evaluation {
		switch of, ok := product[path]; {
		case path == module:
		case !ok:
			t.Errorf("eval/go.mod requires %s, and go.mod does not: what is measured must be built as it is there", path)
		case of.version != r.version:
			t.Errorf("eval/go.mod requires %s %s and go.mod %s: run go mod tidy in eval", path, r.version, of.version)
		}
	}
	for file, required := range map[string]map[string]requirement{"go.mod": product, "eval/go.mod": evaluation} {
		imported := map[string]bool{}
		for _, s := range sourcesLike(t, true) {
			if ofEval(s.pkg) != (file == "eval/go.mod") {
				continue
			}
			for _, p := range s.imports {
				if first, _, _ := strings.Cut(p, "/"); !strings.Contains(first, ".") || p == "C" || ofModule(p, file) {
					continue
				}
				longest := "" // for a module may lie below another
				for path, r := range required {
					if r.direct && (p == path || strings.HasPrefix(p, path+"/")) && len(path) > len(longest) {
						longest = path
					}
				}
				if longest == "" {
					t.Errorf("%s imports %s, and %s does not require its module, or as indirect only: run go mod tidy", s.file, p, file)
				}
				imported[longest] = true
			}
		}
		for path, r := range required {
			if r.direct && !imported[path] {
				t.Errorf("%s requires %s directly, and nothing imports it: run go mod tidy", file, path)
			}
		}
	}
}

// ofModule reports whether an import is of the module itself whose go.mod is named.
func ofModule(p, file string) bool {
	inEval := p == module+"/eval" || strings.HasPrefix(p, module+"/eval/")
	return (p == module || strings.HasPrefix(p, module+"/")) && inEval == (file == "eval/go.mod")
}

type requirement struct {
	version string
	direct  bool
}

// requirements reads what a go.mod requires, by path.
func requirements(t *testing.T, file string) map[string]requirement {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]requirement{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(fields) >= 2 && strings.Contains(fields[0], ".") && strings.HasPrefix(fields[1], "v") {
			all[fields[0]] = requirement{fields[1], len(fields) == 2}
		}
	}
	return all
}

func TestWhoImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, p := range s.imports {
			switch {
			case p == "C":
				t.Errorf("%s uses cgo; SPAR is one static binary", s.file)
			case p == "database/sql" && !slices.Contains(mayUseSQL, s.room):
				t.Errorf("%s imports database/sql; only %s keep tables", s.file, strings.Join(mayUseSQL, ", "))
			case !ofEval(s.pkg) && (p == module+"/eval" || strings.HasPrefix(p, module+"/eval/")):
				t.Errorf("%s imports %s, which is no part of the product; spar-eval has it", s.file, p)
			case p == "testing" && !strings.HasSuffix(path.Base(s.pkg), "test"):
				t.Errorf("%s imports testing; put what tests share into a package whose name ends in test", s.file)
			case strings.HasPrefix(p, module) && strings.HasSuffix(p, "test") && !strings.HasSuffix(path.Base(s.pkg), "test"):
				t.Errorf("%s imports %s, which is for tests", s.file, p)
			}
		}
	}
}

// TestDoors: the service knows no door, only programs read command lines, and the command line sees nothing below the service
// that could tell what somebody may not know of.
func TestDoors(t *testing.T) {
	using := map[string][]string{}
	for _, s := range sources(t) {
		for _, p := range s.imports {
			switch {
			case strings.HasPrefix(p, "github.com/spf13/") && s.room != "cmd":
				t.Errorf("%s imports %s; only programs read command lines", s.file, p)
			case p == "net/http" && s.room == "service":
				t.Errorf("%s imports %s; the service knows no door", s.file, p)
			}
			if _, below := belowService[p]; below && s.pkg == "cmd/spar" {
				using[p] = append(using[p], s.file)
			}
		}
	}
	for p, known := range belowService {
		if !slices.Equal(using[p], known) {
			t.Errorf("%v import %s and the table has %v: ask the service, and keep the table short", using[p], p, known)
		}
	}
}

// TestPrint: only programs print.
func TestPrint(t *testing.T) {
	for _, s := range sources(t) {
		if s.room == "cmd" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if in, ok := x.X.(*ast.Ident); ok && (in.Name == "fmt" && strings.HasPrefix(x.Sel.Name, "Print") || in.Name == "os" && x.Sel.Name == "Stdout") {
				t.Errorf("%s uses %s.%s; only programs print", s.file, in.Name, x.Sel.Name)
			}
			return true
		})
	}
}

func TestPackageComments(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sources(t) {
		documented[s.pkg] = documented[s.pkg] || s.doc
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment; say in a sentence what it is and where it stands in the data flow", pkg)
		}
	}
}

// mostPublic is how many names package spar may export, methods of its types among them: what a person can read at once.
const mostPublic = 40

// TestPublic counts the names of the package at the root, finds that each is documented, and that no type of a room stands in one.
func TestPublic(t *testing.T) {
	names := 0
	for _, s := range sources(t) {
		if s.pkg != "." {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if !d.Name.IsExported() {
					continue
				}
				if names++; d.Doc == nil {
					t.Errorf("%s: %s has no comment", s.file, d.Name)
				}
				inside(t, d.Name.Name, d.Type)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						if spec.Name.IsExported() {
							if names++; d.Doc == nil {
								t.Errorf("%s: %s has no comment", s.file, spec.Name)
							}
							inside(t, spec.Name.Name, spec.Type)
						}
					case *ast.ValueSpec:
						for _, n := range spec.Names {
							if n.IsExported() {
								names++
							}
						}
					}
				}
			}
		}
	}
	if names == 0 || names > mostPublic {
		t.Errorf("package spar exports %d names, and may export %d", names, mostPublic)
	}
}

// inside finds types of rooms where everybody sees them: in a field or an argument that is not of a struct's own.
func inside(t *testing.T, name string, n ast.Node) {
	t.Helper()
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.StructType); ok {
			for _, f := range s.Fields.List {
				if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					inside(t, name, f.Type)
				}
			}
			return false
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := s.X.(*ast.Ident); ok && !slices.Contains([]string{"context", "iter", "slog", "time"}, of.Name) {
				t.Errorf("%s shows %s.%s, which nobody outside can name", name, of.Name, s.Sel)
			}
		}
		return true
	})
}
