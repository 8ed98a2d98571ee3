package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDays(t *testing.T) {
	for text, want := range map[string][]string{
		"the board of 18 May 2024": {"2024-05-18"}, "in October 2024": {"2024-10"}, "March 3, 2021": {"2021-03-03"}, "2024-05-18 board.txt": {"2024-05-18"},
		"am 3. März 2021": {"2021-03-03"}, "le 3 mars 2021": {"2021-03-03"}, "el 3 de marzo de 2021": {"2021-03-03"}, "room 2024": nil,
	} {
		if diff := cmp.Diff(want, days(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// A question after the version that brought something is answered with the heading that says it, and one that names a day from
// the file of that day.
func TestHeadingsAnswer(t *testing.T) {
	hits, o := library(t,
		"CHANGELOG.md", "# Changelog\n\n## 2.1 (2024-03-04)\n\n- Reminders by text message\n- The search is faster\n\n## 2.0 (2023-11-20)\n\n- A theme in dark colours\n",
		"2024-02-03 board.txt", "Minutes of the board of 3 February 2024\n\n1. The lawn is mown on Fridays.\n",
		"2024-05-18 board.txt", "Minutes of the board of 18 May 2024\n\n1. The hedge is cut in autumn.\n",
	)
	for _, tc := range []struct {
		question string
		want     []string
	}{
		{"In which version were reminders by text message added?", []string{"2.1 (2024-03-04): Reminders by text message"}},
		{"When did the theme in dark colours come?", []string{"2.0 (2023-11-20): A theme in dark colours"}},
		{"What was decided by the board on 18 May 2024?", []string{"1. The hedge is cut in autumn."}},
	} {
		got := texts(Extractive(t.Context(), tc.question, hits, weights{}, o))
		if len(got) == 0 || got[0] != tc.want[0] {
			t.Errorf("%s: %q, not %q", tc.question, got, tc.want)
		}
	}
}
