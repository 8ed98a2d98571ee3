package service

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// deedsOf finds the wording of an operation.
var deedsOf = sync.OnceValue(func() map[string]deedWording {
	all := map[string]deedWording{}
	for _, d := range deedWordings {
		for operation := range strings.SplitSeq(d.operations, " ") {
			all[operation] = d
		}
	}
	return all
})

// ofDeeds begins the lines of these phrases in the files of a language: their holes are no verbs, and no other text may take them.
const ofDeeds = "deed:"

// inWords is a phrase of the trail in a language, with its holes.
func inWords(language string, p spar.Phrase) string {
	if said, is := tongue.Line(language, ofDeeds+string(p)); is {
		return said
	}
	return string(p)
}

// outcomes says what became of something that was not simply done.
var outcomes = map[string]spar.Phrase{
	"begun":                  "begun",
	"stopped":                "stopped before its end",
	"paused":                 "paused",
	"refused":                "the files do not say",
	"forbidden":              "not done: not allowed",
	"unauthorized":           "not done: the key was wrong",
	string(spar.NotFound):    "not done: not found",
	string(spar.Invalid):     "not done: it was not valid",
	string(spar.Conflict):    "not done: it did not go with what is there",
	string(spar.Unavailable): "not done: not possible then",
	string(spar.Internal):    "not done: a fault of SPAR",
}

const (
	notDone    spar.Phrase = "not done: {outcome}"
	everybody  spar.Phrase = "everyone"
	unknownOne spar.Phrase = "somebody"   // whose key was wrong
	theServer  spar.Phrase = "the server" // by itself
	andMore    spar.Phrase = "{name} and {n} more"
)

// A teller says entries of the trail in a language.
type teller struct {
	language string
	called   func(owner string) string
}

// tell fills in what an entry says in words, and who it is about.
func (t teller) tell(e *api.AuditEntry) {
	e.Name = t.called(e.Who)
	if e.Who == "" {
		who := unknownOne
		if e.Via == "server" {
			who = theServer
		}
		e.Name = inWords(t.language, who)
	}
	if e.Outcome != "done" {
		e.Ended = filled(inWords(t.language, cmp.Or(outcomes[e.Outcome], notDone)), map[string]string{"outcome": e.Outcome})
	} else if previews(*e) {
		e.Ended = inWords(t.language, aPreview)
	}
	d, is := deedsOf()[e.Operation]
	if !is {
		e.Kind, e.Says = deedServer, e.Operation // of a version of SPAR that did other things
		e.Details = e.About
		return
	}
	e.Kind = d.kind
	values := t.values(*e)
	i := slices.IndexFunc(d.says, func(p spar.Phrase) bool { return fits(string(p), values) })
	e.Says = filled(inWords(t.language, d.says[i]), values)
	e.Details = t.details(*e)
}

// hasWords reports whether a text has some words as such, and not as a part of others: "10" does not have "1".
func hasWords(text, words string) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from := 0; words != ""; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			break
		}
		from += at
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[from+len(words):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		from += len(words)
	}
	return false
}

// values are what an entry can fill holes with.
func (t teller) values(e api.AuditEntry) map[string]string {
	all := map[string]string{"question": e.Question, "scope": e.Scope, "outcome": e.Outcome, "name": bare(e.Workspace)}
	var keys, gives, takes []string
	for _, a := range e.About {
		key, value, _ := strings.Cut(a, "=")
		keys = append(keys, key)
		switch key {
		case "gives", "takes":
			part := strings.Split(value, ",")
			if len(part) < 3 {
				continue
			}
			whom := t.principal(part[len(part)-2])
			if gave := part[len(part)-1] == "allow"; gave == (key == "gives") { // taking back a denial gives
				gives = append(gives, whom)
			} else {
				takes = append(takes, whom)
			}
		case "who", "for", "name", "person":
			all[key] = cmp.Or(t.called(value), bare(value)) // a name that is no owner stays
		case "role":
			all[key] = t.role(value)
		default:
			all[key] = value
		}
	}
	all["keys"], all["gives"], all["takes"] = strings.Join(keys, " "), t.several(gives), t.several(takes)
	var files []string
	for _, f := range e.Files {
		place, _, _ := strings.Cut(f, "#")
		files = append(files, place)
	}
	all["file"] = t.several(files)
	return all
}

// principal is whom a line of a table of rights is for.
func (t teller) principal(text string) string {
	if text == string(everybody) {
		return inWords(t.language, everybody)
	}
	return strings.TrimPrefix(text, "user:")
}

// several names one of some things, and says how many more there are.
func (t teller) several(names []string) string {
	names = slices.Compact(slices.Clone(names))
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return filled(inWords(t.language, andMore), map[string]string{"name": names[0], "n": strconv.Itoa(len(names) - 1)})
}

// role is a role in the words that the page has for it.
func (t teller) role(name string) string {
	if p, is := deedRoles[name]; is {
		return inWords(t.language, p)
	}
	return name
}

// bare is the name of a workspace or a saved scope without its owner, as in uid:1000/Travel.
func bare(ref string) string {
	if owner, name, is := strings.Cut(ref, "/"); is && name != "" && (strings.HasPrefix(owner, "uid:") || strings.HasPrefix(owner, "person:")) {
		return name
	}
	return ref
}

// previews reports whether an entry is of a request that only says what it would change.
func previews(e api.AuditEntry) bool { return slices.Contains(e.About, "dry_run=true") }

// fits reports whether values fill all holes of a phrase, and its conditions hold.
func fits(phrase string, values map[string]string) bool {
	for _, hole := range holes(phrase) {
		key, want, condition := strings.Cut(hole, "=")
		if condition && values[key] != want || !condition && values[key] == "" {
			return false
		}
	}
	return true
}

// holes lists what stands in curly brackets in a phrase.
func holes(phrase string) (list []string) {
	for {
		_, after, is := strings.Cut(phrase, "{")
		if !is {
			return list
		}
		hole, rest, _ := strings.Cut(after, "}")
		list, phrase = append(list, hole), rest
	}
}

// filled puts values into the holes of a phrase, each once, so that a value with brackets stays.
func filled(phrase string, values map[string]string) string {
	var b strings.Builder
	for {
		before, after, is := strings.Cut(phrase, "{")
		b.WriteString(before)
		if !is {
			return b.String()
		}
		hole, rest, _ := strings.Cut(after, "}")
		if !strings.Contains(hole, "=") {
			b.WriteString(values[hole])
		}
		phrase = rest
	}
}

// meantBy returns a function that reports whether an entry is of a kind and has all words somewhere.
func meantBy(kind, words string) (func(api.AuditEntry) bool, error) {
	if kind != "" && !slices.Contains(deedKinds, kind) {
		return nil, spar.Errorf(spar.Invalid, "the trail has no kind %q; there are %s", kind, strings.Join(deedKinds, ", "))
	}
	find := strings.Fields(strings.ToLower(words))
	return func(e api.AuditEntry) bool {
		if kind != "" && e.Kind != kind {
			return false
		}
		if len(find) == 0 {
			return true
		}
		told := strings.ToLower(strings.Join(slices.Concat([]string{e.Name, e.Who, e.Says, e.Ended, e.Operation, e.Question, e.Workspace, e.Scope}, e.About, e.Files), "\n"))
		return !slices.ContainsFunc(find, func(w string) bool { return !strings.Contains(told, w) })
	}, nil
}
