package embed

import (
	"slices"
	"strings"
	"testing"
)

// TestRead: the vector of a text read word by word is the text's own, and a word has another vector in another place.
func TestRead(t *testing.T) {
	e, err := builtIn(t)(Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	money, river := strings.Fields("The bank lends money ."), strings.Fields("The bank of the river ...")
	text, lends, err := e.(Reader).Read(t.Context(), money)
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.Embed(t.Context(), []string{strings.Join(money, " ")})
	if err != nil || !slices.Equal(text, want[0]) {
		t.Errorf("the vector is another one than that of the text: %v", err)
	}
	_, flows, err := e.(Reader).Read(t.Context(), river)
	if err != nil || len(flows) != len(river) || slices.Equal(lends[1], flows[1]) {
		t.Errorf("a bank is a bank: %v", err)
	}
	_, long, err := e.(Reader).Read(t.Context(), strings.Fields(strings.Repeat("word ", 1000)+" "))
	if err != nil || len(long) != 1000 || slices.Max(long[999]) != 0 {
		t.Errorf("of 1000 words %d are read: %v", len(long), err)
	}
}
