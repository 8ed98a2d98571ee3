package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryFormat: docs/formats.md names each format that has a reader, and a fuzz target reads files of it.
func TestEveryFormat(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	together := map[string]string{"FuzzODF": " ods odp ", "FuzzImage": " png jpg gif tiff webp bmp ", "FuzzMembers": " zip tar gz bz2 xz zst 7z ", "FuzzCards": " ics ", "FuzzManuals": " man "}
	var names, bodies strings.Builder // of fuzz targets
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?ms)^func (Fuzz\w+)\(.*?^}`).FindAllStringSubmatch(string(text), -1) {
			names.WriteString(strings.ToLower(" "+m[1]+" ") + together[m[1]])
			bodies.WriteString(m[0])
		}
	}
	for i := range formats {
		f := &formats[i]
		if !slices.ContainsFunc(append(slices.Clone(f.extensions), f.name), func(name string) bool {
			return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(strings.TrimPrefix(name, ".")) + `\b`).Match(page)
		}) {
			t.Errorf("docs/formats.md does not name %s (%s): give it a line", f.name, strings.Join(f.extensions, ", "))
		}
		read := func(ext string) bool { return strings.Contains(bodies.String(), `a`+ext+`"`) }
		if !strings.Contains(names.String(), " "+f.name+" ") && !strings.Contains(names.String(), " fuzz"+f.name+" ") && !slices.ContainsFunc(f.extensions, read) {
			t.Errorf("no fuzz target reads %s: add one of files called \"a%s\" to fuzz_more_test.go", f.name, f.extensions[0])
		}
	}
}
