package answer

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// mostNearest is how many files a refusal names and quotes.
const mostNearest = 2

// nearest names the files that came nearest to a question that they do not answer.
func nearest(hits []spar.Hit) (list []string) {
	for _, h := range hits {
		if name := nearName(h); len(list) < mostNearest && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// nearName is the name of a file with the first heading above a passage of it.
func nearName(h spar.Hit) string {
	name := h.Path[strings.LastIndexByte(h.Path, '/')+1:]
	if heading := h.Passage.Locator.Outermost(); heading != "" {
		return heading + " (" + name + ")"
	}
	return name
}
