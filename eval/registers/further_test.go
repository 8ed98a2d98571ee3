package registers

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestFurther: halves d and e ask each question once, in words of their own, by five people each, and halves f and g by ten.
func TestFurther(t *testing.T) {
	f, err := os.Open(filepath.Join(evaltest.Data(t), filepath.FromSlash(File)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := Make(f)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]string{}
	for _, q := range append(s.Questions, s.Voices...) {
		for _, w := range q.Wordings {
			asked[strings.ToLower(w)] = q.ID
		}
	}
	for _, half := range []string{"d", "e", "f", "g"} {
		list, err := s.Further(half)
		if err != nil {
			t.Fatal(err)
		}
		people := map[string]int{}
		for i, w := range list {
			people[w.Who]++
			if id, ok := asked[strings.ToLower(w.Text)]; ok {
				t.Errorf("half %s: %s is worded as %s is", half, s.Questions[i].ID, id)
			}
			asked[strings.ToLower(w.Text)] = s.Questions[i].ID + " of half " + half
		}
		for who, n := range people {
			if n*len(people) < 75 {
				t.Errorf("half %s: %s has only %d wordings", half, who, n)
			}
		}
		if want := map[string]int{"d": 5, "e": 5, "f": 10, "g": 10}[half]; len(people) != want {
			t.Errorf("half %s: people: %v", half, people)
		}
	}
	for half, text := range furtherHalves {
		sum := sha256.Sum256([]byte(text))
		t.Logf("half %s: SHA-256 %s", half, hex.EncodeToString(sum[:]))
	}
	if _, err := s.Further("h"); err == nil {
		t.Error("there is no half h")
	}
}
