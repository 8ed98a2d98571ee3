package engine

import (
	"cmp"
	"path"
	"sync"

	"github.com/sparsearch/spar/internal/extract"
)

const (
	longestExtension = 16
	maxExtensions    = 10_000
)

// formatByName returns a function that tells the format by the name's extension, and remembers it: a scan asks for every file.
func formatByName() func(name string) string {
	var mu sync.Mutex
	known := map[string]string{}
	// Detect knows more extensions of text than the formats themselves name.
	says := func(name string) string { return cmp.Or(extract.ByExtension(name), extract.Detect(nil, name)) }
	return func(name string) string {
		ext := path.Ext(name)
		if len(ext) > longestExtension {
			return says(name)
		}
		mu.Lock()
		defer mu.Unlock()
		format, ok := known[ext]
		if !ok {
			format = says("file" + ext)
			if len(known) < maxExtensions {
				known[ext] = format
			}
		}
		return format
	}
}
