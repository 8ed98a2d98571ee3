package question

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/spar"
)

// A Vocabulary holds the names that sentences may use for files: shares, folders, tags, attributes and their values. It holds only names
// that one asker may know. Once it is filled, many may use it.
type Vocabulary struct {
	phrases map[string][]name // by the stems of a name
	parts   map[string][]name // by each stem of a name of several words
	keys    map[string]string // attributes by the stems of their names and synonyms
	formats map[string]bool   // that files have
	has     map[string]bool   // keys
	dates   map[string]string // attributes with dates that a verb names, by the root of the verb
	numbers map[string]bool   // attributes with numbers
	records map[string]bool   // attributes with dates of what files tell of
	longest int               // words of a phrase
	met     map[entry]bool
	forms   *forms

	words       map[shape]map[string]bool // right words that others may be slips of
	ofPeople    map[int]map[string]uint32 // words of names of people and places with their lettersOf, by their number of letters
	departments []string

	// Right reports whether a word exists, so that it is no slip of another; nil: nobody knows.
	Right func(word string) bool

	// Spelled gives globs for how names of files write some words, as SpellingsOf does. nil: nobody knows.
	Spelled func(words string, whole bool) []string

	// Written reads a constraint in the query language, with the keys that files have; false where the text is none. nil: it never is.
	Written func(text string) (spar.Constraint, bool)

	// Dated says how many of the files that satisfy constraints have a date under a key, and how many there are; nil: nobody knows.
	Dated func(key string, among []spar.Constraint) (have, of int)
}

// A name is a value of a key.
type name struct {
	key, value string
	how        How
	upper      bool // it is an abbreviation, which stands in capitals
	weak       bool // it counts only where the sentence names the key
}

// An entry is a name where it is looked for.
type entry struct {
	at   string
	part bool
	name name
}

// NewVocabulary makes an empty one.
func NewVocabulary() *Vocabulary {
	v := &Vocabulary{phrases: map[string][]name{}, parts: map[string][]name{}, keys: map[string]string{},
		formats: map[string]bool{}, has: map[string]bool{}, dates: map[string]string{}, numbers: map[string]bool{},
		records: map[string]bool{}, words: map[shape]map[string]bool{}, met: map[entry]bool{}, ofPeople: map[int]map[string]uint32{}, forms: &forms{}}
	for _, w := range nouns() {
		v.right(w)
	}
	return v
}

// Weak are attributes whose values are words of every kind: a sentence means one only where it names the attribute.
const weak = " title subject description keywords category sheet generator producer message-id attachment replaces doc-version copyright path url slug id permalink layout "

// Add adds a value of a key of the query language: "share", "folder", "tag" or an attribute. As are other names of it.
func (v *Vocabulary) Add(key, value string, as ...string) {
	v.has[key] = true
	isWeak := has(weak, key) || strings.HasPrefix(key, "entity.")
	v.put(value, name{key: key, value: value, how: Exact, weak: isWeak})
	for _, other := range slices.Concat(as, known[key+":"+strings.ToUpper(value)]) {
		v.put(other, name{key: key, value: value, how: Synonym, weak: isWeak})
	}
}

// AddKey adds an attribute by its names. One whose values are true and false is meant by its name alone.
func (v *Vocabulary) AddKey(key string, truth bool, as ...string) {
	for _, n := range append([]string{key}, as...) {
		if p := phrase(n); p != "" && v.keys[p] == "" {
			v.keys[p] = key
		}
	}
	if truth {
		v.put(key, name{key: key, value: "true", how: Exact})
		if !strings.ContainsAny(key, " -_.") { // unpaid
			v.put("un"+key, name{key: key, value: "false", how: Synonym})
		}
	}
}

// Has marks an attribute as one that files have.
func (v *Vocabulary) Has(key string) { v.has[key] = true }

// HasDate marks an attribute as one whose values are dates. One whose name is a verb, such as "expires", is meant where a sentence uses any form of the
// verb beside a date.
func (v *Vocabulary) HasDate(key string) {
	if !has(standing, key) {
		v.dates[key] = key
	}
	if r := root(key); r != "" && !has(standing, key) && v.dates[r] == "" {
		v.dates[r] = key
	}
}

