package versions

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestRealBeginnings has the forms of real files that were once misread (docs/results/formats.md): their versions, days, and times of other
// things.
func TestRealBeginnings(t *testing.T) {
	for _, c := range []struct{ name, head, version, day, status, replaces, period string }{
		{"1942_address.txt", "Gentlemen of the house: The year was a good one.", "", "", "", "", "1942"},
		{"h1940.rst", "HP IPAQ H1940\nA handheld device", "", "", "", "", ""},
		{"a.md", "SPDX-FileCopyrightText: 2022 Ada Lovelace\nInstalling the pump", "", "", "", "", ""},
		{"a.rst", "JPEG 2000 Encoding\nThe requirements", "", "", "", "", ""},
		{"a.txt", "Version 1.2 ratified on October 1st, 2022.\nSupersedes Version 1.1 ratified on April 26th, 2004, and Version 1.0\nratified on July 5, 1997.", "1.2", "2022-10-01", "", "Version 1.1 ratified on April 26th, 2004, and Version 1.0", ""},
		{"a.txt", "A short history\nversion : 2.28 (2023-02-15)\nText", "2.28", "2023-02-15", "", "", ""},
		{"NEWS", "pumps (5.0.3+x-1) unstable; urgency=medium\n\n  pump version 5 was uploaded.\n  Version 4 is not available any more.\n  The package pump5 is superseded by pump.\n\n -- Ada <ada@example.org>  Tue, 07 Jun 2016 22:32:13 +0200", "5.0.3", "2016-06-07", "", "", ""},
		{"changelog", "pumps (43.0-1) unstable; urgency=medium\n\n  * Standards-Version: 4.6.1\n\n -- Ada <ada@example.org>  Mon, 19 Sep 2022 10:24:18 -0400\n\npumps (42.0-1) unstable; urgency=medium", "43.0", "2022-09-19", "", "", ""},
		{"NEWS", "Pump NEWS\n\n* Noteworthy changes in release 3.8 (2022-09-02) [stable]\n\n  The option replaces the old one.\n\n* Noteworthy changes in release 3.7 (2021-08-14) [stable]", "3.8", "2022-09-02", "", "", ""},
		{"AUTHORS", "Isamu wrote the matcher. All of the changes that came before\nversion 2.5.1 are told in the log.", "", "", "", "", ""},
		{"a.tex", "Project: pumps\nVersion: 2022-10-05 v1.19\nunder the conditions of the licence, either\nversion 1.3c of this license or a later one", "1.19", "2022-10-05", "", "", ""},
		{"a.pdf", "Errata to the Second Edition\nAda Lovelace 5 August 2021\nThese are all the errors", "", "2021-08-05", "", "", ""},
		{"a.pdf", "The pump package\nAda Lovelace ada@example.org\n2017/06/25\nThis file is maintained", "", "2017-06-25", "", "", ""},
		{"a.docx", "Northgate Pumps\nDiscounts Policy (Raw Draft)\nText", "", "", "draft", "", ""},
		{"a.txt", "data on wages\nyear 1980 through 1983", "", "", "", "", "1980 1981 1982 1983"},
		{"a.txt", "description: a table of the world, 10 firms with observations from 1935 to 1937 as used before", "", "", "", "", "1935 1936 1937"},
		{"a.txt", "DATA4: Data on housing units in 1992, in number of houses", "", "", "", "", "1992"},
		{"a.xml", "frequency: 1\nstartobs: 1966\nendobs: 1968\nTaken from the 1986 Report", "", "", "", "", "1966 1967 1968"},
		{"a.txt", "These figures are from McManus (1985), Journal of Pumps 93 (April 1985).", "", "", "", "", ""},
		{"a.txt", "This package was made by Ada Lovelace for those who have pumps, on Tue, 10\nJun 2008 18:44:40 +1000.", "", "", "", "", ""},
		{"a.md", "Awards\n2024\nBest pump\n2023\nBest valve\n2022\nBest gasket", "", "", "", "", ""},
	} {
		told := map[string]string{}
		for _, p := range Attributes(c.head) {
			told[p.Key] = p.Value.String()
			if p.Key == "effective" {
				told[p.Key] = p.Value.Date.Format(time.DateOnly)
			}
		}
		var periods []string
		for _, p := range Periods(c.name, "", c.head, nil) {
			periods = append(periods, p.String())
		}
		got := fmt.Sprintf("%s|%s|%s|%s|%s", told["doc-version"], told["effective"], told["doc-status"], told["replaces"], strings.Join(periods, " "))
		if want := fmt.Sprintf("%s|%s|%s|%s|%s", c.version, c.day, c.status, c.replaces, c.period); got != want {
			t.Errorf("%s %.60q:\n got %s\nwant %s", c.name, c.head, got, want)
		}
	}
}
