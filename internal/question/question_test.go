package question

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestForms(t *testing.T) {
	for _, tc := range []struct {
		form    Form
		text    string
		content string // "" does not matter
	}{
		{Fact, "When does the garden gate open?", "When does the garden gate open"},
		{Fact, "Who approves overtime?", ""},
		{Fact, "How much does the boiler service cost?", ""},
		{Fact, "How long is the notice period?", ""},
		{Fact, "What is the maximum number of days?", ""},
		{Fact, "What is our VAT number?", ""},
		{Fact, "income of employee number 1", "income of employee number 1"},
		{Definition, "What does PPL mean?", "PPL"},
		{Definition, "what is use or lose", "use or lose"},
		{Definition, "Define force majeure.", "force majeure"},
		{Definition, "Explain the term freeboard.", "freeboard"},
		{Definition, "what is a \"fender\" in this harbour", "fender"},
		{Files, "find the draft of the new berth rules", "draft of the new berth rules"},
		{Files, "look for our dry dock contract of 2020", "dry dock contract of 2020"},
		{Fact, "find the depth of the basin in the harbour report of 2019", ""},
		{Files, "rules for guests, which file is it in?", "rules for guests"},
		{Definition, "What is a purchase order?", "purchase order"},
		{Definition, "Please tell me what does SOW stand for?", "SOW"},
		{Boolean, "Can I carry over unused leave?", "I carry over unused leave"},
		{Boolean, "Is overtime paid on Sundays?", ""},
		{Boolean, "Do contractors get parental leave?", ""},
		{Procedure, "How do I request paid parental leave?", "request paid parental leave"},
		{Procedure, "how to reset the badge reader", "reset the badge reader"},
		{Procedure, "What are the steps to close a project?", "close a project"},
		{Procedure, "What is the procedure for returning a laptop?", "returning a laptop"},
		{Procedure, "What should I do if my card is lost?", "my card is lost"},
		{List, "List all suppliers in Ghent", "suppliers in Ghent"},
		{List, "What are the types of leave?", ""},
		{List, "Which departments are in building B?", ""},
		{List, "Name the members of the board", "members of the board"},
		{Fact, "name of the harbour master", ""},
		{Count, "number of boats in 2021", "boats in 2021"},
		{Procedure, "how does a launch go, step by step", ""},
		{Procedure, "What has to be prepared before a boat can be launched?", ""},
		{Definition, "When a sailor says a rope is \"bitter\", what do they mean?", "bitter"},
		{Comparison, "Compare the 2019 and the 2021 travel policy", ""},
		{Comparison, "What is the difference between annual leave and sick leave?", "annual leave sick leave"},
		{Comparison, "How does plan A differ from plan B?", "plan A plan B"},
		{Comparison, "gross vs. net salary", ""},
		{Comparison, "Which is cheaper: rail or road?", ""},
		{Count, "How many days of leave do I get?", "days of leave do I get"},
		{Count, "What is the number of employees in Sales?", "employees in Sales"},
		{Version, "Which version of the travel policy is in force?", ""},
		{Version, "What is the latest version of the safety manual?", "the safety manual"},
		{Version, "Is the 2019 policy still in force?", "the 2019 policy"},
		{Summary, "Summarize the minutes of March", "the minutes of March"},
		{Summary, "What is the audit report about?", "the audit report"},
		{Summary, "Give me a short overview of the Delta project", "the Delta project"},
		{Files, "Which files mention asbestos?", "asbestos"},
		{Files, "Which CNCF strategy documents are there?", "CNCF strategy"},
		{Files, "What loan agreements files do we have?", "loan agreements"},
		{Files, "Which documents are about the move?", ""},
		{Files, "Find the onboarding checklist", "onboarding"},
		{Files, "What did Ada Byron write about boilers?", "Ada Byron boilers"},

		{Fact, "Wann öffnet das Gartentor?", ""},
		{Fact, "Wie lange ist die Kündigungsfrist?", ""},
		{Definition, "Was bedeutet Gleitzeit?", "Gleitzeit"},
		{Definition, "Was ist ein Werkvertrag?", "Werkvertrag"},
		{Boolean, "Darf ich Urlaub ins nächste Jahr mitnehmen?", ""},
		{Procedure, "Wie beantrage ich Elternzeit?", "beantrage ich Elternzeit"},
		{List, "Welche Arten von Urlaub gibt es?", "Urlaub gibt es"},
		{List, "Nenne alle Lieferanten in Gent", "Lieferanten in Gent"},
		{Comparison, "Was ist der Unterschied zwischen Miete und Pacht?", "Miete Pacht"},
		{Count, "Wie viele Urlaubstage habe ich?", "Urlaubstage habe ich"},
		{Version, "Welche Fassung der Reiserichtlinie gilt?", ""},
		{Summary, "Fasse das Protokoll vom März zusammen", "das Protokoll vom März"},
		{Files, "In welchen Dokumenten steht etwas über Asbest?", ""},

		{Fact, "Quand ouvre la porte du jardin ?", ""},
		{Definition, "Qu'est-ce qu'un bon de commande ?", "bon de commande"},
		{Definition, "Que signifie RTT ?", "RTT"},
		{Boolean, "Est-ce que les stagiaires ont des congés ?", "les stagiaires ont des congés"},
		{Boolean, "Peut-on reporter les congés ?", ""},
		{Procedure, "Comment demander un congé parental ?", "demander un congé parental"},
		{List, "Quels sont les types de congés ?", "types de congés"},
		{Comparison, "Quelle est la différence entre le brut et le net ?", "le brut le net"},
		{Count, "Combien de jours de congé ai-je ?", "jours de congé ai-je"},
		{Summary, "Résume le compte rendu de mars", "le compte rendu de mars"},
		{Files, "Quels documents parlent de l'amiante ?", "parlent de l'amiante"},

		{Fact, "¿Cuándo abre la puerta del jardín?", ""},
		{Definition, "¿Qué es una orden de compra?", "orden de compra"},
		{Definition, "¿Qué significa IVA?", "IVA"},
		{Boolean, "¿Puedo acumular vacaciones?", "acumular vacaciones"},
		{Procedure, "¿Cómo solicito el permiso parental?", "solicito el permiso parental"},
		{List, "¿Cuáles son los tipos de permiso?", "tipos de permiso"},
		{Comparison, "¿Cuál es la diferencia entre bruto y neto?", "bruto neto"},
		{Count, "¿Cuántos días de vacaciones tengo?", "días de vacaciones tengo"},
		{Summary, "Resume el acta de marzo", "el acta de marzo"},
		{Files, "¿Qué documentos hablan del amianto?", "hablan del amianto"},
	} {
		q := Parse(tc.text)
		if q.Form != tc.form || tc.content != "" && q.Content != tc.content {
			t.Errorf("%q (%s) is %s about %q, not %s about %q", tc.text, q.Lang, q.Form, q.Content, tc.form, tc.content)
		}
	}
}

