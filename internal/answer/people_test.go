package answer

import (
	"strings"
	"testing"
)

// What users ask of folders that nobody made for it: texts with indented terms, questions with their answers, sections that say how something is done,
// signatures, and files that are named as a release.
func TestPeople(t *testing.T) {
	hits, o := library(t,
		"base/groups.txt", "Groups of this system\n\nThe groups are made at installation.\n\n   dialout\n          Full and direct access to serial ports. Members of this\n          group can reconfigure the modem.\n\n   dip\n          The name of the group stands for Dialup IP, for members\n          who dial out.\n",
		"xz/faq.txt", "XZ FAQ\n\nQ:  Do XZ Utils support the .7z format?\n\nA:  No. Use 7-Zip (Windows) or p7zip (POSIX-like systems) to handle .7z\n    files.\n\nQ:  What do the letters XZ mean?\n\nA:  Nothing. They are just two letters, which come from the file format\n    suffix .xz. The .xz suffix was selected, because it seemed to be\n    pretty much unused.\n",
		"ca/README.md", "# Certificates\n\nThe package has certificates of authorities.\n\n## How to install local certificates\n\nPut the certificate into /usr/local/share. Then call update-certificates.\n\n -- Ada Byron <ada@example.org>\n\n## History\n\nLocal certificates came to the package with its third release, and how they install was changed twice.\n",
		"prog/1.2.0.md", "# Release notes\n\n## Features\n\n- The garden plan can be printed.\n- Beds have colours.\n\n## Fixes\n\n- The clock no longer stops at midnight.\n",
		"prog/1.3.0.md", "# Release notes\n\nThis has what was changed in prog 1.2 and more.\n\n## Features\n\n- Rain is counted.\n",
	)
	for _, tc := range []struct {
		question string
		want     []string // begins of the bullets, in order
		not      string
	}{
		{"What is the group dialout for?", []string{"dialout: Full and direct access to serial ports."}, ""},
		{"Do XZ Utils support the .7z format?", []string{"Q: Do XZ Utils support the .7z format? A: No. Use 7-Zip (Windows) or p7zip (POSIX-like systems) to handle .7z files."}, ""},
		{"What do the letters XZ mean?", []string{"Q: What do the letters XZ mean? A: Nothing. They are just two letters"}, "7-Zip"},
		{"How do I install local certificates?", []string{"Put the certificate into /usr/local/share.", "Then call update-certificates."}, "Ada Byron"},
		{"What changed in prog 1.2?", []string{"The garden plan can be printed.", "Beds have colours.", "The clock no longer stops at midnight."}, "Rain"},
	} {
		a := Extractive(t.Context(), tc.question, hits, weights{}, o)
		got := texts(a)
		all := strings.Join(got, "\n")
		for i, want := range tc.want {
			if i >= len(got) || !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: %q, not %q", tc.question, got, tc.want)
				break
			}
		}
		if tc.not != "" && strings.Contains(all, tc.not) {
			t.Errorf("%s: %q has %q", tc.question, got, tc.not)
		}
	}
}
