package question

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestSpokenSentences: sentences as people say them in German, French and Spanish, with the constraints that they state, or the command behind CMD.
func TestSpokenSentences(t *testing.T) {
	list, err := os.ReadFile("testdata/tongues.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := officeWords()
	for key, values := range map[string][]string{"document-type": {"invoice", "contract", "minutes"}, "department": {"Einkauf", "Ventas", "Ressources humaines"}, "project": {"Nordsee"}} {
		for _, value := range values {
			v.Add(key, value)
		}
		v.AddKey(key, false)
	}
	v.AddKey("effective", false)
	v.Has("effective")
	for line := range strings.Lines(string(list)) {
		text, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		got := ParseSentence(text, v, Options{Now: now, Fiscal: time.January})
		if command, ok := strings.CutPrefix(want, "CMD "); ok {
			if said := strings.TrimSpace(string(got.Command) + " " + got.Name); said != strings.TrimSpace(command) {
				t.Errorf("%q: %s, want %s", text, said, command)
			}
			continue
		}
		for _, c := range got.Scope(false).Constraints {
			said := printed(c)
			if !strings.Contains(want, said) {
				t.Errorf("%q: %s is not in %s", text, said, want)
			}
		}
		n := 0
		for word := range strings.FieldsSeq(want) {
			n += btoi(strings.Contains(word, ":"))
		}
		said := 0
		for _, c := range got.Scope(false).Constraints {
			said += max(1, len(c.Any)*2)
		}
		if n != said {
			t.Errorf("%q: %d constraints, want %s", text, said, want)
		}
	}
}
