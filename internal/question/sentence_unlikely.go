package question

// unlikely makes guesses of words that may well be no constraints where they stand: a part of the body where nothing speaks of pictures, as in "the
// head nurse", and a state before a word that is no file, as in "a final request".
func (p *sentenceParser) unlikely() {
	pictures := false
	for _, part := range p.parts {
		k := part.Constraint
		pictures = pictures || k.Key == "modality" || k.Key == "body-part" && len(part.Spans) > 1 || len(k.Values) > 0 && (k.Values[0].Text == "dicom" || k.Values[0].Text == "scan")
	}
	for i := range p.tokens {
		pictures = pictures || has(" scan image picture study examination exam imaging x radiology ", p.tokens[i].stem)
	}
	for n := range p.parts {
		part := &p.parts[n]
		if part.Guess {
			continue
		}
		switch part.Constraint.Key {
		case "body-part":
			part.Guess = !pictures
		case "modality": // "the MRI safety checklist"
			part.Guess = p.unknown(part.last+1) && p.kindAt(part.last+2)
		case "doc-status":
			part.Guess = p.strange(part.last+1) && p.describes(part.last+1) && !p.ofKind(part)
		}
	}
}

// unknown reports whether a word stands at a token that nothing knows, in the same phrase as what stands before it.
func (p *sentenceParser) unknown(at int) bool {
	return at < len(p.tokens) && !p.tokens[at].comma && !p.tokens[at].used && !p.tokens[at].quoted && !p.empty(at)
}

// kindAt reports whether a kind of document is named at a token, in the same phrase.
func (p *sentenceParser) kindAt(at int) bool {
	for _, part := range p.parts {
		if part.first == at && !p.tokens[at].comma && part.Constraint.Key == "document-type" {
			return true
		}
	}
	return false
}

// describes reports whether what stands before a token says how something is that is no file: a word follows that nothing knows, and no name of
// files in the same phrase.
func (p *sentenceParser) describes(at int) bool {
	if !p.unknown(at) {
		return false
	}
	for i := at; i < len(p.tokens) && !p.tokens[i].comma && !Common(p.tokens[i].low, "en"); i++ {
		if p.tokens[i].named || has(generic, p.tokens[i].stem) {
			return false
		}
	}
	return true
}
