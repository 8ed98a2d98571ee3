package service

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	aPreview   spar.Phrase = "only a preview: nothing was changed"
	mayRead    spar.Phrase = "{name} may read {place}"
	mayNotRead spar.Phrase = "{name} may no longer read {place}"
	everything spar.Phrase = "the whole share"
)

// deedRoles has the roles in the words of the page: of people, and in a workspace.
var deedRoles = map[string]spar.Phrase{
	string(spar.Reader):   "“reads and asks”",
	string(spar.Curator):  "“also tags”",
	string(spar.Operator): "“also keeps shares”",
	"viewer":              "“asks and sees”",
	"editor":              "“also changes scope and files”",
	"owner":               "“owns it”",
}

// deedDetails has what parts of a request are called beside its sentence. All others are for programs, and stand in About alone.
var deedDetails = map[string]spar.Phrase{
	"share": "share {value}", "folder": "folder {value}", "tag": "tag {value}", "to": "now “{value}”", "as": "as “{value}”", "role": "role {value}",
	"who": "{value}", "for": "{value}", "person": "{value}", "name": "{value}", "value": "value {value}", "model": "language model {value}",
	"groups": "groups {value}", "also": "also called {value}", "clearance": "clearance {value}", "expires": "until {value}",
}

// details are the parts of a request that its sentence does not have, in words.
func (t teller) details(e api.AuditEntry) (list []string) {
	for _, a := range e.About {
		key, value, _ := strings.Cut(a, "=")
		if key == "gives" || key == "takes" {
			if line := t.right(key, value); line != "" {
				list = append(list, line)
			}
			continue
		}
		phrase, is := deedDetails[key]
		if !is {
			continue
		}
		told := value
		switch key {
		case "who", "for", "person", "name":
			told = cmp.Or(t.called(value), bare(value))
		case "role":
			told = t.role(value)
		default:
			var several []string
			if json.Unmarshal([]byte(value), &several) == nil {
				told = strings.Join(several, ", ")
			} else if strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[") {
				continue // something with parts of its own
			}
		}
		if told != "" && !hasWords(e.Says, told) && !hasWords(e.Says, value) {
			list = append(list, filled(inWords(t.language, phrase), map[string]string{"value": told}))
		}
	}
	return list
}

// right says what a line that came to a table of rights, or went from it, means for whom it names.
func (t teller) right(key, line string) string {
	part := strings.Split(line, ",")
	n := len(part)
	if n < 3 {
		return ""
	}
	place := strings.Join(part[:n-2], ",")
	if place == "." || strings.HasSuffix(place, ":**") {
		place = inWords(t.language, everything)
	}
	says := mayNotRead
	if gave := part[n-1] == "allow"; gave == (key == "gives") { // taking back a denial gives
		says = mayRead
	}
	return filled(inWords(t.language, says), map[string]string{"name": t.principal(part[n-2]), "place": place})
}
