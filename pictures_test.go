package spar_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var pictured = regexp.MustCompile(`\]\(([^)\s]+\.(?:png|svg))\)`)

// TestPictures: every picture of the docs is shown by a page, and every picture that a page shows is there.
func TestPictures(t *testing.T) {
	shown := map[string]bool{}
	err := filepath.WalkDir("docs", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range pictured.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file := filepath.ToSlash(filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1])))
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s shows %s, which is not there", name, m[1])
			}
			shown[file] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("docs/images", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !shown[filepath.ToSlash(name)] {
			t.Errorf("no page shows %s: show it, or take it out", name)
		}
		return err
	})
	if err != nil || len(shown) == 0 {
		t.Fatalf("%d pictures, %v", len(shown), err)
	}
}
