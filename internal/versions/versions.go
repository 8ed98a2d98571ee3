// Package versions tells which files are versions of one document, and which of them is in force: by their texts, then by their names, then
// by their dates. It is pure, and knows English, German, French and Spanish.
package versions

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A File is the data that tells a file's version.
type File struct {
	Share, Path string
	Head        string // the begin of its text
	Title       string // its first heading; "" where it has none
	Modified    time.Time
	Declared    []spar.Property // its attributes that hold, which go before its text and its name

	Outline []string // its headings
	Words   []string // of its text, sorted; nil: not known
}

// A Status is a file's own status.
type Status string

// The states, from what binds to what does not.
const (
	None       Status = ""
	Final      Status = "final"
	Draft      Status = "draft"
	Superseded Status = "superseded"
	Withdrawn  Status = "withdrawn"
)

// What the order of a version in its family rests on.
const (
	ByText = "text" // its own text
	ByName = "name"
	ByTime = "time" // when the file was changed
)

// A Version is a file as a version of a document.
type Version struct {
	Index     int // of the file
	Number    []int
	Status    Status
	Effective time.Time // from when it holds, or its year; zero: not given
	Replaces  string    // as written
	By        string    // ByText, ByName or ByTime
	Says      []string  // the parts of its text, attributes and name that tell so, as written
	Pending   bool      // it is said to hold from a later day on

	modified time.Time
	code     string    // Number as it is written: 0.01 is not 0.1
	letter   bool      // Number is of a letter: revision B
	named    time.Time // Effective where its name gives a year alone
	from     bool      // it says of itself from when it holds
	written  string    // how it names itself, such as "issue 5" or "third edition", where that is no "version N"
}

// Code is the number of a version as it is written, such as "2.1" or "B"; "" where it has none.
func (v Version) Code() string {
	if v.letter {
		return string(rune('A' + v.Number[0] - 1))
	}
	if v.code != "" {
		return v.code
	}
	var digits []string
	for _, n := range v.Number {
		digits = append(digits, strconv.Itoa(n))
	}
	return strings.Join(digits, ".")
}

// numbered gives a version the number that was written.
func (v *Version) numbered(written string) {
	v.Number, v.letter, v.written = digits(written), false, ""
	v.code = cmp.Or(strings.TrimLeft(written, "0"), "0")
	if v.code[0] == '.' {
		v.code = "0" + v.code
	}
}

// Label is what tells a version from the others, such as "version 2.1, draft, 2023-04-01".
func (v Version) Label() string {
	var parts []string
	switch code := v.Code(); {
	case v.written != "":
		parts = append(parts, v.written)
	case code != "":
		parts = append(parts, "version "+code)
	}
	switch {
	case v.Status != None && v.Status != Final:
		parts = append(parts, string(v.Status))
	case v.Pending:
		parts = append(parts, "not yet in force")
	}
	switch {
	case v.Effective.IsZero() && len(parts) == 0:
		parts = append(parts, "of "+v.modified.Format(time.DateOnly))
	case !v.Effective.IsZero():
		parts = append(parts, v.Holds())
	}
	return strings.Join(parts, ", ")
}

// Holds is from when a version holds: a day, the year that its name gives, or "".
func (v Version) Holds() string {
	switch {
	case v.Effective.IsZero():
		return ""
	case v.Effective.Equal(v.named):
		return v.Effective.Format("2006")
	}
	return v.Effective.Format(time.DateOnly)
}

// A Family is the versions of one document, the one in force first where there is one, then the newer before the older.
type Family struct {
	Members []Version
	InForce bool // the first binds: it is no draft, and nothing says that it was replaced
}

