package versions

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
)

// A Relation says why a file may be a version of the same document as others.
type Relation struct {
	Index   int // of the file
	Why     string
	Certain bool
	Copy    int // the index of the file that it is a copy of; -1: of none
}

// How alike texts are, from 0 to 1, of copies in another format, of versions, and of versions that have the title in common too.
const (
	asCopy   = .97
	asText   = .5
	asTitled = .15
)

const (
	byNameAlone   = "its name alone, in another folder"
	mostNameAlone = 5 // files
)

// Kin finds the files that are versions of the same document as one of them, by names, titles, texts, and by the documents that they say
// they replace; the file itself comes first. Files that may be versions, where nothing tells, are uncertain. alike gives the part of their
// texts that two files share, same whether their content is the same.
func Kin(files []File, of int, alike func(i, j int) float64, same func(i, j int) bool) []Relation {
	k := newKinship(files, alike, same)
	list := []Relation{{Index: of, Certain: true, Copy: -1}}
	found, maybe := map[int]bool{of: true}, map[int]Relation{}
	for at := 0; at < len(list); at++ { // the list grows: relatives have relatives
		for i := range files {
			if found[i] {
				continue
			}
			switch r, ok := k.relate(list[at].Index, i); {
			case ok && r.Certain:
				found[i] = true
				list = append(list, r)
			case ok && maybe[i].Why == "":
				maybe[i] = r
			}
		}
	}
	k.fold(list)
	alone := 0
	for _, r := range maybe {
		if r.Why == byNameAlone {
			alone++
		}
	}
	for i := range files {
		if alone > mostNameAlone && maybe[i].Why == byNameAlone {
			continue // so many folders have a file of that name that it names no document
		}
		if r, ok := maybe[i]; ok && !found[i] {
			list = append(list, r)
		}
	}
	return list
}

// kinship compares files.
type kinship struct {
	files []File
	keys  []string
	said  []Version
	title []string // without what tells versions apart

	series map[string]bool // keys whose dated files are issues, and no versions
	alike  func(i, j int) float64
	same   func(i, j int) bool
}

func newKinship(files []File, alike func(i, j int) float64, same func(i, j int) bool) *kinship {
	k := &kinship{files: files, alike: alike, same: same}
	for _, f := range files {
		key, v := read(f)
		k.keys, k.said, k.title = append(k.keys, key), append(k.said, v), append(k.title, Title(f.Title))
	}
	k.series = k.serial()
	return k
}

// fold marks the copies among relatives.
func (k *kinship) fold(list []Relation) {
	for i := range list {
		original := list[i].Index
		for _, r := range list {
			if k.copied(list[i].Index, r.Index) != "" && k.before(r.Index, original) {
				original = r.Index
			}
		}
		if original != list[i].Index {
			list[i].Copy = original
		}
	}
	of := map[int]int{}
	for _, r := range list {
		of[r.Index] = r.Copy
	}
	for i := range list { // a copy of a copy is one of the original
		for list[i].Copy >= 0 && of[list[i].Copy] >= 0 {
			list[i].Copy = of[list[i].Copy]
		}
	}
}

// copied says how one file repeats another; "" where it does not.
func (k *kinship) copied(i, j int) string {
	switch {
	case i == j:
		return ""
	case k.same(i, j):
		return "the same content"
	case path.Ext(k.files[i].Path) != path.Ext(k.files[j].Path) && k.alike(i, j) >= asCopy:
		return "the same text in another format"
	}
	return ""
}

// before reports which of two files with one text is the original: one whose name does not call it a copy, then the one that was
// changed first, then that of the shorter path.
func (k *kinship) before(i, j int) bool {
	named := func(i int) int {
		if compiled().copies.MatchString(strings.ToLower(path.Base(k.files[i].Path))) {
			return 1
		}
		return 0
	}
	a, b := k.files[i], k.files[j]
	return cmp.Or(cmp.Compare(named(i), named(j)), a.Modified.Compare(b.Modified), cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Share, b.Share), cmp.Compare(a.Path, b.Path)) < 0
}

