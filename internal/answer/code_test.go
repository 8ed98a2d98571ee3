package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// parted is a hit whose text is given in pieces: "- " begins an item and "$ " a piece of code, as a reader tells them.
func parted(path, heading string, score float64, pieces ...string) spar.Hit {
	var b strings.Builder
	var parts []spar.Part
	for i, p := range pieces {
		if i > 0 {
			b.WriteByte('\n')
		}
		kind := spar.BlockKind("")
		switch {
		case strings.HasPrefix(p, "- "):
			kind, p = spar.ListItem, p[2:]
		case strings.HasPrefix(p, "$ "):
			kind, p = spar.CodeBlock, p[2:]
		}
		if kind != "" {
			parts = append(parts, spar.Part{Kind: kind, Start: b.Len(), End: b.Len() + len(p)})
		}
		b.WriteString(p)
	}
	h := hit(path, heading, b.String(), score)
	h.Passage.Parts = parts
	return h
}

// Code is told with what it stands behind, as a block, and never alone or as a sentence.
func TestCodeOfDocuments(t *testing.T) {
	for _, tc := range []struct {
		question string
		hit      spar.Hit
		want     []string // bullets; code begins with "$ "
	}{
		{"How do I rotate the logs of the ferry?", parted("guide.md", "Logs", 1,
			"We rotate the logs of the ferry like so:", "$ /var/log/ferry {\n  daily\n  echo $argv[1]\n}"),
			[]string{"We rotate the logs of the ferry like so:", "$ /var/log/ferry {\n  daily\n  echo $argv[1]\n}"}},
		{"How do I install the ferry with rope?", parted("guide.md", "Install", 1, "Install the ferry with tape:", "$ tape ferry", "Install the ferry with rope:", "$ rope ferry"),
			[]string{"Install the ferry with tape:", "$ tape ferry", "Install the ferry with rope:", "$ rope ferry"}},
		{"How many boats does the ferry line have?", parted("guide.md", "Ferry", 1,
			"The ferry line has 12 boats.", "$ boats := 14 // of the ferry line"),
			[]string{"The ferry line has 12 boats."}},
		{"What is the default speed of the ferry?", parted("guide.md", "ferrySpeed", 1,
			"- Default: 14 knots", "- Type: number", "The speed of the ferry between the piers."),
			[]string{"Default: 14 knots", "The speed of the ferry between the piers."}},
		{"What does saltescaping do?", parted("guide.md", "Options", 1,
			"- saltescaping added. If set to 1, salt in names is escaped.", "- crane added. If set to 1, the crane turns."),
			[]string{"saltescaping added. If set to 1, salt in names is escaped."}},
	} {
		a := Extractive(t.Context(), tc.question, []spar.Hit{tc.hit}, weights{}, Options{})
		var got []string
		for _, b := range a.Bullets {
			if b.Code {
				b.Text = "$ " + b.Text
			}
			if b.Of > 0 {
				t.Errorf("%s: a list of %d", tc.question, b.Of)
			}
			got = append(got, b.Text)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.question, got, tc.want)
		}
	}
}

func TestFenced(t *testing.T) {
	if got, want := Fenced("a ``` b\nc", "  "), "  ````\n  a ``` b\n  c\n  ````"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
