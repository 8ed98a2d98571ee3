package question

// nounOfName reads "not the index pages" where files are called index: what is left out, or sought, by the whole of its name before a noun for files.
// Nothing else may know the word. Where nothing is left out it is a guess.
func (p *sentenceParser) nounOfName(at int) bool {
	if p.names.Spelled == nil || p.o.Question || !p.oneOf(at+1, " file files page pages document documents ") || p.tokens[at].quoted || p.tokens[at].comma || p.empty(at) {
		return false
	}
	t := p.tokens[at]
	if fileTypes[t.stem] != nil || len(p.names.phrases[t.stem]) > 0 || len(p.names.parts[t.stem]) > 0 || months[t.low] > 0 || !p.free(at, at+2) {
		return false
	}
	from := at
	for p.oneOf(from-1, " the any all those ") {
		from--
	}
	if from == at && !p.oneOf(from-1, " not no without except ") || len(p.names.Spelled(t.text, true)) == 0 {
		return false
	}
	p.addName(at, at+2, equals, false, t.text)
	p.parts[len(p.parts)-1].Guess = !p.oneOf(from-1, " not no without except but ")
	return true
}

// alsoNames makes a guess of a folder that is named by a plural without any word for a folder, where files are called by the singular: "changelogs"
// are rather the files called changelog than those of a folder of that name.
func (p *sentenceParser) alsoNames() {
	if p.names.Spelled == nil {
		return
	}
	for n := range p.parts {
		part := &p.parts[n]
		if part.Constraint.Key != "folder" || part.first != part.last || part.Guess || p.called(part.first, part.last+1) != "" || p.oneOf(p.before(part.first), " in from of ") {
			continue
		}
		if t := p.tokens[part.first]; t.stem != t.low && !t.quoted && len(p.names.Spelled(t.stem, true)) > 0 {
			part.Guess = true
		}
	}
}
