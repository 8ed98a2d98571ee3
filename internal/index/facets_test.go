package index

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

const facetSchema = `
attributes:
  department: {values: {Cardiology: [cardio], Radiology: }, from: [path, person]}
  project: {many: true}
`

func described(t interface{ Fatal(...any) }) *schema.Schema {
	s, err := schema.Parse("schema.yaml", []byte(facetSchema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(file spar.FileID, key, value string, origin spar.Origin) spar.Attribute {
	return spar.Attribute{File: file, Key: key, Value: spar.Value{Kind: spar.Text, Text: value}, Origin: origin}
}

// TestFacets: counts are of what holds, by file, and of readable files only.
func TestFacets(t *testing.T) {
	c := company()
	c.attributes = []spar.Attribute{
		text(1, "dept", "cardio", spar.ByPath), text(1, "pages", "12", spar.ByReading), text(1, "project", "A", spar.ByPath), text(1, "project", "B", spar.ByReading),
		text(3, "department", "Oncology", spar.ByPath), text(3, "pages", "n/a", spar.ByReading),
		text(4, "secret-key", "x", spar.ByPerson),
		text(5, "department", "Radiology", spar.ByPath), text(5, "department", "Cardiology", spar.ByPerson), text(5, "owner-only", "x", spar.ByPerson),
		text(6, "department", "radiology", spar.ByPath), text(6, "project", "A", spar.ByPath),
		text(7, "department", "Cardiology", spar.ByReading),
	}
	s, err := At(context.Background(), c, described(t))
	if err != nil {
		t.Fatal(err)
	}
	print := func(who spar.Principal, take func(string) bool, top int) (lines []string) {
		for f, err := range s.Facets(t.Context(), who, spar.Scope{}, take, top) {
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s %v %v %d/%d/%d of %d:", f.Key, f.Kinds, f.Origins, f.Present, f.Missing, f.Unknown, f.Distinct)
			for _, v := range f.Values {
				line += fmt.Sprintf(" %s=%d", v.Value, v.Files)
			}
			lines = append(lines, line)
		}
		return lines
	}
	everybody := spar.Principal{All: true}
	for _, tc := range []struct {
		name string
		who  spar.Principal
		take func(string) bool
		top  int
		want []string
	}{
		{"all", everybody, nil, 2, []string{
			"department [text] [person path] 3/4/0 of 2: Cardiology=2 Radiology=1",
			"owner-only [text] [person] 1/5/1 of 1: x=1",
			"pages [number] [reading] 1/4/2 of 1: 12=1",
			"project [text] [path reading] 2/4/1 of 2: A=2 B=1",
			"secret-key [text] [person] 1/4/2 of 1: x=1",
		}},
		{"one key, one value", everybody, func(k string) bool { return k == "department" }, 1, []string{"department [text] [person path] 3/4/0 of 2: Cardiology=2"}},
		// Keys and values that only others' files have do not exist.
		{"stranger", spar.Principal{UID: stranger}, nil, 9, []string{
			"department [text] [path] 1/2/0 of 1: Cardiology=1",
			"pages [number] [reading] 1/2/0 of 1: 12=1",
			"project [text] [path reading] 1/2/0 of 2: A=1 B=1",
		}},
	} {
		if diff := cmp.Diff(tc.want, print(tc.who, tc.take, tc.top)); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
	faults, err := s.Disallowed(t.Context(), everybody)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		got = append(got, fmt.Sprint(f.Key, "=", f.Value, " ", f.Origin, " ", f.Files[0].Path))
	}
	if diff := cmp.Diff([]string{"department=Cardiology reading weird.txt", "department=Oncology path drop/known.txt", "pages=n/a reading drop/known.txt"}, got); diff != "" {
		t.Error(diff)
	}
	if mine, err := s.Disallowed(t.Context(), spar.Principal{UID: stranger, Groups: []uint32{1}}); err != nil || len(mine) != 3 {
		t.Errorf("a stranger sees %v, %v", mine, err)
	}
}

// TestFacetsAgreeWithScopes: the counts of facets equal the files that scopes select.
func TestFacetsAgreeWithScopes(t *testing.T) {
	names := described(t)
	rapid.Check(t, func(t *rapid.T) {
		c := company()
		c.attributes = nil
		for _, f := range c.files {
			for range rapid.IntRange(0, 3).Draw(t, "attributes") {
				c.attributes = append(c.attributes, text(f.ID,
					rapid.SampledFrom([]string{"department", "project", "author", "dept"}).Draw(t, "key"),
					rapid.SampledFrom([]string{"Cardiology", "cardio", "Radiology", "Oncology", "x"}).Draw(t, "value"),
					rapid.SampledFrom([]spar.Origin{spar.ByPerson, spar.ByPath, spar.ByReading}).Draw(t, "origin")))
			}
		}
		s, err := At(context.Background(), c, names)
		if err != nil {
			t.Fatal(err)
		}
		who := spar.Principal{UID: rapid.SampledFrom([]uint32{owner, stranger}).Draw(t, "who"), All: rapid.Bool().Draw(t, "all")}
		count := func(text string) (known, unknown int) {
			sc, err := scope.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			selection, err := s.Eval(t.Context(), who, sc)
			if err != nil {
				t.Fatal(err)
			}
			return int(selection.Known.GetCardinality()), int(selection.Unknown.GetCardinality())
		}
		facets := facetsOf(t, s, who, spar.Scope{}, 1000)
		for _, key := range []string{"department", "project", "author"} {
			present, unknown := count("has:" + key)
			missing, _ := count("-has:" + key)
			i := slices.IndexFunc(facets, func(f Facet) bool { return f.Key == key })
			if i < 0 {
				if present > 0 {
					t.Fatalf("%s is not listed and %d files have it", key, present)
				}
				continue
			}
			f := facets[i]
			if f.Present != present || f.Missing != missing || f.Unknown != unknown {
				t.Fatalf("%s: %d/%d/%d by facet, %d/%d/%d by scope", key, f.Present, f.Missing, f.Unknown, present, missing, unknown)
			}
			for _, v := range f.Values {
				if n, _ := count(key + ":" + v.Value.String()); n != v.Files {
					t.Fatalf("%s:%s is in %d files by scope and %d by facet", key, v.Value, n, v.Files)
				}
			}
		}
	})
}

func facetsOf(t fataler, s *Snapshot, who spar.Principal, sc spar.Scope, top int) (list []Facet) {
	t.Helper()
	for f, err := range s.Facets(context.Background(), who, sc, nil, top) {
		if err != nil {
			t.Fatalf("%v", err)
		}
		list = append(list, f)
	}
	return list
}

func TestWhy(t *testing.T) {
	c := company()
	c.attributes = []spar.Attribute{text(1, "department", "Oncology", spar.ByPath), text(1, "department", "cardio", spar.ByPerson), text(1, "author", "Ada", spar.ByReading)}
	s, err := At(context.Background(), c, described(t))
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scope.Parse("department:Radiology author:ada tag:hr -has:nosuch ~size:..3 mode:0600")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := s.File(1)
	reasons, _, err := s.Why(spar.Principal{All: true}, f, sc)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range reasons {
		got = append(got, fmt.Sprintf("%s %v: %s", r.Constraint, r.Truth, r.Has))
	}
	want := []string{
		"department:Radiology false: Cardiology (person), Oncology (path does not count: the schema does not allow the value)",
		"author:ada true: Ada (reading)",
		"tag:hr true: Leave",
		"-has:nosuch true: missing",
		"~size:..3 true: 0 bytes",
		"mode:0600 false: 0644",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
