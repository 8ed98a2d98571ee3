package engine

import (
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
)

func TestUnlisted(t *testing.T) {
	var s catalog.ShareStatus
	for _, want := range []string{
		"a folder could not be listed: a (closed)",
		"2 folders could not be listed: a (closed), b (closed)",
		"3 folders could not be listed: a (closed), b (closed), c (closed)",
		"4 folders could not be listed: a (closed), b (closed), c (closed), ...",
	} {
		s.Folders = append(s.Folders, catalog.Problem{Path: string(rune('a' + s.Unlisted)), Reason: "closed"})
		s.Unlisted++
		if got := unlisted(s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