func TestSeveral(t *testing.T) {
	for text, want := range map[string][]Form{
		"Who approves travel and how do I book a flight?":            {Fact, Procedure},
		"What does PPL mean? How many weeks of it do I get?":         {Definition, Count},
		"Wer genehmigt Reisen und wie viele Tage dauert das?":        {Fact, Count},
		"Qui approuve les voyages et comment demander une avance ?":  {Fact, Procedure},
		"¿Quién aprueba los viajes y cuántos días tarda en hacerlo?": {Fact, Count},
	} {
		q := Parse(text)
		var got []Form
		for _, p := range q.Parts {
			got = append(got, p.Form)
		}
		if q.Form != Several || !slices.Equal(got, want) {
			t.Errorf("%q is %s of %v: %+v", text, q.Form, got, q.Parts)
		}
	}
	for _, text := range []string{"How and when do I apply?", "What is the difference between what we plan and what we do?", "rock and roll"} {
		if q := Parse(text); q.Form == Several {
			t.Errorf("%q is several: %+v", text, q.Parts)
		}
	}
}

// TestSides gives the sides of a comparison, and the question about each side alone.
func TestSides(t *testing.T) {
	for _, tc := range []struct {
		text  string
		sides []string
		each  []string
	}{
		{"What is the difference between annual leave and sick leave?", []string{"annual", "sick"}, []string{"annual leave", "sick leave"}},
		{"Compare the hotel limits of the expense rules 2022 and 2024", []string{"2022", "2024"}, []string{"the hotel limits of the expense rules 2022", "the hotel limits of the expense rules 2024"}},
		{"Compare the room rates in the 2019 and the 2021 price list", []string{"2019", "2021"}, []string{"price list the room rates in the 2019", "price list the room rates in the 2021"}},
		{"Which contract has the shorter term, Ada Ltd or Byron Inc?", []string{"Ada Ltd", "Byron Inc"}, []string{"contract term Ada Ltd", "contract term Byron Inc"}},
		{"Is the rent in Oslo higher than that in Bergen?", []string{"Oslo", "Bergen"}, nil},
		{"Do more people live in Oslo or in Bergen?", []string{"Oslo", "Bergen"}, []string{"people live Oslo", "people live Bergen"}},
		{"How did the rent change between 2019 and 2021?", []string{"2019", "2021"}, []string{"the rent 2019", "the rent 2021"}},
		{"what changed in the handbook from version 2 to version 3", []string{"2", "3"}, []string{"the handbook version 2", "the handbook version 3"}},
		{"How many rooms are there in the old and in the new wing?", []string{"old", "new"}, []string{"How many rooms are there the old wing", "How many rooms are there the new wing"}},
		{"How many Acme shops are there in Oslo compared to Bergen?", []string{"Oslo", "Bergen"}, nil},
		{"Was ist der Unterschied zwischen Miete und Pacht?", []string{"Miete", "Pacht"}, []string{"Miete", "Pacht"}},
	} {
		q := Parse(tc.text)
		if q.Form != Comparison || !slices.Equal(q.Sides, tc.sides) {
			t.Errorf("%q is %s of %q, not of %q", tc.text, q.Form, q.Sides, tc.sides)
			continue
		}
		for i := range tc.each {
			if side, _ := q.Side(i); side.Text != tc.each[i] {
				t.Errorf("%q asks of side %d %q, not %q", tc.text, i, side.Text, tc.each[i])
			}
		}
	}
	for _, text := range []string{"Is leave of more than 15 days approved by the head?", "Can I stay longer than three weeks?", "Who leads the office in Oslo?"} {
		if q := Parse(text); q.Form == Comparison {
			t.Errorf("%q compares %q", text, q.Sides)
		}
	}
}

