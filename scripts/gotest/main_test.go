package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	for _, c := range []struct{ name, in, line, shown string }{
		{"a test with subtests counts by them", `
			{"Action":"run","Package":"p","Test":"TestA"}
			{"Action":"run","Package":"p","Test":"TestA/one"}
			{"Action":"run","Package":"p","Test":"TestA/two"}
			{"Action":"pass","Package":"p","Test":"TestA/one"}
			{"Action":"pass","Package":"p","Test":"TestA/two"}
			{"Action":"pass","Package":"p","Test":"TestA"}
			{"Action":"pass","Package":"p","Elapsed":1.25}`,
			"2 passed, 0 failed, 0 skipped", "ok    p  1.2s\n"},
		{"a failing subtest is one failure, and what it said is shown", `
			{"Action":"run","Package":"p","Test":"TestA"}
			{"Action":"run","Package":"p","Test":"TestA/one"}
			{"Action":"output","Package":"p","Test":"TestA/one","Output":"got 1, want 2\n"}
			{"Action":"fail","Package":"p","Test":"TestA/one"}
			{"Action":"fail","Package":"p","Test":"TestA"}
			{"Action":"fail","Package":"p"}`,
			"0 passed, 1 failed, 0 skipped", "got 1, want 2"},
		{"a test that fails beside its subtests counts too", `
			{"Action":"run","Package":"p","Test":"TestA"}
			{"Action":"run","Package":"p","Test":"TestA/one"}
			{"Action":"pass","Package":"p","Test":"TestA/one"}
			{"Action":"fail","Package":"p","Test":"TestA"}
			{"Action":"fail","Package":"p"}`,
			"1 passed, 1 failed, 0 skipped", ""},
		{"the reason of a skip is at the end", `
			{"Action":"run","Package":"p","Test":"TestA"}
			{"Action":"output","Package":"p","Test":"TestA","Output":"=== RUN   TestA\n"}
			{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:7: no data\n"}
			{"Action":"output","Package":"p","Test":"TestA","Output":"--- SKIP: TestA (0.00s)\n"}
			{"Action":"skip","Package":"p","Test":"TestA"}
			{"Action":"pass","Package":"p"}`,
			"skipped: p TestA: a_test.go:7: no data\n0 passed, 0 failed, 1 skipped", ""},
		{"a package that does not build is one failure", `
			{"Action":"build-output","ImportPath":"p","Output":"p.go:1: syntax error\n"}
			{"Action":"build-fail","ImportPath":"p"}
			{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
			{"Action":"fail","Package":"p"}`,
			"0 passed, 1 failed, 0 skipped", "p.go:1: syntax error\nFAIL\tp [build failed]\n"},
		{"a test that never ends is a failure", `
			{"Action":"run","Package":"p","Test":"TestA"}
			{"Action":"output","Package":"p","Test":"TestA","Output":"panic: boom\n"}
			{"Action":"fail","Package":"p"}`,
			"0 passed, 1 failed, 0 skipped", "panic: boom"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSummary()
			var shown strings.Builder
			if err := s.read(strings.NewReader(c.in), &shown); err != nil {
				t.Fatal(err)
			}
			if got := s.line(); got != c.line {
				t.Errorf("got %q, want %q", got, c.line)
			}
			if !strings.Contains(shown.String(), c.shown) {
				t.Errorf("%q is missing in what is shown: %q", c.shown, shown.String())
			}
		})
	}
}

func TestTimes(t *testing.T) {
	s := newSummary()
	var shown strings.Builder
	if err := s.read(strings.NewReader(`
		{"Action":"run","Package":"p","Test":"TestA"}
		{"Action":"run","Package":"p","Test":"TestA/one"}
		{"Action":"pass","Package":"p","Test":"TestA/one","Elapsed":2}
		{"Action":"pass","Package":"p","Test":"TestA","Elapsed":2}
		{"Action":"run","Package":"p","Test":"TestB"}
		{"Action":"fail","Package":"p","Test":"TestB","Elapsed":3.5}
		{"Action":"fail","Package":"p","Elapsed":5.75}
		{"Action":"pass","Package":"q","Elapsed":0.25}
		{"Action":"pass","Package":"r","Elapsed":12}`), &shown); err != nil {
		t.Fatal(err)
	}
	want := "time:    12.0s r\ntime:     5.8s p\ntime:     3.5s p TestB\ntime:     2.0s p TestA\n"
	if got := s.times(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestModules(t *testing.T) {
	if in, rest := modules([]string{"-in", ".,eval", "-vet=off", "./..."}); len(in) != 2 || in[1] != "eval" || len(rest) != 2 || rest[0] != "-vet=off" {
		t.Errorf("%q, %q", in, rest)
	}
	if in, rest := modules([]string{"./..."}); len(in) != 1 || in[0] != "." || len(rest) != 1 {
		t.Errorf("%q, %q", in, rest)
	}
}

// TestRun: the tests of two modules are counted together, and one that fails does not keep the others from running.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for folder, body := range map[string]string{"a": `t.Error("no")`, "b": ""} {
		for name, text := range map[string]string{"go.mod": "module " + folder + "\n", "m_test.go": "package m\nimport \"testing\"\nfunc TestM(t *testing.T) {" + body + "}\n"} {
			if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := newSummary()
	var shown strings.Builder
	if err := s.run(filepath.Join(dir, "a"), []string{"./..."}, &shown); err == nil {
		t.Error("a failing module is no error")
	}
	if err := s.run(filepath.Join(dir, "b"), []string{"./..."}, &shown); err != nil {
		t.Error(err)
	}
	if s.user+s.system <= 0 {
		t.Error("two modules are compiled and tested in no time")
	}
	if got := s.line(); got != "1 passed, 1 failed, 0 skipped" || !strings.Contains(shown.String(), "ok    b") {
		t.Error(got, shown.String())
	}
}
