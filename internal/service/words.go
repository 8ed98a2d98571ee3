package service

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/api"
)

// Plural writes a number of things.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// Some is Plural, and "" for none.
func Some(n int, one, many string) string {
	if n == 0 {
		return ""
	}
	return Plural(n, one, many)
}

// Thousands writes 12345 as 12,345.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bytes writes 12345 as 12.3 kB.
func Bytes(n int64) string {
	const units = "kMGTPE"
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	v, i := float64(n)/1000, 0
	for v >= 999.95 && i < len(units)-1 {
		v, i = v/1000, i+1
	}
	return fmt.Sprintf("%.1f %cB", v, units[i])
}

// Enumerated joins the parts that are not empty as a sentence does, such as "3 tags and 1 attribute".
func Enumerated(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// UsesText lists the workspaces, saved scopes and rules that name something, and only counts those of other people. It returns "" if
// there are none.
func UsesText(u api.Uses) string {
	return Enumerated(namely("workspace", "workspaces", u.Workspaces), namely("saved scope", "saved scopes", u.Scopes),
		Some(u.Others, "workspace of somebody else", "workspaces of other people"), namely("rule", "rules", u.Rules))
}

// namely lists a few names, and only counts many.
func namely(one, many string, names []string) string {
	const most = 5
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return "the " + one + " " + names[0]
	case n <= most:
		return "the " + many + " " + Enumerated(names...)
	default:
		return fmt.Sprintf("%s (%s, ...)", Plural(n, one, many), Enumerated(names[:most]...))
	}
}

// ValuesText lists the values of an attribute in one line.
func ValuesText(f api.Facet) string {
	if f.Low != nil && f.Distinct > 1 {
		return f.Low.String() + ".." + f.High.String()
	}
	var parts []string
	for _, v := range f.Values {
		parts = append(parts, fmt.Sprintf("%s (%s)", Shortened(v.Value.String(), 24), Thousands(v.Files)))
	}
	if more := f.Distinct - len(f.Values); more > 0 {
		parts = append(parts, fmt.Sprintf("and %s more", Thousands(more)))
	}
	return strings.Join(parts, ", ")
}

// Cut returns the first n characters of a text.
func Cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// Shortened is Cut with a sign that something is missing.
func Shortened(s string, n int) string {
	if short := Cut(s, n); short != s {
		return short + "…"
	}
	return s
}
