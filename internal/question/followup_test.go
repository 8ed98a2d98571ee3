package question

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestFollowUp goes on with one earlier question. "" is a question that stays as it is.
func TestFollowUp(t *testing.T) {
	for _, tc := range []struct {
		prev, text string
		answer     []string
		want       string
	}{
		{"How many days of parental leave do employees get in Munich?", "and for Berlin?", nil, "How many days of parental leave do employees get for Berlin?"},
		{"How many days of parental leave do employees get in Munich?", "what about contractors?", nil, "How many days of parental leave do contractors get in Munich?"},
		{"How many days of parental leave do employees get in Munich?", "and in 2023?", nil, "How many days of parental leave do employees get in Munich in 2023?"},
		{"How many days of parental leave do employees get in Munich?", "who approves it?", nil, "Who approves parental leave in Munich?"},
		{"How many days of parental leave do employees get in Munich?", "how long does it last?", nil, "How long does parental leave in Munich last?"},
		{"How many days of parental leave do employees get in Munich?", "Is that still so?", nil, "Is parental leave in Munich still so?"},
		{"How many weeks of parental leave do employees get?", "and when do I have to ask for it?", nil, "When do I have to ask for parental leave?"},
		{"Wie installiere ich ein Paket?", "und wie entferne ich es?", nil, "Wie entferne ich ein Paket?"},
		{"Wie heißt die aktuelle stabile Version?", "und die vorherige?", nil, "Wie heißt die vorherige stabile Version?"},
		{"What is the current stable release?", "and the previous one?", nil, "What is the previous stable release?"},
		{"Who signed the contract with Acme?", "when did he sign it?", []string{"The contract was signed by Maria Keller."}, "When did Maria Keller sign the contract with Acme?"},
		{"Who signed the contract with Acme?", "how long does it run?", nil, "How long does the contract with Acme run?"},
		{"Who signed the contract with Acme?", "when does this contract end?", nil, "When does the contract with Acme end?"},
		{"Who signed the contract with Acme?", "and the one with Globex?", nil, "Who signed the contract with Globex?"},
		{"What is the budget of Project Heron?", "who leads it?", nil, "Who leads the budget of Project Heron?"},
		{"What is the budget of Project Heron?", "and the deadline?", nil, "What is the deadline of Project Heron?"},
		{"What is the budget of Project Heron?", "and Project Stork?", nil, "What is the budget of Project Stork?"},
		{"What was the revenue in 2022?", "and in 2023?", nil, "What was the revenue in 2023?"},
		{"What was the revenue in 2022?", "and 2021?", nil, "What was the revenue in 2021?"},
		{"What was the revenue in 2022?", "why?", nil, "Why: What was the revenue in 2022?"},
		{"How much may a hotel cost a night in London?", "who decided that?", nil, "Who decided a hotel in London?"},
		{"How much may a hotel cost a night?", "and a taxi?", nil, "How much may a taxi cost a night?"},
		{"What is the deadline for expense claims?", "and if I miss it?", nil, "What happens if I miss the deadline for expense claims?"},
		{"What is the deadline for expense claims?", "what happens after that?", nil, "What happens after the deadline for expense claims?"},
		{"How many days do I have to return a balance?", "even if I opened it?", nil, "How many days do I have to return a balance if I opened a balance?"},
		{"What is the probation period?", "and the notice period after it?", nil, "What is the notice period after the probation period?"},
		{"Who approves annual leave?", "for part-timers too?", nil, "Who approves annual leave for part-timers?"},
		{"Who approves annual leave?", "only for managers?", nil, "Who approves annual leave for managers?"},
		{"Who approves annual leave?", "what about overtime then?", nil, "Who approves overtime?"},
		{"Who approves annual leave?", "Thanks. And overtime?", nil, "Who approves overtime?"},
		{"Who approves annual leave?", "no, parental leave", nil, "Who approves parental leave?"},
		{"Who approves annual leave?", "I meant parental leave", nil, "Who approves parental leave?"},
		{"Who approves annual leave?", "tell me more", nil, "What else is said about annual leave?"},
		{"Who approves annual leave?", "where does it say that?", nil, "Which document answers: Who approves annual leave?"},
		{"Who approves annual leave?", "what did the previous version say?", nil, "What did the previous version say about annual leave?"},
		{"Is the office open on Sundays?", "what are its hours?", nil, "What are the hours of the office on Sundays?"},
		{"Wer genehmigt Urlaub?", "auch für Teilzeitkräfte?", nil, "Wer genehmigt Urlaub für Teilzeitkräfte?"},
		{"Wer genehmigt Urlaub?", "nein, Überstunden", nil, "Wer genehmigt Überstunden?"},
		{"Wer genehmigt Urlaub?", "wo steht das?", nil, "In welchem Dokument steht: Wer genehmigt Urlaub?"},
		{"Qui valide les congés ?", "aussi pour les stagiaires ?", nil, "Qui valide les congés pour les stagiaires?"},
		{"¿Quién aprueba las vacaciones?", "¿también para los becarios?", nil, "¿Quién aprueba las vacaciones para los becarios?"},
		{"¿Quién aprueba las vacaciones?", "lo mismo para los becarios", nil, "¿Quién aprueba las vacaciones para los becarios?"},
		{"What is the notice period?", "not applicable", nil, ""},
		{"What is the notice period?", "no smoking policy", nil, ""},
		{"What is the notice period?", "Thanks. Who approves overtime?", nil, ""},
		{"Which insurance plans are there?", "how much is the second one?", []string{"Gold plan: for all", "Silver plan: for some", "Bronze plan"}, "How much is Silver plan?"},
		{"What is the deductible of the dental insurance?", "what about the vision insurance?", nil, "What is the deductible of the vision insurance?"},
		{"How do I return a phone?", "what about laptops?", nil, "How do I return laptops?"},
		{"How do I return a phone?", "until when?", nil, "Until when do I return a phone?"},
		{"How do I return a phone?", "who approves?", nil, "Who approves: return a phone?"},
		{"When does the lease of the Berlin office end?", "who is the landlord?", nil, ""},
		{"When does the lease of the Berlin office end?", "what is its rent?", nil, "What is the rent of the lease of the Berlin office?"},
		{"When does the lease of the Berlin office end?", "who works there?", nil, "Who works in the Berlin office?"},
		{"Compare the gold plan and the silver plan", "how much does the latter cost?", nil, "How much does silver cost?"},
		{"What is the notice period during probation?", "and after it?", nil, "What is the notice period after probation?"},
		{"What is the notice period during probation?", "and after?", nil, "What is the notice period after probation?"},
		{"Can contractors use the gym?", "is it open on Sundays?", nil, "Is the gym open on Sundays?"},
		{"Can contractors use the gym?", "do they pay for it?", nil, "Do contractors pay for the gym?"},
		{"What is the notice period?", "Is it possible to work from home on Fridays?", nil, ""},
		{"What is the notice period?", "Who approves overtime?", nil, ""},
		{"What is the notice period?", "And who approves overtime?", nil, ""},
		{"What is the notice period?", "If an employee is ill, when must he say so?", nil, ""},
		{"What is the notice period?", "How do employees claim their expenses?", nil, ""},
		{"What is the notice period?", "What rules that apply to travel were changed this year?", nil, ""},
		{"What is the notice period?", "Who heads the IT department?", nil, ""},
		{"What is the notice period?", "when is lunch?", nil, ""},
		{"What is the notice period?", "parking permit", nil, ""},
		{"How long can a share that was removed be restored?", "and a tag?", nil, "How long can a tag that was removed be restored?"},
		{"Wie lange wird eine alte Fassung aufgehoben?", "und ein Entwurf?", nil, "Wie lange wird ein Entwurf aufgehoben?"},
		{"How many vacation days are there?", "How many in Zurich?", nil, "How many vacation days are there in Zurich?"},
		{"Wie lange ist die Kündigungsfrist in der Probezeit?", "und danach?", nil, "Wie lange ist die Kündigungsfrist nach der Probezeit?"},
		{"Wie lange ist die Kündigungsfrist in der Probezeit?", "und für Praktikanten?", nil, "Wie lange ist die Kündigungsfrist in der Probezeit für Praktikanten?"},
		{"Wie viele Urlaubstage haben Mitarbeiter in München?", "und in Berlin?", nil, "Wie viele Urlaubstage haben Mitarbeiter in Berlin?"},
		{"Wie viele Urlaubstage haben Mitarbeiter in München?", "was ist mit Praktikanten?", nil, "Wie viele Urlaubstage haben Praktikanten in München?"},
		{"Wie viele Urlaubstage haben Mitarbeiter in München?", "gilt das noch?", nil, "Gilt Urlaubstage in München noch?"},
		{"Wie viele Urlaubstage haben Mitarbeiter in München?", "wer genehmigt sie?", nil, "Wer genehmigt Urlaubstage in München?"},
		{"Wann endet der Mietvertrag mit der Nordbau GmbH?", "wer hat ihn unterschrieben?", nil, "Wer hat den Mietvertrag mit der Nordbau GmbH unterschrieben?"},
		{"Wann endet der Mietvertrag mit der Nordbau GmbH?", "wie hoch ist seine Kaution?", nil, "Wie hoch ist Kaution von Mietvertrag mit der Nordbau GmbH?"},
		{"Wann endet der Mietvertrag mit der Nordbau GmbH?", "seit wann?", nil, "Seit wann: Wann endet der Mietvertrag mit der Nordbau GmbH?"},
		{"Wie hoch war der Umsatz im Jahr 2022?", "und 2023?", nil, "Wie hoch war der Umsatz im Jahr 2023?"},
		{"Wie hoch war der Umsatz im Jahr 2022?", "Wie viele Tage Homeoffice gibt es pro Woche?", nil, ""},
		{"Wie hoch war der Umsatz im Jahr 2022?", "Wer leitet das Projekt Reiher?", nil, ""},
		{"Combien de jours de congé parental ont les salariés à Lyon ?", "et à Paris ?", nil, "Combien de jours de congé parental ont les salariés à Paris?"},
		{"Combien de jours de congé parental ont les salariés à Lyon ?", "et pour les stagiaires ?", nil, "Combien de jours de congé parental ont les stagiaires à Lyon?"},
		{"Combien de jours de congé parental ont les salariés à Lyon ?", "qui le valide ?", nil, "Qui valide jours de congé parental à Lyon?"},
		{"Combien de jours de congé parental ont les salariés à Lyon ?", "est-ce toujours le cas ?", nil, "Est-ce toujours le cas jours de congé parental à Lyon?"},
		{"Quand expire le contrat avec Dupont SA ?", "qui l'a signé ?", nil, "Qui a signé le contrat avec Dupont SA?"},
		{"Quand expire le contrat avec Dupont SA ?", "combien coûte-t-il ?", nil, "Combien coûte le contrat avec Dupont SA?"},
		{"Quand expire le contrat avec Dupont SA ?", "quel est son montant ?", nil, "Quel est montant du contrat avec Dupont SA?"},
		{"Quand expire le contrat avec Dupont SA ?", "Combien de jours de télétravail y a-t-il par semaine ?", nil, ""},
		{"Quel était le chiffre d'affaires en 2022 ?", "et en 2023 ?", nil, "Quel était le chiffre d'affaires en 2023?"},
		{"Quel était le chiffre d'affaires en 2022 ?", "Combien de jours le préavis dure-t-il ?", nil, ""},
		{"¿Cuántos días de permiso parental tienen los empleados en Madrid?", "¿y en Sevilla?", nil, "¿Cuántos días de permiso parental tienen los empleados en Sevilla?"},
		{"¿Cuántos días de permiso parental tienen los empleados en Madrid?", "¿y los becarios?", nil, "¿Cuántos días de permiso parental tienen los becarios en Madrid?"},
		{"¿Cuántos días de permiso parental tienen los empleados en Madrid?", "¿quién lo aprueba?", nil, "¿Quién aprueba permiso parental en Madrid?"},
		{"¿Cuántos días de permiso parental tienen los empleados en Madrid?", "¿sigue siendo así?", nil, "¿Sigue siendo así permiso parental en Madrid?"},
		{"¿Cuándo vence el contrato con Iberluz?", "¿quién lo firmó?", nil, "¿Quién firmó el contrato con Iberluz?"},
		{"¿Cuándo vence el contrato con Iberluz?", "¿cuánto cuesta?", nil, "¿Cuánto cuesta el contrato con Iberluz?"},
		{"¿Cuándo vence el contrato con Iberluz?", "¿cuál es su importe?", nil, "¿Cuál es importe del contrato con Iberluz?"},
		{"¿Cuándo vence el contrato con Iberluz?", "¿Quién aprueba los viajes?", nil, ""},
		{"¿Cuáles fueron los ingresos en 2022?", "¿y en 2023?", nil, "¿Cuáles fueron los ingresos en 2023?"},
	} {
		want := tc.want
		if want == "" {
			want = tc.text
		}
		got, drew := FollowUp(tc.text, []Turn{{Question: tc.prev, Answer: tc.answer}})
		if got != want {
			t.Errorf("%s | %s\nis taken for %s\nnot for      %s", tc.prev, tc.text, got, want)
		}
		if (drew == 0) != (tc.answer != nil) {
			t.Errorf("%s | %s: words of answer %d are taken", tc.prev, tc.text, drew)
		}
		if got, drew := FollowUp(tc.text, nil); got != tc.text || drew != -1 {
			t.Errorf("%s alone is taken for %s", tc.text, got)
		}
		// The result is self-contained, apart from things that its words do not tell.
		if again, _ := FollowUp(got, []Turn{{Question: "What is the lunch menu?"}}); tc.want != "" && strings.Contains(again, "lunch menu") {
			t.Errorf("%s is taken for %s once more", got, again)
		}
	}
}

