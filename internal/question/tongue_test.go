package question

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// officeWords are a vocabulary of an office that writes German, French and Spanish.
func officeWords() *Vocabulary {
	v := NewVocabulary()
	for key, values := range map[string][]string{
		"share": {"ablage"}, "folder": {"Verträge", "Archiv", "Finances", "Finanzen", "Contabilidad", "Rechnungen"},
		"author": {"Anna Schulz", "Juan Pérez", "Marie Dubois"}, "tag": {"Mietvertrag", "Contrat de travail", "Contratos"}, "company": {"Meier GmbH"},
		"confidentiality": {"internal", "confidential", "public", "secret"},
	} {
		for _, value := range values {
			v.Add(key, value)
		}
		v.AddKey(key, false)
	}
	v.Add("doc-status", "draft", "entwurf", "brouillon", "borrador")
	v.Add("doc-status", "final", "approved", "in force")
	v.Add("doc-status", "superseded", "obsolete")
	v.AddKey("doc-status", false)
	for _, f := range []string{"pdf", "docx", "doc", "xlsx", "eml", "pptx", "jpg"} {
		v.AddFormat(f)
	}
	return v
}

// TestGerman: sentences in German become what their English sisters become.
func TestGerman(t *testing.T) {
	spokenTable(t, [][3]string{
		{"PDFs aus 2024 über Verträge", "type:pdf modified:2024", "Verträge"},
		{"finde alle Tabellen mit Aufträgen", "type:xlsx", "Aufträgen"},
		{"Präsentationen von Anna aus dem letzten Monat, ohne Entwürfe", "type:pptx author:Anna Schulz modified:2025-05 -doc-status:draft", ""},
		{"die neuesten Rechnungen der Firma Meier", "folder:Rechnungen company:Meier GmbH", "neuesten"},
		{"keine Scans", "", "Scans"},
		{"nicht aus dem Archiv", "-folder:Archiv", ""},
		{"E-Mails, die Anna Schulz seit März 2023 geschickt hat", "type:eml author:Anna Schulz modified:2023-03..", ""},
		{"PDFs, die seit 2022 nicht geändert wurden", "type:pdf modified:..2022", ""},
		{"seit März 2023 geänderte Word-Dokumente", "modified:2023-03.. type:docx|doc", ""},
		{"PDFs vom Mai letzten Jahres", "type:pdf modified:2024-05", ""},
		{"was hat Anna im Mai 2024 geschrieben?", "author:Anna Schulz modified:2024-05", ""},
		{"mit „Mietvertrag“ verschlagwortete PDFs", "tag:Mietvertrag type:pdf", ""},
		{"Mietvertraege von Anna", "~tag:Mietvertrag author:Anna Schulz", ""},
		{"alle Untermietverträge", "~tag:Mietvertrag", "Untermietverträge"},
		{"Dokumente über 20 Seiten", "pages:>20", ""},
		{"Bilder größer als 2,5 MB", "type:jpg size:>2500kB", ""},
		{"Tabellen im Ordner Finanzen, außer den Entwürfen", "type:xlsx folder:Finanzen -doc-status:draft", ""},
		{"PDFs vom 3.4.2024 bis 7.4.2024", "type:pdf modified:2024-04-03..2024-04-07", ""},
		{"PDFs aus dem 1. Quartal 2024", "type:pdf modified:2024-01..2024-03", ""},
	})
}

func spokenTable(t *testing.T, list [][3]string) {
	t.Helper()
	v := officeWords()
	for _, c := range list {
		got := ParseSentence(c[0], v, Options{Now: now, Fiscal: time.January})
		var scope string
		for i, k := range got.Scope(false).Constraints {
			if i > 0 {
				scope += " "
			}
			scope += printed(k)
		}
		if scope != c[1] || got.About() != c[2] {
			if tg := spokenIn(c[0], v); tg != nil {
				t.Errorf("%q said %q\n got %s, about %q\nwant %s, about %q", c[0], tg.tell(c[0], v).text, scope, got.About(), c[1], c[2])
				continue
			}
			t.Errorf("%q is English\n got %s, about %q\nwant %s, about %q", c[0], scope, got.About(), c[1], c[2])
		}
	}
}

