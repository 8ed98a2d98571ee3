package propose_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

func at(x, y float64) []float32 {
	n := math.Hypot(x, y)
	return []float32{float32(x / n), float32(y / n)}
}

// TestCandidates: a tag comes from a name, from neighbours, from the folder and from meaning, each with its evidence; a tag with two
// kinds of support has the greater chance.
func TestCandidates(t *testing.T) {
	tags := []spar.Tag{
		{ID: 1, Name: "Spleen"}, {ID: 2, Name: "Leave policy", Synonyms: []string{"Parental leaves"}}, {ID: 3, Name: "Telescope"}, {ID: 4, Name: "The"}, {ID: 5, Name: "Law"},
	}
	names := propose.NewNames(tags)
	voters := propose.NewVoters([]propose.Tagged{
		{File: 10, Folder: "a", Vector: at(1, 0), Tags: []spar.TagID{2}}, {File: 11, Folder: "b", Vector: at(1, .1), Tags: []spar.TagID{2}},
		{File: 12, Folder: "c", Vector: at(0, 1), Tags: []spar.TagID{3}}, {File: 13, Folder: "a", Tags: []spar.TagID{5}}, {File: 14, Folder: "a", Tags: []spar.TagID{5}},
	}, nil)
	m, err := propose.Stated()
	if err != nil {
		t.Fatal(err)
	}
	file := propose.File{ID: 1, Folder: "a", Texts: []string{"note", "The parental leave of the spleens"}, Vector: at(1, .05), Near: [][]float32{{0, 0, 0, 0, 0}, {.1, .2, 0, 0, 0}}}
	got := map[spar.TagID]propose.Candidate{}
	list := propose.Candidates(file, names, voters, m)
	for _, c := range list {
		got[c.Tag] = c
		if c.Chance < 0 || c.Chance > 1 || len(c.Signs) != len(propose.Signs) {
			t.Errorf("tag %d has the chance %v and %d signs", c.Tag, c.Chance, len(c.Signs))
		}
	}
	leave := got[2]
	if list[0].Tag != 2 || leave.Said != "Parental leaves" || leave.Text != 1 || len(leave.Neighbours) != 2 || leave.Neighbours[0].File != 11 || leave.InFolder != 1 || leave.OfFolder != 3 {
		t.Errorf("the tag that most speaks for is %+v, of %d", leave, list[0].Tag)
	}
	if got[1].Said != "Spleen" {
		t.Errorf("a plural is not found: %+v", got[1])
	}
	if got[4].Said != "" {
		t.Errorf("a word that says nothing is a name: %+v", got[4])
	}
	if law := got[5]; law.InFolder != 2 || law.Signs[11] <= 0 {
		t.Errorf("the folder's habit is not heeded: %+v", law)
	}
}

// TestLongerNames: what stands in the name of another tag only is told from what stands alone.
func TestLongerNames(t *testing.T) {
	names := propose.NewNames([]spar.Tag{{ID: 1, Name: "Hypertension"}, {ID: 2, Name: "Pulmonary hypertension"}})
	got := names.Said([]string{"x", "He has pulmonary hypertension"})
	if got[1].Times != 0 || got[2].Times != 1 || got[2].Length != 2 {
		t.Errorf("said is %+v", got)
	}
}

// TestOwnTags: a file does not vote about itself.
func TestOwnTags(t *testing.T) {
	voters := propose.NewVoters([]propose.Tagged{{File: 1, Folder: "a", Vector: at(1, 0), Tags: []spar.TagID{7}}, {File: 2, Folder: "b", Vector: at(1, 0), Tags: []spar.TagID{8}}}, nil)
	m, err := propose.Stated()
	if err != nil {
		t.Fatal(err)
	}
	list := propose.Candidates(propose.File{ID: 1, Folder: "a", Texts: []string{"x"}, Vector: at(1, 0)}, propose.NewNames(nil), voters, m)
	if len(list) != 1 || list[0].Tag != 8 {
		t.Errorf("got %+v", list)
	}
}

// TestFirstTags: where no file has tags yet, what nothing speaks for is unlikely, and what a file is called by is likely.
func TestFirstTags(t *testing.T) {
	names := propose.NewNames([]spar.Tag{{ID: 1, Name: "Spleen"}, {ID: 2, Name: "Telescope"}})
	m, err := propose.Stated()
	if err != nil {
		t.Fatal(err)
	}
	file := propose.File{ID: 1, Folder: "a", Texts: []string{"spleen", "The spleen, and what the spleen does"}, Near: [][]float32{{.9, .1}, {.6, .1}}}
	for _, c := range propose.Candidates(file, names, propose.NewVoters(nil, nil), m) {
		if likely := c.Tag == 1; likely && c.Chance < .6 || !likely && c.Chance > .1 {
			t.Errorf("tag %d has the chance %.2f", c.Tag, c.Chance)
		}
	}
}

