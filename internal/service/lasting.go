package service

import (
	"fmt"
	"regexp"
	"strings"
)

// lasting matches the notes that stay true of an answer and name no file. Whoever asked may lose the right to a file that another note
// names, and no thread knows of it.
var lasting = regexp.MustCompile(`^(?:` + strings.Join([]string{
	regexp.QuoteMeta(computedFirst), regexp.QuoteMeta(computedLast),
	`\d+ (?:sections|entries|steps|statements of the section), of which \d+ are shown`,
	`\d+ of \d+ passages were left out: their files changed while they were read`,
	`(?:a citation that names no passage|a statement without a citation) was taken out`,
	`\d+ (?:citations that name no passage|statements without a citation) were taken out`,
	`a statement may say otherwise than the passage that it cites, and is marked`,
	`\d+ statements may say otherwise than the passages that they cite, and are marked`,
	`these are sentences of the files, for [^:]+`, // behind a colon is what another program said
	`[\d,]+ other files? (?:was|were) changed at the same time`,
	`of [\d,]+ files? this is not known before (?:it is|they are) read`,
	`of [\d,]+ more files? only reading can tell`,
	`[\d,]+ more files? (?:is|are) there that you may not read`,
}, "|") + `)$`)

// lastingNotes returns the notes of an answer that its thread keeps, and how many files that may matter were not read.
func lastingNotes(notes []string, unread int) (kept []string) {
	for _, n := range notes {
		if lasting.MatchString(n) {
			kept = append(kept, n)
		}
	}
	switch {
	case unread == 1:
		kept = append(kept, "a file that may matter was not read")
	case unread > 1:
		kept = append(kept, fmt.Sprintf("%d files that may matter were not read", unread))
	}
	return kept
}
