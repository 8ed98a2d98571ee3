// Package ziptest makes small zip archives for tests, such as office documents of their parts.
package ziptest

import (
	"archive/zip"
	"io"
	"maps"
	"slices"
	"strings"
)

// Of is an archive of parts in this order, a name and a text each.
func Of(parts ...string) string {
	var b strings.Builder
	w := zip.NewWriter(&b)
	for p := range slices.Chunk(parts, 2) {
		f, err := w.Create(p[0])
		if err == nil {
			_, err = io.WriteString(f, p[1])
		}
		if err != nil {
			panic(err) // nothing fails in memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// Parts is an archive of texts by name, in the order of the names.
func Parts(parts map[string]string) []byte {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		list = append(list, name, parts[name])
	}
	return []byte(Of(list...))
}
