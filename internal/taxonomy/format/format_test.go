package format

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"pgregory.net/rapid"
)

func read(t *testing.T, text string, o Options) Result {
	t.Helper()
	r, err := Read(strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fixture(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// counted is remarks as a table.
func counted(r taxonomy.Remarks) map[string]int {
	m := map[string]int{}
	for _, x := range r {
		m[x.What] += x.Count
	}
	return m
}

func TestMeSHDescriptors(t *testing.T) {
	got := read(t, fixture(t, "desc.xml"), Options{})
	want := []taxonomy.Concept{
		{ID: "D000001", Name: "Calcimycin", Synonyms: []string{"A-23187"}, Positions: []string{"D03.633.100.221.173"}},
		{ID: "D000222", Name: "Adaptation, Physiological", Synonyms: []string{"Phenotypic Plasticity", "Physiological Adaptation"}, Positions: []string{"G07.025", "G16.012.500"},
			Notes: "The non-genetic biological changes of an organism in response to challenges in its ENVIRONMENT.\n\nPhenotypic Plasticity: Of one genotype, more than one phenotype.\n\nAnnotation: differentiate from ADAPTATION, BIOLOGICAL & its kin"},
		{ID: "D000900", Name: "Anti-Bacterial Agents", Positions: []string{"D27.505.954.122.085"}, Links: []string{"D000001"}},
		{ID: "D001833", Name: "Body Temperature Regulation", Synonyms: []string{"Thermoregulation"}, Positions: []string{"G16.012.500.535"}, Parents: []string{"D000222"}},
		{ID: "D005260", Name: "Female"},
	}
	if got.Format != "mesh-xml" || got.Name != "mesh" || !cmp.Equal(got.Concepts, want, cmpopts.EquateEmpty()) {
		t.Errorf("%s %s %s", got.Format, got.Name, cmp.Diff(want, got.Concepts, cmpopts.EquateEmpty()))
	}
	if got, want := counted(got.Remarks), map[string]int{"pharmacological actions that are not in the file were left out": 1, `references of the kind "see related" are not kept`: 1}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

// TestSKOS reads the same concepts in three syntaxes.
func TestSKOS(t *testing.T) {
	hr, leave, pay, old := "http://ex.org/v/#hr", "http://ex.org/v/#leave", "http://ex.org/v/pay/x.y", "http://ex.org/v/#old"
	want := map[string][]taxonomy.Concept{
		"": {
			{ID: hr, Name: "People & work", Synonyms: []string{"4.8", "48", "h.r.", "HR", `Staff "matters"`}, Notes: "What people do.\nAnd get."},
			{ID: leave, Name: "Leave!", Positions: []string{"A.1"}, Parents: []string{hr}, Links: []string{pay}},
			{ID: old, Name: "Alt", Synonyms: []string{"Uralt"}, Retired: true},
			{ID: pay, Name: "Pay", Parents: []string{hr}, Links: []string{leave}},
		},
		"de": {
			{ID: hr, Name: "Personal", Synonyms: []string{"4.8", "48", "Belegschaft"}, Notes: "Alles über Leute"},
			{ID: leave, Name: "Leave!", Positions: []string{"A.1"}, Parents: []string{hr}, Links: []string{pay}},
			{ID: old, Name: "Alt", Synonyms: []string{"Uralt"}, Retired: true},
			{ID: pay, Name: "Pay", Parents: []string{hr}, Links: []string{leave}},
		},
	}
	for _, file := range []string{"skos.ttl", "skos.rdf", "skos.jsonld"} {
		for language, want := range want {
			got := read(t, fixture(t, file), Options{Language: language, Name: "v"})
			if !cmp.Equal(got.Concepts, want, cmpopts.EquateEmpty()) {
				t.Errorf("%s in %q: %s", file, language, cmp.Diff(want, got.Concepts, cmpopts.EquateEmpty()))
			}
			if n := counted(got.Remarks); n["parents that are not in the file were left out"] != 1 || n["statements <http://www.w3.org/2004/02/skos/core#hasTopConcept> are not kept"] != 1 {
				t.Errorf("%s: %+v", file, n)
			}
		}
	}
}

// TestTables reads the same concepts from tables and texts of several forms.
func TestTables(t *testing.T) {
	want := []taxonomy.Concept{
		{ID: "hr", Name: "HR", Synonyms: []string{"People", "Staff|s"}},
		{ID: "leave", Name: "Leave policy", Notes: "25 days;\nor more", Parents: []string{"hr"}, Positions: []string{"A.1", "B"}, Links: []string{"pay"}, Retired: true},
		{ID: "pay", Name: "2019", Parents: []string{"hr", "leave"}},
	}
	for name, text := range map[string]string{
		"comma":     "id,name,parents,synonyms,notes,position,links,retired\nhr,HR,,Staff\\|s|People,,,,\nleave,Leave policy,HR,,\"25 days;\nor more\",A.1 | B,2019,yes\npay,2019,hr|Leave Policy,,,,,false\n",
		"semicolon": "\xEF\xBB\xBFName;ID;Parent;Synonyms;Notes;Positions;Links;Retired;Owner\r\nHR;hr;;Staff\\|s|People;;;;;x\r\nLeave policy;leave;hr;;\"25 days;\nor more\";A.1|B;pay;1;\r\n2019;pay;hr|leave\r\n;;;\r\n",
		"json":      `{"id":"hr","name":"HR","synonyms":["Staff|s","People"]}` + "\n" + `{"id":"leave","name":"Leave policy","notes":"25 days;\nor more","parents":["hr"],"positions":["A.1","B"],"links":["pay"],"retired":true}` + "\n\n" + `{"id":"pay","name":"2019","parents":["hr","leave policy"]}`,
		"yaml":      "# ours\nvocabulary: ours\nconcepts:\n- {id: hr, name: HR, synonyms: [Staff|s, People]}\n- id: leave\n  name: Leave policy\n  notes: |\n    25 days;\n    or more\n  parents: hr\n  positions: [A.1, B]\n  links: [\"2019\"]\n  retired: true\n- id: pay\n  name: 2019\n  parents: [HR, leave]\n",
		"nested":    "concepts:\n- id: hr\n  name: HR\n  synonyms: [Staff|s, People]\n  children:\n  - id: leave\n    name: Leave policy\n    notes: \"25 days;\\nor more\"\n    positions: [A.1, B]\n    links: [pay]\n    retired: true\n    children:\n    - {id: pay, name: 2019}\n  - {id: pay, name: 2019}\n",
	} {
		got := read(t, text, Options{Name: "v"})
		if !cmp.Equal(got.Concepts, want, cmpopts.EquateEmpty()) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got.Concepts, cmpopts.EquateEmpty()))
		}
	}
	if r := read(t, "name\nA\nB\n", Options{}); len(r.Concepts) != 2 || r.Format != "csv" {
		t.Errorf("%+v", r)
	}
	tree := []taxonomy.Concept{{ID: "HR", Name: "HR"}, {ID: "Leave", Name: "Leave", Parents: []string{"HR"}}, {ID: "Parental", Name: "Parental", Parents: []string{"Family", "Leave"}}, {ID: "Family", Name: "Family"}, {ID: "yes", Name: "yes", Parents: []string{"HR"}}}
	slices.SortFunc(tree, func(a, b taxonomy.Concept) int { return strings.Compare(a.ID, b.ID) })
	for _, text := range []string{"HR:\n  Leave:\n    - Parental\n  yes:\nFamily: Parental\n", "- HR:\n  - Leave:\n    - Parental\n  - yes\n- Family:\n    Parental:\n"} {
		if got := read(t, text, Options{}); !cmp.Equal(got.Concepts, tree, cmpopts.EquateEmpty()) {
			t.Errorf("%s: %s", text, cmp.Diff(tree, got.Concepts, cmpopts.EquateEmpty()))
		}
	}
}

func TestPLOSAndTrees(t *testing.T) {
	plos := "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plosthes.2017-1>\n<TermInfo>\n<T>3&apos; UTR</T>\n<SALP>x</SALP>\n<BT>RNA</BT>\n<RT>Gone</RT>\n<Status>Accepted</Status>\n<Synonym>3&apos;UTR</Synonym>\n<SN>At the end.</SN>\n<PH>a\x1cb</PH>\n<OC>10.60^3&apos; UTR|50.1.2^3&apos; UTR</OC>\n</TermInfo>\n<TermInfo><T>RNA</T><NT>3&apos; UTR</NT><OC>10^RNA</OC></TermInfo></plosthes.2017-1>"
	got := read(t, plos, Options{})
	want := []taxonomy.Concept{{ID: "3' UTR", Name: "3' UTR", Synonyms: []string{"3'UTR"}, Notes: "At the end.", Parents: []string{"RNA"}, Positions: []string{"10.60", "50.1.2"}}, {ID: "RNA", Name: "RNA", Positions: []string{"10"}}}
	if got.Name != "plos" || !cmp.Equal(got.Concepts, want, cmpopts.EquateEmpty()) {
		t.Error(cmp.Diff(want, got.Concepts, cmpopts.EquateEmpty()))
	}
	if n := counted(got.Remarks); n["control characters that XML does not allow were left out"] != 1 || n["elements <PH> are not kept"] != 1 || n["links to what is not in the file were left out"] != 1 {
		t.Errorf("%+v", n)
	}
	got = read(t, "Body Regions;A01\nBreast;A01.236\nBreast;B02\n", Options{})
	want = []taxonomy.Concept{{ID: "Body Regions", Name: "Body Regions", Positions: []string{"A01"}}, {ID: "Breast", Name: "Breast", Parents: []string{"Body Regions"}, Positions: []string{"A01.236", "B02"}}}
	if got.Format != "mesh-trees" || !cmp.Equal(got.Concepts, want, cmpopts.EquateEmpty()) {
		t.Error(cmp.Diff(want, got.Concepts, cmpopts.EquateEmpty()))
	}
}

func TestReadErrors(t *testing.T) {
	var aliases strings.Builder
	aliases.WriteString("a: &a [x, x]\n")
	for c := 'b'; c < 'z'; c++ {
		aliases.WriteString(string(c) + ": &" + string(c) + " [*" + string(c-1) + ", *" + string(c-1) + "]\n")
	}
	head := `@prefix s: <http://www.w3.org/2004/02/skos/core#> .` + "\n"
	rdf := `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#">` + "\n"
	for _, tc := range []struct{ text, want string }{
		{"", "begins like no vocabulary"},
		{"\x00\x01\x02", "begins like no vocabulary"},
		{head + "<a> s:prefLabel \"x\" ;\n  s:broader b:c .", `line 3, column 13: the prefix "b:" is not defined`},
		{head + "<a> s:prefLabel \"x\" <b> .", "line 2, column 21: one of ; , . is missing"},
		{head + "<a> s:prefLabel \"x", "line 2, column 18: the text does not end"},
		{head + `<a> s:prefLabel "\q" .`, `\q is no escape`},
		{head + `<a> s:prefLabel "\uD800" .`, "is no character"},
		{head + `<a> s:broader ` + strings.Repeat("[ s:broader ", 1000), "nested more than"},
		{head + `<a> s:broader ` + strings.Repeat("(", 1000), "nested more than"},
		{head + `<< <a> <b> <c> >> <d> <e> .`, "no"},
		{rdf + `<s:Concept rdf:about="a"><s:broader rdf:parseType="Odd"/></s:Concept></rdf:RDF>`, `line 2, column 58: rdf:parseType="Odd"`},
		{rdf + `<s:Concept rdf:about="a"><s:broader rdf:ID="x"/></s:Concept></rdf:RDF>`, "is not understood"},
		{rdf + `<s:Concept rdf:about="a">`, "EOF"},
		{rdf + strings.Repeat("<s:Concept><s:narrower>", 1000), "nested more than"},
		{"<?xml version='1.0'?>\n<!DOCTYPE d [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]>\n<DescriptorRecordSet><DescriptorRecord><DescriptorUI>D1</DescriptorUI><Annotation>&b;</Annotation></DescriptorRecord></DescriptorRecordSet>", "entity"},
		{"<DescriptorRecordSet><DescriptorRecord>" + strings.Repeat("<a>", 200_000), "EOF"},
		{"<DescriptorRecordSet><DescriptorRecord><Annotation>" + strings.Repeat("x", maxRecord+1<<20), "longer than 16 MiB"},
		{`{"@context":"https://example.org/context.jsonld","@id":"x"}`, `"https://example.org/context.jsonld", and nothing is fetched`},
		{`{"@id":` + strings.Repeat(`{"x":`, 2000) + "1" + strings.Repeat("}", 2001), "nested more than"},
		{aliases.String(), "anchors and aliases are not read"},
		{"concepts: " + strings.Repeat("[", 100_000), "nested more than"},
		{"a:\n" + strings.Repeat("- ", 100_000), "deep"},
		{"concepts:\n- name: A\n  syn: B\n", `line 3, column 3: the key "syn" of a concept is not known`},
		{"concepts:\n- id: a\n  name: A\n- id: a\n  name: B\n", "two concepts have the identifier"},
		{"id,name\n1,A\n1,B\n", `two concepts have the identifier "1"`},
		{"name,name\nA,B\n", "two columns"},
		{"name,notes\nA,\xff\n", "line 2 is not valid UTF-8"},
		{"name,retired\nA,perhaps\n", "must be true or false"},
		{"name,notes\nA,b,c\n", "more cells than there are columns"},
		{`{"name":"A"}` + "\n" + `{"name":"B","parent":["A"]}`, "line 2: json: unknown field"},
		{"A;A01\nB;A02\nC;A03\nD:A04", "line 4"},
	} {
		_, err := Read(strings.NewReader(tc.text), Options{})
		if err == nil || !strings.Contains(err.Error(), tc.want) || spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%.60q: %v, want an invalid-error with %q", tc.text, err, tc.want)
		}
	}
	if _, err := Read(strings.NewReader("name\nA\n"), Options{Format: "odd"}); err == nil || !strings.Contains(err.Error(), "skos-turtle") {
		t.Errorf("an odd format: %v", err)
	}
	if _, err := Read(strings.NewReader("name\n"+strings.Repeat("A\n", 1000)), Options{MaxBytes: 100}); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("too long: %v", err)
	}
}

