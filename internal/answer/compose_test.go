package answer

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// passages are a file's text in order.
type passages []spar.Passage

func (p passages) Len() int                            { return len(p) }
func (p passages) Passage(i int) (spar.Passage, error) { return p[i], nil }

// found is a file as reading cuts it, with a hit for the passage that begins with a text.
func found(t *testing.T, name, text, begin string) ([]spar.Hit, Options) {
	t.Helper()
	doc := extract.Document(t.Context(), extract.Input{Name: name, Size: int64(len(text)), R: bytes.NewReader([]byte(text))})
	list := passages(chunk.Split(slices.Values(doc.Blocks), chunk.Options{}))
	at := slices.IndexFunc(list, func(p spar.Passage) bool { return strings.HasPrefix(p.Text, begin) })
	if at < 0 {
		t.Fatalf("no passage begins with %q: %v", begin, list)
	}
	h := spar.Hit{Share: "docs", Path: name, Index: at, Passage: list[at], Score: 1, Segment: spar.SegmentID{1}}
	return []spar.Hit{h}, Options{Text: func(context.Context, spar.SegmentID) (Text, error) { return list, nil }}
}

func texts(a spar.Answer) (list []string) {
	for _, b := range a.Bullets {
		list = append(list, b.Text)
	}
	return list
}

// What stands around a hit makes its answer: broken lines are put together, a list is whole and comes with what introduces
// it, an answer with its question.
func TestCompose(t *testing.T) {
	steps := "# Badges\n\n## Lost badge\n\nIf you lose your badge:\n\n1. Call the porter\n2. Fill in the form\n3. Wait for the new badge\n\n## Colours\n\nBadges are blue.\n"
	for _, tc := range []struct {
		name, file, text, begin, question string
		want                              []string
	}{
		{
			"hard-wrapped", "warranty.txt",
			"The program is distributed in the hope that it will be useful, but\nWITHOUT ANY WARRANTY of the makers, who have never seen the rooms in\nwhich it runs and cannot know them.\n",
			"The program", "is there a warranty of the program?",
			[]string{"The program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY of the makers, who have never seen the rooms in which it runs and cannot know them."},
		},
		{
			"steps", "badge.md", steps, "If you lose", "What should I do if I lose my badge?",
			[]string{"If you lose your badge:", "Call the porter", "Fill in the form", "Wait for the new badge"},
		},
		{
			"question and answer", "faq.txt", "Q: When does the canteen open?\n\nA: At eleven on working days.\n\nQ: Is there parking?\n\nA: Behind the house.\n",
			"Q: When", "When does the canteen open?",
			[]string{"Q: When does the canteen open? A: At eleven on working days."},
		},
	} {
		hits, o := found(t, tc.file, tc.text, tc.begin)
		a := Extractive(t.Context(), tc.question, hits, weights{}, o)
		if diff := cmp.Diff(tc.want, texts(a)); diff != "" {
			t.Errorf("%s: -want +got\n%s", tc.name, diff)
		}
	}
}

