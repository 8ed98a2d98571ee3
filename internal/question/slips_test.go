package question

import (
	"strings"
	"testing"
)

func TestFormWord(t *testing.T) {
	for word, want := range map[string]string{
		"eith": "with", "teh": "the", "hte": "the", "annd": "and", "whst": "what", "frm": "from", "rhe": "the", "amd": "and", "waht": "what", "overveiw": "overview",
		"the": "", "xyz": "", "Teh": "", "kfz": "", "gdpr": "", "vpn": "",
	} {
		if got := FormWord(word, "en", true); got != want {
			t.Errorf("FormWord(%q) = %q, want %q", word, got, want)
		}
	}
	if got := FormWord("eith", "en", false); got != "" {
		t.Errorf("where nobody knows whether it is a word, FormWord(eith) = %q", got)
	}
	if got := FormWord("udn", "de", false); got != "und" {
		t.Errorf("FormWord(udn) = %q, want und", got)
	}
}

func TestFormApart(t *testing.T) {
	known := func(w string) bool { return strings.Contains(" seed gets ring forest cross ", " "+w+" ") }
	for word, want := range map[string]string{
		"whogets": "who gets", "ourseed": "our seed", "howmuch": "how much", "forestry": "", "haveto": "have to", "crossuntil": "cross until", "norvik": "",
	} {
		if got := FormApart(word, "en", known); got != want {
			t.Errorf("FormApart(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestKnownWord(t *testing.T) {
	known := func(w string) bool { return strings.Contains(" work worn trip business moment ", " "+w+" ") }
	for word, want := range map[string]string{"wotk": "work", "trup": "trip", "busniess": "business", "momnet": "moment", "qqqq": "", "trip": "", "worx": ""} {
		if got := KnownWord(word, known); got != want {
			t.Errorf("KnownWord(%q) = %q, want %q", word, got, want)
		}
	}
}
