package service

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Plural(1, "file", "files"), "1 file"},
		{Plural(12345, "file", "files"), "12,345 files"},
		{Some(0, "file", "files"), ""},
		{Some(2, "file", "files"), "2 files"},
		{Bytes(999), "999 B"},
		{Bytes(12345), "12.3 kB"},
		{Bytes(999_960), "1.0 MB"},
		{Enumerated("a", "", "b", "c"), "a, b and c"},
		{Enumerated("", "a"), "a"},
		{Cut("Über", 2), "Üb"},
		{Shortened("Über", 2), "Üb…"},
		{Shortened("Über", 4), "Über"},
		{ValuesText(api.Facet{Distinct: 2, Values: []api.ValueCount{{Value: spar.Value{Kind: spar.Text, Text: "Ada"}, Files: 1200}}}), "Ada (1,200), and 1 more"},
		{UsesText(api.Uses{}), ""},
		{UsesText(api.Uses{Rules: []string{"r"}}), "the rule r"},
		{UsesText(api.Uses{Workspaces: []string{"v", "w"}, Others: 1}), "the workspaces v and w and 1 workspace of somebody else"},
		{UsesText(api.Uses{Rules: []string{"a", "b", "c", "d", "e", "f"}}), "6 rules (a, b, c, d and e, ...)"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