// Families finds the versions among files by their names, and by the documents that they say they replace. Files that are alone of their
// kind make no family. A version that holds from a day after now is not in force yet.
func Families(files []File, now time.Time) []Family {
	k := newKinship(files, nil, nil)
	of := slices.Clone(k.keys) // the family of each, by the key of its first
	join := func(i, j int) {
		from, to := of[j], of[i]
		for n := range of {
			if of[n] == from {
				of[n] = to
			}
		}
	}
	replaced := map[int]bool{}
	for i := range files {
		if k.said[i].Replaces == "" || of[i] == "" {
			continue
		}
		for j := range files {
			if i != j && k.keys[j] != "" && k.keys[i] != k.keys[j] && k.replaces(i, j) {
				join(i, j)
				replaced[j] = replaced[j] || binds(k.said[i]) && !(k.said[i].from && k.said[i].Effective.After(now))
			}
		}
	}
	for i := range files {
		for j := range i {
			if of[i] != "" && of[j] != "" && of[i] != of[j] && k.sameTitle(i, j) {
				join(i, j)
			}
		}
	}
	byKey := map[string][]Version{}
	var keys []string
	for i, key := range of {
		if key == "" {
			continue
		}
		v := k.said[i]
		v.Index, v.Pending = i, k.said[i].from && v.Effective.After(now)
		if replaced[i] && v.Status != Draft && v.Status != Withdrawn {
			v.Status = Superseded
		}
		if byKey[key] == nil {
			keys = append(keys, key)
		}
		byKey[key] = append(byKey[key], v)
	}
	var out []Family
	for _, key := range keys {
		list := byKey[key]
		list = slices.DeleteFunc(list, func(v Version) bool { return k.series[k.keys[v.Index]] && issue(v) })
		putAside(files, list)
		if len(list) < 2 || !told(list) {
			continue
		}
		slices.SortStableFunc(list, newer)
		out = append(out, Family{Members: list, InForce: binds(list[0])})
	}
	return out
}

// longestTitle is the characters that a first line may have and still be a title.
const longestTitle = 120

// TitleOf is the title of a text: the first of the headings that a passage stands below, or else its first line, if that may be one.
func TitleOf(headings, head string) string {
	if title, _, _ := strings.Cut(headings, " > "); title != "" {
		return title
	}
	for line := range strings.Lines(head) {
		if line = strings.TrimSpace(line); line == "" || Names(line) {
			continue
		}
		if utf8.RuneCountInString(line) > longestTitle || strings.HasSuffix(line, ".") || strings.HasSuffix(line, ":") {
			break
		}
		return line
	}
	return ""
}

// told reports whether something tells the members apart as versions: files of one name in several folders need not be.
func told(list []Version) bool {
	return slices.ContainsFunc(list, func(v Version) bool { return v.By != ByTime })
}

func binds(v Version) bool { return (v.Status == None || v.Status == Final) && !v.Pending }

// newer orders versions: what binds before what does not, then by number, then from when they hold, then by their files' dates.
func newer(a, b Version) int {
	rank := func(v Version) int {
		switch {
		case v.Status == Superseded, v.Status == Withdrawn:
			return 2
		case !binds(v):
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), slices.Compare(b.Number, a.Number), b.Effective.Compare(a.Effective), b.modified.Compare(a.modified))
}

// Key names the family that a file belongs to by its name, "" for none.
func Key(share, path string) string {
	key, _ := read(File{Share: share, Path: path})
	return key
}

// read tells what family a file belongs to, "" for none, and which version it is.
func read(f File) (key string, v Version) {
	p := compiled()
	base := path.Base(f.Path)
	v.modified, v.By = f.Modified, ByTime
	name := ""
	if utf8.RuneCountInString(base) <= 200 {
		name = strings.ToLower(p.gaps.ReplaceAllString(strings.TrimSuffix(base, path.Ext(base)), " "))
	}
	beside := p.beside.MatchString(name) // each stands beside the others, and replaces none
	periodic := periodicName(f.Path, name)
	if !beside {
		v.ofName(name, periodic)
	}
	v.ofText(f.Head)
	v.declared(f.Declared)
	if beside {
		return "", v
	}
	stem := unversioned(name, !periodic)
	if stem == "" || strings.Trim(stem, "0123456789 ") == "" {
		return "", v
	}
	if everywhere.MatchString(stem) {
		return f.Share + ":" + livesIn(f.Path) + "\x00" + stem, v
	}
	return f.Share + "\x00" + stem, v
}

// everywhere matches names that files have in many folders, each about its folder: in two folders they are no versions of one document.
var everywhere = pattern.New(`^(?:read ?me|index|copyright|licen[cs]e|copying|authors|thanks|todo|install|contributing|notice|manifest|makefile|faq|history|lies ?mich|leame|lisezmoi)\b`)

// periodicName reports whether files of such a name are written anew each month or the like, so that a date in it is no version.
func periodicName(file, name string) bool {
	p := compiled()
	folder := strings.ToLower(p.gaps.ReplaceAllString(path.Base(path.Dir(file)), " "))
	return p.periodic.MatchString(name) || p.date.MatchString(name) && (p.periodic.MatchString(folder) || p.held.MatchString(folder) || p.held.MatchString(name))
}

