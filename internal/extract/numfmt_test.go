package extract

import "testing"

func TestNumberFormatRounding(t *testing.T) {
	for _, c := range []struct {
		code string
		v    float64
		want string
	}{
		{"0", 2680.5, "2681"}, {"0.00", 1.005, "1.01"}, {"0.0", -0.25, "-0.3"}, {"0", 2.4999, "2"}, {"0%", .125, "13%"}, {"0", 999999999999999, "999999999999999"},
	} {
		if got := parseNumberFormat(c.code).text(c.v, false); got != c.want {
			t.Errorf("%q of %v is %q, want %q", c.code, c.v, got, c.want)
		}
	}
}
