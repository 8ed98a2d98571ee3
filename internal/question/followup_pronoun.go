package question

import (
	"slices"
	"strings"
)

// pronouns replaces a pronoun by its meaning; "" where there is none, or where its meaning is in the question itself.
func (f *follower) pronouns(text string) string {
	list := tokens(text)
	for i, t := range list {
		next, prev := token{}, token{}
		if i+1 < len(list) {
			next = list[i+1]
		}
		if i > 0 {
			prev = list[i-1]
		}
		w := strings.ToLower(t.word)
		kind := ""
		switch {
		case in(f.thing, w) && !(f.lang == "en" && t.word == "IT"):
			kind = "thing"
		case in(f.folk, w) && !(f.lang == "de" && upper(t.word)):
			kind = "folk"
		case in(f.person, w) && (w != "her" || next.word == "" || in(f.preps, next.word)):
			kind = "person"
		case in(f.there, w) && !(f.lang == "en" && (f.asks.MatchString(prev.word) || f.asks.MatchString(next.word))):
			kind = "there"
		case in(f.whose, w) || w == "her":
			if next.word == "" || in(f.preps, next.word) || f.lang == "fr" && w == "leur" && in(f.verbs, next.word) {
				continue
			}
			kind = "whose"
		case in(f.these, w) && f.shows(list, i):
			kind = "these"
		}
		if kind == "" || f.given == "" && f.stands(text, list, i, kind) || f.fills(text, t) {
			continue
		}
		self := f.replace(text, t, next, kind)
		if kind == "person" || kind == "folk" {
			for _, more := range list[i+1:] { // "when did he sign it"
				if topic := f.topic(false); in(f.thing, more.word) && f.lang == "en" && topic != "" && !strings.Contains(self, topic) {
					end := len(text) - more.end
					self = self[:len(self)-end-len(more.word)] + topic + self[len(self)-end:]
					break
				}
			}
		}
		return self
	}
	if f.clitic != nil {
		if m := f.clitic.FindStringSubmatchIndex(text); m != nil && !f.fills(text, token{start: m[2], end: m[3]}) && (f.lang != "de" || !upper(text[m[4]:m[5]])) &&
			!slices.ContainsFunc(tokens(text[m[4]:m[5]])[1:], func(t token) bool { return !f.weak(t.word) }) && (f.lang == "de" || f.verbal(tokens(text[m[4]:m[5]])[0].word)) {
			if topic := f.topic(false); topic != "" {
				if f.lang == "de" {
					return text[:m[2]] + topic + " " + text[m[4]:]
				}
				return text[:m[2]] + text[m[4]:] + " " + topic
			}
		}
	}
	return ""
}

// verbal reports whether a word may be a verb: it is listed, or it has an ending of verbs and not of nouns.
func (f *follower) verbal(w string) bool {
	w = strings.ToLower(w)
	return in(f.verbs, w) || in(common[f.lang], w) || verbEnding.MatchString(w) && len(w) <= 12
}

func (f *follower) weak(w string) bool {
	return in(f.empty, w) || in(common[f.lang], w) || in(f.verbs, w) || in(f.preps, w) || f.verbal(w)
}

// shows reports whether a demonstrative points back: it is no conjunction, no article and of no time that says itself.
func (f *follower) shows(list []token, i int) bool {
	if i > 0 && list[i-1].end == list[i].start-1 && f.lang == "fr" && f.asks.MatchString(list[i-1].word) {
		return false // est-ce
	}
	w := strings.ToLower(list[i].word)
	next := ""
	if i+1 < len(list) {
		next = list[i+1].word
	}
	if next != "" && in(f.self, next) {
		return false
	}
	switch f.lang {
	case "en":
		if w != "that" && w != "those" {
			return true
		}
		if w == "those" && (next == "who" || next == "that" || next == "with") {
			return false
		}
		if i == 0 || next == "" {
			return true
		}
		before := list[i-1].word
		return f.asks.MatchString(before) || in(f.preps, before) || w == "those"
	case "de":
		if w == "das" {
			if next == "" {
				return true
			}
			after := ""
			if i+2 < len(list) {
				after = list[i+2].word
			}
			return !upper(next) && !upper(after)
		}
		if in(" dieser diese dieses diesen diesem ", w) {
			return next != ""
		}
		return true
	case "fr":
		if w == "ce" {
			return next != "que" && next != "qui" && next != "" && !f.asks.MatchString(next)
		}
	}
	return true
}

// fills reports whether a pronoun stands for nothing.
func (f *follower) fills(text string, t token) bool {
	for _, m := range f.filler.FindAllStringIndex(text, -1) {
		if m[0] <= t.start && t.end <= m[1] && !(text[t.start:t.end] == "it" && text[m[0]:m[1]] == "IT") {
			return f.lang != "en" || strings.EqualFold(text[t.start:t.end], "it") && (text[t.start:t.end] == "IT" || len(text[m[0]:m[1]]) > 2) || strings.EqualFold(text[t.start:t.end], "there")
		}
	}
	return false
}