// dateOf is the attribute with dates that a word names, or a form of the verb; "" for none.
func (v *Vocabulary) dateOf(word string) string {
	if key := v.dates[word]; key != "" || word == "" {
		return key
	}
	if key := v.dates[participles[word]]; key != "" {
		return key
	}
	return v.dates[root(word)]
}

// participles are those of strong verbs whose past is another word.
var participles = map[string]string{"gave": "given", "took": "taken", "wrote": "written", "drew": "drawn", "began": "begun",
	"broke": "broken", "chose": "chosen", "came": "come", "drove": "driven", "fell": "fallen", "flew": "flown", "grew": "grown",
	"knew": "known", "rang": "rung", "saw": "seen", "showed": "shown", "sang": "sung", "sank": "sunk", "spoke": "spoken",
	"stole": "stolen", "swore": "sworn", "tore": "torn", "threw": "thrown", "wore": "worn", "withdrew": "withdrawn", "undertook": "undertaken"}

// Records marks an attribute with dates as one of what files tell of: hardly any of its dates comes after that of the file. A day of delivery that is
// planned, or the end of a contract, is none.
func (v *Vocabulary) Records(key string) {
	if !has(standing, key) {
		v.records[key] = true
	}
}

// standing are dates that words of their own speak of.
const standing = " period study-date date effective modified created "

