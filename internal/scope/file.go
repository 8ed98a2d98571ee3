package scope

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/unicode/norm"
)

func shareKey(m spar.Match, _ Resolver) (Predicate, error) {
	return func(f Facts) Truth { return truth(f.File.Share == m.Text) }, nil
}

func pathKey(m spar.Match, names Resolver) (Predicate, error) {
	return globbed(m.Text, names, func(f Facts) string { return f.File.Path })
}

func nameKey(m spar.Match, names Resolver) (Predicate, error) {
	if holds := plainGlob(m.Text); holds != nil {
		anyCase, err := globbed(m.Text, names, func(f Facts) string { return path.Base(f.File.Path) })
		return func(f Facts) Truth {
			if names.AnyCase(f.File.Share) {
				return anyCase(f)
			}
			return truth(holds(path.Base(f.File.Path)))
		}, err
	}
	return globbed(m.Text, names, func(f Facts) string { return path.Base(f.File.Path) })
}

// plainGlob matches names by a glob that is a text with nothing but stars around it, without looking for more; nil for others.
func plainGlob(glob string) func(name string) bool {
	text := strings.Trim(glob, "*")
	if text == "" || strings.ContainsAny(text, `*?[]{}\\/`) {
		return nil
	}
	spelt := Spellings(text)
	holds := func(name, text string) bool { return name == text }
	switch begins, ends := strings.HasPrefix(glob, "*"), strings.HasSuffix(glob, "*"); {
	case begins && ends:
		holds = strings.Contains
	case begins:
		holds = strings.HasSuffix
	case ends:
		holds = strings.HasPrefix
	}
	return func(name string) bool {
		return slices.ContainsFunc(spelt, func(text string) bool { return holds(name, text) })
	}
}

func globbed(glob string, names Resolver, of func(Facts) string) (Predicate, error) {
	if err := checkGlob(glob); err != nil {
		return nil, err
	}
	exact, anyCase := Spellings(glob), Spellings(AnyCase(glob))
	return func(f Facts) Truth {
		spelt := exact
		if names.AnyCase(f.File.Share) {
			spelt = anyCase
		}
		return truth(slices.ContainsFunc(spelt, func(glob string) bool { return doublestar.MatchUnvalidated(glob, of(f)) }))
	}, nil
}

// fileOneKey compares share and path, whichever way accents are written.
func fileOneKey(m spar.Match, _ Resolver) (Predicate, error) {
	a, err := FileOf(m.Text)
	if err != nil {
		return nil, err
	}
	paths := []string{a.Path, norm.NFC.String(a.Path), norm.NFD.String(a.Path)}
	return func(f Facts) Truth { return truth(f.File.Share == a.Share && slices.Contains(paths, f.File.Path)) }, nil
}

// relatedKey checks the value. Related files are looked up before a scope is compiled, where files are known.
func relatedKey(m spar.Match, _ Resolver) (Predicate, error) {
	if _, err := FileOf(m.Text); err != nil {
		return nil, err
	}
	return nil, spar.Errorf(spar.Invalid, "what belongs with a file cannot be asked for here")
}

// textKey asks for words of the text. An unread text, or one that may not be read, is unknown; a file without text has no word.
func textKey(m spar.Match, names Resolver) (Predicate, error) {
	holds, err := names.Text(m.Text)
	if err != nil {
		return nil, err
	}
	return func(f Facts) Truth {
		if f.open() || f.Closed {
			return Unknown
		}
		return holds(f.File)
	}, nil
}

// FileOf reads the value of the key file, SHARE:PATH.
func FileOf(text string) (spar.Address, error) {
	share, path, ok := strings.Cut(text, ":")
	if !ok || share == "" || path == "" {
		return spar.Address{}, spar.Errorf(spar.Invalid, "%q names no file; write SHARE:PATH, as in file:docs:hr/leave.pdf (an attribute of that name is attr.file)", text)
	}
	return spar.Address{Share: share, Path: strings.TrimPrefix(path, "./")}, nil
}

// Spellings are the globs that stand for the same names on sight: a letter with an accent is one character in names
// from Windows and Linux, and two in those from a Mac. In [] the two would be alternatives, so such a glob stands for itself.
func Spellings(glob string) []string {
	spelt := []string{glob}
	if !strings.Contains(glob, "[") {
		spelt = append(spelt, norm.NFC.String(glob), norm.NFD.String(glob))
	}
	slices.Sort(spelt)
	return slices.Compact(spelt)
}

// folderKey compares the name of each folder above a file, letter case included.
func folderKey(m spar.Match, _ Resolver) (Predicate, error) {
	if m.Text == "" || strings.Contains(m.Text, "/") {
		return nil, spar.Errorf(spar.Invalid, "%q is not the name of one folder; write path:%s/** for a path", m.Text, strings.Trim(m.Text, "/"))
	}
	names := Spellings(m.Text)
	return func(f Facts) Truth {
		return truth(slices.ContainsFunc(names, func(name string) bool {
			return strings.HasPrefix(f.File.Path, name+"/") || strings.Contains(f.File.Path, "/"+name+"/")
		}))
	}, nil
}

