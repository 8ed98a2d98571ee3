package question

import (
	"slices"
	"strings"
	"testing"
)

// TestReadings: the readings of a follow-up include the right one; where grammar or arithmetic is sure there is one reading.
func TestReadings(t *testing.T) {
	for _, tc := range []struct {
		prev, text, want string
		alone            bool // it is the only one
	}{
		{"What is the standing charge for a home in 2024-25?", "no no, the year after", "What is the standing charge for a home in 2025-26?", true},
		{"What was the revenue in 2019?", "and three years later?", "What was the revenue in 2022?", true},
		{"What was the revenue in 1999-00?", "the previous year", "What was the revenue in 1998-99?", true},
		{"From what amount do I need three quotations?", "How was that until 2024?", "From what amount do I need three quotations until 2024?", true},
		{"Who is the zone supervisor of Quennock?", "ok. different thing: how many children may come at once?", "how many children may come at once?", true},
		{"What does alarm A22 mean?", "How many apprentices do we take on in 2025?", "How many apprentices do we take on in 2025?", true},
		{"When does the agreement with Lathby Labware end?", "oops, wrong firm - Kestrin Tankers", "When does the agreement with Kestrin Tankers end?", true},
		{"How many homes do we supply in the Haskerley zone?", "I said homes but I want the valves", "How many valves do we supply in the Haskerley zone?", false},
		{"What does a day permit for fishing cost?", "sorry, not the day one, the season permit", "What does a season permit for fishing cost?", false},
		{"price of a nitrate test", "hm ok and for lead", "Price of a lead test?", false},
		{"Which depot serves Pennerash?", "And Brindmoor?", "Which depot serves Brindmoor?", true},
		{"list all our depots", "which of these opens first?", "Which depots opens first?", false},
		{"Who represents Dray Ockley Groundworks?", "back to the contractor: how fast must they respond?", "How fast must Dray Ockley Groundworks respond?", false},
		{"When is the filters scheme going to be finished?", "and that scheme from before, who leads it?", "Who leads the filters scheme?", false},
		{"Who has to agree to a longer payment plan?", "up to how many instalments without her?", "Up to how many instalments without a longer payment plan?", false},
		{"What did the audit say about Bremond Tools?", "what do they sell to us?", "What do Bremond Tools sell to us?", true},
		{"When does the pool open on Sundays?", "until what time?", "Until what time does the pool open on Sundays?", false},
		{"When does the deal with Harrow Mills run out?", "Which seats may they sell?", "Which seats may Harrow Mills sell?", false},
		{"How high is the wall around the yard at present?", "colour of it", "Colour of the wall around the yard?", false},
		{"Why will the depot in Hull close this year?", "How large is it?", "How large is the depot in Hull?", false},
		{"When was the fair in 2024 to be held?", "no, I meant when it was really held", "When the fair in 2024 was really held?", false},
		{"How long does a parcel take?", "By when do I have to use up leftover holiday?", "By when do I have to use up leftover holiday?", true},
		{"Wer leitet das Werk Celle?", "nein, Görlitz", "Wer leitet das Werk Görlitz?", false},
	} {
		list := Readings(tc.text, []Turn{{Question: tc.prev}})
		if !slices.ContainsFunc(list, func(r Reading) bool { return r.Text == tc.want }) || tc.alone != (len(list) == 1) {
			t.Errorf("%s: %s is read as %+v, want %s", tc.prev, tc.text, list, tc.want)
		}
	}
}

// TestReadingsOfEarlierTurns: a question that returns to an earlier turn is read as going on with that, and says of whose answer it has words.
func TestReadingsOfEarlierTurns(t *testing.T) {
	turns := []Turn{
		{Question: "Who heads the finance department?", Answer: []string{"It is headed by Lena Vogt."}},
		{Question: "How deep is Mirkwell Reservoir?", Answer: []string{"It is 31 metres deep."}},
	}
	list := Readings("back to the finance department: when did she start?", turns)
	if !slices.ContainsFunc(list, func(r Reading) bool { return strings.Contains(r.Text, "Lena Vogt") && r.Drew == 0 }) {
		t.Errorf("got %+v", list)
	}
}

// TestAgreement: a pronoun stands for no time, for nothing of another number, and for whoever does something.
func TestAgreement(t *testing.T) {
	for _, tc := range []struct{ prev, text, not string }{
		{"What did the audit say about Bremond Tools?", "what do they sell to us?", "audit sell"},
		{"Why will the depot in Hull close this year?", "How large is it?", "this year"},
		{"Who wrote about the leak in Hall 3 in September 2024?", "how large was it", "September?"},
		{"Which auditor looked at the accounts?", "what did they find?", "What did the accounts find"},
		{"Where was the leak in Tanner Row?", "how large was it?", "How large was the leak?"},
	} {
		for _, r := range Readings(tc.text, []Turn{{Question: tc.prev}}) {
			if strings.Contains(r.Text, tc.not) {
				t.Errorf("%s: %s is read as %q", tc.prev, tc.text, r.Text)
			}
		}
	}
}

// FuzzReadings reads anything, and makes no more than it may.
func FuzzReadings(f *testing.F) {
	f.Add("no, the year after", "What was it in 2024-25?", "One.")
	f.Add("back to x: y", "x", "\xff")
	f.Add("not the a, b", "a", "- ")
	f.Fuzz(func(t *testing.T, text, prev, said string) {
		list := Readings(text, []Turn{{Question: prev, Answer: []string{said}}, {Question: prev}})
		if len(list) == 0 || len(list) > mostReadings+1 {
			t.Errorf("%d readings", len(list))
		}
		for _, r := range list {
			if len(r.Text) > len(text)+8*longest+8*len(said)+64 {
				t.Errorf("%d bytes of %d", len(r.Text), len(text))
			}
		}
	})
}
