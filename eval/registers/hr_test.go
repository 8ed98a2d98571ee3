package registers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestSet: a hundred questions, each with three wordings of its own and gold or a reason to refuse, and the same ones again.
func TestSet(t *testing.T) {
	dir := evaltest.Data(t)
	make := func() *Set {
		f, err := os.Open(filepath.Join(dir, filepath.FromSlash(File)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s, err := Make(f)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := make()
	if len(s.Questions) != 100 {
		t.Errorf("there are %d questions", len(s.Questions))
	}
	kinds, asked := map[string]int{}, map[string]bool{}
	for _, q := range s.Questions {
		kinds[q.Kind]++
		for _, w := range q.Wordings {
			if w == "" || asked[strings.ToLower(w)] {
				t.Errorf("%s: %q is empty or asked twice", q.ID, w)
			}
			asked[strings.ToLower(w)] = true
		}
		if (q.Kind == Refuse) != (len(q.Gold) == 0) || (q.Kind == Refuse) != (q.Why != "") {
			t.Errorf("%s: %s: gold %q, reason %q", q.ID, q.Wordings[0], q.Gold, q.Why)
		}
		if testing.Verbose() {
			t.Logf("%s %s: %s: %q (%q) %s", q.ID, q.Kind, q.Wordings[0], q.Gold, q.Also, q.Why)
		}
	}
	own := slices.DeleteFunc(slices.Clone(Kinds), func(k string) bool { return k == Whether }) // only registers of offices are asked so
	for _, k := range own {
		if kinds[k] < 6 {
			t.Errorf("%d questions are of the kind %s", kinds[k], k)
		}
	}
	for _, half := range []string{"a", "b"} {
		if again := make(); again.Sum(half) != s.Sum(half) {
			t.Errorf("half %s is not the same again", half)
		}
		t.Logf("half %s: SHA-256 %s", half, s.Sum(half))
	}
	if len(kinds) != len(own) || s.Sum("a") == s.Sum("b") {
		t.Errorf("kinds: %v", kinds)
	}
}

// TestGold: what can be known of a small table by looking at it.
func TestGold(t *testing.T) {
	small, err := read(strings.NewReader("\ufeffEmployeeNumber,Pay,Team\n1,10,red\n4,30,red\n6,50,blue\n"))
	if err != nil {
		t.Fatal(err)
	}
	red, blue := is("Team", "red"), is("Team", "blue")
	for _, c := range []struct {
		name string
		gold func(*table, *Question) error
		want string
	}{
		{"cell", cell("4", "Pay", "Team"), "30|red"},
		{"keys", keys(over("Pay", 10)), "4|6"},
		{"one", one(meanOf("Pay"), everybody), "30"},
		{"holder", holder("Pay", false, red), "1"},
		{"part", part(sumOf("Pay"), red, atLeast("Pay", 20)), "37.5"},
		{"each", each(number, "Team", everybody), "red: 2|blue: 1"},
		{"most", most(1, meanOf("Pay"), "Team", everybody), "blue"},
		{"least", least(highestOf("Pay"), "Team", everybody), "red"},
		{"first", first(2, "Pay", true, everybody), "6|4"},
		{"greater", greater(lowestOf("Pay"), "red", red, "blue", not(red)), "blue"},
		{"difference", difference(rateOf(under("Pay", 20)), red, blue), "50"},
	} {
		q := Question{}
		if err := c.gold(small, &q); err != nil || strings.Join(q.Gold, "|") != c.want {
			t.Errorf("%s: %q, %v, want %s", c.name, q.Gold, err, c.want)
		}
	}
	for name, gold := range map[string]func(*table, *Question) error{
		"no key": cell("9", "Pay"), "nobody": keys(over("Pay", 99)), "shared": most(1, number, "Pay", everybody),
	} {
		if err := gold(small, &Question{}); err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
}
