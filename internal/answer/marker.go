package answer

import "strconv"

// marker is how a citation is written in an answer.
func marker(n int) string { return "[" + strconv.Itoa(n) + "]" }
