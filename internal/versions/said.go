package versions

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Recipe names the version of what Attributes finds.
const Recipe = " said/10"

// Drafted reports whether the name or the title of a file says that it is a draft.
func Drafted(name string) bool {
	p := compiled()
	name = strings.ToLower(p.gaps.ReplaceAllString(name, " "))
	return len(name) <= 400 && p.draftName.MatchString(name) && !p.beside.MatchString(name)
}

// Attributes gives the version data in the beginning of a text: doc-version, doc-status, effective, replaces.
func Attributes(head string) (list []spar.Property) {
	v := Version{}
	v.ofText(head)
	text := func(key, value string) {
		if value != "" {
			list = append(list, spar.Property{Key: key, Value: spar.Value{Kind: spar.Text, Text: value}})
		}
	}
	text("doc-version", v.Code())
	text("doc-status", string(v.Status))
	text("replaces", v.Replaces)
	if !v.Effective.IsZero() {
		list = append(list, spar.Property{Key: "effective", Value: spar.Value{Kind: spar.Date, Date: v.Effective}})
	}
	return list
}
