package answer

import (
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// notInFiles is said of files that were all read.
const notInFiles = "Not in these files."

// unsureAll is told where the hits may answer.
const unsureAll = "Nothing here answers this for sure."

// Refusal says that files do not answer a question, and nothing of files that nobody read. Where evidence is shown it says that none answers surely.
func Refusal(c spar.Coverage, evidence bool) string {
	rest := append(unread(c), closed(c)...)
	switch {
	case evidence && len(rest) == 0:
		return unsureAll
	case evidence:
		return fmt.Sprintf("Nothing in the %s read answers this for sure; %s.", counted(c.Read, "file that was", "files that were"), strings.Join(rest, ", "))
	case c.InScope+c.Gone+len(c.Closed)+len(c.Folders) == 0:
		return "No file is in scope."
	case c.Read == 0:
		return "Nothing was read: " + strings.Join(rest, ", ") + "."
	case len(rest) == 0:
		return notInFiles
	}
	return fmt.Sprintf("Not in the %s read; %s.", counted(c.Read, "file that was", "files that were"), strings.Join(rest, ", "))
}

// Refused says that files do not answer a question, and which of its names stand in none of them.
func Refused(a spar.Answer, c spar.Coverage) string {
	text := Refusal(c, len(a.Evidence) > 0)
	if len(a.Missing) > 0 {
		return unsaidIn(a.Missing) + ". " + text
	}
	return text
}

func unsaidIn(missing []string) string {
	return "No file here says " + strings.Join(missing, ", nor ")
}

// Unsurely opens an answer that is unsure. It says which names of the question no file says.
func Unsurely(missing []string) string {
	if len(missing) == 0 {
		return "Not sure; what comes nearest:"
	}
	return "Not sure: n" + unsaidIn(missing)[1:] + ". What comes nearest:"
}

// unread tells the unread files of a scope. Files that have no text do not count.
func unread(c spar.Coverage) (list []string) {
	if c.Waiting > 0 {
		list = append(list, counted(c.Waiting, "file waits to be read", "files wait to be read"))
	}
	without := c.Unreadable
	named := 0
	for _, f := range c.Unread {
		if f.State != spar.Unread && f.State != spar.Partial {
			named++
		}
	}
	switch {
	case c.Read == 0 && without > 0:
		list = append(list, counted(without, "file could not be read", "files could not be read"))
	case named > 0:
		list = append(list, counted(named, "file that may hold the answer could not be read", "files that may hold the answer could not be read"))
	}
	if c.Partial > 0 {
		list = append(list, counted(c.Partial, "file was read in part", "files were read in part"))
	}
	if c.Gone > 0 {
		list = append(list, counted(c.Gone, "file is gone", "files are gone"))
	}
	return list
}

func closed(c spar.Coverage) (list []string) {
	for _, s := range c.Closed {
		list = append(list, fmt.Sprintf("share %s could not be looked at (%s)", s.Share, s.Reason))
	}
	switch n := len(c.Folders); n {
	case 0:
	case 1:
		list = append(list, fmt.Sprintf("the folder %s:%s could not be looked into", c.Folders[0].Share, c.Folders[0].Path))
	default: // there may be more than are named
		list = append(list, fmt.Sprintf("folders could not be looked into, such as %s:%s", c.Folders[0].Share, c.Folders[0].Path))
	}
	return list
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
