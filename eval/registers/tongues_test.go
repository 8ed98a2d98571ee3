package registers

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// TestTongues: each language has two registers of 25 questions a half, four of them without an answer. Each cell of a file belongs to a row
// that the gold was computed from.
func TestTongues(t *testing.T) {
	asked := map[string]bool{}
	for _, half := range []string{"a", "b"} {
		list, err := Tongues(half, "")
		if err != nil {
			t.Fatal(err)
		}
		var languages []string
		h := sha256.New()
		for i, r := range list {
			languages = append(languages, r.Language)
			text := r.Content
			if tongueHalves[half][i].latin {
				if text, err = charmap.Windows1252.NewDecoder().Bytes(text); err != nil {
					t.Fatal(err)
				}
			}
			c := csv.NewReader(strings.NewReader(string(text)))
			c.Comma = tongueHalves[half][i].comma
			rows, err := c.ReadAll()
			if err != nil || len(rows) < 26 || len(rows) > 61 {
				t.Errorf("half %s, register %d: %d rows, %v", half, i, len(rows), err)
			}
			for _, row := range rows[1:] {
				for _, cell := range row {
					if _, ok := r.Written[cell]; !ok {
						t.Errorf("half %s, register %d: a cell has no meaning", half, i)
					}
				}
			}
			none := 0
			for _, q := range r.Questions {
				if q.Kind == Refuse {
					none++
				}
				if w := strings.ToLower(q.Wordings[0]); w == "" || asked[w] || (q.Kind == Refuse) != (len(q.Gold) == 0) || (q.Kind == Refuse) != (q.Why != "") {
					t.Errorf("%s has no wording or no gold, or is asked twice", q.ID)
				}
				asked[strings.ToLower(q.Wordings[0])] = true
				h.Write([]byte(q.Wordings[0] + "\n" + strings.Join(q.Gold, "|") + "\n"))
			}
			if len(r.Questions) != 25 || none != 4 {
				t.Errorf("half %s, register %d: %d questions, of which %d have no answer", half, i, len(r.Questions), none)
			}
			h.Write(r.Content)
		}
		if want := []string{"de", "de", "fr", "fr", "es", "es"}; !slices.Equal(languages, want) {
			t.Errorf("half %s has %v", half, languages)
		}
		t.Logf("half %s: SHA-256 %s", half, hex.EncodeToString(h.Sum(nil)))
	}
	if _, err := Tongues("c", ""); err == nil {
		t.Error("there is no half c")
	}
	if list, err := Tongues("a", "fr"); err != nil || len(list) != 2 {
		t.Errorf("%d registers in French: %v", len(list), err)
	}
}

// TestEuro: numbers and dates as people of the continent write them.
func TestEuro(t *testing.T) {
	for got, want := range map[string]string{
		euro(2, ".", " €")("1250.5"): "1.250,50 €", euro(0, " ", "")("1234567"): "1 234 567", euro(1, ".", "")("7"): "7,0", frenchDay("2024-08-01"): "1 août 2024",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