// root is the common part of a verb's forms: of arrive, arrives, arrived and arriving. It is "" for short words and for several.
func root(w string) string {
	for _, ending := range []string{"als", "al", "ing", "ed", "es", "s", "e"} {
		if r := strings.TrimSuffix(w, ending); r != w {
			w = r
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] { // occurred
		w = w[:n-1]
	}
	if len(w) < 4 || strings.ContainsAny(w, " -_.") {
		return ""
	}
	return w
}

// AddFormat adds a format that files have.
func (v *Vocabulary) AddFormat(format string) { v.formats[format] = true }

// longestName bounds the names that are known, in words.
const longestName = 8

func (v *Vocabulary) put(text string, n name) {
	words := strings.Fields(phrase(text))
	if len(words) == 0 || len(words) > longestName {
		return
	}
	// An abbreviation such as US is another word than us.
	n.upper = len(words) == 1 && utf8.RuneCountInString(words[0]) <= 3 && strings.ToUpper(text) == text && strings.ContainsFunc(text, unicode.IsLetter)
	key := strings.Join(words, " ")
	add := func(m map[string][]name, at string, part bool) {
		if e := (entry{at, part, n}); !v.met[e] { // thousands of folders may share a word
			v.met[e] = true
			m[at] = append(m[at], n)
		}
	}
	add(v.phrases, key, false)
	if n.key == "department" && !slices.Contains(v.departments, n.value) {
		v.departments = append(v.departments, n.value)
	}
	if len(words) == 1 && has(people, n.key) {
		v.person(words[0])
	}
	v.longest = max(v.longest, len(words))
	if !n.weak && n.key != "tag" && !has(persons, n.key) {
		for _, w := range words {
			v.right(w)
		}
	}
	if len(words) == 1 || n.weak || n.how != Exact || n.key == "tag" || has(valued, n.key) {
		return
	}
	for _, w := range words {
		if len(w) > 2 && !Common(w, "en") {
			add(v.parts, w, true)
			if has(people, n.key) {
				v.person(w)
			}
		}
	}
}

// valued are keys whose values must be named in full.
const valued = " document-type doc-status confidentiality doc-version type "

// known are other words for values that stand for the same everywhere: codes of DICOM.
var known = map[string][]string{
	"modality:CT":      {"CT scan", "CT image", "CT exam", "computed tomography", "computed tomography scan", "computed tomography image", "CAT scan"},
	"modality:MR":      {"MRI", "MRI scan", "MRI image", "MR image", "MR scan", "magnetic resonance", "magnetic resonance image", "magnetic resonance imaging", "magnetic resonance scan"},
	"modality:US":      {"ultrasound", "ultrasound image", "ultrasound scan", "sonogram", "sonography"},
	"modality:CR":      {"x ray", "x ray image", "xray", "radiograph", "computed radiography"},
	"modality:DX":      {"x ray", "x ray image", "xray", "radiograph", "digital radiography"},
	"modality:MG":      {"mammogram", "mammography", "mammography image"},
	"modality:PT":      {"PET", "PET scan", "PET image", "positron emission tomography"},
	"doc-status:DRAFT": {"unfinished", "preliminary"}, "doc-status:FINAL": {"finished", "finalized", "finalised", "completed"},

	"modality:NM": {"nuclear medicine", "scintigraphy", "scintigram"},
	"modality:XA": {"angiogram", "angiography"},
	"modality:RF": {"fluoroscopy"},

	"body-part:CHEST": {"thorax", "thoracic", "lung"}, "body-part:THORAX": {"chest"},
	"body-part:HEAD": {"skull", "cranial"}, "body-part:SKULL": {"head"}, "body-part:BRAIN": {"cerebral"},
	"body-part:ABDOMEN": {"belly", "abdominal"}, "body-part:KNEE": {"knee joint"}, "body-part:SPINE": {"back", "spinal", "vertebral column"},
	"body-part:PELVIS": {"pelvic"}, "body-part:HEART": {"cardiac"}, "body-part:LIVER": {"hepatic"}, "body-part:KIDNEY": {"renal"},
	"body-part:BREAST": {"mammary"}, "body-part:NECK": {"cervical"}, "body-part:SHOULDER": {"shoulder joint"}, "body-part:HIP": {"hip joint"},
}

// rank is how readily a word means a value of a key, the lowest first.
func rank(key string) int {
	for i, list := range ranks {
		if has(list, key) {
			return 2 * i
		}
	}
	return 2*slices.Index(ranks, " folder ") - 1 // an attribute of the share's own says more than the name of a folder does
}

var ranks = []string{" type ", " document-type modality ", " body-part doc-status ", " confidentiality ", " department ",
	" patient patient-name ", " author ", " share ", " folder ", " institution company from to project "}

// people are keys whose values are names of people or of organisations.
const people = " patient patient-name author from to cc manager editor modified-by folder share company institution department client customer supplier project publisher "

// find gives the names that a phrase stands for. only says which keys count; nil: the ones that count by default.
func (v *Vocabulary) find(key string, only func(name) bool) []name {
	var out []name
	for _, n := range v.phrases[key] {
		if only == nil && !n.weak || only != nil && only(n) {
			out = append(out, n)
		}
	}
	return out
}

// person adds a word of a name of people and places.
func (v *Vocabulary) person(w string) {
	n := utf8.RuneCountInString(w)
	if v.ofPeople[n] == nil {
		v.ofPeople[n] = map[string]uint32{}
	}
	v.ofPeople[n][w] = lettersOf(w)
}

// lettersOf has a bit for each letter of a word; letters may share one. A slip takes one bit away, adds one, or both.
func lettersOf(w string) (set uint32) {
	for _, r := range w {
		set |= 1 << (uint32(r) % 32)
	}
	return set
}

// spelt gives the stems of the vocabulary that a word may be meant to be: of names of people and places, by slips.
func (v *Vocabulary) spelt(w string) []string {
	n := utf8.RuneCountInString(w)
	most := 1
	if n >= 8 {
		most = 2
	}
	if n < 4 {
		return nil
	}
	var m nearest.Measure
	least, mine := most, lettersOf(w)
	var out []string
	for letters := max(3, n-most); letters <= n+most; letters++ {
		for word, others := range v.ofPeople[letters] {
			if bits.OnesCount32(mine^others) > 2*least {
				continue
			}
			switch d := m.Distance(w, word, least); {
			case d > least:
			case d < least:
				least, out = d, []string{word}
			default:
				out = append(out, word)
			}
		}
	}
	slices.SortFunc(out, cmp.Compare)
	return slices.Compact(out)
}
