package retrieve

import (
	"slices"
	"testing"
)

func TestLiteral(t *testing.T) {
	for question, want := range map[string]bool{"2022-10-27": true, "030 901820": true, "price of 4711": false, "pump": false, "": false} {
		if got := newQuery(question).literal(); got != want {
			t.Errorf("%q: %v", question, got)
		}
	}
}

// Only a question without any accent asks for the terms of words that have one.
func TestUnaccented(t *testing.T) {
	term := newQuery("").analyzer.Stem("organización", "es")
	for question, want := range map[string]bool{"organizacion": true, "la organizacion del año": false} {
		q := newQuery(question)
		i := slices.Index(q.words, "organizacion")
		if got := slices.Contains(q.in("es").other[i], term); got != want {
			t.Errorf("%q: %v, %v", question, q.in("es").other, want)
		}
	}
}
