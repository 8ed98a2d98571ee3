package extract

import (
	"html"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

var (
	mdComment  = pattern.New(`(?s)<!--.*?-->`)
	mdTag      = pattern.New(`^</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>`)
	mdAutoLink = pattern.New(`^<((?:https?|ftp|mailto):[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>`)
	mdFootRef  = pattern.New(`^\[\^[^\]\s]+\]`)
	mdBreak    = pattern.New(`(?i)<br\s*/?>`)
	liquid     = pattern.New(`\{%-?[^%]*-?%\}|\{\{[^{}]*\}\}|\{:[^{}]*\}`)
	liquidOpen = pattern.New(`\{%|\{\{|\{:`)
)

// maxInline bounds how far the end of a link or a code span is looked for, so that many openings cost no more than
// linear time.
const maxInline = 2000

// plainMarkdown strips the inline markup of s: emphasis, links and images keep their text, code spans theirs, link
// targets and tags go. It follows CommonMark as far as text is concerned, without nesting rules that change no word.
func plainMarkdown(s string) string {
	if !strings.ContainsAny(s, "*_`[]<>\\&~{") {
		return squeeze(s)
	}
	if liquidOpen.MatchString(s) {
		s = liquid.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "<") {
		s = mdComment.ReplaceAllString(s, "")
	}
	var b strings.Builder
	b.Grow(len(s))
	inline(&b, s, 0)
	return squeeze(html.UnescapeString(b.String()))
}

// inline writes the text of s.
func inline(b *strings.Builder, s string, depth int) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			b.WriteByte(s[i+1])
			i += 2
			continue
		case c == '`':
			n := run(s[i:], '`')
			if end := closing(s[i+n:min(len(s), i+n+maxInline)], n); end >= 0 {
				code := s[i+n : i+n+end]
				b.WriteString(strings.ReplaceAll(code, "&", "&amp;")) // no entities in code
				i += 2*n + end
				continue
			}
			b.WriteString(s[i : i+n])
			i += n
			continue
		case c == '*' || c == '~':
			n := run(s[i:], c)
			if c == '*' && n <= 3 && spaceAround(s, i, n) || c == '~' && n != 2 {
				b.WriteString(s[i : i+n])
			}
			i += n
			continue
		case c == '_':
			n := run(s[i:], '_')
			if inWord(s, i, n) || spaceAround(s, i, n) || n > 3 {
				b.WriteString(s[i : i+n])
			}
			i += n
			continue
		case c == '!' && i+1 < len(s) && s[i+1] == '[', c == '[':
			from := i
			if c == '!' {
				from++
			}
			if m := mdFootRef.FindStringIndex(s[from:min(len(s), from+100)]); m != nil {
				i = from + m[1]
				continue
			}
			if end, next := link(s, from); end > 0 {
				if depth < 8 {
					inline(b, s[from+1:end], depth+1)
				} else {
					b.WriteString(s[from+1 : end])
				}
				i = next
				continue
			}
		case c == '<':
			rest := s[i:min(len(s), i+maxInline)]
			if m := mdAutoLink.FindStringSubmatchIndex(rest); m != nil {
				b.WriteString(rest[m[2]:m[3]])
				i += m[1]
				continue
			}
			if m := mdTag.FindStringIndex(rest); m != nil {
				if mdBreak.MatchString(rest[:m[1]]) {
					b.WriteByte(' ')
				}
				i += m[1]
				continue
			}
		}
		b.WriteByte(c)
		i++
	}
}

// link finds the end of the text of a link that opens at s[i] == '[', and the place behind the link. It returns 0, 0 for brackets that are
// no link.
func link(s string, i int) (end, next int) {
	limit := min(len(s), i+maxInline)
	level := 0
	for end = i; end < limit; end++ {
		switch s[end] {
		case '\\':
			end++
			continue
		case '[':
			level++
		case ']':
			level--
		}
		if level == 0 {
			break
		}
	}
	if end >= limit || end+1 >= len(s) {
		return 0, 0
	}
	switch s[end+1] {
	case '(':
		level = 0
		for next = end + 1; next < min(len(s), end+maxInline); next++ {
			switch s[next] {
			case '\\':
				next++
				continue
			case '(':
				level++
			case ')':
				level--
			}
			if level == 0 {
				return end, next + 1
			}
		}
	case '[':
		if n := strings.IndexByte(s[end+1:min(len(s), end+maxInline)], ']'); n > 0 {
			return end, end + 1 + n + 1
		}
	}
	return 0, 0
}

// run counts the leading bytes c of s.
func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

// closing finds a run of exactly n backquotes.
func closing(s string, n int) int {
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '`')
		if j < 0 {
			return -1
		}
		i += j
		m := run(s[i:], '`')
		if m == n {
			return i
		}
		i += m
	}
	return -1
}

func spaceAt(s string, i int) bool {
	return i < 0 || i >= len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n'
}

func spaceAround(s string, i, n int) bool { return spaceAt(s, i-1) && spaceAt(s, i+n) }

// inWord reports whether s[i:i+n] stands between two letters or digits, as in snake_case.
func inWord(s string, i, n int) bool {
	word := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] >= 0x80 || s[i] == '_' || s[i] >= '0' && s[i] <= '9' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z')
	}
	return word(i-1) && word(i+n)
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

// squeeze makes one space of every run of white space and trims the ends.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
