package answer

import (
	"slices"
	"testing"
)

// The files hold words that the hits need not have.
type holding struct {
	weights
	words []string
}

func (h holding) Nowhere(word string) bool { return !slices.Contains(h.words, word) }

// TestStrangeWords: a name in small letters in other files is no everyday word, and an answer without it is none. A word in no file, or in
// a dictionary, is no name.
func TestStrangeWords(t *testing.T) {
	hits, o := library(t,
		"server.md", "# Settings\n\nThe default port of the server is 8080.\n",
		"client.md", "# Client\n\nThe client asks the default port of the server first.\n",
	)
	for _, tc := range []struct {
		question string
		there    []string
		missing  []string
	}{
		{"what is the default port of the server?", nil, nil},
		{"what is the default port of nginx?", []string{"nginx"}, []string{"nginx"}},
		{"what is the default port of nginx?", nil, nil},
		{"what is the default port of reimbursements?", []string{"reimbursements"}, nil},
	} {
		a := Extractive(t.Context(), tc.question, hits, holding{words: tc.there}, o)
		if slices.Contains(a.Missing, "nginx") != (tc.missing != nil) || tc.missing != nil && !a.Refused {
			t.Errorf("%s, which files have %q: refused %t, missing %q, %q", tc.question, tc.there, a.Refused, a.Missing, texts(a))
		}
	}
}
