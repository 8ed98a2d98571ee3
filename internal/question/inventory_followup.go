package question

import (
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// A goingOnRule is a question that goes on with one for files, and what it asks of these; {files} are the files that were asked for.
type goingOnRule struct {
	of *pattern.Pattern
	as string
}

// thoseFiles are words for the files of the question before.
const thoseFiles = `(?: (?:one|ones)| of (?:them|these|those|all)| (?:of )?all)?`

var goingOnFiles = []goingOnRule{
	{pattern.New(`(?i)^(?:(?:which|what)(?: one| ones)?(?: of (?:them|these|those))?(?: is| are| was| were|'s)? )?(?:the )?((?:\d+|two|three|four|five|six|seven|eight|nine|ten) )?` +
		`(newest|latest|most recent|oldest|largest|biggest|smallest)` + thoseFiles + `$`), "the ${1}${2} {files}"},
	{pattern.New(`(?i)^(?:which|what)(?: one| ones| file)?(?: of (?:them|these|those))? (?:was|were|is|has been) (?:changed|modified|edited|added|updated) (?:last|most recently)$`), "the newest {files}"},
	{pattern.New(`(?i)^(?:(?:please )?(?:list|show|name|give)(?: me)? (?:them|these|those|all of them)(?: all)?|(?:which|what) (?:are they|are those|are these|ones)(?: called)?)$`), "list {files}"},
	{pattern.New(`(?i)^how (?:big|large) are (?:they|these|those)(?: all)?(?: together| in total| altogether)?$`), "how much space do {files} take"},
	{pattern.New(`(?i)^how much space do (?:they|these|those) (?:all )?(?:take|use|need|occupy)(?: up)?$`), "how much space do {files} take"},
	{pattern.New(`(?i)^how many pages(?: do they have| are they| is that)?(?: together| in total| altogether)?$`), "how many pages do {files} have altogether"},
	{pattern.New(`(?i)^who (?:wrote|made|created) (?:them|these|those|most of them|the most)$`), "who wrote the most {files}"},
	{pattern.New(`(?i)^(?:where are (?:they|these|those|most of them)|(?:which|what) folder has (?:the )?most(?: of them)?)$`), "where are most {files}"},
	{pattern.New(`(?i)^how many (?:of (?:them|these|those) )?(?:are |were |have been )?((?:from|in|since|before|after|by|larger|smaller|bigger|older|newer|changed|untouched|not|without) .+)$`), "how many {files} ${1}"},
	{pattern.New(`(?i)^(?:which|what)(?: ones)?(?: of (?:them|these|those))? (?:are |were |have been )((?:from|in|since|before|after|by|larger|smaller|bigger|older|newer|changed|untouched|not|without) .+)$`), "list {files} ${1}"},
}

// goesOnWith is what leads a question that goes on with another.
var goesOnWith = pattern.New(`(?i)^(?:(?:and|or|but|so|ok|okay|also|then|what about|how about)[\s,]+)+`)

// onFiles makes a question self-contained that goes on with one for many files, "and which is the largest?"; "" where it does not.
func onFiles(text string, last Turn) string {
	if last.OfText {
		return ""
	}
	list := ParseInventories(last.Question)
	if len(list) == 0 || list[0].OfOne() {
		return ""
	}
	files := list[0].Files
	if files == "" {
		files = "files"
	}
	text = goesOnWith.ReplaceAllString(bare(text), "")
	for _, r := range goingOnFiles {
		if r.of.MatchString(text) {
			return r.of.ReplaceAllString(text, strings.ReplaceAll(r.as, "{files}", strings.ReplaceAll(files, "$", "$$")))
		}
	}
	return ""
}