// extKey compares the end of the name, letter case aside; "" stands for names that have no extension.
func extKey(m spar.Match, _ Resolver) (Predicate, error) {
	want := strings.ToLower(strings.TrimPrefix(m.Text, "."))
	return func(f Facts) Truth {
		name := path.Base(f.File.Path)
		if want == "" {
			return truth(strings.LastIndexByte(name, '.') <= 0)
		}
		at := len(name) - len(want) - 1
		return truth(at > 0 && name[at] == '.' && strings.ToLower(name[at+1:]) == want)
	}, nil
}

func depthKey(m spar.Match, _ Resolver) (Predicate, error) { return counted(m, number, depthOf) }

func sizeKey(m spar.Match, _ Resolver) (Predicate, error) { return counted(m, Size, sizeOf) }

// counted compares a number of every file with a range, whose ends are read by read.
func counted(m spar.Match, read func(string) (float64, error), of func(*spar.File) float64) (Predicate, error) {
	in, err := numbers(m, read)
	if err != nil {
		return nil, err
	}
	return func(f Facts) Truth { return truth(in.holds(of(f.File))) }, nil
}

func typeKey(m spar.Match, names Resolver) (Predicate, error) {
	want := names.Type(m.Text)
	return func(f Facts) Truth {
		if f.File.Format == "" && f.open() {
			return Unknown
		}
		return truth(f.File.Format == want)
	}, nil
}

func stateKey(m spar.Match, _ Resolver) (Predicate, error) {
	want := spar.State(strings.ToLower(m.Text))
	var known []string
	for _, s := range spar.States() {
		known = append(known, string(s))
	}
	if !slices.Contains(known, string(want)) {
		return nil, spar.Errorf(spar.Invalid, "there is no state %q; write one of: %s", m.Text, strings.Join(known, ", "))
	}
	return func(f Facts) Truth { return truth(f.File.State == want) }, nil
}

func ownerKey(m spar.Match, names Resolver) (Predicate, error) {
	uid, err := names.Owner(m.Text)
	return func(f Facts) Truth { return truth(f.File.UID == uid) }, err
}

func groupKey(m spar.Match, names Resolver) (Predicate, error) {
	gid, err := names.Group(m.Text)
	return func(f Facts) Truth { return truth(f.File.GID == gid) }, err
}

// special are the bits of a mode beyond the permissions, as the fourth octal digit counts them.
var special = []struct {
	name  string
	octal fs.FileMode
	bit   fs.FileMode
}{{"setuid", 0o4000, fs.ModeSetuid}, {"setgid", 0o2000, fs.ModeSetgid}, {"sticky", 0o1000, fs.ModeSticky}}

// octal is a mode as chmod(1) writes it.
func octal(mode fs.FileMode) fs.FileMode {
	n := mode.Perm()
	for _, s := range special {
		if mode&s.bit != 0 {
			n |= s.octal
		}
	}
	return n
}

// modeKey takes a mode in octal, which must be the file's whole mode, or the name of one bit, which must be set.
func modeKey(m spar.Match, _ Resolver) (Predicate, error) {
	if n, err := strconv.ParseUint(m.Text, 8, 32); err == nil && n <= 0o7777 {
		return func(f Facts) Truth { return truth(octal(f.File.Mode) == fs.FileMode(n)) }, nil
	}
	word := strings.ToLower(m.Text)
	for _, s := range special {
		if word == s.name {
			return func(f Facts) Truth { return truth(f.File.Mode&s.bit != 0) }, nil
		}
	}
	class, right, _ := strings.Cut(word, "-")
	shift := slices.Index([]string{"other", "group", "owner"}, class)
	bit := slices.Index([]string{"executable", "writable", "readable"}, right)
	if shift < 0 || bit < 0 {
		return nil, spar.Errorf(spar.Invalid, "%q is not a mode; write 0640, other-readable, group-writable, owner-executable, setuid, setgid or sticky", m.Text)
	}
	mask := fs.FileMode(1) << bit << (3 * shift)
	return func(f Facts) Truth { return truth(f.File.Mode&mask != 0) }, nil
}

func modifiedKey(m spar.Match, _ Resolver) (Predicate, error) {
	in, err := dates(m)
	if err != nil {
		return nil, err
	}
	return func(f Facts) Truth { return truth(in.holds(f.File.ModTime)) }, nil
}

// Times gives the span of times of change, [from, to), that a value of the keys modified and age stands for; a zero time leaves
// an end open.
func Times(key string, m spar.Match, now time.Time) (from, to time.Time, err error) {
	read := dates
	if key == "age" {
		read = func(m spar.Match) (dateRange, error) { return ages(m, now) }
	}
	in, err := read(m)
	return in.from, in.to, err
}

func ageKey(m spar.Match, names Resolver) (Predicate, error) {
	in, err := ages(m, names.Now())
	if err != nil {
		return nil, err
	}
	return func(f Facts) Truth { return truth(in.holds(f.File.ModTime)) }, nil
}

func tagKey(m spar.Match, names Resolver) (Predicate, error) {
	closure, err := names.Tag(m.Text)
	return oneOf(closure), err
}

func linkedKey(m spar.Match, names Resolver) (Predicate, error) {
	closure, err := names.Linked(m.Text)
	return oneOf(closure), err
}

func oneOf(closure map[spar.TagID]bool) Predicate {
	return func(f Facts) Truth {
		for _, t := range f.Tags {
			if closure[t] {
				return True
			}
		}
		return False
	}
}
