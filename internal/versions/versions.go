// Package versions tells which files are versions of one document, and which of them is in force: by what they say of
// themselves, then by their names, then by their dates. It is pure, and knows English, German, French and Spanish.
package versions

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A File is what is looked at of a file.
type File struct {
	Share, Path string
	Head        string // the begin of its text
	Title       string // its first heading; "" where it has none
	Modified    time.Time
}

// A Status is what a file says of itself.
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
	ByText = "text" // what it says of itself
	ByName = "name"
	ByTime = "time" // when the file was changed
)

// A Version is a file as a version of a document.
type Version struct {
	Index     int // of the file
	Number    []int
	Status    Status
	Effective time.Time // from when it holds, or of what year it is; zero: not said
	Replaces  string    // as written
	By        string    // ByText, ByName or ByTime

	modified time.Time
	letter   bool // Number is of a letter: revision B
}

// Code is the number of a version as it is written, such as "2.1" or "B"; "" where it has none.
func (v Version) Code() string {
	if v.letter {
		return string(rune('A' + v.Number[0] - 1))
	}
	var digits []string
	for _, n := range v.Number {
		digits = append(digits, strconv.Itoa(n))
	}
	return strings.Join(digits, ".")
}

// Label is what tells a version from the others, such as "version 2.1, draft, 2023-04-01".
func (v Version) Label() string {
	var parts []string
	if code := v.Code(); code != "" {
		parts = append(parts, "version "+code)
	}
	if v.Status != None && v.Status != Final {
		parts = append(parts, string(v.Status))
	}
	switch {
	case v.Effective.IsZero() && len(parts) == 0:
		parts = append(parts, "of "+v.modified.Format(time.DateOnly))
	case v.Effective.IsZero():
	case v.Effective.YearDay() == 1 && v.By == ByName:
		parts = append(parts, v.Effective.Format("2006"))
	default:
		parts = append(parts, v.Effective.Format(time.DateOnly))
	}
	return strings.Join(parts, ", ")
}

// A Family is the versions of one document, the one in force first where there is one, then the newer before the older.
type Family struct {
	Members []Version
	InForce bool // the first binds: it is no draft, and nothing says that it was replaced
}

// Families finds the versions among files. Files that are alone of their kind make no family.
func Families(files []File) []Family {
	byKey := map[string][]Version{}
	var keys []string
	for i, f := range files {
		key, v := read(f)
		if key == "" {
			continue
		}
		v.Index = i
		if byKey[key] == nil {
			keys = append(keys, key)
		}
		byKey[key] = append(byKey[key], v)
	}
	var out []Family
	for _, key := range keys {
		list := byKey[key]
		if len(list) < 2 || !told(list) {
			continue
		}
		slices.SortStableFunc(list, newer)
		out = append(out, Family{Members: list, InForce: binds(list[0])})
	}
	return out
}

// told reports whether something tells the members apart as versions: files of one name in several folders need not be.
func told(list []Version) bool {
	return slices.ContainsFunc(list, func(v Version) bool { return v.By != ByTime })
}

func binds(v Version) bool { return v.Status == None || v.Status == Final }

