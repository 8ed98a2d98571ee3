package table

import (
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/pattern"
)

// cueLines lists how people speak of tables and of what they want to know about one. A line holds a cue, then the words and phrases that
// give it. In a phrase, a|b are alternatives, and a- may be missing. A word may give several cues; the words of a phrase give only the
// phrase's cue.
var cueLines = []struct{ cue, words string }{
	{"count", "how many, number of, count of, count the|all, count, tally of"},
	{"size", "how big, how large, how long, how wide, size, dimensions, shape, length, row|line|record|entry count|number|total, total rows|records|lines|entries, many rows long"},
	{"col", "column, columns, field, fields, heading, headings, header, headers, variable, variables, attribute, attributes, label, labels"},
	{"row", "row, rows, line, lines, record, records, entry, entries, observation, observations, data sets, data rows, table rows"},
	{"val", "value, values, option, options, category, categories, choice, choices, entries in|of|for|under"},
	{"sort", "sort, sorts, kind, kinds, type, types, different, distinct, possible, unique, various, allowed, permitted, class, classes, varieties"},
	{"sheets", "sheets, tabs, worksheets, sheet names, tab names, tables, more than one sheet|tab|table|worksheet, any other sheet|tab|table"},
	{"file", "file, files, table, tables, list, lists, spreadsheet, spreadsheets, workbook, workbooks, document, documents, register, registers, csv, dataset, datasets, export, exports, " +
		"database, sheet, sheets, tab, tabs, worksheet, worksheets, page, log, logs, book"},
	{"gap", "empty, empties, blank, blanks, missing, gap, gaps, hole, holes, incomplete, complete, unfilled, null, nulls, filled, lacking, lack, lacks, absent, nas, emptiest, " +
		"left out|blank|empty, not always|everywhere|completely|fully|quite- filled|complete|given|there|entered|recorded|known|set, without a- value|entry, no value|values|entry"},
	{"cell", "cell, cells, data"},
	{"mix", "mix, mixed, mixes, mixture, inconsistent, no numbers|dates|number|date, not numbers|dates|numeric, not a number|date, wrong type|kind, odd ones|values, stray|strays, two|different kinds"},
	{"dup", "duplicate, duplicates, duplicated, repeated, repeats, repetition, repetitions, twice, identical, double, doubled, doubles, more than once, same row|line|record|entry, the same"},
	{"uniq", "unique, distinct, all different, always different"},
	{"key", "key, keys, identifier, identifiers, uniquely, identify, identifies, identified, distinguish, distinguishes, apart, id column"},
	{"onerow", "one|each|every|a|an|single|individual|any|per|in|the single|individual|data|table- row|line|record|entry|observation, rows|lines|records|entries stand|represent|mean|describe, " +
		"the rows|lines|records|entries, one thing, granularity, grain, unit of observation|analysis, level of detail, what are rows|lines|records|entries"},
	{"stand", "stand, stands, represent, represents, mean, means, describe, describes, correspond, corresponds, denote, denotes, refer, refers, granularity, grain, unit of observation|analysis, level of detail"},
	{"sample", "sample of, sample rows|row|record|line, sample, example, examples, typical row|line|record|entry, random, few rows|lines|records|entries, a row look like, row look like, " +
		"some rows|lines|records|entries, first few|two|three|four|five|six|seven|eight|nine|ten|2|3|4|5|6|7|8|9|10|15|20- rows|row|lines|line|records|record|entries|entry"},
	{"span", "from when, since when, until|till when, up to when, how far back, how recent, how up to date, how current, how old, from what|which date|day|year|month, " +
		"what|which time|date|calendar- period|periods|timespan|timeframe|timeline|span|stretch|years|months|quarters|dates|range of- time|dates|years-, what|which time, " +
		"what|which range of dates|time, over|for|since what|which period|time, how many years|months|weeks|days of- data-, " +
		"first|earliest|oldest and|to|until the- last|latest|newest, time|date span|frame|range, range|span of dates|time, timespan, timeframe, timeline, period covered, covered period, " +
		"earliest|oldest|latest|newest|first|last date|day|entry|record"},
	{"time", "period, periods, span, spans, stretch, dates, years, months, quarters, days, earliest, latest, oldest, newest, when, since, until, till, reach, reaches, back, recent, current"},
	{"start", "start, starts, begin, begins, beginning"},
	{"end", "end, ends, stop, stops, finish, finishes"},
	{"cover", "cover, covers, covered, span, spans, reach, reaches, run, runs, go, goes, range, ranges, stretch, back"},
	{"range", "range of, range, spread, limits, bounds, minimum and the- maximum, min and max, lowest|smallest|least and|to the- highest|largest|most, highest|largest and the- lowest|smallest, " +
		"from what to what, between what|which, how far, range from"},
	{"which", "which, what"},
	{"when", "when"},
	{"who", "who, whom, whose"},
	{"where", "where, whereabouts"},
	{"it", "it, this, that, here, these, they, them"},
	{"often", "how often, how frequent|frequently, how many times, how many of each|every, how many rows|times each, often, frequency, frequencies, most common|frequent|usual value|values|entry|entries, " +
		"distribution, counts, value counts, each|every value, its|their number of rows|entries, breakdown, break down, break"},
	{"occur", "are there, is there, there are, occur, occurs, exist, exists, appear, appears, come up, comes up, are used, in use, listed, represented, recorded, mentioned, included, found, present, " +
		"do|did we have|know|keep|use|run|offer|distinguish, do i|they have, entered, distinguish, available"},
	{"whattype", "what|which data- type|kind|sort|unit|format|currency, data type, what is the unit|type|format|currency"},
	{"typed", "text, texts, textual, string, strings, number, numbers, numeric, numerical, figures, amounts, date, dates, times, money, currency, words, categorical"},
	{"struct", "structure, structured, layout, laid out, schema, organised, organized, set up, built up, made up, arranged"},
	{"fact", "piece, pieces, information, info, detail, details, fact, facts, thing, things, data, recorded, record, records, keep, kept, keeps, known, know, stored, store, stores, noted, note, notes, tracked, track, tracks, " +
		"captured, capture, documented, held, listed, written, given, say, says, tell, tells, told, collected, collect, write down"},
	{"hold", "contain, contains, hold, holds, have, has, show, shows, list, lists, include, includes, cover, covers, comprise, consist, offer, track, tracks, say, says, tell, give, gives, record, records, give away"},
	{"whole", "content, contents, idea, impression, overview, summary, summarise, summarize, gist, description, describe, picture, inside, profile, outline, characterise, characterize, explain, rundown, recap, look like, " +
		"what is in|on|inside|within, what is there- all- in|on, what are in, what do|does it|this|that say|hold|contain|have|show|tell|cover|list, is about, are about, tell me- us- something- about, " +
		"looking at, what have i|we got, what do|can i|we have|find|see|learn|expect, what have we, is it, is this, is that, in it, about what, what for, about, in two|three|a words|sentences|lines"},
	{"askfile", "which|what one- of- the|these|those|our|my- csv|excel- file|files|table|tables|list|lists|sheet|sheets|tab|spreadsheet|workbook|csv|document|register|dataset|worksheet, " +
		"where is|are the|our|a|my list|table|file|sheet|register|spreadsheet"},
	{"askcol", "is|are there a|an|any|some|also- column|columns|field|fields, which|what column|heading|header, in which|what column|columns|field|fields, which|what field|columns|fields would|will|has|have|holds|hold|is|contain|contains|show|tell|tells|say|says|give|gives|do|for, " +
		"have|has|contain|hold a|an|any|some column|columns|field"},
	{"whether", "is there a|an|any|some|anything|something- information|data-, are there any|some, does it|this|that|they say|tell|have|hold|contain|give|record|list|show|include|mention|note, " +
		"anything|something about|on, can|could i|we|you look up|find|see, do we record|note|track|keep|know, where|whereabouts would|do|can|could|will|should|might i|we|you|one find|see|look|read"},
	{"anywhere", "anywhere, in here|there|it|this, say anywhere, recorded, noted, mentioned, kept, stored, tracked, written down, documented"},
	{"idle", `sent got received found new clue no have know opened open opening just received handed given me us please say said want need wonder wondering looking look see i we you they he she
		each all any some other more one single whole entire full here there am those these who right now currently roughly short brief briefly quick quickly quite really exactly actually available
		present existing used using use uses listed list give gives show name print enumerate tell list not without with including included besides everywhere anywhere nowhere always never ever way of this that
		it its our your my their them a an the and or but so then than is are was were be been being do does did had has have having can could would should will would might may must what which who whom whose where when how why much many
		in on at to for from by with as into under over about go goes run runs running fall falls lie lies occur occurs appear appears come comes came make made mean per something anything nothing everything
		someone called name named names if whether out up own first last bit little fully completely sometimes mostly partly only just thing stuff possibly both together dear hello thanks again overall
		work deal concerned down sense purpose good know learn expect provide good order total look long big large file's get gets take takes real counted counting reality else instead beside beginning serve serves able`},
}

