package spar_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityNamesTests: docs/security.md claims nothing by a test that is not there.
func TestSecurityNamesTests(t *testing.T) {
	page, err := os.ReadFile("docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, s := range sourcesLike(t, true) {
		if !strings.HasSuffix(s.file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(s.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
	}
	named := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`).FindAllString(string(page), -1)
	for _, name := range named {
		if !there[name] {
			t.Errorf("docs/security.md names %s, which does not exist", name)
		}
	}
	if len(named) < 100 {
		t.Errorf("docs/security.md names %d tests", len(named))
	}
	browser, err := os.ReadFile("web/test/page.spec.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`(names and texts [^`]*)`").FindAllStringSubmatch(string(page), -1) {
		if !strings.Contains(string(browser), "'"+m[1]+"'") {
			t.Errorf("docs/security.md names the test %q of the page, which does not exist", m[1])
		}
	}
}
