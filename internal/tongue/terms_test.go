package tongue_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// terms are words that stand for one thing of SPAR in each language, with others that must not stand for it beside them.
var terms = map[string][]struct{ term, never string }{
	"de": {
		{"Schlagwort, Schlagwörter", `Schlagworte\b|\bTags\b`},
		{"Stapel", `\bCharge`},
		{"Protokoll", `Prüfpfad`},
		{"Textstelle", `\bPassage`},
		{"Arbeitsbereich", `Workspace|Arbeitsraum`},
		{"Freigabe", `\bShare`},
		{"Gespräch", `\bThread`},
		{"Papierkorb", `\bMülleimer`},
		{"Rechner", `\bMaschine\b`},
		{"Datenträger", `\bPlatten?\b`},
		{"gespeicherte Auswahl", `[gG]esicherte`}, // a backup is a Sicherung
		{"Begleitdatei", `Datei(en)? daneben|Dateien neben Dateien`},
	},
	"es": {
		{"etiqueta", `\btag(s)? (de|que)\b`},
		{"espacio de trabajo", `área de trabajo`},
		{"recurso compartido", `\brecursos? de red\b`},
		{"papelera", `\bbasura\b`},
		{"rol", `\b[Pp]apel(es)?\b`},
		{"significado", `\bsentido\b`},
		{"recurso compartido", `carpetas? compartidas?`},
		{"recorrido", `[Pp]róxima revisión`},
		{"acotar", `\b[Ll]imitar a\b`},
	},
	"fr": {
		{"étiquette", `\bmot-clé de\b|\btag(s)? (de|qui)\b`},
		{"espace de travail", `zone de travail`},
		{"partage", `\bressource partagée`},
		{"corbeille", `\bpoubelle\b`},
		{"modèle de langage", `modèles? de langue\b`},
		{"sélection enregistrée", `sélections? gardée`},
		{"décompresser", `dépaquet`},
		{"endommagé", `abîmé`},
		{"restaurer", `rétabli`},
	},
}

// TestTerms: one thing has one word in a language, in the messages and on the page. Commands and what stands in backticks are not words.
func TestTerms(t *testing.T) {
	command := regexp.MustCompile("`[^`]*`|spar [a-z]+( [a-z]+)*")
	for language, list := range terms {
		var lines []string
		for _, pages := range []string{language + ".txt", "../../web/src/words." + language + ".ts"} {
			text, err := os.ReadFile(pages)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, " ") {
					lines = append(lines, command.ReplaceAllString(line, ""))
				}
			}
		}
		for _, one := range list {
			never := regexp.MustCompile(one.never)
			for _, line := range lines {
				if at := never.FindStringIndex(line); at != nil {
					t.Errorf("%s says %q, not:\n%s", language, one.term, line[max(0, at[0]-40):min(len(line), at[1]+40)])
				}
			}
		}
	}
}