// FuzzParse understands anything: the content is made of the text, and never empty where there is any.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"How many?", "what is", "¿", "a vs b", "list", "and how and how and how", "was ist\x00", "\xff?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Parse(text)
		if strings.TrimSpace(text) != "" && utf8.ValidString(text) && strings.TrimSpace(q.Content) == "" {
			t.Errorf("%q has no content", text)
		}
		if q.Form == "" || q.Form == Several && len(q.Parts) < 2 {
			t.Errorf("%q is %q of %d", text, q.Form, len(q.Parts))
		}
	})
}

// TestWants tells what kind of thing an answer must name.
func TestWants(t *testing.T) {
	for text, want := range map[string]Want{
		"Who approves overtime?": Person, "When does the shop open?": Time, "since when is the ramp closed": Time, "what year was it built": Year, "Phone number of the front desk": Phone, "what is the e-mail address of the porter": Mail,
		"Name of the harbour master": Name, "which firm built the pier?": Name, "price of a day card": Figure,
		"How much is a card?": Figure, "How many rooms are there?": Figure, "What is the price of a card?": Figure, "What colour is the door?": Anything,
		"In which version was the ramp introduced?": Release, "Which release dropped the fax?": Release, "Which version is in force?": Anything,
		"Wer genehmigt Reisen?": Person, "Wann öffnet das Tor?": Time, "Wie hoch ist die Gebühr?": Figure,
		"Quand ouvre la porte ?": Time, "Combien coûte la carte ?": Figure, "¿Cuándo abre la puerta?": Time, "¿Quién dirige la oficina?": Person,
	} {
		if got := Parse(text).Wants(); got != want {
			t.Errorf("%q wants %q, not %q", text, got, want)
		}
	}
}

// TestLanguagesOfShortQuestions: questions without articles show their language by what they ask with.
func TestLanguagesOfShortQuestions(t *testing.T) {
	for text, want := range map[string]string{
		"Wieviel Rabatt kriegen Musikschulen?": "de", "Bekommt man Mehrarbeit bezahlt?": "de", "How much discount do schools get?": "en",
		"Combien coûte un repas ?": "fr", "¿Cuánto cuesta?": "es",
	} {
		if got := Parse(text).Lang; got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := Without("J'ai changé de banque", "fr"); got != "changé banque" {
		t.Errorf("got %q", got)
	}
}

// TestWantsFigures: figures are asked for in other words than how much.
func TestWantsFigures(t *testing.T) {
	for text, want := range map[string]Want{
		"Bei welcher Temperatur wird geleimt?": Figure, "Bis zu welchem Betrag wird gezahlt?": Figure, "Welche Farbe hat die Tür?": Anything,
		"À quelle température est la cave ?": Figure, "Quelle est la couleur ?": Anything,
		"¿A qué temperatura se guarda?": Figure, "¿Qué color tiene?": Anything, "¿De cuánto dispongo?": Figure,
	} {
		if got := Parse(text).Wants(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestEmpty(t *testing.T) {
	for text, want := range map[string]bool{
		"how":                       true,
		"What? And how?":            true,
		"who are we":                true,
		"was ist das":               true,
		"what is this about?":       false,
		"what does X mean?":         false,
		"when was 4711?":            false,
		"how is leave granted?":     false,
		"日本":                        false,
		"list all files":            false,
		"where is SE":               false,
		"¿cuándo hay vacaciones?":   false,
		"et les congés ?":           false,
		"what should the baker do?": false,
	} {
		if got := Empty(text); got != want {
			t.Errorf("%q: empty %v", text, got)
		}
	}
}