// ofName takes the version data in the name of a file.
func (v *Version) ofName(name string, periodic bool) {
	p := compiled()
	says := func(m string) {
		v.By = ByName
		v.Says = append(v.Says, strings.TrimSpace(m))
	}
	if m := p.number.FindStringSubmatch(name); m != nil {
		v.numbered(m[1])
		says(m[0])
	} else if n, m := issueOf(name); n > 0 && !periodic {
		v.Number, v.written = []int{n}, m
		says(m)
	} else if m := p.letter.FindStringSubmatch(name); m != nil {
		v.Number, v.letter = []int{int(m[1][0]-'a') + 1}, true
		says(m[0])
	} else if m := p.bare.FindStringSubmatch(name); m != nil {
		v.numbered(m[1])
		says(m[0])
	}
	for _, s := range []struct {
		in *regexp.Regexp
		Status
	}{{p.oldName, Superseded}, {p.draftName, Draft}, {p.finalName, Final}} {
		if m := s.in.FindString(name); m != "" {
			v.Status = s.Status
			says(m)
			break
		}
	}
	if periodic {
		return
	}
	if t, m := DayIn(name); !t.IsZero() {
		v.Effective = t
		says(m)
		return
	}
	if m := p.year.FindString(name); m != "" {
		year, _ := strconv.Atoi(m)
		v.Effective = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		v.named = v.Effective
		says(m)
	}
}

// DayIn is the day that the name of a file writes in figures, and how it writes it; the zero Time where it writes none.
func DayIn(name string) (day time.Time, written string) {
	p := compiled()
	written = p.date.FindString(p.gaps.ReplaceAllString(name, " "))
	figures := strings.NewReplacer(" ", "", ".", "").Replace(written)
	for _, form := range []string{"20060102", "02012006"} {
		if t, err := time.Parse(form, figures); err == nil {
			return t, written
		}
	}
	return day, ""
}

// unversioned is a name or a title without what tells versions of it apart, in lower case.
func unversioned(name string, dates bool) string {
	p := compiled()
	stem := name
	list := []*regexp.Regexp{p.number, p.letter, p.bare, p.oldName, p.draftName, p.finalName, p.copies}
	if dates {
		list = append(list, p.issue, p.ordinal)
	}
	for _, e := range list {
		stem = e.ReplaceAllString(stem, " ")
	}
	if dates {
		stem = p.date.ReplaceAllString(stem, " ")
		stem = p.years.ReplaceAllString(stem, " ")
		stem = p.year.ReplaceAllString(stem, " ")
	}
	return strings.Join(strings.Fields(strings.Trim(stem, " -_.()")), " ")
}

// declared takes the version data in the attributes of a file.
func (v *Version) declared(list []spar.Property) {
	for _, p := range list {
		text := strings.TrimSpace(p.Value.String())
		was := *v
		switch p.Key {
		case "doc-version":
			number := compiled().declaredNumber.FindStringSubmatch(text)
			if number == nil {
				continue
			}
			if !slices.Equal(digits(number[1]), v.Number) {
				v.numbered(number[1])
			}
		case "doc-status":
			v.Status = Status(text)
		case "effective":
			if p.Value.Kind != spar.Date {
				continue
			}
			v.Effective, v.from = p.Value.Date, true
		case "replaces":
			v.Replaces = text
		default:
			continue
		}
		if v.By != ByText {
			v.By, v.Says = ByText, nil
		}
		if was.By != ByText || !slices.Equal(was.Number, v.Number) || was.Status != v.Status || !was.Effective.Equal(v.Effective) || was.Replaces != v.Replaces {
			v.Says = append(v.Says, p.Key+": "+text)
		}
	}
}

func statusOf(word string) Status {
	word = strings.ToLower(word)
	switch {
	case strings.HasPrefix(word, "draft"), strings.HasPrefix(word, "entwurf"), strings.HasPrefix(word, "projet"), strings.HasPrefix(word, "brouillon"), strings.HasPrefix(word, "borrador"):
		return Draft
	case strings.HasPrefix(word, "withdrawn"), strings.HasPrefix(word, "zurückgezogen"), strings.HasPrefix(word, "retir"):
		return Withdrawn
	case strings.HasPrefix(word, "superseded"), strings.HasPrefix(word, "obsolet"), strings.HasPrefix(word, "abgelöst"),
		strings.HasPrefix(word, "remplac"), strings.HasPrefix(word, "sustitu"), strings.HasPrefix(word, "archiv"):
		return Superseded
	}
	return Final
}

func digits(s string) (list []int) {
	for part := range strings.SplitSeq(s, ".") {
		if n, err := strconv.Atoi(part); err == nil {
			list = append(list, n)
		}
	}
	return list
}