// TestFrench: sentences in French become what their English sisters become.
func TestFrench(t *testing.T) {
	spokenTable(t, [][3]string{
		{"les fichiers de 2024 sur les contrats", "modified:2024", "contrats"},
		{"documents modifiés depuis janvier dans le dossier Finances", "modified:2025-01.. folder:Finances", ""},
		{"tous les PDF de plus de 10 Mo", "type:pdf size:>10MB", ""},
		{"les présentations de Marie du mois dernier, sauf les brouillons", "type:pptx author:Marie Dubois modified:2025-05 -doc-status:draft", ""},
		{"courriels envoyés par Juan en mars 2023", "type:eml author:Juan Pérez modified:2023-03", ""},
		{"les PDF qui n'ont pas été modifiés depuis 2022", "type:pdf modified:..2022", ""},
		{"les documents Word d'Anna Schulz", "type:docx|doc author:Anna Schulz", ""},
		{"les photos de l'été 2023", "type:jpg modified:2023-06..2023-08", ""},
		{"les PDF du 3/4/2024", "type:pdf modified:2024-04-03", ""},
		{"les PDF de mai de l'année dernière", "type:pdf modified:2024-05", ""},
		{"la version 3 des PDF", "doc-version:3 type:pdf", ""},
		{"documents internes de Marie", "confidentiality:internal author:Marie Dubois", ""},
		{"fichiers excel modifies le mois dernier", "type:xlsx modified:2025-05", ""},
		{"ni brouillons ni tableurs", "-doc-status:draft -type:xlsx", ""},
		{"les PDF dont le nom contient brouillon", "type:pdf name:*brouillon*", ""},
		{"les présentations d'il y a deux semaines", "type:pptx modified:2025-06-02..2025-06-08", ""},
	})
}

// TestSpanish: sentences in Spanish become what their English sisters become.
func TestSpanish(t *testing.T) {
	spokenTable(t, [][3]string{
		{"los correos de Juan de marzo de 2023", "type:eml author:Juan Pérez modified:2023-03", ""},
		{"las presentaciones de Anna del mes pasado, sin borradores", "type:pptx author:Anna Schulz modified:2025-05 -doc-status:draft", ""},
		{"documentos modificados desde enero en la carpeta Contabilidad", "modified:2025-01.. folder:Contabilidad", ""},
		{"los PDF que no se han modificado desde 2022", "type:pdf modified:..2022", ""},
		{"las hojas de cálculo que no son de Juan", "type:xlsx -author:Juan Pérez", ""},
		{"los PDF del 3 al 7 de abril de 2024", "type:pdf modified:2024-04-03..2024-04-07", ""},
		{"el contrato de Juan", "~tag:Contratos author:Juan Pérez", ""},
		{"los PDF con mas de dos anos", "type:pdf modified:<2023-06-18", ""},
		{"todos los archivos excepto los PDF", "-type:pdf", ""},
	})
}

// TestTongues: the language is told by closed words, and English stays English.
func TestTongues(t *testing.T) {
	v := officeWords()
	for text, want := range map[string]string{
		"PDFs aus 2024": "de", "keine Scans": "de", "Präsentationen 2024": "de", "les PDF": "fr", "tableurs": "fr", "los PDF sin borradores": "es", "sin borradores": "es",
		"PDFs about Verträge": "", "the contracts of Meier GmbH": "", "invoices from La Paz": "", "letters of Charles de Gaulle from 2024": "", "talks Faye Winter gave last winter": "",
		"Charles de Gaulle 2024": "", "bericht-von-anna.pdf": "", "PDFs by Anna die Große": "", "": "",
	} {
		got := ""
		if l := spokenIn(text, v); l != nil {
			got = l.lang
		}
		if got != want {
			t.Errorf("%q is taken for %q, want %q", text, got, want)
		}
	}
}

