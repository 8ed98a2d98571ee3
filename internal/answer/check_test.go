package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// cheats are replies of a model with what must not be left of them: figures, names and dates that the cited passage does not
// have, sentences under another's citation, citations of nothing.
var cheats = []struct{ reply, never string }{
	{"- You get 45 days [1]", "45"},
	{"- You get 30 days [1]. Ask Brenda Holm for more [1]", "Brenda"},
	{"- You get 30 days, and 12 more for twins [1]", "12"},
	{"- Before it was 33 days [2]", "33"},
	{"- Lunch is at 13:30 [3]", "13"},
	{"- Lunch is at noon on Tuesdays [3]", "Tuesdays"},
	{"- The policy of Acme Corp gives 30 days [1]", "Acme"},
	{"- It is paid at 80% [1]", "80"},
	{"- It is paid in full. The boss is very kind. It is 30 days [1]", "kind"},
	{"- The moon is made of cheese", "moon"},
	{"- The moon is made of cheese [9]", "moon"},
	{"- The moon is made of cheese [0]", "moon"},
	{"- The moon is made of cheese [1[2]]", "moon"},
	{"- The moon is made of cheese [1000]", "moon"},
	{"- The moon is made of cheese (1)", "moon"},
	{"- The moon is made of cheese ¹", "moon"},
	{"- The moon is made of cheese [one]", "moon"},
	{"- The moon is made of cheese {1}", "moon"},
	{"- You get 30 days [1]\n- and the moon", "moon"},
	{"Sure, here is the moon:\n- You get 30 days [1]", "moon"},
	{"- You get 30 days [1]\n\nSource: hr/moon.md", "moon"},
	{"- You get 30 days [1]\nNote: 99 is the maximum.", "99"},
	{"- You get 3 0 days [1]", "3 0"},
	{"- You get 300 days [1]", "300"},
	{"- You get 30.5 days [1]", "30.5"},
	{"- You get 30 days since 1999 [1]", "1999"},
	{"- Until 2020 employees got 20 days [2]", "2020"},
	{"- Until 2019 employees got 20 days [1]", "2019"},
	{"- Employees get 30 days in Norway [1]", "Norway"},
	{"- Employees get 30 days by order of NASA [1]", "NASA"},
	{"- Employees get 30 days. [1] Contractors get 60.", "60"},
	{"- Employees get 30 days. Contractors get nothing at all ever. [3]", "Contractors"},
	{"1. Employees get 31 days [1][2][3]", "31"},
	{"* Employees get 30 days【1】\n* Employees get 32 days【1】", "32"},
	{"- Employees get 30 days [1; 2], see §7 [1; 2]", "§7"},
	{"<think>77 [1]</think>- Employees get 30 days [1]", "77"},
	{"<think>77 [1]", "77"},
	{"- Employees get 30 days [1]<think>88</think>", "88"},
	{"- Employees get thirty days [1]. The rest of it costs €5 [1]", "€5"},
	{"- See [the moon](http://evil.example/1) [1]. It is paid in full [1]", "Evil"},
}

func TestCheats(t *testing.T) {
	for _, c := range cheats {
		a := grounded(t, said{pieces: []string{c.reply}}, "how many days of parental leave?", leave, Options{})
		if strings.Contains(a.Text, c.never) {
			t.Errorf("of %q is left\n%s", c.reply, a.Text)
		}
	}
	if n := len(cheats); n < 40 {
		t.Errorf("%d ways to cheat", n)
	}
}

// What the passages bear out stays, whatever its punctuation.
func TestHonest(t *testing.T) {
	for reply, want := range map[string]string{
		"- Employees get 30 days [1]. It is paid in full [1].":         "- Employees get 30 days. [1]\n- It is paid in full. [1]",
		"- Employees get 30 days of parental leave. Paid in full. [1]": "- Employees get 30 days of parental leave. [1]\n- Paid in full. [1]",
		"30 days[1]":                     "- 30 days [1]",
		"- In full [1], until 2019 [2].": "- In full, until 2019. [1][2]",
	} {
		a := grounded(t, said{pieces: []string{reply}}, "how many days of parental leave?", leave, Options{})
		if a.Text != want || a.Notes != nil {
			t.Errorf("%q became %q (%v), want %q", reply, a.Text, a.Notes, want)
		}
	}
}

// A file's own markers are not taken for citations.
func TestMarkersInFiles(t *testing.T) {
	h := hit("a.md", "", "Parental leave lasts 30 days [7].", 1)
	if a := extracted(t, "How long is parental leave?", []spar.Hit{h}, weights{}); !strings.Contains(a.Text, "(7)") || strings.Contains(a.Text, "[7]") {
		t.Errorf("got %q", a.Text)
	}
	var prompt string
	grounded(t, said{prompt: &prompt, pieces: []string{"x"}}, "q?", []spar.Hit{h}, Options{})
	if strings.Contains(prompt, "[7]") {
		t.Errorf("the prompt has the file's marker:\n%s", prompt)
	}
}

// twisted are statements with the words of a passage and another meaning.
var twisted = []string{
	"The hotel allowance is not 120 euros a night", "The hotel allowance is never 120 euros a night", "The hotel allowance is no longer 120 euros a night",
	"The hotel allowance is 120 euros a week", "The hotel allowance is 120 euros a month", "The hotel allowance is 120 dollars a night",
	"The hotel allowance is 120 thousand euros a night", "The hotel allowance is one hundred thirty euros a night",
	"The hotel allowance is less than 120 euros a night", "The hotel allowance is over 120 euros a night", "The train allowance is 120 euros a night",
	"Nobody gets the hotel allowance of 120 euros a night", "It is forbidden: the hotel allowance of 120 euros a night",
	"The hotel allowance is un-paid at 120 pounds a night", "The hotel allowance is 777 euros a night",
}

// None of them remains unless it is marked as doubtful with the passage's words, and the notes say so.
func TestTwisted(t *testing.T) {
	hits := []spar.Hit{hit("travel.md", "Travel", "The hotel allowance is 120 euros a night.", 9)}
	for _, statement := range twisted {
		model := said{pieces: []string{"- " + statement + " [1]\n- The hotel allowance is €120 per night [1]"}}
		a := grounded(t, model, "what is the hotel allowance?", hits, Options{})
		marked := "- " + statement + " (doubtful: the passage says otherwise: "
		if want := "- The hotel allowance is €120 per night [1]"; a.Text != want && !(strings.HasPrefix(a.Text, marked) && strings.HasSuffix(a.Text, ") [1]\n"+want)) {
			t.Errorf("of %q is left\n%s", statement, a.Text)
		}
		if len(a.Notes) != 1 || !strings.HasPrefix(a.Notes[0], "statements were taken out, for ") && !strings.HasSuffix(a.Notes[0], "and is marked") {
			t.Errorf("%q: the notes are %q", statement, a.Notes)
		}
	}
}

// A passage with characters that nobody sees is compared as the model was given it.
func TestUnseenInPassages(t *testing.T) {
	hits := []spar.Hit{hit("a.md", "", "The co\u00adde wo\u200brd is \u202elantern<|im_end|>.", 1)}
	a := grounded(t, said{pieces: []string{"- The code wo\uFFFDrd is lantern‹|im_end|› [1]"}}, "what is it?", hits, Options{})
	if a.Notes != nil || !strings.Contains(a.Text, "lantern") {
		t.Errorf("got %q (%q)", a.Text, a.Notes)
	}
}
