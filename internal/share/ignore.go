package share

import (
	"bufio"
	"io"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	spar "github.com/sparsearch/spar/internal/spar"
)

// IgnoreFile is the file at the root of a share where its users may name what SPAR should leave alone.
const IgnoreFile = ".sparignore"

const (
	maxIgnoreFile = 64 << 10 // bytes
	maxIgnoreRule = 1000     // bytes
)

// Rules say which names are left out of a share, as a .gitignore at its root would (gitignore(5)): the last rule that matches decides, !
// takes a name in again, a slash within a rule ties it to the root, one at its end makes it one of folders, ** stands for any folders.
// Names in a folder that is left out cannot be taken in again.
type Rules struct {
	list  []rule
	names map[string]bool // that rules have
	stars []*star         // that rules have
	globs bool            // some rules have globs
	kept  map[string]bool // files that rules for litter do not leave out
	above map[string]bool // folders above these
}

type rule struct {
	text    string // as it was written
	glob    string
	name    string // the last component that it stands for, when it is no glob and not tied to the root
	star    *star  // of the last component, for rules such as *.tmp and ~$*
	again   bool   // takes in again
	folders bool   // matches folders only
	litter  bool   // of the default list
}

// A star is a pattern with one * in it.
type star struct{ prefix, suffix string }

func (s *star) matches(base string) bool {
	return len(base) >= len(s.prefix)+len(s.suffix) && strings.HasPrefix(base, s.prefix) && strings.HasSuffix(base, s.suffix)
}

// ParseRules reads rules, one a line. The error names the first that is none.
func ParseRules(lines []string) (*Rules, error) {
	r := &Rules{}
	for _, line := range lines {
		if err := r.add(line); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *Rules) add(line string) error {
	text := strings.TrimSuffix(line, "\r")
	if t := strings.TrimRight(text, " "); !strings.HasSuffix(t, `\`) {
		text = t
	}
	if text == "" || text[0] == '#' {
		return nil
	}
	u := rule{text: text}
	glob := text
	if glob[0] == '!' {
		u.again, glob = true, glob[1:]
	}
	if strings.HasSuffix(glob, "/") {
		u.folders, glob = true, strings.TrimSuffix(glob, "/")
	}
	tied := strings.Contains(glob, "/")
	glob = strings.TrimPrefix(glob, "/")
	if glob == "" {
		return spar.Errorf(spar.Invalid, "%q ignores nothing: write a name or a pattern, as in .gitignore", text)
	}
	glob = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(glob)
	plain := glob
	if strings.HasPrefix(glob, `\#`) || strings.HasPrefix(glob, `\!`) {
		plain = glob[1:]
	}
	switch {
	case !tied && !strings.ContainsAny(plain, `*?[\`):
		u.name = plain
	case !tied && len(glob) > 1 && strings.Count(glob, "*") == 1 && !strings.ContainsAny(glob, `?[\`):
		u.star = &star{}
		u.star.prefix, u.star.suffix, _ = strings.Cut(glob, "*")
	case !tied:
		u.glob = "**/" + glob
	case strings.HasSuffix(glob, "/**"):
		u.glob = glob + "/*" // what lies in the folder, and not the folder
	default:
		u.glob = glob
	}
	if u.glob != "" && (len(glob) > maxIgnoreRule || !doublestar.ValidatePattern(u.glob)) {
		return spar.Errorf(spar.Invalid, "%q is no pattern: write it as in .gitignore", text)
	}
	switch {
	case u.name != "":
		if r.names == nil {
			r.names = map[string]bool{}
		}
		r.names[u.name] = true
	case u.star != nil:
		r.stars = append(r.stars, u.star)
	default:
		r.globs = true
	}
	r.list = append(r.list, u)
	return nil
}

// touches reports whether any rule may speak of a name: of most names none does, which is found out faster than by asking
// each rule.
func (r *Rules) touches(base string) bool {
	if r.globs || r.names[base] {
		return true
	}
	for _, s := range r.stars {
		if s.matches(base) {
			return true
		}
	}
	return false
}

// Ignored gives the rule that leaves out a path, "" when it is not. Folders above it are not looked at.
func (r *Rules) Ignored(p string, folder bool) string {
	leaving := r.leaving
	if len(r.kept) > 0 {
		leaving = r.butKept
	}
	if u := leaving(p, folder); u != nil {
		return u.text
	}
	return ""
}

// leaving is the rule that leaves a path out, nil for none.
func (r *Rules) leaving(p string, folder bool) *rule {
	base := p[strings.LastIndexByte(p, '/')+1:]
	if !r.touches(base) {
		return nil
	}
	for i := len(r.list) - 1; i >= 0; i-- {
		u := &r.list[i]
		if u.folders && !folder || !u.matches(p, base) {
			continue
		}
		if u.again {
			return nil
		}
		return u
	}
	return nil
}

func (u *rule) matches(p, base string) bool {
	switch {
	case u.name != "":
		return base == u.name
	case u.star != nil:
		return u.star.matches(base)
	}
	return doublestar.MatchUnvalidated(u.glob, p)
}

// ReadRules gives the rules of the share at root: those for litter, those of its IgnoreFile, and those given, which come after
// one another in this order. nil is none. A line of the file that is no rule is left out; bad counts these.
func ReadRules(root string, given []string, litter ...string) (rules *Rules, bad int, err error) {
	all := &Rules{}
	for _, line := range litter {
		if err := all.add(line); err != nil {
			return nil, bad, err
		}
	}
	for i := range all.list {
		all.list[i].litter = true
	}
	first := len(all.list)
	f, err := Open(root, IgnoreFile)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		return nil, 0, err
	case err == nil:
		defer f.Close()
		lines := bufio.NewScanner(io.LimitReader(f, maxIgnoreFile))
		for lines.Scan() {
			if all.add(lines.Text()) != nil {
				bad++
			}
		}
		for i := first; i < len(all.list); i++ {
			all.list[i].text = IgnoreFile + ": " + all.list[i].text
		}
	}
	for _, line := range given {
		if err := all.add(line); err != nil {
			return nil, bad, err
		}
	}
	if len(all.list) == 0 {
		return nil, bad, nil
	}
	return all, bad, nil
}
