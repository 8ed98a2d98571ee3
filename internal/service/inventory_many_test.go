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

// A question about many files is answered from the catalog alone, with the files that the asker may read.
func TestInventoryOfMany(t *testing.T) {
	s, h := open(t, map[string]string{
		"harbour/lights.go":              "// Package harbour switches the lights of the quay.\npackage harbour\n",
		"harbour/lights_test.go":         "package harbour\n",
		"tools/tide.py":                  "# Prints the tide.\nprint(3)\n",
		"papers/invoice 2023-04.md":      "---\nauthor: Ines Aldous\n---\n# Ropes\n\nNine ropes of hemp.\n",
		"papers/invoice 2024-01.md":      "---\nauthor: Ines Aldous\n---\n# Chains\n\nTwo chains.\n",
		"papers/copy of invoice.md":      "---\nauthor: Ines Aldous\n---\n# Chains\n\nTwo chains.\n",
		"papers/private/letter.md":       "---\nauthor: Tove Brandt\n---\n# Letter\n\nDear all.\n",
		"papers/private/second.md":       "---\nauthor: Tove Brandt\n---\n# Letter\n\nDear nobody.\n",
		"papers/private/third.md":        "---\nauthor: Tove Brandt\n---\n# Letter\n\nDear somebody else.\n",
		"papers/private/fourth/fifth.md": "---\nauthor: Tove Brandt\n---\n# Letter\n\nDear you.\n",
	})
	old := time.Now().AddDate(-12, 0, 0)
	if err := os.Chtimes(filepath.Join(h.Root, "tools/tide.py"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(h.Root, "papers/private"), 0o700); err != nil {
		t.Fatal(err)
	}
	scan(t, s, api.Question{Question: "how many files are there?"})
	ask(t, s, owner, api.Question{Question: "what do the letters say of ropes, chains, lights and the tide?"}) // reads what there is
	for _, c := range []struct {
		who        spar.Principal
		text, of   string
		says, nots string
	}{
		{owner, "how many go files are there?", "count", "2 files (ext:go)", "tide"},
		{owner, "how many go files and python scripts are there?", "count", "3 files", ""},
		{owner, "how many go files and markdown files are there?", "count", "9 files", ""},
		{owner, "any python scripts?", "list", "tools/tide.py", "lights"},
		{owner, "are there any spreadsheets with macros?", "list", "0 files", ""},
		{owner, "how many invoices do we have?", "count", "3 files (name:*invoice*), by their names", ""},
		{owner, "which files has nobody touched for ten years?", "list", "tools/tide.py", "lights"},
		{owner, "what changed since yesterday?", "list", "lights.go", "tide"},
		{owner, "who wrote the most documents?", "authors", "Tove Brandt: 4 files", ""},
		{reader, "who wrote the most documents?", "authors", "Ines Aldous: 3 files", "Tove"},
		{owner, "which folder is the largest?", "space-of-folders", "docs:papers: ", ""},
		{reader, "list the folders", "list-of-folders", "3 folders with 6 files", "private"},
		{owner, "are there duplicates?", "duplicates", "papers/copy of invoice.md", "lights"},
		{reader, "which files could not be read?", "not-read", "0 files", "private"},
		{owner, "files without author", "list", "3 files (-has:author)", "invoice"},
		{owner, "how many pages altogether?", "pages-of-all", "a number of pages is known", ""},
		{owner, "how much space do the videos take?", "space", "0 files", ""},
	} {
		a := ask(t, s, c.who, api.Question{Question: c.text})
		if a.Inventory == nil || a.Inventory.Of != c.of || !strings.Contains(a.Answer, c.says) || c.nots != "" && strings.Contains(a.Answer, c.nots) {
			t.Errorf("%s asks %q: %+v\n%s", c.who.Name, c.text, a.Inventory, a.Answer)
		}
	}
}

// A question after one about files is about the same files.
func TestInventoryGoesOn(t *testing.T) {
	s, _ := open(t, registry)
	scan(t, s, api.Question{Question: "how many files are there?"})
	first := ask(t, s, owner, api.Question{Question: "how many csv files are there?", Thread: api.NewThread})
	if a := ask(t, s, owner, api.Question{Question: "and which is the largest?", Thread: first.Thread}); a.Inventory == nil || a.Inventory.Of != "largest" || !strings.Contains(a.Answer, ".csv") || strings.Contains(a.Answer, ".md") {
		t.Errorf("%+v\n%s", a.Inventory, a.Answer)
	}
	a := ask(t, s, owner, api.Question{Question: "which is the oldest?", Earlier: []api.Said{{Question: "list all markdown files"}}})
	if a.Inventory == nil || a.Inventory.Of != "oldest" || !strings.Contains(a.Answer, ".md") {
		t.Errorf("%+v\n%s", a.Inventory, a.Answer)
	}
}

// What only looks like a question for files is answered by what they say.
func TestInventoryDecoys(t *testing.T) {
	asked := inventoriedShare(t)
	for _, text := range []string{
		"how many files may an employee keep?", "how many documents does the county ask for?", "which documents must be signed by the tenant?", "how many reports are due each year?", "which form do I fill in for a berth?",
		"what changed since the new crane came?", "what changed in 2023?", "who wrote to the county?", "how many pages may the letter have?", "which folder do I put the contract into?",
		"how many scans does the dredger need?", "any documents I must bring to the harbour office?", "are there files that the county checks first?", "how many letters did the county send?", "how long are contracts kept?",
		"which files does the county keep for ten years?", "how many photos must the application have?", "what is the largest vessel?", "which is the oldest berth?", "how much space do the vessels need?",
		"how many copies of the contract are signed?", "which documents could not be accepted?", "are there duplicate charges?", "who made the crane?", "how many agreements end this year?",
		"which policy covers the dredger?", "how many invoices does the tenant get?", "what scripts does the office use for calls?", "which letters are sent by post?", "do we have a plan for storms?",
		"do you have offers for new ropes?", "how many notes of the crane are kept?", "which reports does the county read?", "how many guides show visitors round?", "list the documents needed for a berth",
		"show me the form for a berth", "which files are shredded?", "how many emails may be left unanswered?", "what is the smallest load?", "how many images does a sign show?",
	} {
		if a := asked(owner, text); a.Inventory != nil {
			t.Errorf("%q is answered of files as such: %+v", text, a.Inventory)
		}
	}
}
