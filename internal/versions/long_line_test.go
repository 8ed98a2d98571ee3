package versions

import (
	"slices"
	"strings"
	"testing"
)

// A day or a number may stand in a long line, such as a paragraph in one line. Its source is then the beginning of the line.
func TestLongLines(t *testing.T) {
	long := strings.Repeat(" and what was decided about rooms, keys and lamps in it", 4)
	for _, c := range []struct {
		text, number, day, says string
	}{
		{"Published: 3 May 2024," + long + ".\n", "", "2024-05-03", "Published: 3 May 2024,"},
		{"Version 2.4 (3 May 2024)" + long + "\n", "2.4", "2024-05-03", "Version 2.4 (3 May 2024)"},
		{"Rooms\n\nv2.4, 3 May 2024:" + long + "\n", "2.4", "2024-05-03", "v2.4, 3 May 2024:"},
		{"Stand: 3 May 2024, " + strings.Repeat("für jede Tür gilt das", 20), "", "2024-05-03", "Stand: 3 May 2024,"},
	} {
		v := Version{}
		v.ofText(c.text)
		if got := v.Code(); got != c.number || v.Effective.Format("2006-01-02") != c.day {
			t.Errorf("%.30q: got %q of %s, want %q of %s", c.text, got, v.Effective, c.number, c.day)
		}
		if v.By != ByText || !slices.ContainsFunc(v.Says, func(s string) bool { return strings.HasPrefix(s, c.says) && len([]rune(s)) == titleLength+1 }) {
			t.Errorf("%.30q: says %q by %s", c.text, v.Says, v.By)
		}
	}
}

// A text's own version data is read in the process that answers, and texts are hostile.
func FuzzAttributes(f *testing.F) {
	for _, seed := range []string{
		"Published: 3 May 2024, and what was decided about rooms, keys and lamps\n",
		"Version 2.4 (3 May 2024)\nStatus: draft\nReplaces: version 2.3\nEffective from 1 June 2024\n",
		"## [2.1.0] - 2024-05-06\n### Added\n- x\n## [2.0.0] - 2024-01-01\n",
		"2015-07-15  Ada Lovelace  <ada@example.org>\n3.17.1\n2015-07-14  Ada Lovelace  <ada@example.org>\n",
		".TH pump 3 \"2/22/2022\" \" \" \"PUMP\"\n.SH NAME\n",
		"Issue 5, third edition\nThis is version 7 of the rules, dated 1 March 2020 or later\n",
	} {
		f.Add(seed, 1)
		f.Add(seed, 200)
	}
	f.Fuzz(func(t *testing.T, text string, wide int) {
		Attributes(text)
		// The same with lines that go on for long.
		Attributes(strings.ReplaceAll(text, "\n", strings.Repeat(" x", max(0, min(wide, 200)))+"\n"))
		Names(text)
	})
}