// relate says whether file j is a version of the document that file i is.
func (k *kinship) relate(i, j int) (Relation, bool) {
	r := Relation{Index: j, Certain: true, Copy: -1}
	a, b := k.files[i], k.files[j]
	if r.Why = k.copied(i, j); r.Why != "" {
		return r, true
	}
	alike := k.alike(i, j)
	for _, p := range [][2]int{{i, j}, {j, i}} {
		if k.replaces(p[0], p[1]) {
			r.Why = "what another says that it replaces: " + k.said[p[0]].Replaces
			if p[0] == j {
				r.Why = "what it says that it replaces: " + k.said[p[0]].Replaces
			}
			return r, true
		}
	}
	told := k.told(i, j)
	titled := k.title[i] != "" && k.title[i] == k.title[j]
	named := k.keys[i] != "" && k.keys[i] == k.keys[j]
	if named && k.series[k.keys[i]] && issue(k.said[i]) && issue(k.said[j]) {
		return r, false
	}
	other := k.otherSubject(i, j)
	switch {
	case named && told && (kindred(a.Path, b.Path) || titled && !other || alike >= asText && !other):
		r.Why = "its name"
	case named && !other && alike >= asText:
		r.Why = "its name, and " + percent(alike) + " of the text"
	case titled && told && !other && (alike >= asTitled || outlined(a, b)):
		r.Why = "its title, and " + percent(alike) + " of the text"
	case told && !other && alike >= asText:
		r.Why = percent(alike) + " of the text"
	case named && told:
		r.Why, r.Certain = byNameAlone, false
	case alike >= asText && !other:
		r.Why, r.Certain = percent(alike)+" of the text, and nothing says which is the newer", false
	case titled && told && !other:
		r.Why, r.Certain = "its title alone", false
	default:
		return r, false
	}
	return r, true
}

func percent(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }

// told reports whether something but the times of the files tells two of them apart.
func (k *kinship) told(i, j int) bool {
	a, b := k.said[i], k.said[j]
	if a.By == ByTime && b.By == ByTime {
		return false
	}
	return a.Status != b.Status || !slices.Equal(a.Number, b.Number) || !a.Effective.Equal(b.Effective) || a.Replaces != b.Replaces
}

// replaces reports whether a file says that it replaces another, which it names by its title or by the name of its file.
func (k *kinship) replaces(i, j int) bool {
	text := spaced(k.said[i].Replaces)
	if text == "" {
		return false
	}
	// "The statutes of 2011", of two that have one title.
	if when := k.said[j].Effective; !when.IsZero() && k.title[i] == k.title[j] && strings.Contains(k.title[i], " ") && strings.Contains(text, when.Format(" of 2006 ")) {
		return true
	}
	_, stem, _ := strings.Cut(k.keys[j], "\x00")
	name := strings.TrimSuffix(path.Base(k.files[j].Path), path.Ext(k.files[j].Path))
	for _, s := range []string{k.title[j], stem, name} {
		s = spaced(s)
		if strings.Count(s, " ") >= 3 && strings.Contains(text, s) { // of two words or more
			// Where both are called so, the version that is meant must be the other's.
			said, code := spaced(k.said[i].Replaces), k.said[j].Code()
			if own := spaced(k.title[i]); own != s || code != "" && strings.Contains(said, spaced(code)) {
				return true
			}
		}
	}
	return false
}

