package durable

import "io/fs"

// ours cannot tell whose a file is here; one that this user may not remove stays.
func ours(fs.FileInfo) bool { return true }
