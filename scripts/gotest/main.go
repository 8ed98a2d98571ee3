// Command gotest runs `go test`, in one module after the other, and says at the end how many tests passed, failed and were skipped in
// all, and why:
//
//	go run ./scripts/gotest [-in FOLDER,FOLDER] [FLAGS] [PACKAGES]
//
// It prints one line a package and all that failing tests had to say, as they come, and in the end where the time went. What counts is a
// test without subtests, or a subtest; a package that does not build or dies is one failure. Its exit status is 1 when one of them failed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

func main() {
	folders, args := modules(os.Args[1:])
	s, began := newSummary(), time.Now()
	ok := true
	for _, folder := range folders {
		if err := s.run(folder, args, os.Stdout); err != nil {
			ok = false
			if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) { // that has said what there is to say
				fmt.Fprintln(os.Stderr, "gotest:", err)
			}
		}
	}
	fmt.Print(s.times())
	fmt.Printf("processor time: %.0fs user, %.0fs system, in %.0fs\n", s.user.Seconds(), s.system.Seconds(), time.Since(began).Seconds())
	fmt.Println(s.line())
	if !ok || s.failed() > 0 {
		os.Exit(1)
	}
}

// modules takes the folders of modules from the arguments, which is this one where none is named.
func modules(args []string) (folders, rest []string) {
	if len(args) > 1 && args[0] == "-in" {
		return strings.Split(args[1], ","), args[2:]
	}
	return []string{"."}, args
}

// run runs the tests of one module.
func (s *summary) run(folder string, args []string, out io.Writer) error {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	events, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	if err := s.read(events, out); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		_, _ = io.Copy(io.Discard, events)
	}
	err = cmd.Wait()
	s.user, s.system = s.user+cmd.ProcessState.UserTime(), s.system+cmd.ProcessState.SystemTime()
	return err
}

// An event is one line of `go test -json`.
type event struct {
	Action     string
	Package    string
	ImportPath string // of build output
	Test       string
	Output     string
	Elapsed    float64
}

type test struct {
	result string // "pass", "fail", "skip"; "" while it runs
	parent bool
}

// A summary counts the tests of a run. Tests are keyed by package and name, packages by package alone.
type summary struct {
	tests  map[string]*test
	output map[string][]string
	broken int      // packages that failed without a failing test
	skips  []string // why

	packages, slow []timed // slow has the tests at the top that took a second

	user, system time.Duration // of go, and of all that it ran
}

func newSummary() *summary { return &summary{tests: map[string]*test{}, output: map[string][]string{}} }

type timed struct {
	name    string
	seconds float64
}

func (s *summary) read(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				_, _ = out.Write(line) // not an event: what a program under test wrote past the framework
			} else {
				s.add(e, out)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s *summary) add(e event, out io.Writer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Fprint(out, e.Output)
	case "run":
		s.tests[key] = &test{}
		if i := strings.LastIndex(e.Test, "/"); i >= 0 {
			if above := s.tests[e.Package+" "+e.Test[:i]]; above != nil {
				above.parent = true
			}
		}
	case "output":
		s.output[key] = append(s.output[key], e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			s.packageEnd(e, out)
			return
		}
		if t := s.tests[key]; t != nil {
			t.result = e.Action
		}
		if e.Elapsed >= 1 && !strings.Contains(e.Test, "/") {
			s.slow = append(s.slow, timed{key, e.Elapsed})
		}
		said := strings.Join(s.output[key], "")
		delete(s.output, key)
		switch e.Action {
		case "fail":
			fmt.Fprintf(out, "%s: %s", e.Package, said)
		case "skip":
			s.skips = append(s.skips, fmt.Sprintf("%s %s: %s", e.Package, e.Test, reason(said)))
		}
	}
}

// packageEnd prints what became of a package, and everything that its unfinished tests said: they are where it died.
func (s *summary) packageEnd(e event, out io.Writer) {
	said := s.output[e.Package+" "]
	delete(s.output, e.Package+" ")
	s.packages = append(s.packages, timed{e.Package, e.Elapsed})
	failing := false
	for key, t := range s.tests {
		if !strings.HasPrefix(key, e.Package+" ") {
			continue
		}
		if t.result == "" {
			t.result = "fail"
			fmt.Fprintf(out, "%s: did not end\n%s", key, strings.Join(s.output[key], ""))
			delete(s.output, key)
		}
		failing = failing || t.result == "fail"
	}
	switch {
	case e.Action == "fail":
		if !failing {
			s.broken++
		}
		fmt.Fprint(out, strings.Join(said, ""))
	case e.Action == "pass":
		fmt.Fprintf(out, "ok    %s  %.1fs\n", e.Package, e.Elapsed)
	}
}

// reason is what a test said when it was skipped, without the lines of the framework.
func reason(said string) string {
	var keep []string
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			keep = append(keep, line)
		}
	}
	return strings.Join(keep, " ")
}

func (s *summary) count() map[string]int {
	n := map[string]int{"fail": s.broken}
	// A test with subtests counts by them, unless it failed by itself.
	below := map[string]bool{}
	for key, t := range s.tests {
		if t.result == "fail" {
			for i := strings.LastIndex(key, "/"); i >= 0; i = strings.LastIndex(key[:i], "/") {
				below[key[:i]] = true
			}
		}
	}
	for key, t := range s.tests {
		if !t.parent || t.result == "fail" && !below[key] {
			n[t.result]++
		}
	}
	return n
}

func (s *summary) failed() int { return s.count()["fail"] }

// slowest is the most that the end lists of packages and of tests.
const slowest = 15

// times names the slowest packages and tests. What a test that runs beside others took includes waiting for its turn.
func (s *summary) times() string {
	var b strings.Builder
	for _, of := range [][]timed{s.packages, s.slow} {
		of = slices.Clone(of)
		slices.SortStableFunc(of, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
		for _, t := range of[:min(slowest, len(of))] {
			if t.seconds >= 1 {
				fmt.Fprintf(&b, "time: %7.1fs %s\n", t.seconds, t.name)
			}
		}
	}
	return b.String()
}

func (s *summary) line() string {
	var b strings.Builder
	for _, why := range s.skips {
		fmt.Fprintf(&b, "skipped: %s\n", why)
	}
	n := s.count()
	fmt.Fprintf(&b, "%d passed, %d failed, %d skipped", n["pass"], n["fail"], n["skip"])
	return b.String()
}