// TestFollowUpOfSeveral goes back to the turn that says who is meant.
func TestFollowUpOfSeveral(t *testing.T) {
	turns := []Turn{
		{Question: "Who heads the finance department?", Answer: []string{"The finance department is headed by Lena Vogt."}},
		{Question: "How many people work in the finance department?", Answer: []string{"14 people work there."}},
	}
	for text, want := range map[string]string{
		"since when does she work here?": "Since when does Lena Vogt work here?",
		"and in sales?":                  "How many people work in sales?",
		"how large is its budget?":       "How large is the budget of the finance department?",
	} {
		if got, drew := FollowUp(text, turns); got != want || (drew == 0) != strings.Contains(want, "Lena") {
			t.Errorf("%s is taken for %s, with words of answer %d", text, got, drew)
		}
	}
}

// FuzzFollowUp understands anything, and makes nothing much longer than its input.
func FuzzFollowUp(f *testing.F) {
	f.Add("and for Berlin?", "How many days in Munich?", "One.\n- a\n- b")
	f.Add("the second one", "compare a and b", "")
	f.Add("¿y\x00", "¿", "\xff")
	f.Add("das", "und", "- ")
	f.Add("wer hat den", "l'a", "1. x\n2. y")
	f.Fuzz(func(t *testing.T, text, prev, answer string) {
		got, drew := FollowUp(text, []Turn{{Question: prev, Answer: []string{answer}}})
		if got == "" && text != "" || drew < -1 || drew > 0 {
			t.Errorf("%q of %q is %q, %d", text, prev, got, drew)
		}
		if utf8.RuneCountInString(got) > 2*(utf8.RuneCountInString(text)+utf8.RuneCountInString(prev)+utf8.RuneCountInString(answer))+100 {
			t.Errorf("%q of %q is %q", text, prev, got)
		}
	})
}
