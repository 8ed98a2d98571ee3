package versions

import (
	"testing"
	"time"
)

func TestMasthead(t *testing.T) {
	for _, c := range []struct{ text, number, issued string }{
		// Titles.
		{"Valve Control (Northgate Pumps 0.8)\nSkip to content", "0.8", ""},
		{"northgate-pumps-0.3.3: Reads meters of pumps", "0.3.3", ""},
		{"Northgate\nNorthgate 2.2.0\nModules", "2.2.0", ""},
		{"Using the pump\nDocumentation for pumpctl version 0.9.28\nAda Lovelace", "0.9.28", ""},
		{"The pump\nVersion 0.34 — 22 Feb 2002\nThis document contains a specification.", "0.34", "2002-02-22"},
		{"Release 3.19.0 11 Apr 2022\nCopyright 2000-2022", "3.19.0", "2022-04-11"},
		{"The Pump Manual\nVersion 1.0\nDeveloper Guide\nNovember 2006\nDepartment of Pumps", "1.0", "2006-11-01"},
		{"Annual leave\nSection 4.2 says more.\nTable 2.4", "", ""},
		{"Letters\nReleased under the General Licence version 2", "", ""},
		{"Upgrading\nHow to come from version 3.1", "", ""},
		{"New rules\nReplaces version 1", "", ""},
		{"Pump v1.5.0.3 Release Notes\n===\nFixes since v1.5.0.2\n---\n* A valve", "1.5.0.3", ""},
		{"PUMP\nUser Manual\nfor version 1.5.23\nAda Lovelace", "1.5.23", ""},
		{"Pumps\nHow they fail\nVersion 0.3 (build 7), Saturday, November 07, 2020\nAda Lovelace", "0.3", "2020-11-07"},
		{"Pumps\nThis manual is for pump, version 0.3 (build 7), Saturday, November 07, 2020, a program", "", "2020-11-07"},
		// Fields.
		{"# pumps.txt\n# Date: 2022-01-28\n# Version: 4.1", "4.1", "2022-01-28"},
		{":revnumber: 2.3\n:Version: 2.3\nLast updated: 3 March 2021\nText", "2.3", "2021-03-03"},
		{"Usage\nupdated: 2021-08-16 17:15\nTo use it", "", "2021-08-16"},
		{"Pumps\nAda Lovelace\nv1.4, 2020-01-31\nText", "1.4", "2020-01-31"},
		{"The pump $Revision: 1.7 $ ($Date: 2002/05/02 13:05:28 $)\nText", "1.7", "2002-05-02"},
		{"Pumps and how they fail, version 0.6.2, Jan 19th, 2003.\nText", "", "2003-01-19"},
		{"Request for Comments: 9999             Northgate\nCategory: Informational                    May 1996\nText", "", "1996-05-01"},
		// Pages of manuals.
		{".TH \"pump\" 3 \"Wed Dec 14 2022\" \"Version 2.9.0\" \"Pumps\" \\\" -*- nroff -*-\n.ad l", "2.9.0", "2022-12-14"},
		{".TH pump 3 \"2/22/2022\" \" \" \"PUMP\"\n.SH NAME", "", "2022-02-22"},
		{".TH PUMP \"3\" \"\" \"pump\" \"Pump Manual\"", "", ""},
		// Changes.
		{"# 1.9.6.1\n- Support pumps 1.12.\n# 1.9.6\n- Move", "1.9.6.1", ""},
		{"Release History\n===\n1.2.4\n---\n* Updated\n1.2.3\n---", "1.2.4", ""},
		{"## [2.1.0] - 2024-05-06\n### Added\n- x\n## [2.0.0] - 2024-01-01", "2.1.0", "2024-05-06"},
		{"pumps (0.8.8) unstable; urgency=low\n  * Fix\n -- Ada Lovelace <ada@example.org>  Fri, 02 Sep 2022 21:55:43 +0200\npumps (0.8.7) unstable; urgency=low", "0.8.8", "2022-09-02"},
		{"Copyright (C) 2005-2006 Ada Lovelace\nmakeinfo version 6.8 made this from pump.texi.", "", ""},
		{"2015-07-15  Ada Lovelace  <ada@example.org>\n3.17.1\n2015-07-15  Ada Lovelace  <ada@example.org>\nRequire pumps", "3.17.1", "2015-07-15"},
		{"2015-07-15  Ada Lovelace  <ada@example.org>\nRequire pumps\n2015-07-14  Ada Lovelace  <ada@example.org>\n3.17.1", "", "2015-07-15"},
		{"Prices\n4.2\n3.9\n1.5", "", ""},
	} {
		m, want := mastheadOf(c.text), time.Time{}
		if c.issued != "" {
			want, _ = time.Parse(time.DateOnly, c.issued)
		}
		if m.number != c.number || !m.issued.Equal(want) {
			t.Errorf("%q: %q, %s; want %q, %s", c.text, m.number, m.issued.Format(time.DateOnly), c.number, c.issued)
		}
	}
}

// A year behind "Edition" is no number: the edition after it may say when it came into use and no number.
func TestYearIsNoNumber(t *testing.T) {
	for text, want := range map[string]string{
		"METHOD LM-11 TOTAL COLIFORMS\nEdition 2018\n\n1. Take a sample.": "",
		"METHOD LM-11 TOTAL COLIFORMS\nEdition 3\n\n1. Take a sample.":    "3",
		"A Handbook\nRelease 2018.2\n\nText.":                             "2018.2",
	} {
		if got := mastheadOf(text).number; got != want {
			t.Errorf("%q: number %q, want %q", text, got, want)
		}
	}
}