// spaced is the words of a text in lower case, with a space before and behind each.
func spaced(text string) string {
	words := wordsOf(text)
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ") + " "
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// issue reports whether nothing but the date in its name tells a file apart from others of that name.
func issue(v Version) bool {
	return v.By == ByName && v.Status == None && len(v.Number) == 0 && v.Replaces == "" && !v.Effective.IsZero()
}

// serial gives the names whose files are issues of a series, as the updates of a council are: each has a text of its own and stands beside
// the others. Versions of a document repeat each other.
func (k *kinship) serial() map[string]bool {
	of := map[string][]int{}
	for i, key := range k.keys {
		if key != "" && issue(k.said[i]) && len(k.files[i].Head) >= leastIssue {
			of[key] = append(of[key], i)
		}
	}
	out := map[string]bool{}
	for key, list := range of {
		slices.SortStableFunc(list, func(i, j int) int { return k.said[i].Effective.Compare(k.said[j].Effective) })
		unlike := 0
		for n, j := range list[1:] {
			if a, b := k.files[list[n]], k.files[j]; !outlined(a, b) && resemblance(a.Head, b.Head) < asTitled {
				unlike++
			}
		}
		out[key] = 2*unlike > len(list)-1
	}
	return out
}

// leastIssue is how many bytes of a text are compared at least: fewer tell nothing.
const leastIssue = 300

// sameTitle reports whether two files that are called differently are one document: they have one title and most of their begin in common, and
// they say of themselves which version each is.
func (k *kinship) sameTitle(i, j int) bool {
	a, b := k.files[i], k.files[j]
	return k.title[i] != "" && k.title[i] == k.title[j] && a.Share == b.Share && k.told(i, j) &&
		k.said[i].By == ByText && k.said[j].By == ByText && k.said[i].Code() != k.said[j].Code() &&
		!k.otherSubject(i, j) && (outlined(a, b) || resemblance(a.Head, b.Head) >= asTitled)
}

// resemblance is the part of the runs of three words of two texts that both have.
func resemblance(a, b string) float64 {
	runs := func(text string) map[string]bool {
		words, set := wordsOf(text), map[string]bool{}
		for i := range max(0, len(words)-2) {
			set[strings.Join(words[i:i+3], " ")] = true
		}
		return set
	}
	x, y := runs(a), runs(b)
	both := 0
	for r := range x {
		if y[r] {
			both++
		}
	}
	if all := len(x) + len(y) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 0
}

// otherSubject reports whether the names of two files tell that they are about two things, as agreements with two suppliers do:
// each name has a number that the other lacks, or a word that its text says and the other's does not.
func (k *kinship) otherSubject(i, j int) bool {
	own := func(i, j int) (number, word bool) {
		_, a, _ := strings.Cut(k.keys[i], "\x00")
		_, b, _ := strings.Cut(k.keys[j], "\x00")
		other := wordsOf(b)
		for _, w := range wordsOf(a) {
			switch {
			case slices.Contains(other, w):
			case strings.ContainsFunc(w, unicode.IsDigit):
				number = true
			case says(k.files[i], w) && !says(k.files[j], w):
				word = true
			}
		}
		return number, word
	}
	n1, w1 := own(i, j)
	n2, w2 := own(j, i)
	return n1 && n2 || w1 && w2
}

func says(f File, word string) bool {
	_, ok := slices.BinarySearch(f.Words, word)
	return ok || slices.Contains(wordsOf(f.Title), word)
}

// outlined reports whether two files have most of their headings in common.
func outlined(a, b File) bool {
	const least = 3 // headings that tell something
	both := 0
	for _, h := range a.Outline {
		if slices.Contains(b.Outline, h) {
			both++
		}
	}
	return both >= least && 2*both >= max(len(a.Outline), len(b.Outline))
}

// beforeTitle is what files write before their titles.
var beforeTitle = pattern.New(`(?i)^\W*(?:draft|entwurf|brouillon|borrador|final|superseded|obsolete)\W+`)

// fieldLine is a line of a form, as control files and mails begin with.
var fieldLine = pattern.New(`^[\pL-]{2,20}:\s`)

// Title is a title in lower case without the words that tell versions of a document apart; "" where the rest names no document.
func Title(title string) string {
	p := compiled()
	if fieldLine.MatchString(title) {
		return ""
	}
	t := strings.ToLower(p.gaps.ReplaceAllString(beforeTitle.ReplaceAllString(title, ""), " "))
	if p.periodic.MatchString(t) || p.beside.MatchString(t) {
		return ""
	}
	words := wordsOf(unversioned(t, true))
	letters := 0
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsLetter) {
			letters++
		}
	}
	if letters < 2 {
		return ""
	}
	return strings.Join(words, " ")
}

