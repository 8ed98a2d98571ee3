package answer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// fileOfPassages is the text of one file.
type fileOfPassages []spar.Passage

func (f fileOfPassages) Len() int { return len(f) }

func (f fileOfPassages) Passage(i int) (spar.Passage, error) { return f[i], nil }

func textOf(heading string, texts ...string) (list fileOfPassages) {
	for _, t := range texts {
		list = append(list, spar.Passage{Kind: spar.TextPassage, Text: t, Lang: "en", Locator: spar.Locator{Heading: heading}})
	}
	return list
}

// unitsOf are the units of hits of one file.
func unitsOf(t *testing.T, question string, file fileOfPassages, a spar.Answer, indices ...int) []spar.Unit {
	t.Helper()
	var hits []spar.Hit
	for _, i := range indices {
		hits = append(hits, spar.Hit{Share: "s", Path: "f.md", Segment: spar.SegmentID{1}, Index: i, Passage: file[i], Score: 1})
	}
	units := Evidence(t.Context(), question, hits, weights{}, a, Options{Text: func(context.Context, spar.SegmentID) (Text, error) { return file, nil }})
	for _, u := range units { // the place alone makes the same unit again
		again := Rendered(file, u.Kind, u.At)
		if again.Text != u.Text || !slices.EqualFunc(again.Cells, u.Cells, func(a, b spar.UnitCell) bool { return a == b }) {
			t.Errorf("made again: %q, was %q", again.Text, u.Text)
		}
	}
	return units
}

// marksIn are the marked words of a unit.
func marksIn(u spar.Unit) (list []string) {
	for _, m := range u.Marks {
		list = append(list, u.Text[m.Start:m.End])
	}
	return list
}

// TestUnitIsWhole: a passage is widened to the paragraph that was cut, a list comes with what introduces it and all items, a question with its
// answer, and what belongs to something else stays out.
func TestUnitIsWhole(t *testing.T) {
	long := "The boiler is drained each spring before the inspector comes. Valves are greased in June. Every joint is looked at twice by the caretaker. What leaks is sealed with hemp."
	cut := strings.Index(long, "Valves")
	for name, tc := range map[string]struct {
		file fileOfPassages
		hit  int
		want string
		kind spar.UnitKind
	}{
		"a list over two passages": {
			textOf("Stores", "To get paint you need:", "- a signed slip\n- the colour number\n- your key"), 1,
			"To get paint you need:\n- a signed slip\n- the colour number\n- your key", spar.ListUnit,
		},
		"a paragraph in two passages": {textOf("Boiler", long[:cut+len("Valves are greased in June.")], long[cut:]), 1, long, spar.TextUnit},
		"a question": {
			textOf("", strings.Repeat("Nothing of it is said here at all, whoever may read it. ", 9)+"\n\nWho has the key to the loft?\n\nThe caretaker of the north house.\n\n"+
				strings.Repeat("Something else stands here that nobody asked for today. ", 9)), 0,
			"Who has the key to the loft?\nThe caretaker of the north house.", spar.QAUnit,
		},
	} {
		units := unitsOf(t, "key caretaker loft boiler paint slip", tc.file, spar.Answer{}, tc.hit)
		if len(units) != 1 || units[0].Text != tc.want || units[0].Kind != tc.kind {
			t.Errorf("%s: %+v", name, units)
		}
	}
}

// TestStepsAreOneUnit: steps that are headings are told together where a procedure is asked for.
func TestStepsAreOneUnit(t *testing.T) {
	var file fileOfPassages
	for _, s := range []string{"1. Stop|Park the van on firm ground.", "2. Lift|Put the jack below the sill.", "3. Change|Take the wheel off."} {
		heading, text, _ := strings.Cut(s, "|")
		file = append(file, textOf("Wheels > "+heading, text)...)
	}
	units := unitsOf(t, "How do I change a wheel?", file, spar.Answer{}, 1, 2)
	if len(units) != 1 || units[0].Kind != spar.StepsUnit || !strings.HasPrefix(units[0].Text, "1. Stop\nPark the van") || !strings.HasSuffix(units[0].Text, "3. Change\nTake the wheel off.") {
		t.Errorf("%+v", units)
	}
}

