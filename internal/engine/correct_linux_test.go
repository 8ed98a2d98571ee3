package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// Words that no file has are taken for the nearest that one has, and said to be; a name that is nowhere is not taken for a
// word, and codes are left alone. What the asker may not read corrects nothing.
func TestCorrected(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"allowance.md": "# Allowances\n\nThe daily allowance for trips to Nordwind is 60 euros.\n\nOrder A7312 pays for it.\n",
		"garden.md":    "# Garden\n\nThe tulips bloom in April.\n",
	}, nil)
	if err := os.Chmod(filepath.Join(h.Root, "garden.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for question, want := range map[string][]spar.Correction{
		"what is the daily allowance for nordwnd?": {{From: "nordwnd", To: "nordwind"}},
		"What is the daily alowance?":              {{From: "alowance", To: "allowance"}},
		"When do the tuilps bloom?":                {{From: "tuilps", To: "tulips"}},
		"What is the allowance for Nordwund?":      {{From: "Nordwund", To: "Nordwind"}},
		"What is the dailyallowance for Nordwind?": {{From: "dailyallowance", To: "daily allowance"}},
		"What pays order A7313?":                   nil,
		"What is the allowance for Zorvane?":       nil,
	} {
		a, _, err := h.Ask(t.Context(), engine.Request{
			Selection: engine.Selection{Who: enginetest.All}, Question: question, Retrieve: retrieve.Options{Rank: retrieve.Words},
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, a.Corrected); diff != "" || a.Refused != (want == nil) {
			t.Errorf("%q: refused %v (%s): -want +got\n%s", question, a.Refused, a.Text, diff)
		}
	}
	reader := spar.Principal{Name: "reader", UID: 4711, Served: true}
	a, _, err := h.Ask(t.Context(), engine.Request{Selection: engine.Selection{Who: reader}, Question: "When do the tuilps bloom?"})
	if err != nil || !a.Refused || a.Corrected != nil {
		t.Errorf("a word of a file that is closed was taken: %+v, %v", a, err)
	}
}

// A word counts as found if the files have another form of it.
func TestInflectedIsFound(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"a.md": "# Audio\n\nThe decoder of the player reads audio files.\n",
		"b.md": "# Player\n\nDecoding audio files takes the player a second.\n",
	}, nil)
	h.Scanned()
	a, _, err := h.Ask(t.Context(), engine.Request{
		Selection: engine.Selection{Who: enginetest.All}, Question: "Which player decodes audio files?", Retrieve: retrieve.Options{Rank: retrieve.Words},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Corrected) > 0 {
		t.Errorf("corrected: %+v", a.Corrected)
	}
}

// One more slip, a short word, and another consonant in a short name are mended where the word stands beside its neighbour of the question, and not
// elsewhere; a form of a word is no slip of it; a number is parted from the word before it.
func TestNeighboursSpeak(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"coaches.md": "# Coaches\n\nThe agreement with Tamsin Coaches ends in July. Hollin Lake is deep.\n",
		"hall.md":    "# Hall\n\nNo dogs go into the packing hall. The posters were scanned in 2023. A longer day is possible. PRV-219 was set. The accidents are reported.\n",
	}, nil)
	h.Scanned()
	for question, want := range map[string][]spar.Correction{
		"when does the agreement with Tasiin Coaches end": {{From: "Tasiin", To: "Tamsin"}},
		"when does the agreement with Tasiin end":         nil,
		"how deep is Hollin Luke":                         {{From: "Luke", To: "Lake"}},
		"how deep is Lpke":                                nil,
		"may dogs go into the packing hll":                {{From: "hll", To: "hall"}},
		"may dogs go into the hll":                        nil,
		"posters scanned2023":                             {{From: "scanned2023", To: "scanned 2023"}},
		"is PRV219 set":                                   {{From: "PRV219", To: "PRV 219"}},
		"is ABC219 set":                                   nil,
		"the longest day":                                 nil,
		"are accdents reported":                           {{From: "accdents", To: "accidents"}},
	} {
		r, err := h.Search(t.Context(), engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: question, Retrieve: retrieve.Options{Rank: retrieve.Words}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, r.Corrected); diff != "" {
			t.Errorf("%q: -want +got\n%s", question, diff)
		}
	}
}

// A word of a language that nobody here knows the words of is a slip of one letter at most: it may be a word that no file has.
func TestForeignSlips(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"haus.md":  "# Haus\n\nDas Aussehen der Fassade dauert die Mieter. Die Aussehenden sind zehn Tage hier. Die Ausstellung ist am Montag geschlossen.\n",
		"metin.md": "# Metin\n\nBu kodu geçin ve devam edin.\n",
	}, nil)
	h.Scanned()
	for question, want := range map[string][]spar.Correction{
		"Wie viele Tage dauert die Ausleihe?":         nil,
		"Welche Fristen gelten für das Aussehen?":     nil,
		"Wann ist die Ausstelung am Montag?":          {{From: "Ausstelung", To: "Ausstellung"}},
		"Wann ist die Austsellung geschlossen?":       {{From: "Austsellung", To: "Ausstellung"}},
		"Wann ist die Ausstelllungen und die Anreise": nil,
	} {
		r, err := h.Search(t.Context(), engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: question})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, r.Corrected, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: -want +got\n%s", question, diff)
		}
	}
}

// A missing or extra blank is mended before any letter. A correction takes the files' spelling that is nearest to the typed word, even if
// the files have another form of it first. Words are joined only if the files write them as one.
func TestBlanksAndForms(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"it.md":     "# Backups\n\nThe backups run at 02:30. Nora Quill looks after them.\n",
		"ward.md":   "# Norovirus\n\nWith norovirus the ward is closed. Waste water is charged apart.\n\nA near accident is reported. Near accidents rose from 3 to 5.\n\nThe accounts are closed in May.\n",
		"closed.md": "# Ovenglove\n\nAn ovenglove is needed.\n",
	}, nil)
	if err := os.Chmod(filepath.Join(h.Root, "closed.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for question, want := range map[string][]spar.Correction{
		"When do the bac kups run?":           {{From: "bac kups", To: "backups"}},
		"Is the ward closed with noro virus?": {{From: "noro virus", To: "norovirus"}},
		"How is wastewater charged?":          {{From: "wastewater", To: "Waste water"}},
		"Are near accdents reported?":         {{From: "accdents", To: "accidents"}},
	} {
		a, _, err := h.Ask(t.Context(), engine.Request{Selection: engine.Selection{Who: enginetest.All}, Question: question, Retrieve: retrieve.Options{Rank: retrieve.Words}})
		if err != nil {
			t.Fatal(err)
		}
		if a.Refused {
			t.Errorf("%q is refused", question)
		}
		if want != nil {
			if diff := cmp.Diff(want, a.Corrected, cmp.Comparer(func(x, y string) bool { return strings.EqualFold(x, y) }), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q: -want +got\n%s", question, diff)
			}
		}
	}
	reader := spar.Principal{Name: "reader", UID: 4711, Served: true}
	a, _, err := h.Ask(t.Context(), engine.Request{Selection: engine.Selection{Who: reader}, Question: "Is an oven glove needed?"})
	if err != nil || len(a.Corrected) > 0 {
		t.Errorf("a word of a file that is closed was taken: %+v, %v", a.Corrected, err)
	}
}
