package question

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// understood is the scope of a sentence as a line.
func understood(text string, v *Vocabulary) string {
	got := ParseSentence(text, v, Options{Now: now, Fiscal: time.October})
	var parts []string
	for _, c := range got.Scope(false).Constraints {
		parts = append(parts, printed(c))
	}
	return strings.Join(parts, " ")
}

// saidTable is a table of sentences and scopes.
func saidTable(t *testing.T, v *Vocabulary, list [][2]string) {
	t.Helper()
	for _, c := range list {
		if got := understood(c[0], v); got != c[1] {
			t.Errorf("%q\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// TestNamesInWords: how people speak of the name of a file.
func TestNamesInWords(t *testing.T) {
	v := firmWords()
	v.Spelled = func(words string, whole bool) []string {
		if whole && slices.Contains([]string{"Supplier handbook", "Travel costs"}, words) {
			return []string{words + ".*"}
		}
		return map[string][]string{"BUDGET": {"budget", "Budget"}}[words]
	}
	saidTable(t, v, [][2]string{
		{"files about Travel costs", ""},
		{"files with BUDGET in the name", "name:*budget*|*Budget*"},
		{"files with Kessler in their names", "name:*Kessler*"},
		{"all files that have Kessler in the file name", "name:*Kessler*"},
		{"PDFs with Kessler in the filename", "type:pdf name:*Kessler*"},
		{"everything whose filename contains Kessler", "name:*Kessler*"},
		{"documents whose names start with 2024-03", "name:2024-03*"},
		{"files starting with 2024-03", "name:2024-03*"},
		{"files beginning with Kessler", "name:Kessler*"},
		{"files that start with Kessler", "name:Kessler*"},
		{"PDFs ending in _final", "type:pdf name:*_final|*_final.*"},
		{"documents with names ending in _final", "name:*_final|*_final.*"},
		{"the document named Kessler", "name:Kessler|Kessler.*"},
		{"anything named Kessler", "name:Kessler|Kessler.*"},
		{"the files called budget_2024 and forecast_2024", "name:budget_2024|budget_2024.*|forecast_2024|forecast_2024.*"},
		{"budget_2024.xlsx", "name:budget_2024.xlsx"},
		{"get me budget_2024.xlsx please", "name:budget_2024.xlsx"},
		{"open budget_2024.xlsx and forecast-2023.pdf", "name:budget_2024.xlsx|forecast-2023.pdf"},
		{"where is 2024-03_Kessler.pdf?", "name:2024-03_Kessler.pdf"},
		{"all files with a name like Kessler", "name:*Kessler*"},
		{"files with names containing Kessler", "name:*Kessler*"},
		{"files with a name that contains Kessler", "name:*Kessler*"},
		{"spreadsheets that have the word Kessler in the name", "type:xlsx name:*Kessler*"},
		{"files with the letters KSL in the name", "name:*KSL*"},
		{"files with the string _v2 in the name", "name:*_v2*"},
		{"files with v2 in the name", "name:*v2*"},
		{"files with 2024 in their names", "name:*2024*"},
		{"files with Kessler or Brandt in the name", "name:*Kessler*|*Brandt*"},
		{`"Kessler" or "Brandt" in the file name, PDFs only`, "name:*Kessler*|*Brandt* type:pdf"},
		{"files with Kessler and Brandt in the name", "name:*Kessler*|*Brandt*"},
		{"folders starting with 02", ""},
		{"PDFs without Kessler in the name", "type:pdf -name:*Kessler*"},
		{"files whose name does not contain Kessler", "-name:*Kessler*"},
		{"files that do not have Kessler in their name", "-name:*Kessler*"},
		{"the README files", "name:README*"},
		{"all readmes", "name:README*"},
		{"files named *.bak", "name:*.bak"},
		{"*.log", "name:*.log"},
		{"files with the extension bak", "ext:bak"},
		{"files with the ending .tmp", "ext:tmp"},
		{"all .bak files", "ext:bak"},
		{"the PDF version of Supplier handbook", "type:pdf name:Supplier handbook.*"},
		{`the spreadsheet "Travel costs"`, "type:xlsx name:Travel costs.*"},
		{`the file "Travel costs"`, "name:Travel costs.*"},
		{"invoices named after Kessler", "document-type:invoice name:*Kessler*"},
		{"files named something with Kessler", "name:*Kessler*"},
		{"the name of the file contains Kessler", "name:*Kessler*"},
		{"files which are called Kessler or Brandt", "name:Kessler|Kessler.*|Brandt|Brandt.*"},
		{"invoices whose name is Kessler", "document-type:invoice name:Kessler|Kessler.*"},
		{"files with Kessler at the beginning of the name", "name:Kessler*"},
		{"files with final at the end of the name", "name:*final|*final.*"},
	})
}

// TestSpansOfDays: how people speak of some days. A piece without sharp edges, such as early March, means the whole.
func TestSpansOfDays(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs changed from 3 to 7 March 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed between the 3rd and the 7th of March 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed 3-7 March 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed 3–7 March 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed March 3 to 7, 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed March 3-7, 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed from March 3 to March 7, 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed between March 3 and March 7 2025", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed from 28 February to 3 March 2025", "type:pdf modified:2025-02-28..2025-03-03"},
		{"PDFs changed from the 28th of February until the 3rd of March 2025", "type:pdf modified:2025-02-28..2025-03-03"},
		{"PDFs changed between 2025-03-03 and 2025-03-07", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed 2025-03-03 to 2025-03-07", "type:pdf modified:2025-03-03..2025-03-07"},
		{"PDFs changed 15 March through 2 April 2024", "type:pdf modified:2024-03-15..2024-04-02"},
		{"PDFs changed March 15 – April 2, 2024", "type:pdf modified:2024-03-15..2024-04-02"},
		{"PDFs changed 15 March - 2 April 2024", "type:pdf modified:2024-03-15..2024-04-02"},
		{"PDFs changed in the first week of March 2025", "type:pdf modified:2025-03-01..2025-03-07"},
		{"PDFs changed in the last week of March 2025", "type:pdf modified:2025-03-25..2025-03-31"},
		{"PDFs changed in the week of 5 March 2025", "type:pdf modified:2025-03-03..2025-03-09"},
		{"PDFs changed in the first half of March 2025", "type:pdf modified:2025-03-01..2025-03-15"},
		{"PDFs changed in the second half of March 2025", "type:pdf modified:2025-03-16..2025-03-31"},
		{"PDFs changed in the first three days of May 2025", "type:pdf modified:2025-05-01..2025-05-03"},
		{"PDFs changed on or after 5 March 2024", "type:pdf modified:2024-03-05.."},
		{"PDFs changed on or before 5 March 2024", "type:pdf modified:..2024-03-05"},
		{"PDFs changed from 5 March 2024 on", "type:pdf modified:2024-03-05.."},
		{"PDFs changed from the 5th of March 2024 onwards", "type:pdf modified:2024-03-05.."},
		{"PDFs changed up to 5 March 2024", "type:pdf modified:..2024-03-05"},
		{"PDFs changed by 5 March 2024", "type:pdf modified:..2024-03-05"},
		{"PDFs changed by the end of March 2024", "type:pdf modified:..2024-03"},
		{"PDFs changed at the end of March 2024", "type:pdf modified:2024-03"},
		{"PDFs changed at the beginning of March 2024", "type:pdf modified:2024-03"},
		{"PDFs changed in early March 2024", "type:pdf modified:2024-03"},
		{"PDFs changed in late 2024", "type:pdf modified:2024"},
		{"PDFs changed in mid-March 2024", "type:pdf modified:2024-03"},
		{"PDFs changed more than two weeks ago", "type:pdf modified:<2025-06-04"},
		{"PDFs changed three weeks ago", "type:pdf modified:2025-05-26..2025-06-01"},
		{"PDFs changed two days ago", "type:pdf modified:2025-06-16"},
		{"PDFs changed in the past 10 days", "type:pdf modified:2025-06-08..2025-06-18"},
		{"PDFs changed within the last 48 hours", "type:pdf modified:2025-06-16..2025-06-18"},
		{"PDFs changed on the 3rd, 4th and 5th of March 2025", "type:pdf modified:2025-03-03|2025-03-04|2025-03-05"},
		{"PDFs changed on 3 and 5 March 2025", "type:pdf modified:2025-03-03|2025-03-05"},
		{"PDFs changed on 3 or 5 March 2025", "type:pdf modified:2025-03-03|2025-03-05"},
		{"PDFs changed in March and April 2025", "type:pdf modified:2025-03|2025-04"},
		{"PDFs changed last Monday", "type:pdf modified:2025-06-16"},
		{"PDFs changed since Monday", "type:pdf modified:2025-06-16.."},
		{"PDFs changed this week", "type:pdf modified:2025-06-16..2025-06-22"},
		{"PDFs changed between 2022 and 2024", "type:pdf modified:2022..2024"},
		{"PDFs changed in 2022 and 2024", "type:pdf modified:2022|2024"},
		{"PDFs changed between 1 March and 31 May", "type:pdf modified:2025-03..2025-05"},
		{"PDFs changed in the year 2024", "type:pdf modified:2024"},
		{"PDFs changed in the month of May 2025", "type:pdf modified:2025-05"},
	})
}

// TestDatesTurnedRound: "not since", "nobody has touched since" and the like mean the time before, up to and with the named year, month or
// day.
func TestDatesTurnedRound(t *testing.T) {
	saidTable(t, firmWords(), [][2]string{
		{"PDFs that nobody has touched since 2022", "type:pdf modified:..2022"},
		{"PDFs nobody has touched since the end of 2022", "type:pdf modified:..2022"},
		{"PDFs that no one has opened or changed since May 2024", "type:pdf modified:..2024-05"},
		{"PDFs not changed since 2022", "type:pdf modified:..2022"},
		{"PDFs that have not been changed since 2022", "type:pdf modified:..2022"},
		{"PDFs that haven't been edited since 2022", "type:pdf modified:..2022"},
		{"PDFs untouched since 2022", "type:pdf modified:..2022"},
		{"PDFs unchanged since 1 May 2024", "type:pdf modified:..2024-05-01"},
		{"PDFs that were never updated after 2022", "type:pdf modified:..2022"},
		{"PDFs not modified in the last two years", "type:pdf modified:<2023-06-18"},
		{"PDFs nobody touched for two years", "type:pdf modified:..2023-06-18"},
		{"PDFs not older than 2022", "type:pdf modified:2022.."},
		{"PDFs that are no longer valid since 2022", "type:pdf ~-effective:2022.."},
		{"PDFs last changed before 2022", "type:pdf modified:<2022"},
		{"PDFs last changed in 2022", "type:pdf modified:2022"},
		{"PDFs not from 2022", "type:pdf -modified:2022"},
		{"PDFs that were not changed in 2022", "type:pdf -modified:2022"},
	})
}

// TestTablesOfText: where no file is a spreadsheet, "spreadsheet" means tables of text.
func TestTablesOfText(t *testing.T) {
	for want, formats := range map[string][]string{"type:xlsx": {"pdf"}, "type:csv": {"csv", "pdf"}, "type:ods": {"csv", "ods"}} {
		v := NewVocabulary()
		for _, f := range formats {
			v.AddFormat(f)
		}
		saidTable(t, v, [][2]string{{"spreadsheets changed in 2022", want + " modified:2022"}})
	}
}

// TestSlipsInNouns: words for formats and kinds are recognised in spite of a slip, and said so.
func TestSlipsInNouns(t *testing.T) {
	v := firmWords()
	exist := strings.Fields("voice police polite whistle spread invoicing reports advice")
	v.Right = func(w string) bool { return slices.Contains(exist, w) }
	saidTable(t, v, [][2]string{
		{"spredsheets from Legal", "type:xlsx department:Legal"},
		{"presentatons of Legal", "type:pptx department:Legal"},
		{"invioces for May 2025", "document-type:invoice period:2025-05"},
		{"annual reprots", "document-type:annual report"},
		{"ultrasonds of Amadi", "modality:US patient:Ruth Amadi"},
		{"anual reports", "document-type:annual report"},
		{"confidental PDFs", "confidentiality:confidential type:pdf"},
		{"pages of the human resorces section", "folder:human-resources"},
		{"papers of the purchaising department", "department:Purchasing"},
		{"invoices from Febuary 2025", "document-type:invoice period:2025-02"},
		// Words that are right are not mended.
		{"files about the invoicing of spreads", ""},
		{"files with legal advice", "~department:Legal"},
		{"the final whistle", "~doc-status:final"},
		{"files about voices", ""},
		{"polite letters", ""},
	})
	got := ParseSentence("spredsheets from Legal", v, Options{Now: now})
	if p := got.Parts[0]; p.How != Near || p.Spans[0].Of(got.Text) != "spredsheets" {
		t.Errorf("a word with a slip is not shown as such: %+v", p)
	}
}