// TestOwnWords: the parts of a sentence in another language keep the user's words, and commands keep the names they give.
func TestOwnWords(t *testing.T) {
	v := officeWords()
	got := ParseSentence("Präsentationen von Anna, ohne Entwürfe", v, Options{Now: now})
	for i, want := range []string{"Präsentationen", "Anna", "ohne Entwürfe"} {
		if i >= len(got.Parts) || got.Parts[i].Spans[0].Of(got.Text) != want {
			t.Errorf("part %d is not %q: %+v", i, want, got.Parts)
		}
	}
	got = ParseSentence("PDFs seit der Fusion", v, Options{Now: now})
	if len(got.Unclear) != 1 || got.Unclear[0].Of(got.Text) != "seit der Fusion" {
		t.Errorf("%+v", got)
	}
	for text, want := range map[string]Sentence{
		"lege einen Arbeitsbereich namens miete aus allen PDFs an":   {Command: Build, Name: "miete"},
		"benenne den Arbeitsbereich miete in entwurf um":             {Command: Rename, Name: "miete", To: "entwurf"},
		"supprime l'espace de travail scans":                         {Command: Delete, Name: "scans"},
		"renomme l'espace de travail scans en images":                {Command: Rename, Name: "scans", To: "images"},
		"crea un espacio de trabajo llamado fotos con todos los PDF": {Command: Build, Name: "fotos"},
	} {
		if got := ParseSentence(text, v, Options{Now: now}); got.Command != want.Command || got.Name != want.Name || got.To != want.To {
			t.Errorf("%q: %s %q %q", text, got.Command, got.Name, got.To)
		}
	}
}

// TestVerbsOfOthers: words behind an unknown verb are doubted in German, too, where the verb comes last.
func TestVerbsOfOthers(t *testing.T) {
	got := ParseSentence("Mietverträge, über die sich Leute im Mai 2024 beschwert haben", officeWords(), Options{Now: now})
	for _, p := range got.Parts {
		if p.date != nil && !p.Guess {
			t.Errorf("%+v", got.Parts)
		}
	}
}

// TestAnySpoken: any text is understood somehow, and its spans are pieces of it.
func TestAnySpoken(t *testing.T) {
	v := officeWords()
	pieces := strings.Fields(`PDFs die der seit 2022 nicht geändert wurden von Anna geschriebene , aus l'année dernière d'Anna qu'il ne pas ni sauf le 3/4/2024 10,5 Mo lege an Arbeitsbereich namens
		de marzo del año pasado los últimos tres meses que sin "a b" „x type:pdf a.txt ß é 日本 erste drei . ( ) - in denen es um geht weder noch Verträgen Mietverträge hat`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "words"), rapid.SampledFrom([]string{" ", "  ", ", ", ""}).Draw(t, "between"))
		got := ParseSentence(text, v, Options{Now: now})
		for _, p := range got.Parts {
			for _, s := range p.Spans {
				if s.Start < 0 || s.End > len(text) || s.Start >= s.End || !utf8.ValidString(s.Of(text)) {
					t.Errorf("%q: %+v", text, p)
				}
			}
		}
		for _, k := range append(got.Keywords, spansOf(got.Unclear)...) {
			_ = k.Of(text)
		}
		ParseInventories(text)
	})
}

// TestSpokenInventories: questions about the files themselves mean the same in these languages as in English.
func TestSpokenInventories(t *testing.T) {
	for text, want := range map[string]Inventory{
		"Wie viele Präsentationen gibt es aus dem Jahr 2024?":          {FileCount, "presentations in 2024", 0},
		"Liste alle Präsentationen auf, die seit 2023 geändert wurden": {FileList, "presentations that were changed since 2023", 0},
		"la plus grande présentation":                                  {LargestFiles, "presentations", 0},
		"les trois plus gros fichiers":                                 {LargestFiles, "", 3},
		"¿cuáles son los PDF más recientes?":                           {NewestFiles, "PDFs", 0},
		"¿cuántas presentaciones hay desde 2023?":                      {FileCount, "presentations since 2023", 0},
	} {
		list := ParseInventories(text)
		if len(list) == 0 || !slices.ContainsFunc(list, func(i Inventory) bool {
			return i.Of == want.Of && i.Most == want.Most && Unspecific(i.Files) == Unspecific(want.Files)
		}) {
			t.Errorf("%q: %+v", text, list)
		}
	}
	for _, text := range []string{"Wie viele Tage Urlaub habe ich?", "combien de jours de congé ai-je ?", "¿cuántos días de vacaciones tengo?"} {
		if list := ParseInventories(text); len(list) > 0 {
			t.Errorf("%q: %+v", text, list)
		}
	}
}
