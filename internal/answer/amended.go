package answer

import (
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
)

// unamended leaves out statements that an amendment repeats with other figures, unless the question asks about the past.
func (j *judge) unamended(all []choice) []choice {
	if j.form == question.Comparison {
		return all
	}
	var amending []choice
	for _, s := range all {
		if s.chance >= changeChance*all[0].chance && j.amends[s.source] && len(amount.FindAllString(s.text, -1)) > 0 {
			amending = append(amending, s)
		}
	}
	if len(amending) == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(s choice) bool {
		return slices.ContainsFunc(amending, func(c choice) bool { return j.amended(s.statement, c.statement) })
	})
}

// amended reports whether an amendment repeats a statement of its document with other figures. A statement with a name of the question that
// the amendment lacks belongs to another document.
func (j *judge) amended(s, by statement) bool {
	old, latest := j.sources[s.source], j.sources[by.source]
	if j.past || j.amends[s.source] || !j.amends[by.source] || !amendedBy(old.Path, latest.Path) || j.said[s.source]&^j.said[by.source] != 0 {
		return false
	}
	_, _, other := differ(by.text, s.text, latest.Passage.Lang)
	return other
}

// amendedBy reports whether one file may be what an amendment changes, by their paths: both lie in one folder, and their names begin alike or the
// amendment's begins with the word for it.
func amendedBy(file, amending string) bool {
	if path.Dir(file) != path.Dir(amending) {
		return false
	}
	first := strings.Fields(strings.ToLower(nameText(path.Base(amending))))
	own := strings.Fields(strings.ToLower(nameText(path.Base(file))))
	return len(first) > 0 && len(own) > 0 && (first[0] == own[0] || amendment.MatchString(first[0]))
}

// amendment is the title or the name of a file that changes an earlier document.
var amendment = pattern.New(`(?i)\b(?:amend(?:ment|ing)|addendum|supplement(?:al|ary)? agreement|nachtrag|änderungs(?:vertrag|vereinbarung)|avenant|adenda|modificación)\b`)
