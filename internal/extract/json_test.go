package extract

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
		{"records in an object", `{"data": {"page": 1, "items": [{"name": "washer", "price": 1}, {"name": "bolt", "price": 2}]}}`,
			[]string{"data.page: 1", "caption: data.items", "= name | price", "| washer | 1", "| bolt | 2"}},
		{"records in records", `[{"id": 7, "city": "Bern", "sum": 9, "parts": [{"name": "washer", "price": 1, "from": [{"by": "A", "at": 2}]}, {"name": "bolt", "price": 2}]}, {"id": 8, "city": "Biel", "sum": 4, "parts": []}]`,
			[]string{"= id | city | sum", "| 7 | Bern | 9", "| 8 | Biel | 4", "caption: parts", "= record.id | record.city | name | price", "| 7 | Bern | washer | 1", "| 7 | Bern | bolt | 2",
				"caption: parts.from", "= record.id | record.city | parts.name | by | at", "| 7 | Bern | washer | A | 2"}},
		{"records in a name and records", `{"shelves": [{"id": "A1", "parts": [{"name": "washer", "price": 1}]}, {"id": "B2", "parts": [{"name": "bolt", "price": 2}]}]}`,
			[]string{"caption: shelves.parts", "= shelves.id | name | price", "| A1 | washer | 1", "| B2 | bolt | 2"}},
		{"a long text and records", `[{"text": "` + strings.Repeat("-long", 40) + `", "in": [{"a": 1, "b": 2}]}, {"text": "short", "in": [{"a": 3, "b": 4}]}]`,
			[]string{"text: " + strings.Repeat("-long", 40) + "\nin.a: 1\nin.b: 2", "text: short\nin.a: 3\nin.b: 4"}},
		{"records of four levels", `[{"id": "A", "in": [{"id": "B", "at": [{"id": "C", "by": [{"id": "D", "n": 1}]}]}]}]`,
			[]string{"caption: in", "= record.id | id", "| A | B", "caption: in.at", "= record.id | in.id | id", "| A | B | C", "caption: in.at.by", "= in.id | at.id | id | n", "| B | C | D | 1"}},
		{"values in objects", `[{"id": 1, "by": [{"name": "Ann"}, {"name": "Ben"}]}, {"id": 2, "by": [{"name": "Cid"}]}]`, []string{"= id | by.name", "| 1 | Ann, Ben", "| 2 | Cid"}},
		{"unlike records hold theirs", `[{"a": 1, "in": [{"x": 1, "y": 2}]}, {"b": 2, "c": 3, "d": 4}, {"e": 5, "f": 6}]`, []string{"a: 1\nin.x: 1\nin.y: 2", "b: 2\nc: 3\nd: 4", "e: 5\nf: 6"}},
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

// A record that comes after those that decided on the columns is written even if no record within it names it.
func TestJSONLateRecords(t *testing.T) {
	long := strings.Repeat("-long", 40)
	sample := strings.Repeat(`{"name": "shelf", "in": [{"a": 1, "b": 2}]},`, jsonSample)
	got := outline(document(t, "a.json", "["+sample+`{"name": "alone"}, {"name": "empty", "in": []}, {"name": "void", "in": [{}]},
		{"name": "`+long+`", "in": [{"a": 3, "b": 4}]}, {"name": "last", "in": [{"a": 5, "b": 6}]}]`))
	want := append([]string{"name: alone", "name: empty", "name: void", "name: " + long + "\nin.a: 3\nin.b: 4", "caption: in", "= record.name | a | b"},
		slices.Repeat([]string{"| shelf | 1 | 2"}, jsonSample)...)
	if diff := cmp.Diff(append(want, "| last | 5 | 6"), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Names add a bounded text to the rows that they name, however deep these lie and however many they are, and no row is lost for it.
func TestJSONNames(t *testing.T) {
	names := ""
	for i := range maxJSONNames {
		names += fmt.Sprintf(`"%c": "%s",`, 'p'+i, strings.Repeat("n", maxJSONName))
	}
	const rows = 20_000
	list := `"in": [` + strings.Repeat(`{"a":1,"b":2},`, rows) + `{"a":3,"b":4}]`
	for name, content := range map[string]string{
		"deep":    `[` + strings.Repeat(`{`+names+`"in": [`, 100) + `{"x": 1, ` + list + `}` + strings.Repeat(`]}`, 100) + `]`,
		"wide":    `[{` + names + list + `}, {` + names + `"in": []}]`,
		"values":  `[{` + names + `"in": [{"in": [` + strings.Repeat(`{"a":1},`, rows) + `{"a":3}]}]}]`,
		"by path": `[{` + names + strings.Repeat(`"`+strings.Repeat("k", 400)+`": [{"a":1,"b":2}],`, rows) + `"in": [{"a":3,"b":4}]}, {` + names + `"in": []}]`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		doc := document(t, "a.json", content)
		runtime.ReadMemStats(&after)
		got, text := 0, 0
		for _, line := range outline(doc) {
			text += len(line)
			if strings.Contains(line, "3 | 4") || strings.Contains(line, "1 | 2") {
				got++
			}
		}
		if doc.State != spar.OK || got != rows+1 && name != "values" {
			t.Errorf("%s: %s (%s), %d rows", name, doc.State, doc.Reason, got)
		}
		if most := 2*maxJSONNamed + 2*maxJSONNaming*len(content); text > most {
			t.Errorf("%s: %d bytes of text from %d", name, text, len(content))
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 200<<20 {
			t.Errorf("%s: %d MB were used for %d bytes", name, used>>20, len(content))
		}
	}
}

// What is held within one record is written before its end when it is much. The records after it are rows again.
func TestJSONHeld(t *testing.T) {
	name, rows := strings.Repeat("n", maxJSONName), maxJSONHeld/500
	got := outline(document(t, "a.json", `[{"p": "`+name+`", "q": "`+name+`", "r": "`+name+`", "in": [`+strings.Repeat(`{"a":"`+name+`","b":2},`, rows)+
		`{"a":3,"b":4}]}, {"p": 5, "q": 6, "r": 7}, {"p": 7, "q": 8, "r": 9}]`))
	tables, held := 0, 0
	for _, line := range got {
		switch {
		case line == "= p | q | r":
			tables++
		case strings.HasSuffix(line, name+" | 2"), strings.HasSuffix(line, "| 3 | 4"):
			held++
		}
	}
	if tables != 2 || held != rows+1 || !slices.Contains(got, "| 5 | 6 | 7") || !slices.Contains(got, "| 7 | 8 | 9") {
		t.Errorf("%d tables, %d rows within a record of %d, %q", tables, held, rows+1, got[len(got)-3:])
	}
}

func TestHostileJSON(t *testing.T) {
	for name, content := range map[string]string{
		"deep":     `{"a": "x", "b": ` + strings.Repeat("[", 100_000),
		"deep row": `{"a": "x", "b": [{"c": ` + strings.Repeat(`{"d":`, 100_000),
		"cut off":  `{"a": "x", "b": ["y", `,
		"broken":   `{"a": "` + strings.Repeat("x", 5000) + `", "b": y}`,
		"long":     `{"a": "x", "b": "` + strings.Repeat("y", 9<<20) + `"}`,
		"deep in":  `[{"a": 1, "b": ` + strings.Repeat(`[{"c": 1, "d": `, 100_000),
		"wide in":  `[{"a": 1, "b": [` + strings.Repeat(`{"c": "`+strings.Repeat("x", 1000)+`", "d": 1},`, 10_000) + `{}]}]`,
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