// TestMarks: the words of the answer are marked where they stand, and the unit that has them comes first; elsewhere the sentence that says most.
func TestMarks(t *testing.T) {
	file := textOf("", "Ropes are dried in the loft.\nFenders hang at the rail.", "A fender costs 12 pounds.  It lasts\ntwo years.")
	file[1].Locator.Heading = "Prices"
	a := spar.Answer{
		Bullets:   []spar.Bullet{{Text: "Prices: A fender costs 12 pounds.", Citations: []int{1}}},
		Citations: []spar.Citation{{N: 1, Share: "s", Path: "f.md", Segment: spar.SegmentID{1}, Index: 1}}, Confidence: .7,
	}
	units := unitsOf(t, "What does a fender cost?", file, a, 0, 1)
	if len(units) != 2 || units[0].Locator.Heading != "Prices" || !slices.Equal(marksIn(units[0]), []string{"A fender costs 12 pounds."}) ||
		!slices.Equal(marksIn(units[1]), []string{"Fenders hang at the rail."}) {
		t.Errorf("%+v", units)
	}
}

// rowsOfTable are the rows of one table, below its labels.
func rowsOfTable(labels [2]string, rows ...[2]string) (file fileOfPassages) {
	for i, cells := range rows {
		text := labels[0] + ": " + cells[0] + "; " + labels[1] + ": " + cells[1]
		first, second := len(labels[0])+2, strings.Index(text, "; ")+2
		file = append(file, spar.Passage{Kind: spar.RowPassage, Text: text, Lang: "en", Locator: spar.Locator{Table: 1, Row: i + 2}, Cells: []spar.Cell{
			{Column: 1, Label: 0, Start: first, End: second - 2}, {Column: 2, Label: second, Start: second + len(labels[1]) + 2, End: len(text)},
		}})
	}
	return file
}

// TestRowsOfOneTable: rows that follow each other are one unit with the columns of their table.
func TestRowsOfOneTable(t *testing.T) {
	file := rowsOfTable([2]string{"Class", "Allowance"}, [2]string{"Economy", "23 kg"}, [2]string{"Comfort", "46 kg"})
	units := unitsOf(t, "allowance in economy", file, spar.Answer{}, 1, 0)
	if len(units) != 1 || units[0].Kind != spar.RowsUnit || !slices.Equal(units[0].Columns, []string{"Class", "Allowance"}) || len(units[0].Cells) != 4 || units[0].Cells[1].Text != "23 kg" ||
		units[0].Cells[3].Open.Row != 3 {
		t.Errorf("%+v", units)
	}
}

// TestRowThatAnswersStandsApart: a row that the answer cites is a unit of its own and comes first, rows beside it follow; two that it cites
// stay together.
func TestRowThatAnswersStandsApart(t *testing.T) {
	file := rowsOfTable([2]string{"Yard", "Opens"}, [2]string{"North", "06:15"}, [2]string{"Harbour", "07:05"}, [2]string{"Mill", "07:50"})
	for want, cited := range map[string][]int{
		"Yard: Harbour; Opens: 07:05|Yard: North; Opens: 06:15|Yard: Mill; Opens: 07:50":  {1},
		"Yard: North; Opens: 06:15\nYard: Harbour; Opens: 07:05|Yard: Mill; Opens: 07:50": {0, 1},
	} {
		var a spar.Answer
		for n, i := range cited {
			a.Bullets = append(a.Bullets, spar.Bullet{Text: file[i].Text, Citations: []int{n + 1}})
			a.Citations = append(a.Citations, spar.Citation{N: n + 1, Share: "s", Path: "f.md", Segment: spar.SegmentID{1}, Index: i})
		}
		var texts []string
		for _, u := range unitsOf(t, "When does the harbour yard open?", file, a, 0, 1, 2) {
			texts = append(texts, u.Text)
		}
		if got := strings.Join(texts, "|"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestEvidenceModel: the model of evidence exists, and lets evidence that covers the question answer, as unsure.
func TestEvidenceModel(t *testing.T) {
	if _, err := OfEvidence(); err != nil {
		t.Fatal(err)
	}
	file := textOf("Fenders", "A fender costs 12 pounds.", "Ropes are dried.")
	hits := []spar.Hit{{Share: "s", Path: "fenders.md", Segment: spar.SegmentID{1}, Passage: file[0], Score: 1, Cosine: .8}}
	for question, told := range map[string]bool{"What does a fender cost in pounds?": true, "Which singers came to Zanzibar?": false} {
		a := spar.Answer{Refused: true, Evidence: unitsOf(t, question, file, spar.Answer{}, 0)}
		got := ByEvidence(question, hits, weights{}, a)
		if got.Refused == told || told && (!got.Unsure || got.Confidence >= Sure || got.Text == "") {
			t.Errorf("%s: refused %v, chance %v", question, got.Refused, got.Confidence)
		}
	}
}
