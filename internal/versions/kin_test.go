package versions

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

// of makes a file of a path and a text.
func of(path, text string) File {
	f := File{Path: path, Head: text, Words: wordsOf(text)}
	slices.Sort(f.Words)
	for line := range strings.Lines(text) {
		if h, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && f.Title == "" {
			f.Title = h
		} else if h, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			f.Outline = append(f.Outline, h)
		}
	}
	return f
}

// TestKin gives the relatives of the first file, uncertain ones with a question mark, and copies with an equals sign.
func TestKin(t *testing.T) {
	const text = "Staff book rooms at the front desk and pay with the card of the company when they travel for work."
	for _, tc := range []struct {
		name  string
		files []File
		want  []string
	}{
		{"by name in one folder", []File{of("hr/travel v2.md", ""), of("hr/travel v1.md", ""), of("hr/lunch.md", "")}, []string{"hr/travel v2.md", "hr/travel v1.md"}},
		{"in a folder of old ones", []File{of("hr/travel.md", ""), of("hr/archive/2019/travel v1.md", "")}, []string{"hr/travel.md", "hr/archive/2019/travel v1.md"}},
		{"of another project", []File{of("north/spec v2.md", "# Spec North\nBridge"), of("south/spec v1.md", "# Spec South\nTunnel")}, []string{"north/spec v2.md", "?south/spec v1.md"}},
		{"in another format", []File{of("travel.md", "# Travel expenses policy\nVersion 3"), of("tr_004.txt", "# Travel expenses policy\nVersion 3")}, []string{"travel.md", "=tr_004.txt"}},
		{"by title and text", []File{of("travel.md", "# Travel expenses policy\nVersion 3\n"+text), of("tr_x.md", "# Travel expenses policy (draft)\nVersion 4\n"+text)}, []string{"travel.md", "tr_x.md"}},
		{"by what it replaces", []File{of("remote.md", "# Remote work\nReplaces the Home Office Rules of 2018."), of("x17.md", "# Home Office Rules\nOnly on Fridays.")}, []string{"remote.md", "x17.md"}},
		{"agreements with two suppliers", []File{of("supply acme.md", "# Supply agreement\nVersion 1\nWith Acme. "+text), of("supply borealis.md", "# Supply agreement\nVersion 2\nWith Borealis. "+text)}, []string{"supply acme.md"}},
		{"numbered contracts", []File{of("contract 0012.md", "# Contract of employment\nVersion 1\n"+text), of("contract 0013.md", "# Contract of employment\nVersion 2\n"+text)}, []string{"contract 0012.md"}},
		{"minutes", []File{of("minutes 2024-01.md", "# Minutes of the board\n"+text), of("minutes 2024-02.md", "# Minutes of the board\n")}, []string{"minutes 2024-01.md"}},
		{"relatives of relatives", []File{of("a v3.md", "Replaces the old book."), of("a v2.md", ""), of("a v1.md", "")}, []string{"a v3.md", "a v2.md", "a v1.md"}},
	} {
		alike := func(i, j int) float64 {
			if strings.Contains(tc.files[i].Head, text) && strings.Contains(tc.files[j].Head, text) {
				return .8
			}
			return 0
		}
		if tc.name == "in another format" {
			alike = func(i, j int) float64 { return .98 }
		}
		var got []string
		for _, r := range Kin(tc.files, 0, alike, func(i, j int) bool { return false }) {
			sign := ""
			if !r.Certain {
				sign = "?"
			} else if r.Copy >= 0 {
				sign = "="
			}
			got = append(got, sign+tc.files[r.Index].Path)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", tc.name, diff)
		}
	}
}

// TestIssues: files that only the dates in their names tell apart are versions if they repeat each other, and issues of a series if each has
// a text of its own.
func TestIssues(t *testing.T) {
	topics := []string{"The council met the authors of a proposal about the lexer and asked them for a shorter draft.", "Sponsors were found for the sprint in Bologna, where rooms are booked for forty people.", "A release was held back since two builders failed, one of them for want of memory."}
	var updates, policies []File
	for i, topic := range topics {
		date := []string{"2021-05", "2021-06", "2022-01-14"}[i]
		updates = append(updates, of("news/"+date+" council update.md", "# Council update\n"+strings.Repeat(topic+" ", 4)))
		policies = append(policies, of("hr/"+date+" leave policy.md", "# Leave policy\n"+strings.Join(topics, " ")+strings.Repeat(" Days of leave are booked by the month before, and kept.", 2)+" "+topic))
	}
	for _, tc := range []struct {
		files []File
		want  int
	}{{updates, 1}, {policies, 3}, {updates[:2], 1}} {
		got := 0
		for _, f := range Families(tc.files, time.Now()) {
			got += len(f.Members)
		}
		kin := Kin(tc.files, 0, func(i, j int) float64 { return resemblance(tc.files[i].Head, tc.files[j].Head) }, func(i, j int) bool { return i == j })
		if len(kin) != tc.want || max(got, 1) != tc.want {
			t.Errorf("%s: %d relatives, %d in families, want %d", tc.files[0].Path, len(kin), got, tc.want)
		}
	}
}

// TestOf orders versions that are known to be of one document, and says where the order is doubtful.
func TestOf(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files []File
		want  []string
		doubt bool
	}{
		{"what is replaced by name", []File{of("b.md", "# Home Office Rules\nEffective 2024-05-01"), of("a.md", "# Remote work\nReplaces the Home Office Rules.")}, []string{"a.md", "b.md"}, false},
		{"only times", []File{{Path: "a.md", Modified: day("2024-01-01")}, {Path: "b.md", Modified: day("2024-02-01")}}, []string{"b.md", "a.md"}, true},
		{"number against day", []File{of("a.md", "Version 2\nEffective 2023-01-01"), of("b.md", "Version 1\nEffective 2024-01-01")}, []string{"a.md", "b.md"}, true},
		{"a person's word", []File{{Path: "a v2.md", Declared: []spar.Property{{Key: "doc-status", Value: spar.Value{Kind: spar.Text, Text: "superseded"}}}}, {Path: "a v1.md"}}, []string{"a v1.md", "a v2.md"}, false},
	} {
		f := Of(tc.files, day("2026-06-01"))
		var got []string
		for _, m := range f.Members {
			got = append(got, tc.files[m.Index].Path)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || tc.doubt != (f.Doubtful() != "") {
			t.Errorf("%s: doubtful %q; -want +got\n%s", tc.name, f.Doubtful(), diff)
		}
	}
}