// TestBounds: long parts are cut or left out, and remarks say so.
func TestBounds(t *testing.T) {
	long := strings.Repeat("é", 1000)
	v := taxonomy.Vocabulary{Concepts: []taxonomy.Concept{{ID: "a", Name: long, Synonyms: []string{long, "s", "S"}, Notes: strings.Repeat("n", 100_000), Parents: []string{"a", "b"}, Positions: []string{"x y", strings.Repeat("1.", 200)}}}}
	r, err := v.Normalize()
	c := v.Concepts[0]
	if err != nil || len(c.Name) != 800 || !cmp.Equal(c.Synonyms, []string{"s"}) || len(c.Notes) != 64<<10 || c.Parents != nil || c.Positions != nil || len(r) != 6 {
		t.Errorf("%v %d %v %d %v %v %+v", err, len(c.Name), c.Synonyms, len(c.Notes), c.Parents, c.Positions, r)
	}
}

// TestRoundTrip: a written vocabulary reads as the same one.
func TestRoundTrip(t *testing.T) {
	text := rapid.StringN(1, 12, -1).Filter(func(s string) bool { return taxonomy.Fold(s) != "" })
	id := rapid.OneOf(rapid.SampledFrom([]string{"a", "http://ex.org/a#b", "urn:spar:concept:x", "Ü \"|\\ y", "100%", "x:y z", "yes", "1.0"}), text)
	rapid.Check(t, func(t *rapid.T) {
		v := taxonomy.Vocabulary{Name: "v"}
		ids := rapid.SliceOfNDistinct(rapid.Map(id, strings.TrimSpace), 1, 5, rapid.ID).Draw(t, "ids")
		for _, i := range ids {
			if strings.ContainsFunc(i, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
				t.Skip("no identifier")
			}
			some := func(what string) []string { return rapid.SliceOfN(rapid.SampledFrom(ids), 0, 2).Draw(t, what) }
			v.Concepts = append(v.Concepts, taxonomy.Concept{ID: i, Name: text.Draw(t, "name"), Synonyms: rapid.SliceOfN(text, 0, 3).Draw(t, "synonyms"), Notes: rapid.StringN(0, 20, -1).Draw(t, "notes"),
				Parents: some("parents"), Links: some("links"), Positions: rapid.SliceOfN(rapid.SampledFrom([]string{"A.1", "A", "1.10"}), 0, 2).Draw(t, "positions"), Retired: rapid.Bool().Draw(t, "retired")})
		}
		if _, err := v.Normalize(); err != nil {
			t.Skip(err)
		}
		for _, f := range Formats(true) {
			var b bytes.Buffer
			if err := Write(&b, v, f[0]); err != nil {
				t.Fatal(err)
			}
			got, err := Read(bytes.NewReader(b.Bytes()), Options{Name: "v"})
			if err != nil || got.Format != f[0] || len(got.Remarks) > 0 || !cmp.Equal(got.Vocabulary, v, cmpopts.EquateEmpty()) {
				t.Fatalf("as %s, read as %s: %v %+v\n%s\n%s", f[0], got.Format, err, got.Remarks, cmp.Diff(v, got.Vocabulary, cmpopts.EquateEmpty()), b.String())
			}
		}
	})
}

// FuzzRead: no file makes the reader panic or hang, and its results are in normal form.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"desc.xml", "skos.ttl", "skos.rdf", "skos.jsonld"} {
		f.Add(fixture(f, name))
	}
	for _, text := range []string{"A;A01\nB;A01.1\n", "id,name,parents\n1,A,\n2,B,1\n", "HR:\n  Leave: [a, b]\n", `{"ui":"D1","name":"A","tree_numbers":["A01"]}`, `{"id":"a","name":"A"}`,
		"<x><TermInfo><T>A</T><OC>1^A</OC></TermInfo></x>", "concepts:\n- {id: a, name: A}\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range append(Formats(false), [2]string{}) {
			r, err := Read(strings.NewReader(text), Options{Format: name[0]})
			if err != nil {
				continue
			}
			before, _ := json.Marshal(r.Concepts)
			if more, err := r.Vocabulary.Normalize(); err != nil || len(more) > 0 {
				t.Fatalf("%s: %+v %v", name[0], more, err)
			}
			if after, _ := json.Marshal(r.Concepts); !bytes.Equal(before, after) {
				t.Fatalf("%s: %s is not %s", name[0], before, after)
			}
		}
	})
}
