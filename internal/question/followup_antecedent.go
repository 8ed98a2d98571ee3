package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// whenAsked tell when or how far a question asks, not what for: no pronoun stands for them.
var whenAsked = pattern.New(`(?i)[\s,]+(?:at (?:present|the moment|first|last|the latest|the earliest|least|most)|nowadays` +
	`|currently|right now|these days|so far|in (?:total|all)|zur ?zeit|derzeit|im moment|zuerst|zuletzt|insgesamt|actuellement` +
	`|en ce moment|au total|actualmente|en este momento|en total)\b`)

// withoutWhen is a text without them.
func withoutWhen(text string) string {
	return strings.TrimLeft(whenAsked.ReplaceAllString(" "+text, ""), " ,")
}

// roles are nouns for somebody who does something.
var roles = words(`manager director head chief officer engineer keeper supervisor secretary chair chairman chairwoman chairperson president treasurer
	accountant auditor assessor inspector contact person owner author editor leader lead deputy assistant coordinator administrator
	trainer nurse doctor teacher driver mechanic lawyer solicitor architect warden clerk steward conductor composer singer dancer
	member representative spokesperson colleague employee worker visitor guest customer applicant tenant student apprentice intern
	trainee child man woman`)

// collectives are nouns for several people, who do something together.
var collectives = words(`board team committee department company firm council group staff crew police authority agency supplier contractor vendor client
	union jury office management public family orchestra choir chorus ministry bank club association`)

// things are what a pronoun of a question may stand for in a turn: what its question names, longest first, then the parts of it that have names. Where somebody does
// something they are who can.
func (f *follower) things(question string, turn int) (list []string) {
	said := withoutWhen(rooted(bare(f.turns[turn].Question)))
	tokens, found := f.runs(said)
	if len(found) > 0 {
		found = f.counted(said, tokens, found)
	}
	var acts []bool
	add := func(from, to int) {
		for from < to-1 && in(f.preps, tokens[from].word) {
			from++
		}
		thing := said[tokens[from].start:tokens[to-1].end]
		if f.dated(tokens[from:to]) {
			return
		}
		for _, known := range list {
			if strings.EqualFold(known, thing) {
				return
			}
		}
		list = append(list, thing)
		acts = append(acts, f.acts(thing))
	}
	for _, r := range found {
		add(r.from, r.to)
	}
	for _, p := range f.pieces(tokens, found) {
		if f.tells(tokens[p.from:p.to]) { // "the leak in Tanner Row" is not just any leak
			add(p.from, p.to)
		}
	}
	if theyAct.MatchString(question) && slices.Contains(acts, true) { // somebody does something
		i := -1
		list = slices.DeleteFunc(list, func(string) bool { i++; return !acts[i] })
	}
	return list
}

// theyAct is a question for what somebody does.
var theyAct = pattern.New(`(?i)\b(?:do|did|may|must|can|could|will|would|should|might) they (?:not |also |still )?(?:[^b\s]|b[^e\s])\pL*`)

// acts reports whether a thing is somebody: a role, a group, a firm.
func (f *follower) acts(thing string) bool {
	for i, t := range tokens(thing) {
		w := strings.ToLower(t.word)
		one := strings.TrimSuffix(w, "s")
		switch {
		case in(f.preps, w) && i > 0:
			return false
		case upper(t.word) || in(roles, w) || in(roles, one) || in(collectives, w) || in(collectives, one) || in(f.people, w):
			return true
		}
	}
	return false
}

// dated reports whether words say when and nothing else: no pronoun stands for "this year".
func (f *follower) dated(list []token) bool {
	return !slices.ContainsFunc(list, func(t token) bool {
		return !in(f.dets, t.word) && !in(f.preps, t.word) && !in(f.self, t.word) && !in(f.months, t.word) &&
			!plainNumber.MatchString(t.word) && !inYears.MatchString(strings.ToLower(t.word)) && !in(f.versions, t.word)
	})
}

// tells reports whether words have a name or a code.
func (f *follower) tells(list []token) bool {
	return slices.ContainsFunc(list, func(t token) bool {
		c := classOf(f, []token{t})
		return c == "name" || c == "code"
	})
}
