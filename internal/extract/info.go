package extract

import (
	"bytes"
	"strings"
)

// infoEnd stands in a line of its own before each node of a GNU Info file, and before the tables behind the last.
const infoEnd = "\x1f"

// isInfo reports whether a text is a GNU Info file, whose control characters are no sign of binary data.
func isInfo(head []byte) bool {
	for _, begin := range []string{"File: ", "Indirect:", "Tag Table:"} {
		if bytes.Contains(head, []byte(infoEnd+"\n"+begin)) {
			return true
		}
	}
	return false
}

// infoNodes leaves out of an Info file the parts that serve only its reader: the line with a node's neighbours, and the tables of where
// nodes are.
type infoNodes struct{ began, table bool }

// skip reports whether a line is left out.
func (n *infoNodes) skip(line string) bool {
	line = strings.TrimRight(line, "\r")
	if line == infoEnd || line == "\f"+infoEnd || line == infoEnd+"\f" {
		n.began, n.table = true, false
		return true
	}
	if n.began {
		n.began = false
		n.table = line == "Indirect:" || line == "Tag Table:" || line == "End Tag Table" || line == "Local Variables:"
		return n.table || strings.HasPrefix(line, "File: ")
	}
	return n.table
}
