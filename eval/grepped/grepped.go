// Package grepped compares full text with grep: the files of a share that an expression selects, and the files that grep -P finds
// for the same expression in the extracted texts.
package grepped

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A Report says of how many expressions both gave the same files.
type Report struct {
	Schema  string            `json:"schema"` // spar.eval.grep/1
	Set     string            `json:"set"`
	Files   int               `json:"files"`
	Seed    uint64            `json:"seed"`
	Asked   int               `json:"asked"`
	Equal   int               `json:"equal"`
	Found   int               `json:"found"` // files, by grep, over all expressions
	By      map[string][2]int `json:"by"`    // of the kinds that an expression has: asked, equal
	Differs []Difference      `json:"differs"`
	Commit  string            `json:"commit"`
	Machine string            `json:"machine"`
}

// A Difference is an expression for which the files are not the same.
type Difference struct {
	Expression string   `json:"expression"`
	Missing    []string `json:"missing,omitempty"` // files that grep alone found
	More       []string `json:"more,omitempty"`
}

// Run writes the first texts of a set to files of a share and asks n random expressions of both.
func Run(ctx context.Context, set *measure.Set, files, n int, seed uint64, o engine.Options, so service.Options) (_ *Report, err error) {
	grep, err := exec.LookPath("grep")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "grep is not installed: %w", err)
	}
	dir, err := os.MkdirTemp("", "spar-grep-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	share := filepath.Join(dir, "share")
	texts, err := write(set, share, files)
	if err != nil {
		return nil, err
	}
	o.Dir = filepath.Join(dir, "data")
	s, err := service.Open(ctx, o, so)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	who, err := s.Process()
	if err != nil {
		return nil, err
	}
	for _, err := range s.Prepare(ctx, who, api.Question{Question: "everything", Folder: share}) {
		if err != nil {
			return nil, err
		}
	}
	r := &Report{Schema: "spar.eval.grep/1", Set: set.Name, Files: len(texts), Seed: seed, Asked: n, By: map[string][2]int{}, Commit: eval.Commit(), Machine: eval.Machine()}
	for _, err := range s.Search(ctx, who, api.Question{Question: "everything", Folder: share, Budget: "0", Until: new(1.0)}) { // reads all
		if err != nil {
			return nil, err
		}
	}
	draw := newDrawer(texts, seed)
	for range n {
		x := draw.expression(2)
		got, err := s.SearchFiles(ctx, who, api.Question{Question: x.text(), Folder: share})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.text(), err)
		}
		if got.Coverage.Read != got.Coverage.InScope {
			return nil, fmt.Errorf("%s: %d of %d files are read", x.text(), got.Coverage.Read, got.Coverage.InScope)
		}
		have := map[string]bool{}
		for _, f := range got.Files {
			have[filepath.Base(f.Name)] = true
		}
		want, err := x.grep(ctx, grep, share, texts)
		if err != nil {
			return nil, err
		}
		r.Found += len(want)
		d := Difference{Expression: x.text()}
		for name := range want {
			if !have[name] {
				d.Missing = append(d.Missing, name)
			}
		}
		for name := range have {
			if !want[name] {
				d.More = append(d.More, name)
			}
		}
		equal := 0
		if d.Missing == nil && d.More == nil {
			equal = 1
		} else {
			slices.Sort(d.Missing)
			slices.Sort(d.More)
			r.Differs = append(r.Differs, d)
		}
		r.Equal += equal
		for _, k := range x.kinds() {
			r.By[k] = [2]int{r.By[k][0] + 1, r.By[k][1] + equal}
		}
	}
	return r, nil
}

