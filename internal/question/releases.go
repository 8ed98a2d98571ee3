package question

import (
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// release is the number of a release with a point in it; a figure with a unit or a currency behind it is none.
var release = pattern.New(`(?i)(?:^|[\s"'(v])(\d{1,4}(?:\.\d{1,4}){1,3})(?:[?!,;:)"']|\.?(?:\s|$))`)

// measure is what stands behind a figure that counts something.
var measure = pattern.New(`(?i)^\s*(?:%|€|\$|£|percent|per cent|euros?|dollars?|pounds?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|km|kg|cm|mm|m|g|t|l|kb|mb|gb|tb|million|billion)(?:\W|$)`)

// Releases are the numbers of releases that a text names, such as "2.39", without a zero at their end.
func Releases(text string) (list []string) {
	for at := 0; ; {
		m := release.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return list
		}
		if !measure.MatchString(text[at+m[3]:]) {
			list = append(list, bareRelease(text[at+m[2]:at+m[3]]))
		}
		at += m[3]
	}
}

// inName is such a number in the name of a file.
var inName = pattern.New(`\d{1,4}(?:\.\d{1,4}){1,3}`)

// NamesRelease reports whether the name of a file has one of these numbers of releases.
func NamesRelease(name string, releases []string) bool {
	for _, n := range inName.FindAllString(name, -1) {
		for _, r := range releases {
			if bareRelease(n) == r {
				return true
			}
		}
	}
	return false
}

func bareRelease(n string) string {
	for strings.HasSuffix(n, ".0") && strings.Count(n, ".") > 1 {
		n = strings.TrimSuffix(n, ".0")
	}
	return n
}
