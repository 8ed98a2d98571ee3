package tongue_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
	"pgregory.net/rapid"
)

func TestError(t *testing.T) {
	noShare := spar.Errorf(spar.NotFound, "there is no share %q", "finance")
	_, missing := os.Open(filepath.Join(t.TempDir(), "gone"))
	for _, tt := range []struct {
		err  error
		want string
	}{
		{noShare, `es gibt keine Freigabe "finance"`},
		{spar.Errorf(spar.Invalid, "%w: the shares are %s", noShare, "a, b"), `es gibt keine Freigabe "finance": die Freigaben sind a, b`},
		{errors.New(`there is no share "finance"`), `es gibt keine Freigabe "finance"`}, // it kept no format
		{fmt.Errorf("docs: %w", noShare), `docs: es gibt keine Freigabe "finance"`},
		{spar.Errorf(spar.Invalid, "there is no setting %q%s", "budgt", spar.Phrase(`; did you mean "budget"?`)), `es gibt keine Einstellung "budgt"; meinten Sie "budget"?`},
		{spar.Errorf(spar.Invalid, "there is no share %q", "file not read yet"), `es gibt keine Freigabe "file not read yet"`}, // a name stays
		{spar.Errorf(spar.Internal, "the copy cannot be written: %w", missing), "die Kopie lässt sich nicht schreiben: " + strings.Replace(missing.Error(), "no such file or directory", "keine solche Datei, kein solcher Ordner", 1)},
		{errors.New("words that nobody translated"), "words that nobody translated"},
		{&spar.Error{Code: spar.Internal, Message: "the file is empty"}, "die Datei ist leer"},
	} {
		if got := tongue.Error("de", tt.err); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
		if got := tongue.Error("en", tt.err); got != tt.err.Error() {
			t.Errorf("English is %q, want %q", got, tt.err)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ language, text, want string }{
		{"de", "Nothing here answers this for sure.", "Hier steht nichts, was das sicher beantwortet."},
		{"de", "No file here says Ada. Nothing here answers this for sure.", "Keine Datei hier nennt Ada. Hier steht nichts, was das sicher beantwortet."},
		{"de", "Not in the 3 files that were read; 2 files wait to be read, 1 file is gone.", "Steht nicht in 3 Dateien, die gelesen wurden; 2 Dateien warten auf das Lesen, 1 Datei ist fort."},
		{"de", "Nothing in the 1 file that was read answers this for sure; 2 files wait to be read.", "In 1 Datei, die gelesen wurde, steht nichts, was das sicher beantwortet; 2 Dateien warten auf das Lesen."},
		{"es", "Not in the 1 file that was read; 1 file is gone.", "No está en 1 archivo leído; 1 archivo ya no está."},
		{"fr", "3 files fit no group that was accepted, and 1 new group has them", "3 fichiers n’entrent dans aucun groupe accepté, et 1 nouveau groupe les a"},
		{"de", "of 1,200 files 3 were not read", "von 1.200 Dateien wurden 3 nicht gelesen"},
		{"fr", "of 2 files 1 was not read", "sur 2 fichiers, 1 n’a pas été lu"},
		{"es", "the file is empty", "el archivo está vacío"},
		{"fr", "docs:a.pdf was read in part: the file is empty", "docs:a.pdf a été lu en partie\u00a0: le fichier est vide"},
		{"fr", "it is a picture (120 x 80): its text needs OCR", "c’est une image (120 x 80)\u00a0: son texte demande une OCR"},
		{"de", "1,204 files", "1.204 Dateien"},
		{"fr", "1,204 files", "1\u202f204 fichiers"},
		{"de", "it is nearer to “Leave” (0.39)", "es ist näher bei „Leave“ (0,39)"},
		{"es", "more often than others it has: “a” in 3; “b” in 1,000", "tiene más a menudo que otros: «a» en 3; «b» en 1.000"},
		{"fr", "10 files are not read, so that only names and folders tell what they are", "10 fichiers pas lus, si bien que seuls noms et dossiers disent ce que c’est"},
		{"de", "docs: 12 files are not read, so that only names and folders tell what they are", "docs: 12 Dateien nicht gelesen; nur Namen und Ordner sagen, worum es darin geht"},
		{"fr", "docs: the file is empty", "docs\u00a0: le fichier est vide"},
		{"de", "12 files are not read, so that only names and folders tell what they are; 3 more files are there that you may not read", "12 Dateien nicht gelesen; nur Namen und Ordner sagen, worum es darin geht; 3 weitere Dateien sind da, die Sie nicht lesen dürfen"},
		{"es", "of 2 more files only reading can tell", "de 2 archivos más solo la lectura puede decirlo"},
		{"de", "docs: words that nobody translated", "docs: words that nobody translated"},
		{"de", "rule leave: the file is empty", "Regel leave: die Datei ist leer"},
		{"de", "64 open files; no writing of files; no core files", "64 offene Dateien; kein Schreiben von Dateien; keine Speicherabbilder"},
		{"de", "3 special-file (a link, FIFO, socket or device; never opened)", "3 special-file (ein Link, FIFO, Socket oder Gerät; wird nie geöffnet)"},
		{"fr", "the model server at http://127.0.0.1:1/v1 does not answer: nothing answers at 127.0.0.1:1: check the port, and that the program runs there", "le serveur de modèles à http://127.0.0.1:1/v1 ne répond pas\u00a0: rien ne répond à 127.0.0.1:1\u00a0: vérifiez le port, et que le programme y tourne"},
		{"de", "could not be read: pages 3, 4; letters that its fonts do not explain: pages 7, 9", "nicht lesbar: Seiten 3, 4; Buchstaben, die ihre Schriften nicht erklären: Seiten 7, 9"},
		{"es", "its reader fails on it: it stopped answering", "su lector falla con él: dejó de responder"},
		{"fr", "a plan of the model qwen was not taken: no row that fits", "un plan du modèle qwen n’a pas été retenu\u00a0: no row that fits"},
		{"de", "the text says “lease”; the name of the folder says it: contracts", "der Text sagt „lease“; der Name des Ordners sagt es: contracts"},
		{"xx", "the file is empty", "the file is empty"},
		{"de", "", ""},
	} {
		if got := tongue.Text(tt.language, tt.text); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.language, tt.text, got, tt.want)
		}
	}
}

