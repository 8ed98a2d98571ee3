package propose_test

import (
	"math"
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
	})
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
	voters := propose.NewVoters([]propose.Tagged{{File: 1, Folder: "a", Vector: at(1, 0), Tags: []spar.TagID{7}}, {File: 2, Folder: "b", Vector: at(1, 0), Tags: []spar.TagID{8}}})
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
	for _, c := range propose.Candidates(file, names, propose.NewVoters(nil), m) {
		if likely := c.Tag == 1; likely && c.Chance < .6 || !likely && c.Chance > .1 {
			t.Errorf("tag %d has the chance %.2f", c.Tag, c.Chance)
		}
	}
}