// A cue is one of what a word may give; several are a set.
type cue uint64

var cueNames = sync.OnceValue(func() map[string]cue {
	m := map[string]cue{}
	for _, name := range []string{"t", "c", "c1", "x", "n", "yesno", "cn", "rel", "dated", "keyed"} { // what a question shows besides its words
		m[name] = 1 << len(m)
	}
	for _, l := range cueLines {
		if m[l.cue] == 0 {
			m[l.cue] = 1 << len(m)
		}
	}
	return m
})

// A cuePhrase is words in their order; each is one of several.
type cuePhrase struct {
	words [][]string // a first "" says that it may be missing
	cue   cue
}

var cuesKnown = sync.OnceValue(func() (known struct {
	words   map[string]cue
	phrases map[string][]cuePhrase // by a first word
}) {
	known.words, known.phrases = map[string]cue{}, map[string][]cuePhrase{}
	for _, l := range cueLines {
		mark := cueNames()[l.cue]
		if l.cue == "idle" {
			for w := range strings.FieldsSeq(l.words) {
				known.words[w] |= mark
			}
			continue
		}
		for text := range strings.SplitSeq(l.words, ",") {
			fields := strings.Fields(text)
			if len(fields) == 1 && !strings.Contains(fields[0], "|") {
				known.words[fields[0]] |= mark
				continue
			}
			p := cuePhrase{cue: mark}
			for _, f := range fields {
				var list []string
				if short := strings.TrimSuffix(f, "-"); short != f {
					f, list = short, append(list, "")
				}
				p.words = append(p.words, append(list, strings.Split(f, "|")...))
			}
			for _, w := range p.words[0] {
				known.phrases[w] = append(known.phrases[w], p)
			}
		}
	}
	return known
})

