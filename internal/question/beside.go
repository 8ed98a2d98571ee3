package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// Beside gives wordings that set the typed words beside the subject of the last turn: first beside the things that its question names, the
// longest first, then beside all of it. The wordings are no sentences; they help where no rule of grammar knows how the question goes on.
// leans says that the words are too few for a question of their own, so that they go on with the last one unless the files speak against
// it.
func Beside(text string, turns []Turn) (list []string, leans bool) {
	if len(turns) == 0 || len(text) > longest || strings.TrimSpace(text) == "" {
		return nil, false
	}
	lang := language(turns[len(turns)-1].Question)
	r := reader{turns: turns, follower: &follower{grammar: grammars()[lang], lang: lang, turns: turns, drew: -1}}
	rest, how := aimed(bare(text))
	if how == elsewhere || how == back || len(r.last()) > longest {
		return nil, false
	}
	rest = r.led(rest)
	add := func(s string) {
		if s = finished(s, lang); !slices.Contains(list, s) && len(list) < mostBeside {
			list = append(list, s)
		}
	}
	said := r.unpronounced(rest)
	for _, thing := range append([]string{r.topic(false)}, r.things("", len(turns)-1)...) {
		if thing != "" && said != "" {
			add(said + " " + thing)
		}
	}
	list = append(list, finished(rest+r.joiner()+r.last(), lang))
	return list, r.leans(rest)
}

// mostBeside is how many things a question is put beside.
const mostBeside = 3

// wantsMore asks for more of something that was told.
var wantsMore = pattern.New(`(?i)^(?:(?:tell|show|give) me |i want |any )?(?:more|mehr|plus|más) (?:\pL+ )?(?:about|on|of|über|von|zu|sur|de|sobre)\b`)

// leans reports whether a text is no question by itself: it stands without a verb and names one thing at most, or it has a pronoun.
func (r *reader) leans(text string) bool {
	if wantsMore.MatchString(text) {
		return true
	}
	list, found := r.runs(text)
	wh := r.wh.FindStringIndex(text + " ")
	says, verb := 0, r.lang == "de" && r.second(list, wh) > 0
	for i, t := range list {
		switch {
		case in(r.thing, t.word), in(r.folk, t.word), in(r.person, t.word), in(" one ones ", t.word):
			return true
		case wh != nil && t.start < wh[1]:
		case r.asks.MatchString(t.word), in(r.verbs, t.word):
			verb = verb || i > 0 || r.asks.MatchString(t.word)
		case upper(t.word) && i > 0 && r.lang != "de", classOf(r.follower, list[i:i+1]) == "code":
			return false
		case !r.function(t.word):
			says++
		}
	}
	return says == 0 || !verb && says <= 3 && len(r.pieces(list, found)) <= 1
}
