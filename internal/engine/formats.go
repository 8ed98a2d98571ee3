package engine

import (
	"path"
	"sync"

	"github.com/sparsearch/spar/internal/extract"
)

const (
	longestExtension = 16
	maxExtensions    = 10_000
)

// formatByName gives what extract.Detect says of a name, of which it looks at the extension only, and remembers it: a scan
// asks for every file.
func formatByName() func(name string) string {
	var mu sync.Mutex
	known := map[string]string{}
	return func(name string) string {
		ext := path.Ext(name)
		if len(ext) > longestExtension {
			return extract.Detect(nil, name)
		}
		mu.Lock()
		defer mu.Unlock()
		format, ok := known[ext]
		if !ok {
			format = extract.Detect(nil, "file"+ext)
			if len(known) < maxExtensions {
				known[ext] = format
			}
		}
		return format
	}
}
