package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// A text in several languages is told in that of the question; a text in only another language is told, too.
func TestUntranslated(t *testing.T) {
	const both = "Pigeon keeps all messages of the folders on your own disk, and it never sends them to others.\nPigeon bewahrt alle Nachrichten der Ordner auf der eigenen Platte auf, und sie werden nie an andere gesendet."
	for _, c := range []struct {
		question  string
		text      string
		want, not string
	}{
		{"what does Pigeon do with messages?", both, "keeps all messages", "bewahrt"},
		{"was macht Pigeon mit den Nachrichten?", both, "bewahrt alle Nachrichten", "keeps"},
		{"Pigeon Nachrichten Ordner Platte", "Pigeon bewahrt alle Nachrichten der Ordner auf der eigenen Platte auf, und sie werden nie an andere gesendet.", "bewahrt", "keeps"},
	} {
		hit := spar.Hit{Score: 1, Cosine: .8, Share: "share", Path: "mail.xml", Passage: spar.Passage{Kind: spar.TextPassage, Text: c.text, Lang: "en", Locator: spar.Locator{Heading: "Pigeon"}}}
		said := bulletsOf(composed(t.Context(), c.question, []spar.Hit{hit}, weights{}, Options{Bold: true}))
		if !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
			t.Errorf("%s: %s", c.question, said)
		}
	}
}
