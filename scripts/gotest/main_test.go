package main

import (
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
			s := summary{tests: map[string]*test{}, output: map[string][]string{}}
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
	s := summary{tests: map[string]*test{}, output: map[string][]string{}}
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
