package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"pgregory.net/rapid"
)

// vocabulary is concepts in normal form.
func vocabulary(t interface{ Fatal(...any) }, name string, concepts ...taxonomy.Concept) taxonomy.Vocabulary {
	v := taxonomy.Vocabulary{Name: name}
	for _, c := range concepts { // Normalize sorts in place
		c.Synonyms, c.Parents, c.Positions, c.Links = slices.Clone(c.Synonyms), slices.Clone(c.Parents), slices.Clone(c.Positions), slices.Clone(c.Links)
		v.Concepts = append(v.Concepts, c)
	}
	if _, err := v.Normalize(); err != nil {
		t.Fatal(err)
	}
	return v
}

func kinds(r ImportReport) map[taxonomy.ChangeKind]int {
	n := map[taxonomy.ChangeKind]int{}
	for _, c := range r.Changes {
		n[c.Kind]++
	}
	return n
}

type kindCounts = map[taxonomy.ChangeKind]int

// importer has a catalog and reports its faults.
func importer(t *testing.T) (*Catalog, func(v taxonomy.Vocabulary, want kindCounts), func() map[string]spar.Tag) {
	c := openCatalog(t, t.TempDir())
	tags := func() map[string]spar.Tag {
		t.Helper()
		all, err := c.Tags(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		byName := map[string]spar.Tag{}
		for _, tag := range all {
			byName[tag.Name] = tag
		}
		return byName
	}
	do := func(v taxonomy.Vocabulary, want kindCounts) {
		t.Helper()
		before, head := tags(), headOf(t, c)
		dry, err := c.Import(t.Context(), v, ImportOptions{DryRun: true})
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(before, tags()) || headOf(t, c) != head {
			t.Fatal("a dry run changed something")
		}
		got, err := c.Import(t.Context(), v, ImportOptions{Source: "f", Format: "test", Digest: spar.Hash{1}})
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(dry, got) {
			t.Errorf("the dry run said otherwise: %s", cmp.Diff(dry, got))
		}
		if !cmp.Equal(kinds(got), want) {
			t.Errorf("%+v\n%s", got.Changes, cmp.Diff(want, kinds(got)))
		}
		head = headOf(t, c)
		again, err := c.Import(t.Context(), v, ImportOptions{})
		if err != nil || len(again.Changes) > 0 || again.Unchanged != len(v.Concepts) || headOf(t, c) != head {
			t.Errorf("the same again: %+v, %v, journal %d to %d", again, err, head, headOf(t, c))
		}
	}
	return c, do, tags
}

func headOf(t *testing.T, c *Catalog) int64 {
	t.Helper()
	head, err := c.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return head
}

func TestImport(t *testing.T) { dbtest.Each(t, testImport) }

func testImport(t *testing.T) {
	ctx := t.Context()
	c, load, tags := importer(t)
	hand, err := c.AddTag(ctx, spar.Tag{Name: "Fever", Synonyms: []string{"hot"}, Notes: "ours"})
	if err != nil {
		t.Fatal(err)
	}
	load(vocabulary(t, "m",
		taxonomy.Concept{ID: "1", Name: "Signs", Positions: []string{"C1"}},
		taxonomy.Concept{ID: "2", Name: "FEVER", Synonyms: []string{"Pyrexia", "HOT"}, Notes: "heat", Positions: []string{"C1.2"}, Links: []string{"3"}},
		taxonomy.Concept{ID: "3", Name: "Aspirin", Parents: []string{"1"}},
	), kindCounts{taxonomy.Added: 3, taxonomy.TakenOver: 1})
	got := tags()
	want := spar.Tag{ID: hand.ID, Name: "FEVER", Key: "m:2", Synonyms: []string{"hot", "Pyrexia"}, Notes: "ours\n\nheat",
		Parents: []spar.TagID{got["Signs"].ID}, Positions: []string{"C1.2"}, Links: []spar.TagID{got["Aspirin"].ID}}
	if !cmp.Equal(got["FEVER"], want) {
		t.Error(cmp.Diff(want, got["FEVER"]))
	}
	// A link between two tags with positions would say nothing.
	if err := c.EditTag(ctx, "Signs", TagEdit{AddParents: []string{"Fever"}}); spar.CodeOf(err) != spar.Invalid || !strings.Contains(fmt.Sprint(err), "positions in the vocabulary m") {
		t.Errorf("a cycle of positions and a link: %v", err)
	}
	if _, err := c.Mend(ctx, "", "", Mending{Do: "move", Tag: got["Signs"].ID, Into: hand.ID}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("mended to nothing: %v", err)
	}
	// People add to it; another vocabulary has the same names.
	notes := "see the guideline"
	if err := c.EditTag(ctx, "Aspirin", TagEdit{AddSynonyms: []string{"ASA"}, AddParents: []string{"Fever"}, Notes: &notes}); err != nil {
		t.Fatal(err)
	}
	load(vocabulary(t, "n", taxonomy.Concept{ID: "a", Name: "Aspirin"}, taxonomy.Concept{ID: "b", Name: "Aspirin"}, taxonomy.Concept{ID: "c", Name: "Other"}),
		kindCounts{taxonomy.Added: 3, taxonomy.Clashed: 2})
	for name, synonyms := range map[string][]string{"Aspirin (n)": {"Aspirin"}, "Aspirin (n b)": {"Aspirin"}, "Other": nil} {
		if got := tags()[name]; got.ID == 0 || !cmp.Equal(got.Synonyms, synonyms) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if tag, err := c.Tag(ctx, "aspirin"); err != nil || tag.Key != "m:3" {
		t.Errorf("the first comer keeps its name: %+v, %v", tag, err)
	}
	if tag, err := c.Tag(ctx, "n:b"); err != nil || tag.Name != "Aspirin (n b)" {
		t.Errorf("by key: %+v, %v", tag, err)
	}
	// A new version: 1 takes the name of 3, and 3 that of 2, which goes.
	load(vocabulary(t, "m", taxonomy.Concept{ID: "1", Name: "Aspirin", Positions: []string{"C1"}}, taxonomy.Concept{ID: "3", Name: "Fever", Parents: []string{"1"}}),
		kindCounts{taxonomy.Renamed: 2, taxonomy.Retired: 1, taxonomy.Clashed: 1})
	got = tags()
	want = spar.Tag{ID: hand.ID, Name: "FEVER (retired 2)", Key: "m:2", Retired: true, Synonyms: []string{"FEVER", "hot", "Pyrexia"}, Notes: "ours\n\nheat",
		Parents: []spar.TagID{got["Aspirin"].ID}, Links: []spar.TagID{got["Fever"].ID}}
	if !cmp.Equal(got[want.Name], want) {
		t.Error(cmp.Diff(want, got[want.Name]))
	}
	want = spar.Tag{ID: got["Fever"].ID, Name: "Fever", Key: "m:3", Synonyms: []string{"ASA"}, Notes: notes, Parents: []spar.TagID{hand.ID, got["Aspirin"].ID}}
	if !cmp.Equal(got["Fever"], want) {
		t.Error(cmp.Diff(want, got["Fever"]))
	}
	// 2 comes back, and 3 has another number; what people added stays.
	load(vocabulary(t, "m",
		taxonomy.Concept{ID: "1", Name: "Aspirin", Synonyms: []string{"Acetylsalicylic acid"}}, taxonomy.Concept{ID: "2", Name: "FEVER"},
		taxonomy.Concept{ID: "33", Name: "Fever", Notes: "n"},
	), kindCounts{taxonomy.Renumbered: 1, taxonomy.Moved: 3, taxonomy.Resynonymed: 2, taxonomy.Renoted: 2, taxonomy.Relinked: 1, taxonomy.Revived: 1, taxonomy.Clashed: 1})
	got = tags()
	if got := got["Fever"]; got.Key != "m:33" || got.Notes != notes+"\n\nn" || !cmp.Equal(got.Parents, []spar.TagID{hand.ID}) {
		t.Errorf("%+v", got)
	}
	if got := got["FEVER (2)"]; got.ID != hand.ID || got.Retired || got.Notes != "ours" {
		t.Errorf("%+v", got)
	}
	info, err := c.Vocabularies(ctx)
	if err != nil || len(info) != 2 || info[0].Name != "m" || info[0].Concepts != 3 || info[0].Retired != 0 || info[1].Concepts != 3 {
		t.Errorf("%+v, %v", info, err)
	}
	for _, bad := range []taxonomy.Vocabulary{{Name: "a:b", Concepts: []taxonomy.Concept{{ID: "1"}}}, {Name: "m"}} {
		if _, err := c.Import(ctx, bad, ImportOptions{}); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if err := c.EditTag(ctx, "Aspirin", TagEdit{RemoveSynonyms: []string{"Acetylsalicylic acid"}}); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("a vocabulary's synonym was removed by hand: %v", err)
	}
}

// TestImportKeepsAssignments: files keep their tags whatever becomes of these.
func TestImportKeepsAssignments(t *testing.T) { dbtest.Each(t, testImportKeepsAssignments) }

func testImportKeepsAssignments(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a": "1"}))
	h.scan()
	h.tag("X", "a")
	v := vocabulary(t, "m", taxonomy.Concept{ID: "1", Name: "x"}, taxonomy.Concept{ID: "2", Name: "y"})
	for _, v := range []taxonomy.Vocabulary{v, {Name: "m", Concepts: v.Concepts[1:]}, v} {
		if _, err := h.Import(t.Context(), v, ImportOptions{}); err != nil {
			t.Fatal(err)
		}
		links, err := h.AssignmentsOf(t.Context(), h.files()["a"].ID)
		if tag, found := h.Tag(t.Context(), "x"); err != nil || found != nil || len(links) != 1 || links[0].Tag != tag.ID || tag.Key != "m:1" {
			t.Errorf("%+v %+v, %v %v", links, tag, err, found)
		}
		replay(t, h.Catalog)
	}
}

// TestImportRandom imports versions of two vocabularies one after the other, with people's tags and additions between them. The catalog
// then has the last version, retired concepts of earlier ones, and all additions.
func TestImportRandom(t *testing.T) { dbtest.Each(t, testImportRandom) }

func testImportRandom(t *testing.T) {
	dbtest.Checks(t)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		c := openCatalog(t, t.TempDir())
		defer c.db.Close()
		name := rapid.SampledFrom([]string{"Ab", "aB", "c", "d", "e (m)", "f"})
		id := rapid.SampledFrom([]string{"1", "2", "3", "4", "5"})
		added := map[spar.TagID][]string{} // synonyms of people
		want := map[string]map[string]taxonomy.Concept{"m": {}, "n": {}}
		for step := range 4 {
			if rapid.Bool().Draw(r, "by hand") {
				tag, err := c.AddTag(t.Context(), spar.Tag{Name: name.Draw(r, "tag")})
				if err == nil {
					added[tag.ID] = nil
				}
				all, _ := c.Tags(t.Context())
				if len(all) > 0 {
					tag := all[rapid.IntRange(0, len(all)-1).Draw(r, "which")]
					s := fmt.Sprintf("added %d", step)
					if err := c.EditTag(t.Context(), tag.Name, TagEdit{AddSynonyms: []string{s}}); err != nil {
						r.Fatal(err)
					}
					added[tag.ID] = append(added[tag.ID], s)
				}
			}
			var concepts []taxonomy.Concept
			for _, i := range rapid.SliceOfNDistinct(id, 1, 5, rapid.ID).Draw(r, "ids") {
				concepts = append(concepts, taxonomy.Concept{ID: i, Name: name.Draw(r, "name"), Synonyms: rapid.SliceOfN(name, 0, 2).Draw(r, "synonyms"),
					Parents: rapid.SliceOfN(id, 0, 2).Draw(r, "parents"), Links: rapid.SliceOfN(id, 0, 1).Draw(r, "links"),
					Positions: rapid.SliceOfN(rapid.SampledFrom([]string{"A", "A.1", "B"}), 0, 2).Draw(r, "positions"), Retired: rapid.IntRange(0, 5).Draw(r, "retired") == 0})
			}
			v := vocabulary(r, rapid.SampledFrom([]string{"m", "n"}).Draw(r, "vocabulary"), concepts...)
			known := want[v.Name]
			old := taxonomy.Vocabulary{Concepts: slices.Collect(maps.Values(known))}
			for was, now := range taxonomy.Renumber(old, v) {
				c := known[was]
				delete(known, was)
				known[now] = c
				for i, c := range known {
					for _, list := range [][]string{c.Parents, c.Links} {
						for n, p := range list {
							if p == was {
								list[n] = now
							}
						}
						slices.Sort(list)
					}
					known[i] = c
				}
			}
			for i, c := range known {
				c.ID, c.Retired, c.Positions = i, true, nil
				known[i] = c
			}
			if _, err := c.Import(t.Context(), v, ImportOptions{}); err != nil {
				r.Fatal(err)
			}
			for _, c := range v.Concepts {
				c.Parents, c.Links = slices.Clone(c.Parents), slices.Clone(c.Links)
				known[c.ID] = c
			}
			for _, vocabulary := range []string{"m", "n"} {
				got, err := c.Vocabulary(t.Context(), vocabulary)
				if err != nil && len(want[vocabulary]) > 0 {
					r.Fatal(err)
				}
				var all []taxonomy.Concept
				for _, i := range slices.Sorted(maps.Keys(want[vocabulary])) {
					all = append(all, want[vocabulary][i])
				}
				if !cmp.Equal(got.Concepts, all, cmpopts.EquateEmpty()) {
					r.Fatal(cmp.Diff(all, got.Concepts))
				}
			}
			tags, err := c.Tags(t.Context())
			if err != nil {
				r.Fatal(err)
			}
			byID := map[spar.TagID]spar.Tag{}
			for _, tag := range tags {
				byID[tag.ID] = tag
				if label := want[tag.Vocabulary()][strings.TrimPrefix(tag.Key, tag.Vocabulary()+":")].Name; tag.Key != "" && tag.Name != label &&
					!slices.ContainsFunc(tag.Synonyms, func(s string) bool { return strings.EqualFold(s, label) }) {
					r.Fatalf("%+v has lost its name %q", tag, label)
				}
			}
			for tag, synonyms := range added {
				for _, s := range synonyms {
					if !slices.Contains(byID[tag].Synonyms, s) {
						r.Fatalf("%+v has lost %q", byID[tag], s)
					}
				}
			}
		}
	})
}