// at is how many words of a question from the first on are those of the phrase; 0 where they are not.
func (p *cuePhrase) at(words []string) (n int) {
	for _, alternatives := range p.words {
		found := false
		for _, w := range alternatives {
			if found = n < len(words) && w == words[n]; found {
				break
			}
		}
		switch {
		case found:
			n++
		case alternatives[0] != "":
			return 0
		}
	}
	return n
}

// Words that may stand before a question and behind it and do not change it.
var (
	beforeAsked = pattern.New(`(?i)^(?:(?:please|kindly|and|so|ok|okay|well|hi|hello|hey|now|but|then|also|first|just|by the way|(?:can|could|would|will) you(?: please| just|` +
		` quickly)?(?: tell me| explain| show me| say| give me| list)?|tell me|i(?: would|'d)? (?:want|need|like) to know|do you know|i wonder|i am wondering|` +
		`what about|how about|may i ask|quick question|quickly)[,:]? )+`)
	behindAsked = pattern.New(`(?i)[, ]+(?:please|thanks|thank you|exactly|overall|in total|altogether|in all|all in all|then|actually|at all|by the way|for me|roughly|briefly|` +
		`in short|anyway|too|as well)$`)
	whatIs = pattern.New(`(?i)\b(what|which|where|there|it|who)['’]s\b`)
)

// bareAsked is a question without words that add nothing to it.
func bareAsked(text string) string {
	text = strings.NewReplacer("e-mail", "email", "E-mail", "email", "? ", " ", ". ", " ", ";", " ", ": ", " ").Replace(strings.Join(strings.Fields(text), " "))
	text = whatIs.ReplaceAllString(text, "$1 is")
	text = strings.TrimRight(strings.Trim(text, " ¿¡"), " ?!.…")
	for {
		short := behindAsked.ReplaceAllString(text, "")
		if short == text || len(strings.Fields(short)) < 2 {
			break
		}
		text = short
	}
	return strings.TrimSpace(beforeAsked.ReplaceAllString(text+" ", ""))
}
