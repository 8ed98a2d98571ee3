package propose

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// letters are files about three things, told by words alone.
func letters() (items []Item) {
	texts := map[string]string{
		"travel": "hotel flight train per diem booking airport", "leave": "parental sick holiday absence sabbatical vacation", "boats": "mooring harbour sail anchor rudder keel",
	}
	for _, about := range []string{"travel", "leave", "boats"} {
		words := strings.Fields(texts[about])
		for i := range 8 {
			items = append(items, Item{
				ID: uint32(len(items) + 1), Name: fmt.Sprintf("%s %d", about, i), Folder: "docs:all/" + about,
				Text: strings.Join([]string{"please read this", words[i%6], words[(i+1)%6], words[(i+2)%6]}, " "),
			})
		}
	}
	return items
}

// parted are the groups as ranges of items, in the order of the first.
func parted(groups []Group) (list []string) {
	for _, g := range groups {
		items := slices.Clone(g.Items)
		slices.Sort(items)
		list = append(list, fmt.Sprint(items))
	}
	slices.Sort(list)
	return list
}

func TestGroups(t *testing.T) {
	items := letters()
	groups := Groups(items, 0, nil)
	want := []string{"[0 1 2 3 4 5 6 7]", "[16 17 18 19 20 21 22 23]", "[8 9 10 11 12 13 14 15]"}
	if got := parted(groups); !slices.Equal(got, want) {
		t.Errorf("grouped %v, want %v", got, want)
	}
	for _, g := range groups {
		about, _, _ := strings.Cut(items[g.Items[0]].Name, " ")
		if len(g.Words) == 0 || g.Words[0].Text != about || g.Words[0].Items != 8 || g.Folder != "docs:all/"+about || g.InFolder != 8 {
			t.Errorf("the group about %s is told by %v and %q", about, g.Words, g.Folder)
		}
	}
	nothing := append(letters(), Item{ID: 99})
	if got := parted(Groups(nothing, 3, nil)); !slices.Equal(got, want) {
		t.Errorf("with a file that says nothing: %v, want %v", got, want)
	}
	if got := Groups([]Item{{ID: 1}}, 0, nil); got != nil {
		t.Errorf("of nothing there are groups: %v", got)
	}
}

// TestGroupsOfPeople says that files which people put together stay together, and those that they took out stay out.
func TestGroupsOfPeople(t *testing.T) {
	items := letters()
	items[0].Same, items[8].Same = 7, 7 // a traveller with a holiday
	items[1].Not = []int{7}
	items[16].Same = 8
	groups := Groups(items, 3, nil)
	of := map[int]int{}
	for g, one := range groups {
		for _, i := range one.Items {
			of[i] = g
		}
		if one.Same == 7 && slices.Contains(one.Items, 1) {
			t.Error("a file that was taken out is in the group again")
		}
	}
	if of[0] != of[8] || groups[of[0]].Same != 7 || groups[of[16]].Same != 8 || of[0] == of[16] {
		t.Errorf("what people put together is parted, or put with what is apart: %v", parted(groups))
	}
}

// TestDrawn says that of very many files some are drawn, and the others join the groups of these.
func TestDrawn(t *testing.T) {
	var items []Item
	for len(items) < MostDrawn+200 {
		for _, it := range letters() {
			it.ID = uint32(len(items) + 1)
			items = append(items, it)
		}
	}
	items[len(items)-1].Same = 5
	drawn := Drawn(items)
	if len(drawn) != MostDrawn || !slices.Contains(drawn, len(items)-1) {
		t.Fatalf("%d of %d were drawn, what people grouped among them: %v", len(drawn), len(items), slices.Contains(drawn, len(items)-1))
	}
	same := 0
	for _, i := range Drawn(items[:len(items)-100]) {
		if _, met := slices.BinarySearch(drawn, i); met {
			same++
		}
	}
	if same < MostDrawn*9/10 {
		t.Errorf("of 100 files fewer, only %d of %d are drawn as before", same, MostDrawn)
	}
	in := 0
	for _, g := range Groups(items, 3, nil) {
		for _, i := range g.Items {
			if items[i].Name[:4] != items[g.Items[0]].Name[:4] {
				t.Fatalf("%q is with %q", items[i].Name, items[g.Items[0]].Name)
			}
		}
		in += len(g.Items)
	}
	if in != len(items) {
		t.Errorf("%d of %d files are in a group", in, len(items))
	}
}

// TestLabels: a group is called by words that name things, and not by those that only hold its sentences together.
func TestLabels(t *testing.T) {
	var items []Item
	for i := range 8 {
		items = append(items, Item{ID: uint32(i + 1), Name: "travel " + string(rune('a'+i)), Titles: "Booking trains", Text: "Do not pay each train yourself."})
		items = append(items, Item{ID: uint32(i + 101), Name: "leave " + string(rune('a'+i)), Titles: "Parental leave", Text: "Parents stay at home."})
	}
	for _, g := range Groups(items, 2, nil) {
		for _, w := range g.Words {
			if w.Text == "not" || w.Text == "each" || w.Text == "pay" || w.Text == "yourself" {
				t.Errorf("%q is among %v", w.Text, g.Words)
			}
		}
		if len(g.Words) == 0 {
			t.Error("a group has no words")
		}
	}
}
