// Package scoped asks questions of users that say in words which files they mean, and compares the file that is cited first with the one
// that is cited where the same scope is given by flags. It belongs to spar-eval.
package scoped

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

//go:embed handbook.txt firms.txt
var written embed.FS

// shares are the files of questions with the folders of public data that they are about.
var shares = []struct{ name, folder string }{{"handbook", "handbook_18f"}, {"firms", "rag_multi_corpus/share"}}

// A Case is a question with its scope as flags would give it and the files that answer.
type Case struct {
	Share string   `json:"share"`
	Text  string   `json:"question"`
	Scope string   `json:"scope"`
	Gold  []string `json:"files"`
}

// Cases returns the questions of a half: "a" has those with odd numbers, "b" the others.
func Cases(half string) ([]Case, error) {
	if half != "a" && half != "b" {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q: choose a or b", half)
	}
	var list []Case
	n := 0
	for _, s := range shares {
		b, err := written.ReadFile(s.name + ".txt")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimRight(line, "\n"); line == "" || line[0] == '#' {
				continue
			}
			fields := strings.Split(line, " | ")
			if len(fields) != 3 {
				return nil, spar.Errorf(spar.Invalid, "%s.txt: a line has a question, a scope and files, parted by \" | \": %q", s.name, line)
			}
			if n++; (n%2 == 1) == (half == "a") {
				list = append(list, Case{s.name, fields[0], fields[1], strings.Split(fields[2], " ; ")})
			}
		}
	}
	return list, nil
}

// A Report says how often the right file is cited first.
type Report struct {
	Schema    string  `json:"schema"`
	Half      string  `json:"half"`
	Sum       string  `json:"sha256"` // of all questions
	Questions int     `json:"questions"`
	Plain     float64 `json:"plain"`   // nothing is taken from the question
	Default   float64 `json:"default"` // what it says of files is a guess
	Strict    float64 `json:"strict"`  // it is a wall
	Flags     float64 `json:"flags"`   // the scope is given
	In        float64 `json:"strict_in_scope"`
	Ratio     float64 `json:"default_to_flags"`

	DefaultLessFlags measure.Interval `json:"default_less_flags"`
	DefaultLessPlain measure.Interval `json:"default_less_plain"`
	Missed           []Missed         `json:"missed,omitempty"` // of half a alone
}

// A Missed is a question whose first cited file differs from the one with flags.
type Missed struct {
	Text  string `json:"question"`
	Scope string `json:"scope"`
	Taken string `json:"taken"`
	Cited string `json:"cited"`
	Flags string `json:"cited_with_flags"`
}

// Measure reads the shares below the folder of public data into a temporary data directory, and asks the questions of a half in four ways.
// With only it uses just the share of that name.
func Measure(ctx context.Context, data, half, only string, e engine.Options, s service.Options, log func(format string, args ...any)) (r *Report, err error) {
	cases, err := Cases(half)
	if err != nil {
		return nil, err
	}
	shares := slices.Clone(shares)
	if only != "" {
		kept := shares[:0]
		for _, s := range shares {
			if s.name == only {
				kept = append(kept, s)
			}
		}
		if shares = kept; len(shares) == 0 {
			return nil, spar.Errorf(spar.Invalid, "there is no share %q: choose handbook or firms", only)
		}
		cases = slices.DeleteFunc(cases, func(c Case) bool { return c.Share != only })
	}
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	e.Dir = dir
	eng, err := engine.Open(ctx, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, eng.Close()) }()
	for _, sh := range shares {
		if _, err := eng.AddShare(ctx, sh.name, filepath.Join(data, filepath.FromSlash(sh.folder)), false); err != nil {
			return nil, err
		}
		if _, err := eng.Scan(ctx, sh.name, engine.ScanOptions{Wait: true}); err != nil {
			return nil, err
		}
	}
	svc := service.New(eng, s)
	who, err := svc.Process()
	if err != nil {
		return nil, err
	}
	for _, sh := range shares {
		w, err := svc.CreateWorkspace(ctx, who, api.NewWorkspace{Name: sh.name, Scope: "share:" + sh.name, Read: true}, nil)
		if err != nil {
			return nil, err
		}
		log("%s: %d files are read", sh.name, w.Coverage.Read)
	}
	r = &Report{Schema: "spar.eval.scoped/1", Half: half, Sum: sum(), Questions: len(cases)}
	var plain, soft, flags []float64
	for _, c := range cases {
		asked := func(q api.Question) (float64, api.Answer, error) {
			q.Question, q.Extract, q.Workspace = c.Text, true, c.Share
			return first(ctx, svc, who, q, c.Gold)
		}
		one, _, err := asked(api.Question{NoParse: true})
		if err != nil {
			return nil, err
		}
		two, a, err := asked(api.Question{})
		if err != nil {
			return nil, err
		}
		three, _, err := asked(api.Question{Strict: true})
		if err != nil {
			return nil, err
		}
		four, b, err := asked(api.Question{NoParse: true, Scope: c.Scope})
		if err != nil {
			return nil, err
		}
		plain, soft, flags = append(plain, one), append(soft, two), append(flags, four)
		r.Plain, r.Default, r.Strict, r.Flags = r.Plain+one, r.Default+two, r.Strict+three, r.Flags+four
		taken := ""
		if a.Taken != nil {
			taken = a.Taken.Scope
		}
		in, err := inside(ctx, svc, who, c.Share, strings.ReplaceAll(taken, "~", ""), c.Gold)
		if err != nil {
			return nil, err
		}
		r.In += in
		if half == "a" && (two < 1 || four < 1) {
			r.Missed = append(r.Missed, Missed{c.Text, c.Scope, taken, cited(a), cited(b)})
		}
		log("%v %v %v %v %s", one, two, three, four, c.Text)
	}
	n := float64(len(cases))
	r.Plain, r.Default, r.Strict, r.Flags, r.In = r.Plain/n, r.Default/n, r.Strict/n, r.Flags/n, r.In/n
	if r.Flags > 0 {
		r.Ratio = r.Default / r.Flags
	}
	r.DefaultLessFlags, r.DefaultLessPlain = measure.Bootstrap(flags, soft, 1), measure.Bootstrap(plain, soft, 1)
	return r, nil
}

