package chunk

import "strings"

// american gives an English word of lower-case letters in the spelling of the United States, so that who asks for a "licence"
// or an "organisation" finds the license and the organization. A word of one spelling that is another word in the other
// ("cheque", "storey") stays as it is.
func american(word string) string {
	if len(word) < 5 {
		return word
	}
	for _, r := range respelled[word[:3]] {
		if rest, ok := strings.CutPrefix(word, r.british); ok {
			return r.american + rest
		}
	}
	for _, s := range [...]string{"is", "ys"} {
		at := strings.LastIndex(word, s)
		if at < 4 {
			continue
		}
		stem, ending := word[:at], word[at+2:]
		if s == "is" && izes[ending] && !keepsS(stem) || s == "ys" && yzes[ending] && strings.HasSuffix(stem, "al") {
			return stem + s[:1] + "z" + ending
		}
	}
	return word
}

// Endings of verbs in "-ise", and of those in "-yse": "analyses" is a noun as well.
var (
	izes = set(`e es ed er ers ing ingly able ability ation ations ational`)
	yzes = set(`e ed er ers ing`)
)

// keepsS reports whether a verb in "-ise" has relatives that are written with "s" in both spellings: supervision, advertisement,
// appraisal. The others may be changed though nobody writes them so, as long as all of their forms are.
func keepsS(stem string) bool {
	return strings.HasSuffix(stem, "a") || withS[stem]
}

var withS = set(`superv telev prec exc conc circumc advert chast franch enfranch disenfranch`)

// A respelling is how words begin that the two spell in another way.
type respelling struct{ british, american string }

// respelled lists respellings by their first three letters. Of two that begin alike the longer one comes first.
var respelled = func() map[string][]respelling {
	m := map[string][]respelling{}
	for pair := range strings.FieldsSeq(`
		acknowledgement:acknowledgment aeroplane:airplane ageing:aging aluminium:aluminum anaemi:anemi anaesthe:anesthe analogue:analog
		archaeolog:archeolog armour:armor artefact:artifact
		behaviour:behavior
		caesium:cesium calibre:caliber cancelled:canceled cancelling:canceling candour:candor cataloguing:cataloging catalogue:catalog
		centimetre:centimeter centred:centered centre:center channelled:channeled channelling:channeling clamour:clamor colour:color
		councillor:councilor counselled:counseled counselling:counseling counsellor:counselor
		defence:defense demeanour:demeanor dialled:dialed dialling:dialing dialogue:dialog diarrhoea:diarrhea
		encyclopaed:encycloped endeavour:endeavor enrolment:enrollment equalled:equaled
		favour:favor fibre:fiber flavour:flavor foetal:fetal foetus:fetus fuelled:fueled fuelling:fueling fulfilment:fulfillment
		gynaecolog:gynecolog
		haemo:hemo harbour:harbor honour:honor humour:humor
		initialled:initialed instalment:installment
		jewellery:jewelry judgement:judgment
		kilometre:kilometer
		labelled:labeled labelling:labeling labour:labor leukaemia:leukemia levelled:leveled levelling:leveling licence:license litre:liter lustre:luster
		manoeuvring:maneuvering manoeuvre:maneuver marshalled:marshaled marvellous:marvelous metre:meter millilitre:milliliter
		millimetre:millimeter misdemeanour:misdemeanor modelled:modeled modelling:modeling mould:mold moult:molt
		neighbour:neighbor
		odour:odor oedema:edema oesophag:esophag oestrogen:estrogen offence:offense orthopaed:orthoped
		paediatr:pediatr parlour:parlor plough:plow practise:practice practising:practicing pretence:pretense
		rigour:rigor rumour:rumor
		saviour:savior savour:savor sceptic:skeptic sceptre:scepter signalled:signaled signalling:signaling skilful:skillful
		smoulder:smolder sombre:somber spectre:specter splendour:splendor sulphat:sulfat sulphid:sulfid sulphur:sulfur
		theatre:theater totalled:totaled travelled:traveled traveller:traveler travelling:traveling tumour:tumor tunnelled:tunneled
		tunnelling:tunneling
		valour:valor vapour:vapor vigour:vigor
		wilful:willful woollen:woolen`) {
		b, a, _ := strings.Cut(pair, ":")
		m[b[:3]] = append(m[b[:3]], respelling{b, a})
	}
	return m
}()
