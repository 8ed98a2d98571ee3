package main

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestMethods(t *testing.T) {
	got, err := methods(fstest.MapFS{
		"cmd/p/p.go":             {Data: []byte("package main\ntype a struct{}\nfunc (a) one() {}\nfunc (x *a) two() {}\nfunc three() {}\n")},
		"internal/q/q.go":        {Data: []byte("package q\ntype b[T any] struct{}\nfunc (b[T]) one() {}\n")},
		"internal/q/q_test.go":   {Data: []byte("package q\nfunc (b[T]) two() {}\n")},
		"internal/testdata/x.go": {Data: []byte("no Go\n")},
	})
	if want := map[string]int{"cmd/p a": 2, "internal/q b": 1}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}

func TestWidened(t *testing.T) {
	if got := widened(wide); len(got) > 0 {
		t.Errorf("the types that are wide: %q", got)
	}
	count := maps.Clone(wide)
	count["internal/table reader"], count["internal/store Store"], count["internal/q b"], count["internal/q c"] = 158, 60, 61, 60
	count[apis[0]] = 1000
	got, want := widened(count), []string{
		"internal/q b has 61 methods, more than 60: part it",
		"internal/store Store has fewer methods (60, not 66): say so in wide, or take it out",
		"internal/table reader has 158 methods, more than 154: part it",
	}
	if !cmp.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
