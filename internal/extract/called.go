package extract

import (
	"maps"
	"slices"
	"strings"
)

// called maps what people call a format to its name, beside its name and the extensions of its reader.
var called = map[string]string{
	"web": "html", "plain": "text", "gzip": "gz", "bzip2": "bz2", "zstd": "zst", "email": "eml", "mail": "eml", "outlook": "msg", "word": "docx", "excel": "xlsx",
	"powerpoint": "pptx",
}

// Called is the name of a format as people write it: "Word", ".md", "adoc". Other names become lower case. The extensions of source code,
// settings and logs name no format: type:py would select all programs.
func Called(text string) string {
	name := strings.ToLower(strings.TrimPrefix(text, "."))
	if of, ok := called[name]; ok {
		return of
	}
	of := byExtension()["."+name]
	if of == "" || of == "source" || of == "config" || name == "log" || slices.ContainsFunc(formats, func(f format) bool { return f.name == name }) {
		return name
	}
	return of
}

// CalledSo lists what people call formats beside their names, in order.
func CalledSo() []string {
	names := slices.Collect(maps.Keys(called))
	for ext, of := range byExtension() {
		if name := ext[1:]; Called(name) == of && name != of {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