// first is 1 where the first file that an answer cites is one that answers.
func first(ctx context.Context, s *service.Service, who spar.Principal, q api.Question, gold []string) (float64, api.Answer, error) {
	for e, err := range s.Ask(ctx, who, q) {
		if err != nil {
			return 0, api.Answer{}, fmt.Errorf("%s: %w", q.Question, err)
		}
		if e.Stage == api.StageFinal {
			if slices.Contains(gold, cited(*e.Answer)) {
				return 1, *e.Answer, nil
			}
			return 0, *e.Answer, nil
		}
	}
	return 0, api.Answer{}, nil
}

// cited returns the file that an answer cites first; "" of a refusal.
func cited(a api.Answer) string {
	for _, b := range a.Bullets {
		for _, n := range b.Citations {
			for _, c := range a.Citations {
				if c.N == n {
					return c.Path.Name
				}
			}
		}
	}
	return ""
}

// inside is 1 where a file that answers is in a scope.
func inside(ctx context.Context, s *service.Service, who spar.Principal, share, scope string, gold []string) (float64, error) {
	for f, err := range s.Files(ctx, who, api.Listing{Scope: strings.TrimSpace("share:" + share + " " + scope)}) {
		if err != nil {
			return 0, err
		}
		if slices.Contains(gold, f.Path.Name) {
			return 1, nil
		}
	}
	return 0, nil
}

// sum returns the SHA-256 of the files of questions.
func sum() string {
	h := sha256.New()
	for _, s := range shares {
		b, err := written.ReadFile(s.name + ".txt")
		if err != nil {
			return err.Error()
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// WriteMarkdown writes a line of the figures, and the questions of half a that were missed.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "| half | questions | without | by default | strict | by flags | default to flags | default less flags | "+
		"default less without | file in the strict scope |\n|---|---|---|---|---|---|---|---|---|---|\n")
	fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %+.3f (%+.3f to %+.3f) | %+.3f (%+.3f to %+.3f) | %.3f |\n", r.Half, r.Questions, r.Plain, r.Default, r.Strict, r.Flags, r.Ratio,
		r.DefaultLessFlags.Mean, r.DefaultLessFlags.Low, r.DefaultLessFlags.High, r.DefaultLessPlain.Mean, r.DefaultLessPlain.Low, r.DefaultLessPlain.High, r.In)
	for _, m := range r.Missed {
		fmt.Fprintf(w, "\n- %s\n  - meant `%s`, taken `%s`\n  - cited %s; with flags %s\n", m.Text, m.Scope, m.Taken, m.Cited, m.Flags)
	}
	return nil
}
