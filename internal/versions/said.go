package versions

import (
	"github.com/sparsearch/spar"
)

// Recipe names the version of what Attributes finds.
const Recipe = " said/9"

// Attributes gives what the begin of a text says of its version: doc-version, doc-status, effective, replaces.
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