// write makes a file of each text; the names of the files lead to their texts.
func write(set *measure.Set, share string, files int) (map[string]string, error) {
	if err := os.MkdirAll(share, 0o777); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for d, err := range set.Docs() {
		if err != nil {
			return nil, err
		}
		if len(texts) == files {
			break
		}
		name := fmt.Sprintf("%05d.txt", len(texts))
		texts[name] = d.Passage()
		if err := os.WriteFile(filepath.Join(share, name), []byte(d.Passage()+"\n"), 0o666); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// An expression is drawn from the words of the texts. A leaf has a pattern of grep for itself.
type expression struct {
	op    string // word, prefix, phrase, NEAR, AND, OR, NOT
	words []string
	n     int
	of    []expression
}

type drawer struct {
	r     *rand.Rand
	texts [][]string // words of each
}

var word = regexp.MustCompile(`[A-Za-z]{2,}`)

func newDrawer(texts map[string]string, seed uint64) *drawer {
	d := &drawer{r: rand.New(rand.NewPCG(seed, 17))}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if list := word.FindAllString(texts[name], -1); len(list) > 20 {
			d.texts = append(d.texts, list)
		}
	}
	return d
}

func (d *drawer) expression(depth int) expression {
	ops := []string{"word", "prefix", "phrase", "NEAR", "AND", "AND", "OR", "AND NOT"}
	op := ops[d.r.IntN(len(ops))]
	if depth == 0 {
		op = ops[d.r.IntN(4)]
	}
	text := d.texts[d.r.IntN(len(d.texts))]
	at := d.r.IntN(len(text) - 6)
	switch op {
	case "word":
		return expression{op: op, words: text[at : at+1]}
	case "prefix":
		w := text[at]
		return expression{op: op, words: []string{w[:min(len(w), 3+d.r.IntN(4))]}}
	case "phrase":
		return expression{op: op, words: text[at : at+2+d.r.IntN(2)]}
	case "NEAR":
		n := 1 + d.r.IntN(5)
		return expression{op: op, words: []string{text[at], text[at+1+d.r.IntN(5)]}, n: n}
	}
	return expression{op: op, of: []expression{d.expression(depth - 1), d.expression(depth - 1)}}
}

// text returns the expression in SPAR's language.
func (x expression) text() string {
	switch x.op {
	case "word":
		return quoted(x.words[0])
	case "prefix":
		return x.words[0] + "*"
	case "phrase":
		return quoted(strings.Join(x.words, " "))
	case "NEAR":
		return fmt.Sprintf("%s NEAR/%d %s", quoted(x.words[0]), x.n, quoted(x.words[1]))
	}
	return "(" + x.of[0].text() + ") " + x.op + " (" + x.of[1].text() + ")"
}

// quoted keeps words such as OR from being operators.
func quoted(s string) string { return `"` + s + `"` }

// kinds lists what the expression is made of, each once.
func (x expression) kinds() []string {
	list := []string{x.op}
	for _, k := range x.of {
		list = append(list, k.kinds()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// grep returns the files that grep finds: for a leaf by one pattern over whole files, else by the sets of its parts.
func (x expression) grep(ctx context.Context, program, share string, texts map[string]string) (map[string]bool, error) {
	if len(x.of) == 0 {
		var out, fault bytes.Buffer
		cmd := exec.CommandContext(ctx, program, "-rlziP", "-e", x.pattern(), share)
		cmd.Stdout, cmd.Stderr = &out, &fault
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		if err := cmd.Run(); err != nil {
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
				return nil, fmt.Errorf("grep %s: %w: %s", x.pattern(), err, fault.String())
			}
		}
		found := map[string]bool{}
		for line := range strings.Lines(out.String()) {
			found[filepath.Base(strings.TrimSpace(line))] = true
		}
		return found, nil
	}
	a, err := x.of[0].grep(ctx, program, share, texts)
	if err != nil {
		return nil, err
	}
	b, err := x.of[1].grep(ctx, program, share, texts)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for name := range texts {
		if x.op == "AND" && a[name] && b[name] || x.op == "OR" && (a[name] || b[name]) || x.op == "AND NOT" && a[name] && !b[name] {
			found[name] = true
		}
	}
	return found, nil
}

// What grep takes for a word: letters and digits, with the marks within a number. Between words stands anything else.
const (
	begins = `(?<![\p{L}\p{N}\p{M}])`
	ends   = `(?![\p{L}\p{N}\p{M}])`
	gap    = `[^\p{L}\p{N}]+(?:(?<=['’])\p{L}[^\p{L}\p{N}]+)?` // one letter behind an apostrophe is no word: society's
	one    = `(?:\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+)`
)

func (x expression) pattern() string {
	switch x.op {
	case "word":
		return begins + x.words[0] + ends
	case "prefix":
		return begins + x.words[0]
	case "phrase":
		return begins + strings.Join(x.words, gap) + ends
	}
	between := func(a, b string) string {
		return fmt.Sprintf(`%s%s%s(?:%s%s){0,%d}?%s%s`, begins, a, gap, one, gap, x.n, b, ends)
	}
	return between(x.words[0], x.words[1]) + "|" + between(x.words[1], x.words[0])
}

// WriteMarkdown writes the report as a table, with the first differences.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%d expressions over %d files of %s (seed %d): %d with the same files, %d files found\n\n"+
		"| has | asked | same files |\n|---|---|---|\n", r.Asked, r.Files, r.Set, r.Seed, r.Equal, r.Found)
	for _, k := range []string{"word", "prefix", "phrase", "NEAR", "AND", "OR", "AND NOT"} {
		fmt.Fprintf(w, "| %s | %d | %d |\n", k, r.By[k][0], r.By[k][1])
	}
	for _, d := range r.Differs[:min(len(r.Differs), 10)] {
		fmt.Fprintf(w, "\n%s\n  grep alone %v, SPAR alone %v\n", d.Expression, d.Missing, d.More)
	}
	_, err := fmt.Fprintf(w, "\n%s, commit %s\n", r.Machine, r.Commit)
	return err
}