// besideWords are names of folders for versions that are not put aside.
var besideWords = pattern.New(`(?i)^(?:legacy|drafts?|entw[uü]rfe?|finals?|current|aktuell|versions?|versionen|copies|copy|wip|review|published|v?\d+(?:[._-]\d+)*)$`)

// kindred reports whether files of one name in two folders are likely the same document: the folders are the same apart from folders that
// keep versions, or one lies in the other.
func kindred(a, b string) bool {
	x, y := livesIn(a), livesIn(b)
	return strings.HasPrefix(x, y) || strings.HasPrefix(y, x)
}

// livesIn is the folder of a file without the folders that keep versions; "/" is the root.
func livesIn(file string) string {
	var parts []string
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		if part != "." && !asideWords.MatchString(part) && !besideWords.MatchString(part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/") + "/"
}

// Of orders files that are the versions of one document.
func Of(files []File, now time.Time) Family {
	var list []Version
	for i, f := range files {
		_, v := read(f)
		v.Index, v.Pending = i, v.from && v.Effective.After(now)
		list = append(list, v)
	}
	k := newKinship(files, nil, nil)
	for i := range list {
		for j := range list {
			if i != j && binds(list[i]) && binds(list[j]) && k.replaces(i, j) && !k.replaces(j, i) {
				list[j].Status = Superseded
			}
		}
	}
	putAside(files, list)
	slices.SortStableFunc(list, newer)
	return Family{Members: list, InForce: len(list) > 0 && binds(list[0])}
}

// asideWords are names of folders for replaced files.
var asideWords = pattern.New(`(?i)(?:^|[^\pL])(?:archived?|archiv|obsolete|superseded|outdated|do not use` +
	`|nicht (?:mehr )?verwenden|ne pas utiliser|no usar)(?:[^\pL]|$)` +
	`|^(?:old|legacy|alt|archived?|archiv|anciens?|antiguos?|obsolete|superseded|outdated|previous|history|withdrawn|backups?|bak)$`)

// putAside marks the versions in a folder for replaced files, where another version lies beside or above that folder. A text's own word
// about its status comes before that.
func putAside(files []File, list []Version) {
	aside := func(v Version) string {
		for part := range strings.SplitSeq(path.Dir(files[v.Index].Path), "/") {
			if asideWords.MatchString(part) {
				return part
			}
		}
		return ""
	}
	for i := range list {
		folder := aside(list[i])
		if folder == "" || !binds(list[i]) || list[i].By == ByText {
			continue
		}
		for _, live := range list {
			if aside(live) == "" && binds(live) && files[live.Index].Share == files[list[i].Index].Share &&
				(kindred(files[live.Index].Path, files[list[i].Index].Path) || livesIn(files[list[i].Index].Path) == "/") { // one archive for all
				list[i].Status, list[i].By = Superseded, ByName
				list[i].Says = append(list[i].Says, folder)
				break
			}
		}
	}
}

// Doubtful says why it is doubtful which version is in force; "" where it is not.
func (f Family) Doubtful() string {
	if !f.InForce || len(f.Members) < 2 {
		return ""
	}
	first := f.Members[0]
	for _, m := range f.Members[1:] {
		switch {
		case !binds(m):
		case slices.Equal(first.Number, m.Number) && first.Effective.Equal(m.Effective):
			return "only the times of the files tell which of those in force is the newer"
		case len(first.Number) > 0 && len(m.Number) > 0 && first.from && m.from && slices.Compare(first.Number, m.Number) > 0 && first.Effective.Before(m.Effective):
			return "a lower version holds from a later day"
		}
	}
	return ""
}
