package extract

import (
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

var (
	ruleOfSigns = pattern.New(`^[\s#*=/~_+;%<>.\\|-]*$`)
	bannerLine  = pattern.New(`^\s*[#*=/~_+;%"!-]{3,}\s*(\pL[^\n]{0,78}?)\s*[#*=/~_+;%"!-]{3,}\s*$`)
	codeEnd     = pattern.New(`[;{}]\s*$|^\s*[\w.\[\]]+\s*(?::=|[-+*/|&]?=)\s*\S|^\s*[\w.]+\([^)]*\)\s*$|^\s*(?:return|import|#include|else|break)\b[^.]*$`)
)

// isRule reports whether a line draws something and says nothing.
func isRule(text string) bool {
	return len(text) > 0 && ruleOfSigns.MatchString(text[:min(len(text), 300)])
}

// banner is the title that a comment sets between signs: "##### NETWORK #####".
func banner(text, own string) string {
	for _, s := range []string{own, text} {
		if m := bannerLine.FindStringSubmatch(s[:min(len(s), 200)]); m != nil {
			return m[1]
		}
	}
	return ""
}

// looksLikeCode reports whether a line of a comment is code that was put out of use.
func looksLikeCode(text string) bool { return codeEnd.MatchString(text[:min(len(text), 300)]) }

var (
	docRole = pattern.New("(?::[\\w:+-]{1,30}:)?`{1,2}(?:[~!])?([^`<\n]{1,200}?)(?:\\s*<[^`>]{1,200}>)?`{1,2}_{0,2}")
	docTag  = pattern.New(`\{@(?:link|linkplain|code|literal|value)\s+#?([^{}]{1,200})\}`)
	docMark = pattern.New(`</?(?:p|br|ul|ol|li|code|pre|b|i|em|tt|strong|para|c|see|summary|remarks)\s*/?>`)
	docItem = pattern.New(`^(?:[@\\](?:param|arg|tparam)(?:\[\w+\])?|:param(?: \w+)?) ([\w.*$]+):?\s*`)
	docName = pattern.New(`^(?:[@\\]|:)(brief|details|returns?|raises?|throws|since|deprecated|see|note|type|rtype|example|version|author)\b:?\s*`)
	docRST  = pattern.New(`^\.\. (note|warning|tip|seealso|deprecated|versionadded|versionchanged|versionremoved):: *([0-9][\w.]*)? *`)
)

var versionWords = map[string]string{"versionadded": "Added in version ", "versionchanged": "Changed in version ", "versionremoved": "Removed in version ", "deprecated": "Deprecated since version "}

// plainDoc takes the marks of Javadoc, Doxygen, Sphinx and XML documentation out of a paragraph of a comment.
func plainDoc(s string) string {
	if !strings.ContainsAny(s, "`{<@:\\.") {
		return s
	}
	s = docTag.ReplaceAllString(s, "$1")
	s = docMark.ReplaceAllString(s, " ")
	s = docRole.ReplaceAllString(s, "$1")
	s = docItem.ReplaceAllString(s, "$1: ")
	if m := docRST.FindStringSubmatch(s); m != nil {
		said := versionWords[m[1]] + m[2]
		if m[2] != "" {
			said += ": "
		}
		s = said + s[len(m[0]):]
	}
	if m := docName.FindStringSubmatch(s); m != nil && m[1] != "brief" && m[1] != "details" {
		s = strings.ToUpper(m[1][:1]) + m[1][1:] + ": " + s[len(m[0]):]
	} else if m != nil {
		s = s[len(m[0]):]
	}
	return strings.Join(strings.Fields(s), " ")
}
