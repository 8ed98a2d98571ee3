package extract

import "strings"

// firstByte is the first byte of a line that is no blank, 0 if there is none.
func firstByte(line string) byte {
	for i := range len(line) {
		if line[i] != ' ' && line[i] != '\t' {
			return line[i]
		}
	}
	return 0
}

// heading gives level and title of a line that is a heading by number signs, 0 for another.
func heading(line string) (level int, title string) {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 {
		return 0, ""
	}
	signs := len(rest)
	if rest = strings.TrimLeft(rest, "#"); rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	if signs -= len(rest); signs > 6 {
		return 0, ""
	}
	title = strings.Trim(rest, " \t")
	if open := strings.TrimRight(title, "#"); open != "" && len(open) < len(title) {
		if text := strings.TrimRight(open, " \t"); len(text) < len(open) {
			title = text // without the signs that close it
		}
	}
	return signs, title
}

// item returns the text behind the mark of a line that begins a list item.
func item(line string) (rest string, ok bool) {
	rest = strings.TrimLeft(line, " \t")
	if rest == "" {
		return "", false
	}
	switch rest[0] {
	case '-', '*', '+':
		rest = rest[1:]
	default:
		n := 0
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n == 0 || n > 9 || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return "", false
		}
		rest = rest[n+1:]
	}
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.TrimLeft(rest, " \t"), true
}

// withoutAttribute takes an attribute such as {#name} from the end of a heading.
func withoutAttribute(heading string) string {
	if !strings.Contains(heading, "{") {
		return heading
	}
	return mdAttribute.ReplaceAllString(heading, "")
}
