// Command english counts phrases and lines that are hard to read, and fails if there are more than the ceiling:
//
//	go run ./scripts/english [FOLDER]
//
// It counts phrases that stand for a plainer one ("of which", "those that", "what is"), in 1,000 words of comments and of the guides,
// and lines of Go that are longer than 140 characters, in 1,000 lines. It names the worst folders. The ceilings only go down.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	width  = 140
	enough = 500 // words, and lines, from which on a folder can be among the worst
	worst  = 8
	tests  = "_test.go"
)

// ceilings are in 1,000 words, and in 1,000 lines.
var ceilings = map[string]float64{"comments": 0.3, "guides": 0.9, "long lines": 15}

// phrase finds what a plainer sentence does without. Where a capital letter begins it, "What is" begins a question or a title.
var phrase = regexp.MustCompile(`\b(?:(?:[Oo]f|[Ii]n|[Bb]y|[Tt]hat) which|[Tt]hose that|what is)\b`)

var word = regexp.MustCompile(`[\pL\d][\pL\d'’-]*`)

// A tally is how often something was met, of how many.
type tally struct{ met, of int }

func (t tally) rate() float64 { return 1000 * float64(t.met) / float64(max(1, t.of)) }

func (t *tally) add(o tally) { t.met, t.of = t.met+o.met, t.of+o.of }

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	faults, err := check(os.DirFS(root), os.Stdout)
	if err != nil {
		faults = append(faults, err.Error())
	}
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "english:", f)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// check counts in all files, prints the figures, and says which are above their ceiling.
func check(files fs.FS, out io.Writer) (faults []string, err error) {
	all := map[string]*tally{}
	byFolder := map[string]map[string]*tally{}
	count := func(kind, folder string, t tally) {
		if all[kind] == nil {
			all[kind], byFolder[kind] = &tally{}, map[string]*tally{}
		}
		if byFolder[kind][folder] == nil {
			byFolder[kind][folder] = &tally{}
		}
		all[kind].add(t)
		byFolder[kind][folder].add(t)
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		switch {
		case strings.HasSuffix(name, ".go"):
			src, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			words, err := comments(name, src)
			if err != nil {
				return err
			}
			count("comments", folder, words)
			if !strings.HasSuffix(name, tests) {
				count("long lines", folder, long(src))
			}
		case guide(name):
			src, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			count("guides", name, phrases(prose(string(src))))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, kind := range []string{"comments", "guides", "long lines"} {
		t := all[kind]
		if t == nil {
			continue
		}
		fmt.Fprintf(out, "%-10s %6d in %7d, %.2f of 1,000, at most %.2f; worst:%s\n", kind, t.met, t.of, t.rate(), ceilings[kind], worstOf(byFolder[kind]))
		if t.rate() > ceilings[kind] {
			faults = append(faults, fmt.Sprintf("%s: %.2f of 1,000 are more than the ceiling of %.2f: say it in plainer words, or in shorter lines", kind, t.rate(), ceilings[kind]))
		}
	}
	return faults, nil
}

// guide reports whether a page is one that is read from its beginning: decisions and results are looked up.
func guide(name string) bool {
	return filepath.Ext(name) == ".md" && (!strings.Contains(name, "/") || filepath.ToSlash(filepath.Dir(name)) == "docs")
}

// worstOf names the folders with the highest rates.
func worstOf(folders map[string]*tally) string {
	var names []string
	for name, t := range folders {
		if t.of >= enough && t.met > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(folders[b].rate(), folders[a].rate()), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, name := range names[:min(worst, len(names))] {
		fmt.Fprintf(&b, " %s %.1f", name, folders[name].rate())
	}
	return b.String()
}

// comments counts the phrases and the words of the comments of a source.
func comments(name string, src []byte) (t tally, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return t, err
	}
	for _, g := range f.Comments {
		if !ast.IsGenerated(f) {
			t.add(phrases(g.Text()))
		}
	}
	return t, nil
}

func phrases(text string) tally {
	text = strings.Join(strings.Fields(text), " ")
	return tally{len(phrase.FindAllString(text, -1)), len(word.FindAllString(text, -1))}
}

// prose returns a page without its blocks of code and what stands between backquotes.
func prose(page string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
			continue
		}
		if !code {
			b.WriteString(quoted.ReplaceAllString(line, "x"))
		}
	}
	return b.String()
}

var quoted = regexp.MustCompile("`[^`]*`")

// long counts the lines that are too long, and all.
func long(src []byte) (t tally) {
	for line := range bytes.Lines(src) {
		t.of++
		if utf8.RuneCount(bytes.TrimRight(line, "\n")) > width {
			t.met++
		}
	}
	return t
}
