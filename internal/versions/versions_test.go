package versions

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

func day(s string) time.Time { t, _ := time.Parse(time.DateOnly, s); return t }

// TestFamilies gives the members of families in their order, by path.
func TestFamilies(t *testing.T) {
	for _, tc := range []struct {
		name    string
		files   []File
		want    [][]string
		inForce []bool
	}{
		{"by number in the name", []File{{Path: "hr/travel_v1.md"}, {Path: "hr/Travel V2.1.md"}, {Path: "hr/travel-v2.docx"}, {Path: "hr/lunch.md"}},
			[][]string{{"hr/Travel V2.1.md", "hr/travel-v2.docx", "hr/travel_v1.md"}}, []bool{true}},
		{"a draft never binds", []File{{Path: "leave v3 draft.md"}, {Path: "leave v2 FINAL.md"}},
			[][]string{{"leave v2 FINAL.md", "leave v3 draft.md"}}, []bool{true}},
		{"by year", []File{{Path: "policy-2019.md"}, {Path: "policy-2023.md"}}, [][]string{{"policy-2023.md", "policy-2019.md"}}, []bool{true}},
		{"what is written each month is no version", []File{{Path: "minutes-2023-01.md"}, {Path: "minutes-2023-02.md"}, {Path: "report 2019.md"}, {Path: "report 2020.md"}}, nil, nil},
		{"what it says goes before its name", []File{
			{Path: "a/policy v9.md", Head: "Travel policy\nStatus: superseded\n"}, {Path: "a/policy.md", Head: "Travel policy\nVersion: 10\nEffective date: 1 March 2024\nReplaces version 9."},
		}, [][]string{{"a/policy.md", "a/policy v9.md"}}, []bool{true}},
		{"by what it says alone", []File{{Path: "x/rules.md", Head: "DRAFT for comments\nRules"}, {Path: "y/rules.md", Head: "Rules"}}, [][]string{{"y/rules.md", "x/rules.md"}}, []bool{true}},
		{"only drafts", []File{{Path: "plan draft 1.md"}, {Path: "plan draft 2.md", Modified: day("2024-01-02")}}, [][]string{{"plan draft 2.md", "plan draft 1.md"}}, []bool{false}},
		{"one name in two folders tells nothing", []File{{Path: "x/readme.md"}, {Path: "y/readme.md"}}, nil, nil},
		{"each folder has a file of that name", []File{{Path: "openssl/README.Debian", Head: "OpenSSL for Debian\nVersion 3"}, {Path: "ssh/README.Debian", Head: "OpenSSH for Debian"}}, nil, nil},
		{"of one folder, with a name that each has", []File{{Path: "tool/README v2.md"}, {Path: "tool/old/README v1.md"}}, [][]string{{"tool/README v2.md", "tool/old/README v1.md"}}, []bool{true}},
		{"copies", []File{{Path: "offer (2).docx", Modified: day("2024-01-02")}, {Path: "offer v1.docx"}}, [][]string{{"offer v1.docx", "offer (2).docx"}}, []bool{true}},
		{"other shares", []File{{Share: "a", Path: "offer v1.docx"}, {Share: "b", Path: "offer v2.docx"}}, nil, nil},
		{"by letter", []File{{Path: "guide rev A.txt"}, {Path: "guide rev B.txt"}, {Path: "drafts/guide rev C (draft).txt"}},
			[][]string{{"guide rev B.txt", "guide rev A.txt", "drafts/guide rev C (draft).txt"}}, []bool{true}},
		{"by a bare number", []File{{Path: "rules 3.0.md"}, {Path: "rules.md", Head: "# Rules\n\nVersion 4.1, approved by the board on 3 February 2024."}},
			[][]string{{"rules.md", "rules 3.0.md"}}, []bool{true}},
		{"what holds from later on", []File{{Path: "fees.md", Head: "# Fees\n\nVersion 3\n\nEffective from 1 January 2027."}, {Path: "fees v2.md"}},
			[][]string{{"fees v2.md", "fees.md"}}, []bool{true}},
		{"by days in names", []File{{Path: "list 20240131.txt"}, {Path: "list 2024-02-15.txt"}, {Path: "list 01.02.2024.txt"}},
			[][]string{{"list 2024-02-15.txt", "list 01.02.2024.txt", "list 20240131.txt"}}, []bool{true}},
		{"what attributes say goes before all", []File{{Path: "plan v2.md", Declared: []spar.Property{{Key: "doc-status", Value: spar.Value{Kind: spar.Text, Text: "withdrawn"}}}}, {Path: "plan v1.md"}},
			[][]string{{"plan v1.md", "plan v2.md"}}, []bool{true}},
		{"lines run together", []File{{Path: "a/fees.md", Head: "# Fees\nOwner: HR Version: 4 Status: Draft"}, {Path: "b/fees.md", Head: "Fees, version 3\n"}},
			[][]string{{"b/fees.md", "a/fees.md"}}, []bool{true}},
		{"the version of a licence is not the file's", []File{{Path: "a/terms.txt", Head: "It is under the GNU GPL,\nversion 3 of the License, or\nversion 4 or later."}, {Path: "a/terms.md", Head: "Terms"}}, nil, nil},
		{"by what one replaces", []File{{Path: "hr/home office rules.md", Title: "Home Office Rules", Head: "# Home Office Rules"}, {Path: "hr/remote.md", Head: "# Remote work\nReplaces the Home Office Rules of 2018."}},
			[][]string{{"hr/remote.md", "hr/home office rules.md"}}, []bool{true}},
		{"what will replace another does not yet", []File{{Path: "x/rwp.md", Head: "# Remote work\nReplaces the Home Office Rules.\nEffective from 1 January 2027."}, {Path: "hr/home office rules.md", Title: "Home Office Rules"}},
			[][]string{{"hr/home office rules.md", "x/rwp.md"}}, []bool{true}},
		{"called old by its name", []File{{Path: "hr/handbook-legacy.md", Modified: day("2026-01-02")}, {Path: "hr/handbook.md"}, {Path: "hr/legacy/fees.md"}, {Path: "hr/fees.md"}},
			[][]string{{"hr/handbook.md", "hr/handbook-legacy.md"}, {"hr/fees.md", "hr/legacy/fees.md"}}, []bool{true, true}},
		{"what was put aside", []File{{Path: "hr/old/leave-2019.md"}, {Path: "hr/leave.md"}}, [][]string{{"hr/leave.md", "hr/old/leave-2019.md"}}, []bool{true}},
		{"of one name, put aside", []File{{Path: "hr/Archive/leave.md"}, {Path: "hr/leave.md"}}, [][]string{{"hr/leave.md", "hr/Archive/leave.md"}}, []bool{true}},
		{"all are put aside", []File{{Path: "archive/leave-2019.md"}, {Path: "archive/leave-2021.md"}}, [][]string{{"archive/leave-2021.md", "archive/leave-2019.md"}}, []bool{true}},
		{"what it says goes before its folder", []File{{Path: "old/fees.md", Head: "# Fees\n\nVersion 3\n\nEffective from 1 January 2024."}, {Path: "fees v2.md"}},
			[][]string{{"old/fees.md", "fees v2.md"}}, []bool{true}},
		{"a draft that is for somebody", []File{{Path: "rules/Quay rules v2.txt"}, {Path: "rules/drafts/Quay rules v3 DRAFT for pilots.txt"}},
			[][]string{{"rules/Quay rules v2.txt", "rules/drafts/Quay rules v3 DRAFT for pilots.txt"}}, []bool{true}},
		{"what replaces that of a year", []File{
			{Path: "Charter 2011.txt", Title: "CHARTER OF THE HARBOUR GUILD (2011)", Head: "CHARTER OF THE HARBOUR GUILD (2011)\n"},
			{Path: "Charter of the Guild consolidated.txt", Title: "CHARTER OF THE HARBOUR GUILD", Head: "CHARTER OF THE HARBOUR GUILD\nIt replaces the charter of 2011 with\nall amendments."},
		}, [][]string{{"Charter of the Guild consolidated.txt", "Charter 2011.txt"}}, []bool{true}},
		{"by issue", []File{{Path: "NP-02 mains issue 4.txt", Head: "NP-02 MAINS\nIssue 4, September 2021\n"}, {Path: "NP-02 mains issue 5.txt", Head: "NP-02 MAINS\nIssue 5, January 2024. Issue 4 is cancelled.\n"}},
			[][]string{{"NP-02 mains issue 5.txt", "NP-02 mains issue 4.txt"}}, []bool{true}},
		{"by one title, in other folders under other names", []File{
			{Path: "charter/Customer Charter 2024.md", Title: "Customer Charter", Head: "# Customer Charter\nThird edition, in force since 1 April 2024.\nIf we miss an appointment we credit 38 pounds to your account."},
			{Path: "zz Archive do not use/Charter 2020.md", Title: "Customer Charter", Head: "# Customer Charter\nSecond edition, in force since 1 April 2020.\nIf we miss an appointment we credit 23 pounds to your account."},
			{Path: "charter/working copy - Charter 4th ed.md", Title: "Customer Charter", Head: "# Customer Charter\nFourth edition. WORKING COPY, not agreed by anybody yet.\nIf we miss an appointment we credit 40 pounds to your account."},
		}, [][]string{{"charter/Customer Charter 2024.md", "zz Archive do not use/Charter 2020.md", "charter/working copy - Charter 4th ed.md"}}, []bool{true}},
		{"agreements of one form with two firms", []File{
			{Path: "Pelloran - agreement.txt", Title: "Framework Agreement", Head: "Framework Agreement\nVersion 1\nbetween the Board and Pelloran about the supply of parts", Words: []string{"between", "pelloran", "supply"}},
			{Path: "Lathby - agreement.txt", Title: "Framework Agreement", Head: "Framework Agreement\nVersion 2\nbetween the Board and Lathby about the supply of parts", Words: []string{"between", "lathby", "supply"}},
		}, nil, nil},
		{"adopted", []File{{Path: "Drought plan 2018.txt"}, {Path: "Drought plan 2024 (adopted).txt"}}, [][]string{{"Drought plan 2024 (adopted).txt", "Drought plan 2018.txt"}}, []bool{true}},
		{"price lists of two years that are written as one", []File{{Path: "charges 2023-24.csv"}, {Path: "charges 2024-25.csv"}}, [][]string{{"charges 2024-25.csv", "charges 2023-24.csv"}}, []bool{true}},
		{"issues of a newsletter", []File{{Path: "newsletter issue 4.txt"}, {Path: "newsletter issue 5.txt"}}, nil, nil},
		{"an archive for all", []File{{Path: "zz Archive do not use/leave.md"}, {Path: "hr/rules/leave.md"}}, [][]string{{"hr/rules/leave.md", "zz Archive do not use/leave.md"}}, []bool{true}},
		{"minutes of days", []File{{Path: "minutes/2024-02-03 board.txt"}, {Path: "minutes/2024-05-18 board.txt"}}, nil, nil},
		{"notes of releases", []File{{Path: "release notes 3.1.md"}, {Path: "release notes 3.2.md"}}, nil, nil},
		{"numbers are no names", []File{{Path: "2019.md"}, {Path: "2020.md"}, {Path: "v1.md"}}, nil, nil},
	} {
		var got [][]string
		var inForce []bool
		for _, f := range Families(tc.files, day("2026-06-01")) {
			var paths []string
			for _, m := range f.Members {
				paths = append(paths, tc.files[m.Index].Path)
			}
			got, inForce = append(got, paths), append(inForce, f.InForce)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || !slices.Equal(inForce, tc.inForce) {
			t.Errorf("%s: in force %v; -want +got\n%s", tc.name, inForce, diff)
		}
	}
}

func TestLabel(t *testing.T) {
	f := Families([]File{
		{Path: "policy.md", Head: "Version 2.1\nEffective from 2024-03-01"}, {Path: "policy draft.md", Modified: day("2023-05-06")}, {Path: "policy 2019.md"},
	}, day("2026-06-01"))
	var got []string
	for _, m := range f[0].Members {
		got = append(got, m.Label())
	}
	if diff := cmp.Diff([]string{"version 2.1, 2024-03-01", "2019", "draft"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestYearOfName: a year in a name is no day, whatever else the text says of the version.
func TestYearOfName(t *testing.T) {
	_, v := read(File{Path: "travel 2024.docx", Head: "Travel policy\nVersion 3\nAdopted by the board."})
	if got := v.Label(); got != "version 3, 2024" || v.Holds() != "2024" || v.By != ByText {
		t.Errorf("%s, holds %s, by %s", got, v.Holds(), v.By)
	}
	_, v = read(File{Path: "travel 2024-03-01.docx", Head: "Travel policy\nVersion 3"})
	if v.Holds() != "2024-03-01" {
		t.Errorf("holds %s", v.Holds())
	}
}
