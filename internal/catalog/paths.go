package catalog

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// foldPath gives paths that a share may take for the same, because it does not tell case or does not tell the composed
// form of a letter from the decomposed one, the same form.
func foldPath(p string) string { return norm.NFC.String(cases.Fold().String(norm.NFC.String(p))) }