// A list that was cut over two passages is whole, no item twice.
func TestCutList(t *testing.T) {
	var items []string
	for _, w := range strings.Fields("anvils bellows chisels drills engines files gauges hammers irons jigs") {
		items = append(items, "The store lends "+w+" to everybody who signs for them")
	}
	hits, o := found(t, "store.md", "# Lending\n\nThe store lends these things:\n\n- "+strings.Join(items, "\n- ")+"\n", "The store lends these")
	got := texts(Extractive(t.Context(), "List what the store lends", hits, weights{}, o))
	if diff := cmp.Diff(append([]string{"The store lends these things:"}, items...), got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Both sides of a comparison are told, however much better the one is found.
func TestBothSides(t *testing.T) {
	rail := hit("rail.md", "Travel > Rail", "Rail costs 40 a trip.", 9)
	road := hit("road.md", "Travel > Road", "Road costs 70 a trip.", 3)
	a := extracted(t, "How does rail differ from road?", []spar.Hit{rail, road}, weights{"how": 0, "doe": 0, "does": 0, "from": 0})
	if diff := cmp.Diff([]string{"Rail costs 40 a trip.", "Road costs 70 a trip."}, texts(a)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// A sentence that does not say whose fact it is gets the name from the heading above it, where others could be meant.
func TestSubject(t *testing.T) {
	hits := []spar.Hit{
		hit("contracts/a.md", "Supply agreement with Nordwind", "This agreement expires on 3 March 2027.", 9),
		hit("contracts/b.md", "Supply agreement with Sirius", "This agreement expires on 9 May 2028.", 8),
	}
	a := extracted(t, "When does the agreement with Nordwind expire?", hits, weights{})
	if len(a.Bullets) == 0 || a.Bullets[0].Text != "Supply agreement with Nordwind: This agreement expires on 3 March 2027." {
		t.Errorf("got %q", texts(a))
	}
}

func TestMissing(t *testing.T) {
	for question, want := range map[string][]string{
		"How many days of parental leave do employees of Zorvane get?": {"Zorvane"},
		"How many days of parental leave did employees get in 1987?":   {"1987"},
		"Until 2019, how many days of parental leave were there?":      nil,
		"How many days of Parental Leave do employees get in March?":   nil,
	} {
		a := extracted(t, question, leave, weights{})
		if a.Refused != (want != nil) || !slices.Equal(a.Missing, want) || a.Refused && len(a.Nearest) == 0 {
			t.Errorf("%q: refused %v, missing %q, nearest %q; want missing %q", question, a.Refused, a.Missing, a.Nearest, want)
		}
	}
}

func TestSays(t *testing.T) {
	for _, tc := range []struct {
		text, name string
		want       bool
	}{
		{"the offices of Nordwind", "Nordwinds", true},
		{"the European Chemicals Agency said", "ECA", true},
		{"every cheap answer", "ECA", false},
		{"Bolts of steel", "Bolt", true},
		{"steel", "Bolt", false},
	} {
		if got := says(tc.text, tc.name); got != tc.want {
			t.Errorf("%q says %q: %v", tc.text, tc.name, got)
		}
	}
}

func TestBlocks(t *testing.T) {
	for text, want := range map[string][]string{
		"First item without a stop\nSecond item without one\nThird": {"First item without a stop", "Second item without one", "Third"},
		"It goes on in\nthe next line.":                             {"It goes on in the next line."},
		"Bring:\n- a pen\n- paper":                                  {"Bring:", "a pen", "paper"},
		"1. Open\n2. Close":                                         {"1. Open", "2. Close"},
		"2. Pachtzins. Er beträgt 1.150 Euro im Jahr und ist zum\n   1. Februar fällig.": {"2. Pachtzins. Er beträgt 1.150 Euro im Jahr und ist zum 1. Februar fällig."},
		"Die Bretter ruhen vor dem Verleimen zehn Tage. Der Leim wird bei 60\nGrad aufgetragen. Die Presse bleibt vier Stunden geschlossen.": {
			"Die Bretter ruhen vor dem Verleimen zehn Tage. Der Leim wird bei 60 Grad aufgetragen. Die Presse bleibt vier Stunden geschlossen."},
	} {
		var got []string
		for _, b := range blocksOf(text) {
			got = append(got, b.text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", text, diff)
		}
	}
}

// A question for files is answered with files, that whose name says it first.
func TestFilesAsked(t *testing.T) {
	hits := []spar.Hit{
		hit("legal/acme.md", "Contract with Acme", "The confidentiality agreement template is attached.", 9),
		hit("legal/confidentiality agreement template.md", "Confidentiality", "The parties keep secrets.", 5),
	}
	a := extracted(t, "Which file has the confidentiality agreement template?", hits, weights{})
	if len(a.Bullets) == 0 || a.Bullets[0].Text != "confidentiality agreement template.md: Confidentiality" {
		t.Errorf("got %q", texts(a))
	}
}

// A fact that a later decision changed is not told as if it held.
func TestChanged(t *testing.T) {
	hits := []spar.Hit{
		hit("falcon/charter.md", "Project Falcon", "The go-live is planned for 7 July 2025.", 9),
		hit("falcon/minutes.md", "Steering", "The go-live of Falcon is moved from 7 July 2025 to 17 November 2025.", 7),
	}
	a := extracted(t, "When is the go-live of Falcon?", hits, weights{})
	if len(a.Bullets) != 1 || !strings.Contains(a.Bullets[0].Text, "17 November 2025") {
		t.Errorf("got %q", texts(a))
	}
}

// A statement that only shares a name with the question does not answer it.
func TestUntouched(t *testing.T) {
	hits := []spar.Hit{hit("cp-220.md", "CP 220", "The balance needs 12 minutes to warm up.", 9)}
	if a := extracted(t, "What colour is the CP 220?", hits, weights{"what": 0, "is": 0, "the": 0}); !a.Refused {
		t.Errorf("got %q", texts(a))
	}
}

// A line that answers only with its list brings the list.
func TestListOfLine(t *testing.T) {
	hits, o := found(t, "bonus.md", "# Bonus\n\nThe annual bonus depends on three things:\n\n- the revenue\n- the goals of the team\n- the customers\n\nIt is paid in May.\n", "The annual")
	got := texts(Extractive(t.Context(), "What does the annual bonus depend on?", hits, weights{}, o))
	if diff := cmp.Diff([]string{"The annual bonus depends on three things:", "the revenue", "the goals of the team", "the customers"}, got[:min(4, len(got))]); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestBlocksOfControlFile: fields of Debian's control files, whose paragraphs are indented and parted by points.
func TestBlocksOfControlFile(t *testing.T) {
	text := `License: GPL-3+
 Bash is free software; you can redistribute it and/or modify it under
 the terms of the GNU General Public License as published by the Free
 Software Foundation; either version 3, or (at your option) any later
 version.
 .
 Bash is distributed in the hope that it will be useful, but WITHOUT
 ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
 FITNESS FOR A PARTICULAR PURPOSE.
Files: support/*
Copyright: (C) 1992 Simon Marshall`
	var got []string
	for _, b := range blocksOf(text) {
		got = append(got, strings.Join(strings.Fields(b.text), " "))
	}
	want := []string{
		"License: GPL-3+",
		"Bash is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 3, or (at your option) any later version.",
		"Bash is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.",
		"Files: support/*",
		"Copyright: (C) 1992 Simon Marshall",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// Lines of an item that are set below its text are no form, each sentence of a numbered clause is one, and a file's version answers no
// other question.
func TestClauses(t *testing.T) {
	text := "RULES OF THE QUAY\n\nVersion 3, replaces version 2\n\n" +
		"1. Mooring. Between the first boat and the crane there are at least 12\n    metres. A boat that comes later than midnight waits outside of the\n    basin.\n\n" +
		"Article 2. Harbour master. The harbour master is named by the town\nfor three years.\n"
	hits, o := found(t, "quay rules v3.txt", text, "RULES")
	for question, want := range map[string][]string{
		"How many metres are there between the first boat and the crane?": {"1. Mooring. Between the first boat and the crane there are at least 12 metres."},
		"Who names the harbour master?":                                   {"Article 2. Harbour master. The harbour master is named by the town for three years."},
	} {
		if diff := cmp.Diff(want, texts(Extractive(t.Context(), question, hits, weights{}, o))); diff != "" {
			t.Errorf("%s -want +got\n%s", question, diff)
		}
	}
}

// An item of a list that names somebody else is not about the one who is asked for.
func TestOtherItems(t *testing.T) {
	text := "# Pilots\n\n- Ada Finch, boats of the north\n- Ivo Lund, term until 2027\n- Rosa Thorn, term until 2029\n"
	hits, o := found(t, "pilots.md", text, "Ada")
	if got := texts(Extractive(t.Context(), "Until when does the term of Ivo Lund run?", hits, weights{}, o)); len(got) != 1 || got[0] != "Ivo Lund, term until 2027" {
		t.Errorf("%q", got)
	}
	if a := Extractive(t.Context(), "When does the term of Ada Finch end?", hits, weights{}, o); !a.Refused {
		t.Errorf("of Ada Finch it says %q", texts(a))
	}
}

// A word that means nearly the same stands for one of the question.
func TestNearWords(t *testing.T) {
	text := "# Desk\n\nThe desk has a lamp. The telephone of the desk rings in the hall.\n"
	hits, o := found(t, "desk.md", text, "The desk")
	if got := texts(Extractive(t.Context(), "where does the phone of the desk ring?", hits, weights{}, o)); len(got) == 0 || got[0] != "The telephone of the desk rings in the hall." {
		t.Errorf("%q", got)
	}
	n := newNearWords("phone warranty", "en", map[string]float64{"phone": 1, "warranti": 1})
	if n == nil || n.of("phone", []string{"telephone"}) < leastNear || n.of("phone", []string{"banana"}) != 0 || n.of("warranti", []string{"banana"}) != 0 {
		t.Error("words are near that are not, or the reverse")
	}
}

// A number or a letter that names a thing in the question must stand somewhere.
func TestCodesOfThings(t *testing.T) {
	text := "# Amendment 1 to the quay lease\n\nAmendment no. 1 changes the rent of berths 4 and 7 to 90 crowns.\n"
	hits, o := found(t, "amendment 1.md", text, "Amendment")
	for question, want := range map[string][]string{
		"What does amendment 1 change?":                nil,
		"What does amendment 2 change?":                {"amendment 2"},
		"What is changed by amendment 1 in building B": {"building B"},
	} {
		if a := Extractive(t.Context(), question, hits, weights{}, o); !slices.Equal(a.Missing, want) || a.Refused != (want != nil) {
			t.Errorf("%s lacks %q: %q", question, a.Missing, texts(a))
		}
	}
}

// Of two things that one file tells of in the same words the one that is named is told.
func TestAlikeInOneFile(t *testing.T) {
	text := "# Loops\n\nThe loop of the Harbour Hall covers rows 4 to 9. The loop of the Garden Hall covers rows 2 to 5.\n"
	hits, o := found(t, "loops.md", text, "The loop")
	want := []string{"The loop of the Harbour Hall covers rows 4 to 9."}
	if diff := cmp.Diff(want, texts(Extractive(t.Context(), "Which rows are covered by the loop of the Harbour Hall?", hits, weights{}, o))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// A word that is derived of one of the question stands for it.
func TestDerivedWords(t *testing.T) {
	text := "# Winter play\n\nNine doors lead outside. Its director is Bram Olsen.\n"
	hits, o := found(t, "sheet.md", text, "Nine")
	if got := texts(Extractive(t.Context(), "Who directs the Winter play?", hits, weights{}, o)); len(got) != 1 || got[0] != "Its director is Bram Olsen." {
		t.Errorf("%q", got)
	}
}

// Items of a list that is asked for may be as short as they are.
func TestShortItems(t *testing.T) {
	hits, o := found(t, "completions.md", "# Shell completions\n\nThe supported shells are:\n\n- Bash\n- Zsh\n- fish\n- PowerShell\n", "The supported")
	want := []string{"The supported shells are:", "Bash", "Zsh", "fish", "PowerShell"}
	if diff := cmp.Diff(want, texts(Extractive(t.Context(), "Which shells does completion support?", hits, weights{}, o))); diff != "" {
		t.Error(diff)
	}
}
