package workspace

import "testing"

func TestParseKeep(t *testing.T) {
	for text, want := range map[string]Keep{
		"all": {Opened: true}, "questions": {}, "90d": {Days: 90, Opened: true}, "questions,30d": {Days: 30}, " 1d , questions ": {Days: 1},
	} {
		got, err := ParseKeep(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := ParseKeep(got.String()); err != nil || again != got {
			t.Errorf("%q is written as %q, which is %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "none", "0d", "-1d", "d", "1d,2d", "all,90d", "90", "questions,", "999999999999d"} {
		if k, err := ParseKeep(text); err == nil {
			t.Errorf("%q: %+v, want an error", text, k)
		}
	}
}
