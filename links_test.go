package spar_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	fenced  = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`")
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	shown   = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// TestLinks follows each link of the documentation that stays within the project: to a file, and to a heading of a page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("docs", func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		headings[page] = map[string]bool{}
		for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
			headings[page][anchor(m[1])] = true
		}
	}
	links := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], ":") {
				continue // elsewhere
			}
			links++
			to, at, _ := strings.Cut(m[1], "#")
			file := page
			if to != "" {
				file = filepath.Join(filepath.Dir(page), to)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if of := headings[file]; at != "" && of != nil && !of[at] {
				t.Errorf("%s links to %s, and no heading of that page is called so", page, m[1])
			}
		}
	}
	if links < len(pages) {
		t.Errorf("%d links were found on %d pages", links, len(pages))
	}
}

// anchor is how a heading is linked to.
func anchor(heading string) string {
	heading = shown.ReplaceAllString(heading, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}
