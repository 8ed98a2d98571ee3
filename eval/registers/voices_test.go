package registers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestVoices: 200 questions in five voices, each with gold or a reason to refuse, and the same ones again.
func TestVoices(t *testing.T) {
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
	voices, asked := map[string]int{}, map[string]bool{}
	for _, q := range s.Voices {
		voices[q.ID[:2]]++
		if text := q.Wordings[0]; text == "" || asked[strings.ToLower(text)] {
			t.Errorf("%s: %q is empty or asked twice", q.ID, text)
		}
		asked[strings.ToLower(q.Wordings[0])] = true
		if (q.Kind == Refuse) != (len(q.Gold) == 0) || (q.Kind == Refuse) != (q.Why != "") {
			t.Errorf("%s: gold %q, reason %q", q.ID, q.Gold, q.Why)
		}
	}
	for v, n := range voices {
		if n != 40 {
			t.Errorf("voice %s has %d questions", v, n)
		}
	}
	if len(voices) != 5 || make().VoicesSum() != s.VoicesSum() {
		t.Errorf("voices: %v", voices)
	}
	t.Logf("half c: SHA-256 %s", s.VoicesSum())
}

// TestVoicedGold: what can be known of a small table by looking at it.
func TestVoicedGold(t *testing.T) {
	small, err := read(strings.NewReader("EmployeeNumber,Pay,Team\n1,10,red\n4,30,red\n6,50,blue\n8,50,blue\n"))
	if err != nil {
		t.Fatal(err)
	}
	red, blue := is("Team", "red"), is("Team", "blue")
	for name, c := range map[string]struct {
		gold func(*table, *Question) error
		want string
	}{
		"median": {one(medianOf("Pay"), everybody), "40"},
		"either": {keys(either(red, over("Pay", 40))), "1|4|6|8"},
		"among":  {among(2, "Pay", true, everybody), "6|8"},
		"apart":  {apart(meanOf("Pay"), red, blue), "30"},
		"both":   {both(meanOf("Pay"), "Red", red, "Blue", blue), "Blue: 50|Red: 20"},
	} {
		q := Question{}
		if err := c.gold(small, &q); err != nil || strings.Join(q.Gold, "|") != c.want {
			t.Errorf("%s: %q, %v, want %s", name, q.Gold, err, c.want)
		}
	}
	if err := among(1, "Pay", true, everybody)(small, &Question{}); err == nil {
		t.Error("a shared place is no first one")
	}
}
