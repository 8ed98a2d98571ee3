package main

import (
	"slices"
	"strings"
	"testing"
)

// What is seen at the top is little, and every old name leads to a command, from anywhere in a command line, with a note for people alone.
func TestTree(t *testing.T) {
	t.Parallel()
	a := &app{env: func(string) (string, bool) { return "", false }, err: &strings.Builder{}}
	root := a.command()
	seen := 0
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			seen++
		}
	}
	if seen > 30 {
		t.Errorf("%d commands stand at the top, want 30 at most", seen)
	}
	for old, now := range moved {
		cmd, rest, err := root.Find(strings.Fields(now))
		if err != nil || len(rest) > 0 || commandName(cmd) != old {
			t.Errorf("%s is %q, which is %s: %v", old, now, cmd.CommandPath(), err)
		}
		if top, _, err := root.Find([]string{old}); err == nil && top != root {
			t.Errorf("%s stands at the top, too", old)
		}
	}
	for _, test := range [][2]string{
		{"why f", "show why f"}, {"--json why f", "--json show why f"}, {"--as ada rights f", "--as ada show rights f"}, {"--data=x why f", "--data=x show why f"},
		{"-q ls", "-q files"}, {"help reread", "help read again"}, {"__complete duplicates x", "__complete versions duplicates x"},
		{"ask why", "ask why"}, {"--as why files", "--as why files"}, {"-- why", "-- why"}, {"", ""}, {"--json", "--json"},
	} {
		if got := a.follow(root, strings.Fields(test[0])); !slices.Equal(got, strings.Fields(test[1])) {
			t.Errorf("%q becomes %q, want %q", test[0], got, test[1])
		}
	}
	if said := a.err.(*strings.Builder).String(); said != "" {
		t.Errorf("without a terminal it says %q", said)
	}
}
