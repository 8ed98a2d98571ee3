package nearest

import "testing"

func TestSlipped(t *testing.T) {
	for pair, want := range map[[2]string]Slip{
		{"teh", "the"}: Swapped, {"annd", "and"}: Swapped, {"acount", "account"}: Swapped,
		{"eith", "with"}: Missed, {"wotk", "work"}: Missed, {"hpt", "hot"}: Missed, {"thye", "the"}: Missed,
		{"frm", "from"}: Left, {"wht", "what"}: Left, {"wxth", "with"}: Other,
		{"the", "the"}: NoSlip, {"where", "the"}: NoSlip, {"hote", "the"}: NoSlip,
	} {
		if got := Slipped(pair[0], pair[1]); got != want {
			t.Errorf("Slipped(%q, %q) = %v, want %v", pair[0], pair[1], got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	for pair, want := range map[string]bool{"we": true, "gb": true, "hj": true, "qp": false, "aa": false, "éa": false} {
		r := []rune(pair)
		if got := Keys(r[0], r[1]); got != want {
			t.Errorf("Keys(%q, %q) = %v, want %v", r[0], r[1], got, want)
		}
	}
}