// TestPlan: the words of a plan are said, its columns and values stay.
func TestPlan(t *testing.T) {
	for text, want := range map[string]string{
		"average of Monthly income for each Department":          "Durchschnitt von Monthly income je Department",
		"number of rows, Role other than Clerk, Age at least 30": "Zahl der Zeilen, Role nicht Clerk, Age mindestens 30",
		"highest year of Hired":                                  "höchster Wert von Jahr von Hired",
		"Name with the highest Income":                           "Name mit dem höchsten Wert von Income",
	} {
		if got := tongue.Plan("de", text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestNames: a name is said where a field holds one, and its word stays in any other text.
func TestNames(t *testing.T) {
	type facet struct {
		Label string `tongue:"name"`
		Key   string
	}
	if got := tongue.Value("de", facet{"Number of pages", "pages"}); got != (facet{"Seitenzahl", "pages"}) {
		t.Errorf("got %+v", got)
	}
	if got := tongue.Name("fr", "A label of the schema's owner"); got != "A label of the schema's owner" {
		t.Errorf("got %q", got)
	}
	if got := tongue.Text("de", "Title"); got != "Title" {
		t.Errorf("a text of one word is %q", got)
	}
	if got := tongue.Format("de", "it is nearer to “%s” (%.2f)", "1.5", 0.391); got != "es ist näher bei „1.5“ (0,39)" {
		t.Errorf("got %q", got)
	}
}

func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "de": "de", "de-AT,de;q=0.9,en;q=0.5": "de", "en;q=0.5, fr;q=0.8": "fr", "ja, es;q=0.3": "es", "ja": "en", "*": "en", "de;q=0, en;q=0.1": "en", "de;q=x": "en",
	} {
		if got := tongue.Accepted(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	for _, tt := range []struct{ all, messages, lang, want string }{
		{"", "", "de_DE.UTF-8", "de"}, {"", "fr_FR", "de_DE", "fr"}, {"C", "fr_FR", "de_DE", "en"}, {"", "", "", "en"}, {"es", "", "de", "es"}, {"", "", "C.UTF-8", "en"}, {"", "", "pt_BR", "en"},
	} {
		env := map[string]string{"LC_ALL": tt.all, "LC_MESSAGES": tt.messages, "LANG": tt.lang}
		if got := tongue.Environment(func(n string) (string, bool) { v, ok := env[n]; return v, ok }); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

func TestValue(t *testing.T) {
	type inner struct {
		Reason string `tongue:"text"`
		Path   string
	}
	type outer struct {
		Notes []string `tongue:"text"`
		One   *inner
		Many  []inner
		Any   any
		By    map[string]inner
		Plain string
	}
	empty := inner{"the file is empty", "the file is empty"}
	v := outer{[]string{"the file is empty", "x"}, &empty, []inner{empty}, empty, map[string]inner{"a": empty}, "the file is empty"}
	said := tongue.Value("es", v).(outer)
	want := inner{"el archivo está vacío", "the file is empty"}
	if said.Notes[0] != want.Reason || said.Notes[1] != "x" || *said.One != want || said.Many[0] != want || said.Any != want || said.By["a"] != want || said.Plain != "the file is empty" {
		t.Errorf("said %+v, %+v", said, *said.One)
	}
	if v.Notes[0] != "the file is empty" || *v.One != empty || v.Many[0] != empty {
		t.Error("the value itself was changed")
	}
	if tongue.Value("es", nil) != nil || tongue.Value("es", 7) != 7 {
		t.Error("a value without words was changed")
	}
}

// TestNothingIsLost fills every format of every language with drawn arguments: none may be missing, and nothing may be left over.
func TestNothingIsLost(t *testing.T) {
	formats := map[string][]string{}
	for language, pairs := range everything(t) {
		for english := range pairs {
			if strings.Contains(english, "%,") || strings.HasPrefix(english, "plan:") {
				continue // a text with a sign of per cent, and no format
			}
			formats[language] = append(formats[language], english)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom([]string{"de", "es", "fr"}).Draw(t, "language")
		format := rapid.SampledFrom(formats[language]).Draw(t, "format")
		var args []any
		for _, v := range verbsOf(format) {
			switch text := rapid.StringMatching(`[a-z][a-z %]{0,8}`).Draw(t, "text"); v.kind {
			case 'd':
				args = append(args, rapid.IntRange(100000, 999999).Draw(t, "number"))
			case 'f':
				args = append(args, 0.5)
			case 'w':
				args = append(args, errors.New(text))
			default:
				args = append(args, text)
			}
		}
		if len(args) == 0 {
			return
		}
		said := tongue.Format(language, format, args...)
		if strings.Contains(said, "%!") {
			t.Fatalf("%q with %q says %q", format, args, said)
		}
		for _, a := range args {
			if text := fmt.Sprint(a); !strings.Contains(said, text) && a != 0.5 {
				t.Fatalf("%q with %q lacks %q: %q", format, args, text, said)
			}
		}
		english := fmt.Errorf(format, args...).Error()
		tongue.Text(language, english) // must not panic, whatever it takes for what
		tongue.Text(language, rapid.String().Draw(t, "any"))
	})
}

// TestNamesThatCouldBeAnything: a name whose every part could be a text of SPAR is looked at a bounded number of times; each part more
// would double them.
func TestNamesThatCouldBeAnything(t *testing.T) {
	hostile := strings.Repeat("x stands alone and in no order. ", 60) + "zzz"
	if got := tongue.Text("de", hostile); got != hostile {
		t.Errorf("it says %q", got)
	}
}
