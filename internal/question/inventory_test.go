package question

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseInventories(t *testing.T) {
	for text, want := range map[string]Inventory{
		"How many PDF files are there?":                    {Of: FileCount, Files: "PDF files"},
		"how many files do you have":                       {Of: FileCount, Files: "files"},
		"number of spreadsheets in the folder tools":       {Of: FileCount, Files: "spreadsheets in the folder tools"},
		"What kinds of files are there?":                   {Of: FileKinds},
		"which file types do we have?":                     {Of: FileKinds},
		"what is the newest document about travel?":        {Of: NewestFiles, Files: "document about travel"},
		"Show me the three largest PDFs":                   {Of: LargestFiles, Files: "PDFs", Most: 3},
		"the 12 oldest files":                              {Of: OldestFiles, Files: "files", Most: 12},
		"which emails were changed last?":                  {Of: NewestFiles, Files: "emails"},
		"list all spreadsheets from 2023":                  {Of: FileList, Files: "spreadsheets from 2023"},
		"what is this share about?":                        {Of: Overview},
		"What can I ask you?":                              {Of: Overview},
		"what is in the folder tools?":                     {Of: Overview, Files: "folder tools"},
		"give me a short overview of the archive":          {Of: Overview},
		"which folder has the most files?":                 {Of: FileFolders, Files: "files"},
		"which files mention the dredger?":                 {Of: FileList, Files: "files mention the dredger"},
		"how big is the share?":                            {Of: FileSpace},
		"how much space do the images take?":               {Of: FileSpace, Files: "images"},
		"who wrote the travel policy?":                     {Of: AuthorOf, Files: "the travel policy"},
		"When was leave.docx last changed?":                {Of: ChangeOf, Files: "leave.docx"},
		"how many pages does the annual report have?":      {Of: PagesOf, Files: "the annual report"},
		"where is the handbook stored?":                    {Of: PlaceOf, Files: "the handbook"},
		"which version of the travel policy applies?":      {Of: StandingOf, Files: "the travel policy"},
		"is the travel policy still in force?":             {Of: StandingOf, Files: "the travel policy"},
		"Since when does the travel policy apply?":         {Of: StandingOf, Files: "the travel policy"},
		"Please tell me who owns budget.xlsx":              {Of: OwnerOf, Files: "budget.xlsx"},
		"Wie viele PDFs gibt es?":                          {Of: FileCount, Files: "PDFs"},
		"Was ist die neueste Datei?":                       {Of: NewestFiles},
		"Welche Fassung der Reiserichtlinie gilt?":         {Of: StandingOf, Files: "Reiserichtlinie"},
		"Combien de fichiers y a-t-il ?":                   {Of: FileCount, Files: "fichiers"},
		"¿Cuántos documentos hay?":                         {Of: FileCount, Files: "documentos"},
		"Quels sont les fichiers les plus récents ?":       {Of: NewestFiles},
		"what types of documents does the archive contain": {Of: FileKinds},
		"How many spreadsheets have we got?":               {Of: FileCount, Files: "spreadsheets"},
		"which one is the smallest file":                   {Of: LeastFiles, Files: "file"},
		"What is the oldest thing here?":                   {Of: OldestFiles, Files: "file"},
		"which documents did Ida Brandt write?":            {Of: FileList, Files: "documents by Ida Brandt"},
		"in which files does the dredger come up?":         {Of: FileList, Files: "files that mention the dredger"},
		"Which of the tide tables was changed last?":       {Of: NewestFiles, Files: "tide tables"},
		"what folders are there on the top level?":         {Of: FolderList},
		"Wie viele Dateien liegen hier insgesamt?":         {Of: FileCount, Files: "Dateien"},
		"Quel est le document le plus ancien ?":            {Of: OldestFiles},
		"¿En qué documentos se habla del muelle?":          {Of: FileList, Files: "archivos mencionan muelle"},
	} {
		list := ParseInventories(text)
		if len(list) == 0 {
			t.Errorf("%q asks for nothing of files", text)
		} else if diff := cmp.Diff(want, list[0]); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	for _, text := range []string{
		"how many days of leave are there?", "who is the head of sales?", "when is the office open?", "what is the travel allowance?", "how do I file a claim?", "what does the contract say about notice?", "",
		"which department has the most employees?", "how large is the team?",
		"what does the picture show?", "how many people does the picture show?", "what is the document about?",
	} {
		if list := ParseInventories(text); len(list) > 0 && !list[0].OfOne() {
			t.Errorf("%q asks for %+v", text, list[0])
		}
	}
}

func TestTopic(t *testing.T) {
	for words, want := range map[string][3]string{
		"PDFs about parental leave": {"PDFs", "parental leave", ""}, "files": {"files", "", ""}, "documents that mention Brenta": {"documents", "Brenta", "said"},
		"emails from Anna in 2023": {"emails from Anna in 2023", "", ""}, `files mention "the dredger"`: {"files", "the dredger", "said"},
	} {
		which, topic, outright := Topic(words)
		if which != want[0] || topic != want[1] || outright != (want[2] != "") {
			t.Errorf("%q: %q about %q, %v", words, which, topic, outright)
		}
	}
	for words, want := range map[string]string{"all the files": "", "documents": "", "PDF files": "PDF", "Dateien": "", "spreadsheets from 2023": "spreadsheets from 2023"} {
		if got := Unspecific(words); got != want {
			t.Errorf("%q says %q of files", words, got)
		}
	}
}

// What goes on with a question for files asks for these; what goes on with one that texts answered does not.
func TestFollowUpOfFiles(t *testing.T) {
	for _, c := range [][3]string{
		{"how many PDFs are there?", "which is the largest?", "The largest PDFs?"},
		{"how many PDFs are there?", "and the newest?", "The newest PDFs?"},
		{"how many spreadsheets from 2023 do we have?", "the three oldest", "The three oldest spreadsheets from 2023?"},
		{"how many files are there?", "list them", "List files?"},
		{"how many files are there?", "and how many of them are larger than 1 MB?", "How many files larger than 1 MB?"},
		{"list all images", "how big are they together?", "How much space do images take?"},
		{"list all PDFs", "who wrote most of them?", "Who wrote the most PDFs?"},
		{"which folder has the most files?", "which was changed last?", "The newest files?"},
	} {
		turns := []Turn{{Question: c[0], Answer: []string{"2 files"}}}
		if got, _ := FollowUp(c[1], turns); got != c[2] {
			t.Errorf("%q behind %q: %q", c[1], c[0], got)
		}
		if list := Readings(c[1], turns); len(list) != 1 || list[0].Text != c[2] || len(ParseInventories(list[0].Text)) == 0 {
			t.Errorf("%q behind %q: %+v", c[1], c[0], list)
		}
		if got, _ := FollowUp(c[1], []Turn{{Question: c[0], Answer: []string{"2 files"}, OfText: true}}); got == c[2] && c[1] != "list them" {
			t.Errorf("%q behind a question that texts answered: %q", c[1], got)
		}
	}
}

// Kinds of files without a format of their own, and documents by their purpose.
func TestKindsOfFiles(t *testing.T) {
	for words, want := range map[string][2]string{
		"go files": {"files", "go"}, "python scripts from 2023": {"files from 2023", "ipynb py pyi pyw pyx"}, "spreadsheets with macros": {"files", "xlam xlsb xlsm xltm"},
		"videos": {"files", "avi flv m4v mkv mov mp4 mpeg mpg webm wmv"}, "PDFs": {"PDFs", ""}, "scriptures": {"scriptures", ""}, "files we can go": {"files we can go", ""},
	} {
		rest, endings, _ := ByEnding(words)
		slices.Sort(endings)
		if got := [2]string{strings.Join(strings.Fields(rest), " "), strings.Join(endings, " ")}; got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
	for words, want := range map[string][2]string{"contracts": {"files", "contract"}, "invoices from 2023": {"files from 2023", "invoice"}, "policies": {"files", "policy policies"}, "PDF reports": {"files", "report"}, "report files": {"report files", ""}} {
		rest, noun := Papers(words)
		if got := [2]string{strings.Join(strings.Fields(rest), " "), strings.Join(noun, " ")}; words != "PDF reports" && got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
