package share

import (
	"bufio"
	"io"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	spar "github.com/sparsearch/spar"
)

// IgnoreFile is the file at the root of a share in which its users may name what is not for SPAR.
const IgnoreFile = ".sparignore"

const (
	maxIgnoreFile = 64 << 10 // bytes
	maxIgnoreRule = 1000     // bytes
)

// Rules say which names are left out of a share, as a .gitignore at its root would (gitignore(5)): the last rule that
// matches decides, ! takes a name in again, a slash within a rule ties it to the root, one at its end makes it one of
// folders, ** stands for any folders. What lies in a folder that is left out cannot be taken in again.
type Rules struct{ list []rule }

type rule struct {
	text    string // as it was written
	glob    string
	name    string // the last component that it stands for, when it is no glob and not tied to the root
	suffix  string // of the last component, for rules such as *.tmp
	again   bool   // takes in again
	folders bool   // matches folders only
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
	switch {
	case !tied && !strings.ContainsAny(glob, `*?[\`):
		u.name = glob
	case !tied && glob[0] == '*' && len(glob) > 1 && !strings.ContainsAny(glob[1:], `*?[\`):
		u.suffix = glob[1:]
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
	r.list = append(r.list, u)
	return nil
}

// Ignored gives the rule by which a path is left out, "" when it is not. Folders above it are not looked at.
func (r *Rules) Ignored(p string, folder bool) string {
	base := path.Base(p)
	for i := len(r.list) - 1; i >= 0; i-- {
		u := &r.list[i]
		if u.folders && !folder || !u.matches(p, base) {
			continue
		}
		if u.again {
			return ""
		}
		return u.text
	}
	return ""
}

func (u *rule) matches(p, base string) bool {
	switch {
	case u.name != "":
		return base == u.name
	case u.suffix != "":
		return strings.HasSuffix(base, u.suffix)
	}
	return doublestar.MatchUnvalidated(u.glob, p)
}

// ReadRules gives the rules of the share at root: those of its IgnoreFile, and those given, which come after. nil is none. A
// line of the file that is no rule is left out; bad counts these.
func ReadRules(root string, given []string) (rules *Rules, bad int, err error) {
	all := &Rules{}
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
		for i := range all.list {
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
