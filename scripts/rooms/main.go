// Command rooms counts the lines of the packages about language, and fails where they are more than the ceiling, where a function of theirs grew,
// or where a type of the product has too many methods:
//
//	gocognit -over 60 $(go run ./scripts/rooms dirs) | go run ./scripts/rooms
//
// Tests are not counted, nor is data: lines of strings that are longer than one line. A line of more than 140 characters counts as
// the lines that it would fill. The ceilings only go down.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	ceiling = 45448
	width   = 140
	complex = 60 // of functions that exceptions does not name
)

var rooms = []string{"answer", "entity", "names", "question", "table", "versions"}

// exceptions are the functions whose cognitive complexity is higher, with what they have.
var exceptions = map[string]int{
	"answer appendRun":                 70,
	"question (*sentenceParser).point": 76,
	"table (*Planner).understood":      86,
	"table (*asked).bounds":            65,
	"table (*asked).valueLinks":        110,
	"table (*draft).features":          127,
	"table (*drafter).compared":        155,
	"table (*drafter).grouped":         87,
	"table (*drafter).reported":        70,
	"table (*former).asked":            62,
	"table (*former).covers":           63,
	"table (*former).lookup":           70,
	"table (*former).wantsRow":         61,
	"table (*reader).columnAtoms":      165,
	"table (*reader).conditions":       63,
	"table (*reader).valueAtoms":       84,
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "dirs" {
		for _, room := range rooms {
			fmt.Println(filepath.Join("internal", room))
		}
		return
	}
	faults, err := check(os.Stdin, os.Stdout)
	if err != nil {
		faults = append(faults, err.Error())
	}
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, "rooms:", f)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

func check(complexities io.Reader, out io.Writer) (faults []string, err error) {
	sum := 0
	for _, room := range rooms {
		files, err := filepath.Glob(filepath.Join("internal", room, "*.go"))
		if err != nil {
			return nil, err
		}
		n := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			of, err := lines(file, src)
			if err != nil {
				return nil, err
			}
			n += of
		}
		fmt.Fprintf(out, "%-10s %6d\n", room, n)
		sum += n
	}
	fmt.Fprintf(out, "%-10s %6d of %d\n", "all", sum, ceiling)
	if sum > ceiling {
		faults = append(faults, fmt.Sprintf("%d lines are more than the ceiling of %d: delete a rule for each that you add", sum, ceiling))
	}
	grown, err := grown(complexities)
	if err != nil {
		return faults, err
	}
	count, err := methods(os.DirFS("."))
	return slices.Concat(faults, grown, widened(count)), err
}

// lines counts the lines of a source.
func lines(name string, src []byte) (n int, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	data := map[int]bool{} // lines, from 1
	ast.Inspect(f, func(node ast.Node) bool {
		if s, ok := node.(*ast.BasicLit); ok && s.Kind == token.STRING {
			for l := set.Position(s.Pos()).Line; l < set.Position(s.End()).Line; l++ {
				data[l] = true
			}
		}
		return true
	})
	for i, line := range bytes.Split(bytes.TrimSuffix(src, []byte("\n")), []byte("\n")) {
		if !data[i+1] {
			n += max(1, (utf8.RuneCount(line)+width-1)/width)
		}
	}
	return n, nil
}

// grown reads lines of gocognit, "240 table (*reader).numbers internal/table/reading_numbers.go:11:1", and lists functions that are too
// complex.
func grown(in io.Reader) (faults []string, err error) {
	s := bufio.NewScanner(in)
	met := map[string]int{}
	for s.Scan() {
		fields := strings.Fields(s.Text())
		if len(fields) != 4 {
			return nil, fmt.Errorf("gocognit printed %q", s.Text())
		}
		n, err := strconv.Atoi(fields[0])
		if err != nil {
			return nil, fmt.Errorf("gocognit printed %q", s.Text())
		}
		if strings.Contains(fields[3], "_test.go") {
			continue
		}
		name := fields[1] + " " + fields[2]
		met[name] = n
		if most := max(complex, exceptions[name]); n > most {
			faults = append(faults, fmt.Sprintf("%s: %s has a cognitive complexity of %d, more than %d: part it", fields[3], name, n, most))
		}
	}
	if len(met) == 0 {
		return []string{"no complexity of a function came in: pipe in what gocognit prints, as `make lint` does"}, s.Err()
	}
	for name, n := range exceptions {
		if met[name] < n {
			faults = append(faults, fmt.Sprintf("%s became simpler (%d, not %d): say so in the exceptions, or take it out", name, met[name], n))
		}
	}
	slices.Sort(faults)
	return faults, s.Err()
}