// TestOneDecision: files of one folder that all got the same tag, accepted together, are one piece of evidence. Other kinds of files do
// not get it, however many of the nearest have it; nor does an unread one; a file like them in their folder does.
func TestOneDecision(t *testing.T) {
	m, err := propose.Stated()
	if err != nil {
		t.Fatal(err)
	}
	names := propose.NewNames([]spar.Tag{{ID: 1, Name: "Meetings"}, {ID: 2, Name: "Money"}})
	var labelled []propose.Tagged
	for i := range 74 {
		f := propose.Tagged{File: spar.FileID(100 + i), Folder: fmt.Sprintf("share:council/meetings/%d", 2018+i%4), Vector: at(1, float64(i)/200), Tags: []spar.TagID{1}}
		labelled = append(labelled, f)
	}
	chance := func(list []propose.Tagged, sizes map[string]int, f propose.File) float64 {
		f.ID = 1
		for _, c := range propose.Candidates(f, names, propose.NewVoters(list, sizes), m) {
			if c.Tag == 1 {
				return c.Chance
			}
		}
		return 0
	}
	policy := propose.File{Folder: "share:verein", Texts: []string{"Reisekostenordnung", "Der Verein erstattet 0,38 Euro"}, Vector: at(.3, 1), Near: [][]float32{{.2, .1}, {.1, .1}}}
	near := policy
	near.Vector = at(.6, 1)
	scan := propose.File{Folder: "share:verein/hours", Texts: []string{"Hours March 2024"}, Near: [][]float32{{.3, .1}}}
	same := propose.File{Folder: "share:council/meetings/2019", Texts: []string{"2019-03-04", "Attendees and agenda"}, Vector: at(1, .1), Near: [][]float32{{.2, .1}, {.4, .1}}}
	mixed := append(slices.Clone(labelled),
		propose.Tagged{File: 300, Folder: "share:verein", Vector: at(0, 1), Tags: []spar.TagID{2}},
		propose.Tagged{File: 301, Folder: "share:council/meetings/2018", Vector: at(1, .1), Tags: []spar.TagID{2}})
	flat := slices.Clone(labelled)
	for i := range flat {
		flat[i].Folder = "share:."
	}
	for _, tc := range []struct {
		name   string
		list   []propose.Tagged
		sizes  map[string]int
		file   propose.File
		likely bool
	}{
		{"a policy", labelled, nil, policy, false}, {"somewhat like them", labelled, nil, near, false}, {"a scan", labelled, nil, scan, false},
		{"a policy, others differ", mixed, nil, policy, false}, {"somewhat like them, others differ", mixed, nil, near, false}, {"a scan, others differ", mixed, nil, scan, false},
		{"of the same folder", labelled, nil, same, true},
		{"of a folder without labels", labelled, map[string]int{"share:council/meetings/2019": 900}, same, false},
		{"all in one folder", flat, map[string]int{"share:.": 458}, propose.File{Folder: "share:.", Texts: near.Texts, Vector: near.Vector, Near: near.Near}, false},
	} {
		if got := chance(tc.list, tc.sizes, tc.file); got >= .5 != tc.likely {
			t.Errorf("%s: the chance is %.2f", tc.name, got)
		}
	}
}

// TestManyDecisions: a tag that most files of a folder have, and some lack, counts by its files.
func TestManyDecisions(t *testing.T) {
	m, err := propose.Stated()
	if err != nil {
		t.Fatal(err)
	}
	chance := func(lack int) float64 {
		var labelled []propose.Tagged
		for i := range 40 {
			f := propose.Tagged{File: spar.FileID(100 + i), Folder: "share:minutes", Vector: at(1, float64(i)/40), Tags: []spar.TagID{1}}
			if i >= 40-lack {
				f.Tags = []spar.TagID{2}
			}
			labelled = append(labelled, f)
		}
		file := propose.File{ID: 1, Folder: "share:new", Texts: []string{"x", "y"}, Vector: at(1, .1)}
		return propose.Candidates(file, propose.NewNames(nil), propose.NewVoters(labelled, nil), m)[0].Chance
	}
	if none, one, some := chance(0), chance(1), chance(10); none > .1 || one < none || some < .4 {
		t.Errorf("where no file of the folder lacks the tag, one, and ten, the chances are %.2f, %.2f and %.2f", none, one, some)
	}
}
