package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/tongue"
)

// TestWordsOfThePage: what the server names by a word of its own, the page calls by words of every language: states of files, things that
// are examined, and functions of plans. TypeScript makes sure that each language has what English has.
func TestWordsOfThePage(t *testing.T) {
	source := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	all := func(text, pattern string) (list []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	engine := source("internal/engine/doctor.go") + source("internal/engine/rights.go") + source("internal/engine/tagging.go")
	things := append(all(engine, `(?:fine|lacks|broken)\("([A-Za-z][A-Za-z ]*?) ?"`), "people", "model", "model server")
	states := all(source("internal/spar/spar.go"), `State = "([a-z-]+)"`)
	functions := append(all(source("internal/table/plan_spoken.go"), `"([a-z]+)": "[a-z%][a-z% ]* "`), "count")
	for _, language := range append(tongue.Languages(), tongue.English) {
		text := source("web/src/words." + language + ".ts")
		for _, class := range []struct {
			name   string // of the record in the words
			least  int
			wanted []string
		}{{"things", 15, things}, {"states", 12, states}, {"functions", 17, functions}} {
			if len(class.wanted) < class.least {
				t.Errorf("%d %s were found: %q", len(class.wanted), class.name, class.wanted)
			}
			var keys []string
			for _, record := range strings.Split(text, " "+class.name+": {")[1:] {
				record, _, _ = strings.Cut(record, " },\n")
				keys = append(keys, all(record, `[{, ]'?([A-Za-z][A-Za-z -]*?)'?: `)...)
			}
			for _, key := range class.wanted {
				if !slices.Contains(keys, key) {
					t.Errorf("words.%s.ts has no %s %q", language, class.name, key)
				}
			}
		}
	}
}
