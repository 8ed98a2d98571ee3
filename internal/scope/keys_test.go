package scope

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// TestKeys: a key of the file itself has a line in the table of keys of docs/query-language.md, which says whether it takes ranges, and
// SPAR tells what a file has for it.
func TestKeys(t *testing.T) {
	page, err := os.ReadFile("../../docs/query-language.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Keys\n")
	table, _, _ = strings.Cut(table, "\n\n**")
	documented := map[string]bool{}
	for _, line := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|.*\\|( yes)? \\|$").FindAllStringSubmatch(table, -1) {
		for _, key := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(line[1], -1) {
			documented[key[1]] = true
			if k, ok := fileKeys[key[1]]; ok && k.ranged != (line[2] != "") {
				t.Errorf("docs/query-language.md says %q of the ranges of %q, and fileKeys says %v", line[2], key[1], k.ranged)
			}
		}
	}
	f := spar.File{Share: "s", Path: "d/a.txt", Format: "text", State: spar.OK, Size: 1, ModTime: time.Unix(1e9, 0)}
	for key, k := range fileKeys {
		if !documented[key] {
			t.Errorf("the table of keys of docs/query-language.md has no line for %q", key)
		}
		if knownToHas := strings.Contains(" related tag linked has unknown ", " "+key+" "); !knownToHas && k.tell == nil && k.number == nil {
			t.Errorf("nothing says what a file has for %q: give it tell or number in fileKeys", key)
		} else if c := (spar.Constraint{Key: key, Values: []spar.Match{{Text: "tag"}}}); key != spar.Related && Has(c, Facts{File: &f}, nil, nil) == "" {
			t.Errorf("of a file that has %q SPAR tells nothing", key)
		}
		if k.number != nil && !k.ranged {
			t.Errorf("%q is a number and takes no ranges: say so in fileKeys", key)
		}
	}
}