// stands reports whether what a pronoun stands for comes before it in the question: in an earlier clause, or for what belongs to
// several or to somebody in the same one.
func (f *follower) stands(text string, list []token, at int, kind string) bool {
	if kind == "these" && at > 0 && at == len(list)-1 && in(f.preps, list[at-1].word) {
		return false // "because of that"
	}
	clause := at
	for clause > 0 && kind != "whose" && kind != "folk" {
		between := text[list[clause-1].end:list[clause].start]
		if strings.ContainsAny(between, ",;:?") ||
			in(" and or but if when while before after because und oder aber wenn falls weil bevor nachdem et ou mais si lorsque "+
				"avant après y o pero si cuando antes después ", list[clause].word) && clause < at && (clause < at-1 || !in(f.preps, list[clause].word)) {
			break
		}
		clause--
	}
	if kind == "thing" && (f.lang == "fr" && inverted.MatchString(text[:list[at].start])) {
		clause = at // a noun may stand before its verb, and the pronoun behind
	}
	wh := f.wh.FindStringIndex(text + " ")
	for _, t := range list[:clause] {
		if wh != nil && t.start < wh[1] {
			continue
		}
		if !f.function(t.word) && !in(f.verbs, t.word) && !f.asks.MatchString(t.word) {
			return true
		}
	}
	return false
}

// function reports whether a word tells nothing of a question's subject.
func (f *follower) function(w string) bool {
	return in(f.empty, w) || in(common[f.lang], w) || in(f.preps, w) || in(f.dets, w) || in(f.subjects, w)
}

// replace puts the topic of the last turns in the place of a pronoun.
func (f *follower) replace(text string, t, next token, kind string) string {
	topic := ""
	switch kind {
	case "person":
		topic = f.name()
	case "folk":
		topic = f.topic(f.lang == "en")
	case "whose":
		if f.lang == "en" && in(" his her ", t.word) {
			topic = f.name()
		} else {
			topic = f.topic(in(" their ", t.word))
		}
	}
	if topic == "" {
		topic = f.topic(false)
	}
	if topic == "" {
		return text + f.joiner() + f.last()
	}
	before, behind := text[:t.start], text[t.end:]
	if f.lang == "fr" { // coûte-t-il
		before = inverted.ReplaceAllString(before, " ")
	}
	switch kind {
	case "there":
		return before + f.grammar.where + " " + f.placed(topic) + behind
	case "whose":
		return before + f.belonging(text, t, topic, "the ")
	case "these":
		if prep := within[strings.ToLower(t.word)]; prep != "" {
			return before + prep + " " + topic + behind
		}
		if next.word == "" || f.function(next.word) || in(f.verbs, next.word) || f.asks.MatchString(next.word) {
			return before + topic + behind
		}
		for _, n := range tokens(topic) { // "this contract"
			if alike(n.word, next.word) {
				return before + topic + text[next.end:]
			}
		}
		return before + f.belonging(text, t, topic, "the ")
	}
	if f.lang == "de" && strings.EqualFold(t.word, "ihn") && strings.HasPrefix(topic, "der ") {
		topic = "den " + topic[len("der "):]
	}
	return before + topic + behind
}

// within are the prepositions in German words for "of it", "for that" and the like.
var within = map[string]string{"davon": "von", "dafür": "für", "dazu": "zu", "darin": "in", "damit": "mit", "dabei": "bei", "daran": "an", "darüber": "über", "darauf": "auf"}

// belonging says of the noun behind a possessive or a demonstrative to what it belongs.
func (f *follower) belonging(text string, at token, topic, article string) string {
	list := tokens(text[at.end:])
	end := 0
	for _, t := range list {
		if end > 0 && (f.function(t.word) || in(f.verbs, t.word)) {
			break
		}
		end = t.end
	}
	noun, behind := strings.TrimSpace(text[at.end:at.end+end]), text[at.end+end:]
	bare := topic
	if first, rest, ok := strings.Cut(topic, " "); ok && f.lang == "de" && in(f.dets, first) {
		bare = rest
	}
	of := f.of + " "
	switch first, rest, _ := strings.Cut(strings.ToLower(bare), " "); {
	case f.lang == "fr" && first == "le" && rest != "":
		of, bare = "du ", bare[len("le "):]
	case f.lang == "fr" && first == "les" && rest != "":
		of, bare = "des ", bare[len("les "):]
	case f.lang == "es" && first == "el" && rest != "":
		of, bare = "del ", bare[len("el "):]
	}
	if f.lang != "en" {
		article = ""
	}
	return article + noun + " " + of + bare + behind
}

// placed is the part of a question's subject that is a place with a name; all of it where none has.
func (f *follower) placed(topic string) string {
	list := tokens(topic)
	for i, p := range f.pieces(list, []run{{from: 0, to: len(list)}}) {
		if i > 0 && classOf(f, list[p.from:p.to]) == "name" {
			return topic[list[p.from].start:list[p.to-1].end]
		}
	}
	return topic
}