// newer orders versions: what binds before what does not, then by number, then from when they hold, then by their files' dates.
func newer(a, b Version) int {
	rank := func(v Version) int {
		switch v.Status {
		case Draft:
			return 1
		case Superseded, Withdrawn:
			return 2
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
	if utf8.RuneCountInString(base) > 200 {
		return "", v
	}
	ext := path.Ext(base)
	name := strings.ToLower(p.gaps.ReplaceAllString(strings.TrimSuffix(base, ext), " "))
	v.modified, v.By = f.Modified, ByTime
	if p.beside.MatchString(name) { // each stands beside the others, and replaces none
		return "", v
	}
	if m := p.number.FindStringSubmatch(name); m != nil {
		v.Number, v.By = digits(m[1]), ByName
	} else if m := p.letter.FindStringSubmatch(name); m != nil {
		v.Number, v.letter, v.By = []int{int(m[1][0]-'a') + 1}, true, ByName
	} else if m := p.bare.FindStringSubmatch(name); m != nil {
		v.Number, v.By = digits(m[1]), ByName
	}
	switch {
	case p.oldName.MatchString(name):
		v.Status, v.By = Superseded, ByName
	case p.draftName.MatchString(name):
		v.Status, v.By = Draft, ByName
	case p.finalName.MatchString(name):
		v.Status, v.By = Final, ByName
	}
	folder := strings.ToLower(p.gaps.ReplaceAllString(path.Base(path.Dir(f.Path)), " "))
	periodic := p.periodic.MatchString(name) || p.periodic.MatchString(folder) && p.date.MatchString(name)
	if m := p.year.FindString(name); m != "" && !periodic {
		year, _ := strconv.Atoi(m)
		v.Effective, v.By = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), ByName
	}
	v.ofText(f.Head)

	stem := name
	for _, e := range []*regexp.Regexp{p.number, p.letter, p.bare, p.oldName, p.draftName, p.finalName, p.copies} {
		stem = e.ReplaceAllString(stem, " ")
	}
	if !periodic {
		stem = p.date.ReplaceAllString(stem, " ")
		stem = p.year.ReplaceAllString(stem, " ")
	}
	stem = strings.Join(strings.Fields(strings.Trim(stem, " -_.()")), " ")
	if stem == "" || strings.Trim(stem, "0123456789 ") == "" {
		return "", v
	}
	return f.Share + "\x00" + stem, v
}

// ofText takes what a file says of itself, which goes before its name.
func (v *Version) ofText(head string) {
	if len(head) > 4000 {
		head = head[:4000]
	}
	p := compiled()
	if m := p.saidNumber.FindStringSubmatch(head); m != nil {
		v.Number, v.By = digits(m[1]), ByText
	}
	if m := p.saidStatus.FindStringSubmatch(head); m != nil {
		v.Status, v.By = statusOf(m[1]), ByText
	} else if p.saidDraft.MatchString(head) {
		v.Status, v.By = Draft, ByText
	} else if p.saidOld.MatchString(head) {
		v.Status, v.By = Superseded, ByText
	}
	if m := p.saidReplaces.FindStringSubmatch(head); m != nil {
		v.Replaces, v.By = strings.TrimSpace(m[1]), ByText
	}
	if m := p.saidEffective.FindStringSubmatch(head); m != nil {
		if t, ok := date(m[1]); ok {
			v.Effective, v.By = t, ByText
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
	case strings.HasPrefix(word, "superseded"), strings.HasPrefix(word, "obsolet"), strings.HasPrefix(word, "abgelöst"), strings.HasPrefix(word, "remplac"), strings.HasPrefix(word, "sustitu"), strings.HasPrefix(word, "archiv"):
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

// dateForms are the ways to write a date that are read.
var dateForms = []string{time.DateOnly, "2 January 2006", "January 2, 2006", "January 2 2006", "2 Jan 2006", "02.01.2006", "2.1.2006", "02/01/2006", "January 2006", "2006"}

func date(text string) (time.Time, bool) {
	words := strings.Fields(text)
	for i, w := range words { // months of other languages, and days as in "1. Januar" and "1er janvier"
		if n, ok := monthOf(strings.TrimRight(w, ".,")); ok {
			words[i] = time.Month(n).String() + w[len(strings.TrimRight(w, ".,")):]
			if i > 0 {
				words[i-1] = strings.TrimSuffix(strings.TrimSuffix(words[i-1], "."), "er")
			}
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "de" || w == "del" })
	text = strings.Trim(strings.Join(words, " "), " .,;")
	for _, form := range dateForms {
		if t, err := time.Parse(form, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

type patterns struct {
	gaps, number, letter, bare, year, date, oldName, draftName, finalName, copies, periodic, beside *regexp.Regexp
	saidNumber, saidStatus, saidDraft, saidOld, saidReplaces, saidEffective                         *regexp.Regexp
}

const aDate = `(\d{4}-\d{2}-\d{2}|\d{1,2}(?:\.|er)? (?:de )?\pL+ (?:de )?\d{4}|\pL+ \d{1,2},? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4}|\pL+ \d{4}|\d{4})`

var compiled = sync.OnceValue(func() *patterns {
	return &patterns{
		gaps:      regexp.MustCompile(`[_\-\s]+`),
		number:    regexp.MustCompile(`\b(?:v|ver|version|rev|revision|fassung|r)[ .]?(\d{1,3}(?:\.\d{1,3}){0,3})\b`),
		letter:    regexp.MustCompile(`\b(?:rev|revision|issue|fassung|ausgabe)[ .]?([a-h])\b`),
		bare:      regexp.MustCompile(`\b(\d{1,2}(?:\.\d{1,3}){1,3})$`),
		year:      regexp.MustCompile(`\b(?:19|20)\d\d\b`),
		date:      regexp.MustCompile(`\b(?:19|20)\d\d[ .]?(?:0\d|1[0-2])[ .]?(?:[0-2]\d|3[01])\b|\b\d{1,2}[ .]\d{1,2}[ .](?:19|20)\d\d\b`),
		oldName:   regexp.MustCompile(`\b(?:old|obsolete|superseded|archived?|alt|veraltet|backup|bak|ancien|obsol[eè]te|antiguo|withdrawn|outdated)\b`),
		draftName: regexp.MustCompile(`\b(?:draft|entwurf|brouillon|borrador|wip|tmp)(?: ?\d+)?\b`),
		finalName: regexp.MustCompile(`\b(?:final|endfassung|d[ée]finitif|definitivo|signed|approved|unterschrieben|freigegeben)(?: ?\d+)?\b`),
		copies:    regexp.MustCompile(`\((?:\d{1,2}|copy|kopie|copie|copia)\)|\b(?:copy(?: of)?|kopie(?: von)?|copie(?: de)?|copia(?: de)?)\b(?: \(?\d{1,2}\)?)?`),
		periodic: regexp.MustCompile(`\b(?:minutes|protokoll|report|bericht|rapport|informe|invoice|rechnung|facture|factura|statement|payroll|payslip|newsletter|log|agenda|meeting|` +
			`weekly|monthly|quarterly|annual|q[1-4]|budget|timesheet|compte rendu|acta|journal|diary|photos?|img|scan|scans)\b`),
		beside:        regexp.MustCompile(`\b(?:release notes|changelog|changes|news|addendum|amendment|nachtrag|avenant|adenda)\b`),
		saidNumber:    regexp.MustCompile(`(?im)^\W*(?:document )?(?:version|revision|fassung|versión|rev\.?)(?: no\.?| number)?\W{0,4}v?(\d{1,3}(?:\.\d{1,3}){0,3})\b`),
		saidStatus:    regexp.MustCompile(`(?im)^\W*(?:document )?(?:status|statut|estado|stand)\W{1,4}(draft|entwurf|brouillon|borrador|final|approved|in force|freigegeben|gültig|en vigueur|vigente|superseded|obsolete|withdrawn|archived|abgelöst|zurückgezogen|remplacé|retiré|sustituido|retirado)\b`),
		saidDraft:     regexp.MustCompile(`(?m)^\W*(?:DRAFT|Draft|ENTWURF|Entwurf|BORRADOR|BROUILLON)\b(?:\W|\s*(?:for|version|v?\d))|(?i)\bthis is a draft\b|\bdies ist ein entwurf\b`),
		saidOld:       regexp.MustCompile(`(?i)\b(?:this (?:document|policy|version|agreement|procedure|guide) (?:is|was|has been) (?:superseded|replaced|withdrawn|no longer (?:valid|in force))|superseded by|no longer in force|nicht mehr gültig|ersetzt durch|n'est plus en vigueur|ya no está vigente)\b`),
		saidReplaces:  regexp.MustCompile(`(?im)\b(?:replaces|supersedes|ersetzt|remplace|sustituye(?: a)?)\s+([^\n;]{3,80}?)(?:\.\s|\.?$|;)`),
		saidEffective: regexp.MustCompile(`(?i)\b(?:(?:approved|adopted)(?: by [^.\n]{1,40}?)? on|effective(?: date| from| as of| on)?|in force (?:since|from|as of)|valid (?:from|as of)|gültig (?:ab|seit)|en vigueur (?:depuis|à partir du)|vigente desde(?: el)?)\W{1,4}(?:the )?` + aDate),
	}
})
