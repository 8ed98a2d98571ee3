package versions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestPeriods(t *testing.T) {
	for _, c := range []struct{ name, title, head, sheets, want string }{
		{"report_2023.pdf", "", "", "", "2023"},
		{"sales-2023-03.csv", "", "", "", "2023 2023-03 2023-Q1"},
		{"minutes 2021-11-05.docx", "", "", "", "2021 2021-11 2021-Q4"},
		{"Rechnung_05.11.2021.pdf", "", "", "", "2021 2021-11 2021-Q4"},
		{"IMG_20190312.jpg", "", "", "", "2019 2019-03 2019-Q1"},
		{"Q3-2022 results.pptx", "", "", "", "2022 2022-Q3"},
		{"results 2022Q3.pptx", "", "", "", "2022 2022-Q3"},
		{"plan.xlsx", "Budget FY24", "", "", "2024"},
		{"plan.xlsx", "", "", "2021,2022,Notes", "2021 2022"},
		{"a.pdf", "Geschäftsbericht 2022/23", "", "", "2022 2023"},
		{"a.pdf", "Jahresbericht März 2020", "", "", "2020 2020-03 2020-Q1"},
		{"a.pdf", "3e trimestre 2021", "", "", "2021 2021-Q3"},
		{"a.pdf", "Informe del segundo trimestre de 2021", "", "", "2021 2021-Q2"},
		{"a.pdf", "Erstes Halbjahr 2021", "", "", "2021 2021-H1"},
		{"informe enero 2020.pdf", "", "", "", "2020 2020-01 2020-Q1"},
		{"a.txt", "", "Acme Corp\nFor the fiscal year ended September 30, 2019", "", "2019"},
		{"a.txt", "", "For the quarter ended June 30, 2020\nAll figures in EUR", "", "2020 2020-06 2020-Q2"},
		{"a.txt", "", "Berichtszeitraum: Oktober 2020", "", "2020 2020-10 2020-Q4"},
		{"a.txt", "", "Rapport annuel 2018\n\nTexte", "", "2018"},
		{"a.txt", "", "Newsletter\nMay 2017\nHello", "", "2017 2017-05 2017-Q2"},
		{"report 2019.pdf", "", "Third quarter 2019\nThird quarter 2018", "", "2019 2019-Q3"},
		{"policy.docx", "Information security", "This policy was approved on 3 May 2019 and replaces that of 2017.", "", ""},
		{"ISO 9001-2015 handbook.pdf", "ISO 27001:2013", "", "", ""},
		{"guide.pdf", "Windows Server 2019 guide", "", "", ""},
		{"room 2045.txt", "", "", "", ""},
		{"strategy 2019-2021.pdf", "", "", "", "2019 2020 2021"},
		{"v2.1.4 of 1234567.txt", "", "", "", ""},
		{"a.pdf", "Charts.xls", "Housing units authorized - Top 20: 2005\nAtlanta", "", "2005"},
		{"a.pdf", "", "Direct Loan Technical Reference, October 1999 (1999–2000)\nLayouts", "", "1999 1999-10 1999-Q4 2000"},
		{"a.txt", "", "Copyright 2019 Acme\nNo warranty", "", ""},
		{"a.pdf", "Costs", "Costs of care\nRies, 2002\nReport, 2004\nPetersen, 2001\n1999", "", ""},
		{"mail.zip!/deep/invoice-2020-02.pdf", "", "", "", "2020 2020-02 2020-Q1"},
	} {
		var sheets []string
		if c.sheets != "" {
			sheets = strings.Split(c.sheets, ",")
		}
		var got []string
		for _, p := range Periods(c.name, c.title, c.head, sheets) {
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q, %q, %.40q: %v, want %s", c.name, c.title, c.head, got, c.want)
		}
	}
}

func TestAttributes(t *testing.T) {
	for head, want := range map[string]string{
		"Gear of the crane\nVersion 0.01":  "doc-version=0.01",
		"Gear of the crane\nVersion 02.10": "doc-version=2.10",
		"Travel policy\nVersion 2.1\nStatus: Draft\nEffective date: 2023-04-01\nReplaces version 1.9.": "doc-version=2.1 doc-status=draft replaces=version 1.9 effective=2023-04-01",
		"Reiserichtlinie\nFassung 3\nGültig ab 1. Januar 2022\nErsetzt die Fassung von 2019":           "doc-version=3 replaces=die Fassung von 2019 effective=2022-01-01",
		"Politique\nStatut : brouillon\nEn vigueur depuis 01/02/2022":                                  "doc-status=draft effective=2022-02-01",
		"Política\nEstado: vigente\nVigente desde el 2021-05-01\nSustituye a la versión 1":             "doc-status=final replaces=la versión 1 effective=2021-05-01",
		"Política\nVigente desde el 3 de mayo de 2021":                                                 "effective=2021-05-03", "En vigueur depuis 1er janvier 2020": "effective=2020-01-01",
		"Bash Reference Manual\nThis is Edition 5.2, last updated 19 September 2022, of the manual.": "doc-version=5.2 effective=2022-09-19",
		"Libtasn1\nThis manual is for GNU Libtasn1 (version 4.19.0, 18 August 2022), a library.":     "doc-version=4.19.0 effective=2022-08-18",
		"This is Debian Policy version 4.6.2.0, released on 2022-12-17.":                             "doc-version=4.6.2.0 effective=2022-12-17",
		"This is a guide for users of version 3, published 2022-12-17.":                              "",
		"This software is version 3 or later.":                                                       "",
		"Dies ist die Fassung 2.1 vom 3. Mai 2021":                                                   "doc-version=2.1",
		"Coding\nVersion 6.0 March 13, 2006\nText":                                                   "doc-version=6.0 effective=2006-03-13",
		"Policy No. 3 Effective 3/17/04":                                                             "effective=2004-03-17",
		"This policy has been superseded.":                                                           "doc-status=superseded",
		"Version control systems are described.":                                                     "",
	} {
		var got []string
		for _, p := range Attributes(head) {
			value := p.Value.Text
			if p.Value.Kind == spar.Date {
				value = p.Value.Date.Format("2006-01-02")
			}
			got = append(got, fmt.Sprintf("%s=%s", p.Key, value))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", head, got, want)
		}
	}
}
