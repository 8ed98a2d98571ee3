package ablate

import (
	"go/format"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/sparsearch/spar/eval/ablate/switches"
)

func TestNumbered(t *testing.T) {
	src := "// Package p.\npackage p\n\nfunc f(a string, b []int) bool {\n\tif a == \"x\" || len(b) == 0 {\n\t\treturn true\n\t}\n" +
		"\tswitch {\n\tcase a == \"y\":\n\t}\n\treturn a == \"z\" && b == nil\n}\n"
	sites, err := conditions("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for i := range sites {
		sites[i].N = i
	}
	got, err := format.Source(numbered([]byte(src), sites))
	if err != nil {
		t.Fatal(err)
	}
	want := "// Package p.\npackage p\n\nimport \"" + runtime + "\"\n\nfunc f(a string, b []int) bool {\n" +
		"\tif switches.Is(0, switches.Is(1, a == \"x\") || switches.Is(2, len(b) == 0)) {\n\t\treturn true\n\t}\n" +
		"\tswitch {\n\tcase switches.Is(3, a == \"y\"):\n\t}\n\treturn switches.Is(4, a == \"z\") && switches.Is(5, b == nil)\n}\n"
	if string(got) != want {
		t.Errorf("numbered:\n%s\nwant:\n%s", got, want)
	}
	var guards []bool
	for _, s := range sites {
		guards = append(guards, s.Guard)
	}
	for i, want := range []bool{false, false, true, false, false, true} {
		if guards[i] != want {
			t.Errorf("site %d, %s: guard is %v", i, sites[i].Text, guards[i])
		}
	}
}

func TestNever(t *testing.T) {
	sites := []Site{{N: 0}, {N: 1}, {N: 2, Guard: true}, {N: 3}}
	first, second := make([]byte, switches.Most), make([]byte, switches.Most)
	first[0], first[1], first[2] = switches.Failed, switches.Failed, switches.Failed
	second[0] = switches.Held
	var files []string
	for i, b := range [][]byte{first, second} {
		file := filepath.Join(t.TempDir(), strconv.Itoa(i))
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	got, err := Never(sites, files)
	if err != nil || len(got) != 1 || got[0].N != 1 {
		t.Errorf("%v, %v; want condition 1 alone: 0 held in the second run, 2 is a guard, 3 was not met", got, err)
	}
	if _, err := Never(sites, []string{"rewrite.go"}); err == nil {
		t.Error("a file of another size is taken")
	}
}
