package retrieve

import "testing"

func TestInflected(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"contract", "contracts", true}, {"policy", "policies", true}, {"sign", "signed", true}, {"expire", "expires", true},
		{"tessali", "tessaly", false}, {"ostrell", "ostrel", false}, {"hotell", "hotel", false}, {"equipement", "equipment", false},
	} {
		if got := inflected(tc.a, tc.b); got != tc.want || inflected(tc.b, tc.a) != got {
			t.Errorf("%s and %s: %t", tc.a, tc.b, got)
		}
	}
}

func TestCost(t *testing.T) {
	var n speller
	for _, tc := range []struct {
		typed, meant, other string
	}{
		{"contarct", "contract", "contact"}, {"bonnus", "bonus", "bonds"}, {"verison", "version", "prison"},
	} {
		if m, o := n.cost(tc.typed, tc.meant, 3), n.cost(tc.typed, tc.other, 3); m >= o {
			t.Errorf("%s: %s costs %d and %s %d", tc.typed, tc.meant, m, tc.other, o)
		}
	}
	for typed, meant := range map[string]bool{"nite nine": true, "bord board": false, "tets test": false, "lave love": false} {
		a, b := typed[:4], typed[5:]
		if n.arbitrary(a, b) != meant {
			t.Errorf("%s for %s", b, a)
		}
	}
}
