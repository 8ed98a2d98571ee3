package question

import (
	"slices"
	"strings"
	"sync"
)

// groups are by language words that ask, before the colon, and words that answers to them are written with. They are stems or begins of words,
// as terms of texts are. A line may begin with who or when, for questions that ask for somebody or for a time.
var groups = map[string]string{
	"en": `
deep: depth
long: length duration term period
wide: width breadth
high tall: height level
heavy: weight mass
hard: hardness
old: age founded built
far: distance
big large: size area capacity
fast quick soon: speed within response respond
warm hot cold: temperature degrees
hold contain: capacity volume storage
strong: strength
cost costs price charge pay paid expensive: price cost charge fee rate tariff amount payment
earn: pay salary wage paid
who: run runs charge responsible lead leads head heads look looks manage manages: manager head supervisor leader lead director responsible owner manage manages
who: represent represents contact talk: representative represented contact person
when: end ends expire expires run runs stop stops until: end ends ending expire expiry duration terminate until
when: begin begins start starts: begin start effective commence
when: finish finished ready done: completion complete completed finish
quit leave cancel terminate get out: terminate notice termination
licence licences license licensed: licence copyright copying
liable: liability
answer reply respond react: reply answer respond response within
allowed allow may permitted: allowed forbidden prohibited permitted must
late delayed: delay delayed because
builds build built: contract contractor builder built
supplies supply supplied: supplies supplier contract
live lives located stand stands: address site location
people persons staff employees: employees staff people
homes houses: properties households homes
phone telephone ring call: extension telephone phone number call
broken wrong matter: fault leaks defect broken`,
	"de": `
tief: Tiefe
lang lange: Länge Dauer Frist
breit: Breite
hoch: Höhe
schwer: Gewicht
hart: Härte
alt: Alter gegründet
weit: Entfernung
groß: Größe Fläche
schnell: innerhalb Frist
geld betrag summe: Euro
temperatur: Grad
rabatt nachlass: Prozent
kostet kosten teuer: Preis Kosten Gebühr Entgelt
who: leitet leiten zuständig: Leiter Leiterin Leitung zuständig verantwortlich
when: endet läuft: endet Laufzeit Kündigung
beginnt: Beginn gültig`,
	"fr": `
long: longueur durée délai
haut: hauteur
lourd: poids
coûte: prix coût tarif
argent somme montant: euros
température: degrés
who: dirige: directeur directrice responsable chef
finit: fin terme échéance
commence: début`,
	"es": `
largo: longitud duración plazo
alto: altura
pesa: peso
cuesta: precio coste tarifa
dinero importe suma: euros
temperatura: grados
who: dirige: director directora responsable jefe
termina: fin plazo vencimiento
empieza: inicio comienzo`,
}

// A relation is between words that ask and words that answer.
type relation struct {
	want    Want // Anything: of any question
	answers []string
}

var relations = sync.OnceValue(func() map[string]map[string][]relation {
	out := map[string]map[string][]relation{}
	for lang, text := range groups {
		out[lang] = map[string][]relation{}
		for line := range strings.Lines(text) {
			parts := strings.Split(line, ":")
			var r relation
			switch strings.TrimSpace(parts[0]) {
			case "who":
				r.want, parts = Person, parts[1:]
			case "when":
				r.want, parts = Time, parts[1:]
			}
			if len(parts) != 2 {
				continue
			}
			r.answers = strings.Fields(parts[1])
			for w := range strings.FieldsSeq(parts[0]) {
				out[lang][w] = append(out[lang][w], r)
			}
		}
		for line := range strings.Lines(synonyms[lang]) {
			list := strings.Fields(line)
			for i, w := range list {
				others := slices.Delete(slices.Clone(list), i, i+1)
				w = strings.ToLower(w)
				out[lang][w] = append(out[lang][w], relation{answers: others})
			}
		}
	}
	return out
})

// Related are words that the answer to a question with a word in small letters may be written with: depth for deep, manager for the one who runs
// something.
func (q Question) Related(word string) (list []string) {
	wants := q.Wants()
	for _, r := range relations()[q.Lang][word] {
		if r.want == Anything || r.want == wants {
			list = append(list, r.answers...)
		}
	}
	return list
}
