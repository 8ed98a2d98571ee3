package tongue_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var verbPattern = regexp.MustCompile(`%([-+# 0]*)(\[\d+\])?([0-9.]*)([a-zA-Z])`)

type verb struct {
	arg  int
	text string
	kind byte
}

// verbsOf lists which argument a format prints how; an argument that it prints twice counts once.
func verbsOf(format string) (list []verb) {
	next := 1
	for _, m := range verbPattern.FindAllStringSubmatch(strings.ReplaceAll(format, "%%", ""), -1) {
		if m[2] != "" {
			next, _ = strconv.Atoi(strings.Trim(m[2], "[]"))
		}
		if v := (verb{next, m[1] + m[3] + m[4], m[4][0]}); !slices.Contains(list, v) {
			list = append(list, v)
		}
		next++
	}
	slices.SortFunc(list, func(a, b verb) int { return a.arg - b.arg })
	return list
}

// everything has the translations of each language as its file has them.
func everything(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, language := range []string{"de", "es", "fr"} {
		text, err := os.ReadFile(language + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		all[language] = map[string]string{}
		english := ""
		for n, line := range strings.Split(string(text), "\n") {
			said, translation := strings.CutPrefix(line, "\t")
			switch {
			case translation && english == "", !translation && line != "" && english != "":
				t.Fatalf("%s.txt:%d: a line of English and one behind a tab belong together", language, n+1)
			case translation:
				if _, twice := all[language][english]; twice {
					t.Errorf("%s.txt:%d: %q is there twice", language, n+1, english)
				}
				all[language][english], english = said, ""
			case line != "" && !strings.HasPrefix(line, "# "):
				english = line
			}
		}
	}
	return all
}

// makers are functions whose constant arguments are said to people, with the places of these arguments. A place below zero is that of the
// words behind a number: its first is -1.
var makers = map[string][]int{
	"spar.Errorf": {1}, "problem": {2}, "s.tooMany": {2}, "s.refusedSignIn": {1}, "a.note": {0}, "a.say": {0}, "w.say": {0}, "in.say": {0}, "c.fault": {1}, "p.fail": {0},
	"counted": {-2, -3}, "spar.Phrase": {0}, "say": {0, 1}, "note": {1}, "fine": {1}, "lacks": {1, 2}, "broken": {2}, "unknown": {0},
}

// measured are rooms that only those who work on SPAR see.
var measured = []string{"internal/measure", "cmd/spar-weights"}

// constant is the text of an expression of constants.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, isA := constant(e.X)
		b, isB := constant(e.Y)
		return a + b, isA && isB && e.Op == token.ADD
	case *ast.ParenExpr:
		return constant(e.X)
	}
	return "", false
}

// product collects the constants of the product, and the formats that people are told with where they stand.
func product(t *testing.T) (constants map[string]bool, told map[string]string) {
	t.Helper()
	constants, told = map[string]bool{}, map[string]string{}
	for _, root := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			skipped := slices.ContainsFunc(measured, func(room string) bool { return strings.Contains(filepath.ToSlash(name), room) })
			ast.Inspect(f, func(n ast.Node) bool {
				if e, is := n.(ast.Expr); is {
					if text, is := constant(e); is {
						constants[text] = true
						constants["%s "+text] = true // words behind a number
						constants["there is no "+text+" %q"] = true
						constants["name:"+text], constants["plan:"+text] = true, true
						constants["plan: with the "+text] = true
						constants["deed:"+text], constants["figure:"+text] = true, true // of the audit trail, and around computed values
						if words := strings.ReplaceAll(text, "-", " "); words != "" {   // a key that is called by its words
							constants["name:"+strings.ToUpper(words[:1])+words[1:]] = true
							constants["name:Entity "+words] = true
						}
						for kind := range strings.SplitSeq(text, "|") {
							constants["name:Entity "+kind] = true
						}
					}
				}
				for _, text := range toldBy(n) {
					if _, offer := n.(*ast.CompositeLit); offer && !strings.Contains(text, "%q") && filepath.Base(name) != "remedy.go" {
						continue
					}
					if strings.HasPrefix(text, "%s ") && strings.Contains(name, "internal/table/") {
						continue // parts of answers, which are in the language of the files
					}
					if !skipped && letters(text) {
						told[text] = files.Position(n.Pos()).String()
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return constants, told
}

// toldBy lists the constants that a call of a maker says to people, and what a missing name is told by.
func toldBy(n ast.Node) (list []string) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if n.Type == nil && len(n.Elts) == 2 { // an offer: a command, and what it does
			_, isCommand := constant(n.Elts[0])
			if does, is := constant(n.Elts[1]); is && isCommand {
				return []string{does}
			}
		}
		if of, is := n.Type.(*ast.SelectorExpr); is && of.Sel.Name == "Unknown" && len(n.Elts) > 0 {
			if kind, is := n.Elts[0].(*ast.KeyValueExpr); is {
				if text, is := constant(kind.Value); is {
					return []string{"there is no " + text + " %q"}
				}
			}
		}
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			if x, is := f.X.(*ast.Ident); is {
				name = x.Name + "." + f.Sel.Name
			}
		}
		for _, place := range makers[name] {
			before := ""
			if place < 0 {
				place, before = -place-1, "%s "
			}
			if place < len(n.Args) {
				if text, is := constant(n.Args[place]); is {
					list = append(list, before+text)
				}
			}
		}
	}
	return list
}

// letters reports whether a format has words of its own.
func letters(format string) bool {
	return strings.Contains(format, " ") && regexp.MustCompile(`[a-z]{3}`).MatchString(verbPattern.ReplaceAllString(format, ""))
}

// ofLibraries begins the part of a file with texts that other programs made.
const ofLibraries = "# Of the system and of libraries"

func TestComplete(t *testing.T) {
	constants, told := product(t)
	if len(told) < 700 {
		t.Fatalf("%d formats were found; has a maker another name?", len(told))
	}
	pieces := strings.Join(slices.Collect(maps.Keys(constants)), "\n")
	for language, pairs := range everything(t) {
		for _, text := range slices.Sorted(maps.Keys(told)) {
			if pairs[text] == "" && !strings.HasPrefix(text, "OTEL_") {
				t.Errorf("%s: %s.txt has no line for it:\n%s", told[text], language, text)
			}
		}
		file, err := os.ReadFile(language + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		_, foreign, _ := strings.Cut(string(file), ofLibraries)
		for english, said := range pairs {
			if got, want := verbsOf(said), verbsOf(english); !slices.Equal(got, want) && !strings.HasPrefix(english, "plan:") {
				t.Errorf("%s.txt prints other arguments:\n%s\n\t%s", language, english, said)
			}
			if !constants[english] && !strings.Contains(foreign, "\n"+english+"\n") && !made(english, pieces) {
				t.Errorf("%s.txt: nothing says this any more:\n%s", language, english)
			}
		}
	}
}

// made reports whether a text is put together of constants: one of its longer parts between arguments is in one of them.
func made(text, pieces string) bool {
	return slices.ContainsFunc(verbPattern.Split(text, -1), func(part string) bool {
		part = strings.Trim(part, " .:;,`?\"")
		return len(part) >= 8 && strings.Contains(pieces, part)
	})
}
