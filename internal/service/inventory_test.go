package service_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

var registry = map[string]string{
	"README.md":                "# Papers of the harbour\n\nThis folder has what the harbour office of Skarne writes to its tenants and to the county.\n",
	"contracts/berth-12.md":    "---\nauthor: Ines Aldous\n---\n# Berth 12\n\nThe berth is let for nine years. The dredger passes twice a year.\n",
	"contracts/berth-14.md":    "# Berth 14\n\nThe berth is let for four years.\n",
	"rules/crane.md":           "# Crane rules\n\nVersion 2.4, effective 1 May 2023. Replaces version 2.3.\n\n## Loads\n\nNo load of more than 12 tonnes is lifted. The dredger is never lifted.\n",
	"lists/vessels.csv":        "Vessel,Length\nMaren,12\nTove,31\n",
	"lists/private/wages.csv":  "Name,Wage\nA,1\nB,2\nC,3\n",
	"lists/private/secret.csv": "Name,Wage\nA,1\n",
}

// inventoriedShare opens and scans a share with one folder closed to the reader; the crane rules changed last.
func inventoriedShare(t *testing.T) func(who spar.Principal, asked string) api.Answer {
	s, h := open(t, registry)
	for i, name := range []string{"README.md", "contracts/berth-12.md", "contracts/berth-14.md", "lists/vessels.csv", "lists/private/wages.csv", "lists/private/secret.csv", "rules/crane.md"} {
		at := time.Date(2024, 1, 1+i, 12, 0, 0, 0, time.UTC)
		if err := os.Chtimes(filepath.Join(h.Root, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(h.Root, "lists/private"), 0o700); err != nil {
		t.Fatal(err)
	}
	scan(t, s, api.Question{Question: "how many files are there?"})
	return func(who spar.Principal, asked string) api.Answer {
		return ask(t, s, who, api.Question{Question: asked})
	}
}

func TestInventory(t *testing.T) {
	asked := inventoriedShare(t)
	for _, c := range []struct {
		who  spar.Principal
		text string
		of   string
		says []string
		not  string
	}{
		{owner, "how many files are there?", "count", []string{"7 files", "4 markdown", "3 csv"}, ""},
		{reader, "how many files are there?", "count", []string{"5 files"}, "wages"},
		{owner, "how many csv files are there?", "count", []string{"3 files (type:csv)", "lists/private/wages.csv", "lists/vessels.csv"}, ""},
		{reader, "how many csv files are there?", "count", []string{"1 file (type:csv)", "lists/vessels.csv"}, "private"},
		{owner, "how many files are about the dredger?", "count", []string{"2 files", "contracts/berth-12.md", "rules/crane.md"}, "berth-14"},
		{owner, "which files mention the dredger?", "list", []string{"2 files", "contracts/berth-12.md", "rules/crane.md"}, "berth-14"},
		{owner, "which folder has the most files?", "folders", []string{"docs:lists (3), docs:contracts (2)"}, ""},
		{owner, "what is the newest file?", "newest", []string{"crane.md", "changed 2024-01-07"}, "berth"},
		{owner, "what is the oldest markdown file?", "oldest", []string{"README.md", "2024-01-01"}, "berth"},
		{reader, "which files are the largest?", "largest", []string{"crane.md"}, "private"},
		{owner, "list all files in the folder contracts", "list", []string{"2 files (folder:contracts)", "contracts/berth-12.md", "contracts/berth-14.md"}, "crane"},
		{owner, "what kinds of files are there?", "kinds", []string{"markdown: 4 files", "csv: 3 files"}, ""},
		{owner, "what is this share about?", "overview", []string{"7 files", "docs:lists (3)", "2024-01-01 to 2024-01-07", "the harbour office of Skarne"}, ""},
		{reader, "what is this share about?", "overview", []string{"5 files", "the harbour office of Skarne"}, "private"},

		{owner, "who wrote berth-12.md?", "author", []string{"berth-12.md: Author: Ines Aldous"}, "Crane"},
		{owner, "who wrote berth-14.md?", "author", []string{"does not say who wrote it"}, ""},
		{owner, "when was crane.md last changed?", "modified", []string{"2024-01-07"}, ""},
		{owner, "where is crane.md?", "place", []string{"docs:rules/crane.md"}, ""},
		{owner, "are the crane rules still in force?", "standing", []string{"Version 2.4", "Replaces version 2.3"}, ""},
		{owner, "since when do the crane rules apply?", "standing", []string{"2023-05-01"}, ""},
	} {
		a := asked(c.who, c.text)
		if a.Inventory == nil || a.Inventory.Of != c.of || a.Refused || a.Unsure {
			t.Errorf("%s asks %q: %+v\n%s", c.who.Name, c.text, a.Inventory, a.Answer)
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(a.Answer, want) {
				t.Errorf("%s asks %q, and %q is not in: %s", c.who.Name, c.text, want, a.Answer)
			}
		}
		if c.not != "" && strings.Contains(a.Answer, c.not) {
			t.Errorf("%s asks %q, and is told: %s", c.who.Name, c.text, a.Answer)
		}
		for i, b := range a.Bullets {
			for _, n := range b.Citations {
				if n < 1 || n > len(a.Citations) || a.Citations[n-1].Open == "" {
					t.Errorf("%q: statement %d cites %d of %d", c.text, i, n, len(a.Citations))
				}
			}
		}
	}
}

// What looks like a question about files and is one about what they say stays that.
func TestNoInventory(t *testing.T) {
	asked := inventoriedShare(t)
	for _, text := range []string{"for how many years is berth 12 let?", "how many documents must I hand in?", "how long is berth 14 let?", "what load may the crane lift?", "who lets the berths?"} {
		if a := asked(owner, text); a.Inventory != nil {
			t.Errorf("%q is answered of files as such: %s", text, a.Answer)
		}
	}
}

// An answer from the index reads no file.
func TestInventoryReadsNothing(t *testing.T) {
	asked := inventoriedShare(t)
	if a := asked(owner, "how many files are there?"); a.Coverage.Read != 0 || a.Coverage.InScope != 7 {
		t.Errorf("counting read: %+v", a.Coverage)
	}
}
