package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A result is what came of one run of a target, or of several one after the other.
type result struct {
	Package string  `json:"package"`
	Target  string  `json:"target"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu"`            // seconds of all workers
	Peak    int64   `json:"peak,omitempty"` // resident bytes of the largest process, 0 where the system does not tell
	Execs   int64   `json:"execs"`
	New     int64   `json:"new"`    // inputs of this run that reached new code
	Corpus  int64   `json:"corpus"` // inputs that reach code of their own, with seeds and those of earlier runs
	Crashes int     `json:"crashes"`
	Skipped bool    `json:"skipped,omitempty"`
	Commit  string  `json:"commit"`
}

var progressLine = regexp.MustCompile(`(?m)^fuzz: elapsed: .*, execs: (\d+) \(.*\), new interesting: (\d+) \(total: (\d+)\)`)

// progress takes the counts from the last line of progress.
func (r *result) progress(said string) {
	all := progressLine.FindAllStringSubmatch(said, -1)
	if len(all) == 0 {
		return
	}
	for i, n := range []*int64{&r.Execs, &r.New, &r.Corpus} {
		*n, _ = strconv.ParseInt(all[len(all)-1][i+1], 10, 64)
	}
}

// A journal keeps what came of each target, and writes each result to a file as it comes.
type journal struct {
	dir  string
	file *os.File
	mu   sync.Mutex
	last map[string]result
}

// sum adds a result to those of the target's earlier runs. What crashed begins anew.
func (j *journal) sum(r result) {
	key := r.Package + "." + r.Target
	if old, ok := j.last[key]; ok && old.Crashes == 0 && r.Crashes == 0 {
		r.Seconds += old.Seconds
		r.CPU += old.CPU
		r.Execs += old.Execs
		r.New += old.New
		r.Peak = max(r.Peak, old.Peak)
	}
	j.last[key] = r
}

func openJournal(dir string) (*journal, error) {
	if err := os.MkdirAll(filepath.Join(dir, "logs"), 0o755); err != nil {
		return nil, err
	}
	j := &journal{dir: dir, last: map[string]result{}}
	name := filepath.Join(dir, "results.jsonl")
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(old) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: %w; remove the file to begin anew", name, err)
		}
		j.sum(r)
	}
	j.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	return j, err
}

func (j *journal) close() { _ = j.file.Close() }

func (j *journal) get(t target) (result, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.last[t.String()]
	return r, ok
}

func (j *journal) add(t target, r result, said []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sum(r)
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return errors.Join(err, os.WriteFile(filepath.Join(j.dir, "logs", strings.ReplaceAll(t.String(), "/", "_")+".log"), said, 0o644))
}

// markdown returns the table of results, with their sum.
func markdown(rows []result) string {
	var b strings.Builder
	b.WriteString("| package | target | seconds | CPU s | executions | a CPU second | new inputs | corpus | peak MiB | crashes |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	sum := result{Package: "all", Target: fmt.Sprint(len(rows))}
	for _, r := range rows {
		b.WriteString(r.row())
		sum.Seconds += r.Seconds
		sum.CPU += r.CPU
		sum.Execs += r.Execs
		sum.New += r.New
		sum.Corpus += r.Corpus
		sum.Peak = max(sum.Peak, r.Peak)
		sum.Crashes += r.Crashes
	}
	b.WriteString(sum.row())
	return b.String()
}

func (r result) row() string {
	if r.Skipped {
		return fmt.Sprintf("| %s | %s | skipped | | | | | | | |\n", r.Package, r.Target)
	}
	rate, peak := "", ""
	if r.CPU > 0 {
		rate = strconv.FormatFloat(float64(r.Execs)/r.CPU, 'f', 0, 64)
	}
	if r.Peak > 0 {
		peak = strconv.FormatInt(r.Peak>>20, 10)
	}
	return fmt.Sprintf("| %s | %s | %.0f | %.0f | %d | %s | %d | %d | %s | %d |\n", r.Package, r.Target, r.Seconds, r.CPU, r.Execs, rate, r.New, r.Corpus, peak, r.Crashes)
}
