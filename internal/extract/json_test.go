package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"object", `{"title": "Report", "by": {"name": "Ann", "age": 30}, "tags": ["a", "b"], "none": null, "done": true}`,
			[]string{"title: Report", "by.name: Ann\nby.age: 30\ntags: a\ntags: b\ndone: true"}},
		{"record", `{"item": "washer", "price": 1, "fits": ["M4", "M5"]}`, []string{"= item | price | fits", "| washer | 1 | M4, M5"}},
		{"records by name", `{"year": 2031, "parts": {"flange": {"price": 81, "stock": 3}, "elbow": {"price": 22}, "tee": {"price": 5, "stock": 1}}, "end": 1}`,
			[]string{"year: 2031", "caption: parts", "= parts | price | stock", "| flange | 81 | 3", "| elbow | 22 | ", "| tee | 5 | 1", "end: 1"}},
		{"records by name alone", `{"Ann": {"room": 4}, "Ben": {"room": 7}}`, []string{"= name | room", "| Ann | 4", "| Ben | 7"}},
		{"unlike members", `{"run": {"test": "go"}, "needs": {"left": "1", "right": "2"}}`, []string{"run.test: go", "needs.left: 1\nneeds.right: 2"}},
		{"records and another member", `{"a": {"x": 1}, "b": {"x": 2}, "c": {"x": {"y": 3}}}`, []string{"= name | x", "| a | 1", "| b | 2", "c.x.y: 3"}},
		{"list", `[{"id": 1, "name": "Ann", "at": {"city": "Bern"}}, {"id": 2, "name": "Ben", "tags": ["x", "y"]}]`,
			[]string{"= id | name | at.city | tags", "| 1 | Ann | Bern | ", "| 2 | Ben |  | x, y"}},
		{"list of one record", `{"parts": [{"item": "washer", "price": 1}], "note": [{"text": "` + strings.Repeat("-long", 70) + `", "by": "Ann"}]}`,
			[]string{"caption: parts", "= item | price", "| washer | 1", "note.text: " + strings.Repeat("-long", 70) + "\nnote.by: Ann"}},
		{"inner list", "{\"rows\": [\n{\"a\": 1, \"b\": 2},\n{\"a\": 3, \"b\": 4}], \"end\": 1}", []string{"caption: rows", "= a | b", "| 1 | 2", "| 3 | 4", "end: 1"}},
		{"lines", "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": \"y\"}\n", []string{"= a | b", "| 1 | x", "| 2 | y"}},
		{"late key", strings.Repeat(`{"a": 1, "b": 2}`+"\n", 20) + `{"a": 3, "b": 4, "c": 5}`, append(append([]string{"= a | b"}, strings.Split(strings.Repeat("| 1 | 2\n", 20), "\n")[:20]...), "| 3 | 4 c: 5")},
		{"no keys in common", `[{"a": 1}, {"b": 2}, {"c": 3}]`, []string{"a: 1", "b: 2", "c: 3"}},
		{"escapes", `{"k": "Gr\u00f6\u00dfe \ud83d\ude00"}`, []string{"k: Größe 😀"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.json", c.content, c.want...) })
	}
	for _, name := range []string{"a", "a.txt", "a.json"} {
		if got := Detect([]byte(`{"a": [1, 2`), name); got != "json" {
			t.Errorf("%s is taken as %q", name, got)
		}
	}
	if got := Detect([]byte("[1] Smith, A study of {x}."), "a.txt"); got != "text" {
		t.Errorf("a reference is taken as %q", got)
	}
}

func TestHostileJSON(t *testing.T) {
	for name, content := range map[string]string{
		"deep":     `{"a": "x", "b": ` + strings.Repeat("[", 100_000),
		"deep row": `{"a": "x", "b": [{"c": ` + strings.Repeat(`{"d":`, 100_000),
		"cut off":  `{"a": "x", "b": ["y", `,
		"broken":   `{"a": "` + strings.Repeat("x", 5000) + `", "b": y}`,
		"long":     `{"a": "x", "b": "` + strings.Repeat("y", 9<<20) + `"}`,
		"wide":     `[{"a": "x"}, {` + strings.Repeat(`"b`+strings.Repeat("c", 100)+`":1,`, 10) + strings.Repeat(`"d": "`+strings.Repeat("e", 1000)+`",`, 3000) + `"f":1}]`,
	} {
		if doc := document(t, "a.json", content); doc.State != spar.Partial {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
}

func TestXML(t *testing.T) {
	checkOutline(t, "a.xml", `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha">]><order id="7"><to><name>Ann</name><city>Bern &amp; Biel</city></to><item sku="X1"><n>2</n></item><note>Two <b>bold</b> words &a;</note></order>`,
		"id: 7", "# to Ann", "name: Ann\ncity: Bern & Biel", "# item", "sku: X1\nn: 2", "note: Two bold words ha")
	checkOutline(t, "a.xml", "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a><b>Gr\xf6\xdfe</b></a>", "b: Größe")
	for head, want := range map[string]string{"<?xml version=\"1.0\"?><r>": "xml", "<?xml version=\"1.0\"?><!DOCTYPE html><html>": "html", "<r><x>": "text"} {
		if got := Detect([]byte(head), "a"); got != want {
			t.Errorf("%q is taken as %q, want %q", head, got, want)
		}
	}
}

func TestHostileXML(t *testing.T) {
	laughs := `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>before &b;</x>`
	doc := checkOutline(t, "a.xml", laughs, "x: before &b;")
	if doc.State != spar.OK {
		t.Errorf("entities: %s (%s)", doc.State, doc.Reason)
	}
	for name, content := range map[string]string{
		"deep":    `<?xml version="1.0"?><x><y>before</y>` + strings.Repeat("<a>", 6000),
		"cut off": `<?xml version="1.0"?><x><y>before</y><z`,
		"long":    `<?xml version="1.0"?><x><y>before</y><z a="` + strings.Repeat("y", 40<<20) + `"/></x>`,
	} {
		if doc := document(t, "a.xml", content); doc.State != spar.Partial {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
}
