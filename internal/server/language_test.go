package server_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestLanguage: the words of errors, notes and reasons are in the language that is asked for. All that a program goes by stays.
func TestLanguage(t *testing.T) {
	with := maps.Clone(files)
	with["docs/nothing.txt"] = ""
	h := open(t, with, nil)
	token, reader := h.token(""), h.token("eve")
	for _, c := range []struct {
		token, method, path, body string
		status                    int
		code                      spar.Code
		want                      map[string]string
	}{
		{token, "GET", "/api/v1/files?scope=type:(", "", http.StatusBadRequest, spar.Invalid, map[string]string{
			"": "in the scope: a value is missing (at character 7)", "ja": "in the scope: a value is missing (at character 7)",
			"de-AT,de;q=0.9": "in der Auswahl: ein Wert fehlt (bei Zeichen 7)", "es": "en la selección: falta un valor (en el carácter 7)",
			"fr": "dans la sélection\u00a0: il manque une valeur (au caractère 7)"}},
		{token, "GET", "/api/v1/files?limit=x", "", http.StatusBadRequest, spar.Invalid, map[string]string{"de": `limit ist "x" und muss eine Zahl von 1 bis 1000 sein, die Einträge einer Seite`}},
		{token, "GET", "/api/v1/workspaces/gone", "", http.StatusNotFound, spar.NotFound, map[string]string{"fr": `il n’y a pas d’espace de travail "gone"`}},
		{reader, "POST", "/api/v1/tags", `{"name": "x"}`, http.StatusForbidden, "forbidden", map[string]string{"de": `das braucht das Recht "curate", das Sie oder Ihr Token nicht haben`}},
		{"", "GET", "/api/v1/me", "", http.StatusUnauthorized, "unauthorized", map[string]string{"es": "este servidor solo responde a quien conoce: envíe un token en la cabecera Authorization, como Bearer, o inicie sesión con el enlace que mostró el servidor"}},
		{token, "POST", "/api/v1/ask", `{"question": "?!"}`, http.StatusBadRequest, spar.Invalid, map[string]string{"de": `die Frage "?!" hat kein Wort, das sich in einer Datei finden ließe: nehmen Sie Buchstaben oder Ziffern`}},
	} {
		for language, want := range c.want {
			status, text, header := h.do(c.token, c.method, c.path, c.body, "Accept-Language", language)
			got := decode[api.Failure](t, text).Error
			if status != c.status || got.Code != c.code || got.Message != want {
				t.Errorf("%s %s in %q: %d %s %q, want %d %s %q", c.method, c.path, language, status, got.Code, got.Message, c.status, c.code, want)
			}
			if !strings.Contains(header.Get("Vary"), "Accept-Language") {
				t.Errorf("a cache is not told that the reply depends on the language: %v", header)
			}
		}
	}

	if status, text, _ := h.do(token, "POST", "/api/v1/ask", leave, "Accept-Language", "de"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text) // it reads all files
	}
	for language, want := range map[string]string{"": "the file is empty", "de": "die Datei ist leer", "es": "el archivo está vacío"} {
		_, text, _ := h.do(token, "GET", "/api/v1/files?skipped=true", "", "Accept-Language", language)
		list := decode[api.Page[api.File]](t, text).Items
		if len(list) == 0 || list[0].Reason != want || list[0].State != "no-text" {
			t.Errorf("in %q the skipped files are %s", language, text)
		}
	}
}
