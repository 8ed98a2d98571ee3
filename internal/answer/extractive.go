// Package answer makes answers of hits, from their passages alone, each statement with its citation. Without a model an
// answer is extractive: the sentences that answer best, as they stand in the files.
package answer

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Passages is how many hits an answer is made from unless Options say otherwise.
const Passages = 10

// Options shape an answer; the zero value is the default.
type Options struct {
	Length    Length  // of the answer
	Bullets   int     // at most; 0: as many as the form of the question needs
	Passages  int     // that are looked at, the best hits; 0: 10
	Threshold float64 // least Confidence of an answer that is not refused; 0: the calibrated one

	Encoder embed.Encoder // that compared the passages; an embed.Reader reads answers too

	Verifier embed.Scorer // that reads a statement with the question and tells whether it answers; nil: nothing does

	Editions *Editions // kept from an answer to its evidence; nil: each tells its own

	Bold bool // answer even where the signs speak against it, as needed for fitting them

	// Text gives the file of a hit, for what stands around it. Without it nothing but the hits is quoted.
	Text func(context.Context, spar.SegmentID) (Text, error)
}

// surroundings is the hits whose surroundings are looked at: those of the others have little chance.
func (o Options) surroundings() int {
	if o.Length == Long {
		return 10
	}
	return 5
}

// after is how many passages behind a hit are looked at.
func (o Options) after() int {
	if o.Length == Long {
		return longAfter
	}
	return after
}

func (o Options) passages() int {
	if o.Passages == 0 {
		return Passages
	}
	return o.Passages
}

// The least confidence for answering a question, by words alone and with meaning. They were chosen on one half of a public set, so that
// hardly an answerable question is refused, and are reported on the other half in docs/decisions/0013-refusal.md.
const (
	thresholdByWords   = 0.35
	thresholdElsewhere = 0.33 // by words in another language than English, on half of the questions of docs/results/languages.md
	thresholdByMeaning = 0.42
)

// nearEnough is the least cosine of the nearest passage for answering a question whose words it hardly has: people ask in words of their
// own. Chosen on companies e, f and g, asked their own questions and each other's: docs/decisions/0103-near-enough.md.
const nearEnough = .45

// Weights gives a question's terms, which depend on the language they are stemmed for, and the weight of each: how much
// it says, a rare term more than a common one and one that stands nowhere the most.
type Weights interface {
	Terms(question, lang string) []string
	Weight(term string) float64
	Nowhere(word string) bool // whether a word of the question stands in no passage and in no name
}

// composed is Extractive without the confidence.
func composed(ctx context.Context, text string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	q := question.Parse(text)
	if len(q.Sides) > 0 {
		return Compared(ctx, q, []Found{{hits, w}, {hits, w}}, o)
	}
	return compose(ctx, q, "", hits, w, o)
}

// compose is Extractive for a parsed question. If the question is about one side of a comparison, the answer has only statements about that
// side, or below one about it.
func compose(ctx context.Context, q question.Question, side string, hits []spar.Hit, w Weights, o Options) spar.Answer {
	by, _ := saying() // a test sees to it that there is one
	return prepare(ctx, q, side, hits, w, o).tell(ctx, by)
}

// prepared holds the parts of an answer except the choice of statements.
type prepared struct {
	answer *spar.Answer // that is told whatever statements are chosen; nil: some are to be chosen

	q     question.Question
	side  string
	hits  []spar.Hit
	of    map[foundFile]*edition
	left  []leftOut
	w     Weights
	o     Options
	found []source
	said  []statement
	j     *judge
}

func ready(a spar.Answer) *prepared { return &prepared{answer: &a} }

// prepare finds the statements that may be said.
func prepare(ctx context.Context, q question.Question, side string, hits []spar.Hit, w Weights, o Options) *prepared {
	hits = statements(hits)
	hits = hits[:min(len(hits), o.passages())]
	confidence, threshold := Confidence(q, hits, w)
	if o.Threshold > 0 {
		threshold = o.Threshold
	}
	if confidence < threshold && !(o.Threshold == 0 && judged(q, hits) && nearestCosine(hits) >= nearEnough) {
		return ready(refused(unsaid(names(q), hits), hits))
	}
	if lost := nounsUnsaid(q, hits, w); len(lost) > 0 {
		return ready(refused(lost, hits))
	}
	hits, of, families, left := editions(ctx, q, hits, o)
	hits = ofDay(q, hits)
	if a, ok := versionsAsked(q, families, of); ok {
		return ready(a)
	}
	if a, ok := filesAsked(q, hits, w, of); ok {
		return ready(a)
	}
	if a, ok := changesTold(ctx, q, hits, of, o); ok && side == "" {
		return ready(withLeftOut(a, left))
	}
	if q.Form == question.Summary && side == "" {
		if a, ok := outlineAsked(ctx, q, hits, w, of, o); ok {
			return ready(withLeftOut(a, left))
		}
	}
	if a, ok := stepsAsked(ctx, q, hits, w, of, o); ok && side == "" {
		return ready(withLeftOut(a, left))
	}
	if a, ok := sectionTold(ctx, q, hits, w, of, o); ok && side == "" {
		return ready(withLeftOut(a, left))
	}
	if a, ok := partsAsked(ctx, q, hits, w, o); ok && side == "" {
		return ready(a)
	}
	if q.Form == question.Definition {
		hits = definingFirst(hits, q.Content)
	}
	if side != "" {
		hits = headedFirst(hits, q, side)
	}
	found := sources(ctx, hits, o)
	if compositions[q.Form].narrow {
		found = withWhole(ctx, q, hits, found, of, o)
	}
	said := statementsOf(found)
	j := newJudge(q, found, said, w, of)
	if compositions[q.Form].narrow {
		j.read = j.reader(ctx, q, o)
	}
	return &prepared{q: q, side: side, hits: hits, of: of, left: left, w: w, o: o, found: found, said: said, j: j}
}

// tell makes the answer of the chosen statements.
func (p *prepared) tell(ctx context.Context, by *Saying) spar.Answer {
	if p.answer != nil {
		return *p.answer
	}
	form, chosen := p.choose(by)
	return p.tellOf(ctx, form, chosen)
}

// choose chooses the statements to tell.
func (p *prepared) choose(by *Saying) (composition, []choice) {
	q, o, said, j := p.q, p.o, p.said, p.j
	j.by, j.later, j.before = by, -1, 0
	form := compositions[q.Form]
	if form.narrow && asksFigure(q) {
		form.most = 2
	}
	if o.Bullets > 0 {
		form.most = o.Bullets
	}
	if form.narrow {
		form.least = by.least(q.Form)
	}
	form = o.Length.of(form)
	return form, choose(said, j, form, p.may)
}

// may reports whether a statement is about the side that is asked for.
func (p *prepared) may(s statement) bool {
	from := p.found[s.source]
	return p.side == "" || isAbout(p.side, p.q, p.of[fileOf(from.Hit)], s.text+"\n"+from.Passage.Locator.Heading+"\n"+titleOf(p.said, p.found, from.Hit)+"\n"+nameText(from.Path)+"\n"+from.Path, from.Passage.Lang)
}

// tellOf makes the answer of statements.
func (p *prepared) tellOf(ctx context.Context, form composition, chosen []choice) spar.Answer {
	q, side, hits, of, left, w, o, found, said, j := p.q, p.side, p.hits, p.of, p.left, p.w, p.o, p.found, p.said, p.j
	var a spar.Answer
	number := map[int]int{} // of the citation of a source
	told := map[int]bool{}  // questions that were quoted
	var lines []string
	subject := subjects(q, hits)
	if form.narrow && !touched(chosen, said, j, names(q)) {
		return refused(unsaid(names(q), hits), hits)
	}
	if form.narrow && (!saysWanted(q, chosen, said, j) || side == "" && q.Form != question.Files && !j.tells(chosen, said)) {
		return refused(unsaid(names(q), hits), hits)
	}
	if form.narrow && asksFigure(q) {
		chosen = contradicted(chosen, said, j, func(x, y statement) bool {
			_, _, ok := contradict(statedAt{x.text, found[x.source].Hit, 0}, statedAt{y.text, found[y.source].Hit, 0}, of)
			return ok && p.may(y) && !j.amended(y, x) && !changes.MatchString(x.text) && j.said[y.source]&j.said[x.source] == j.said[x.source]
		})
	}
	if o.Length == Short {
		// a contradiction of the likeliest is told however short the answer is
		chosen = shortened(chosen, wanted(q), func(x, y choice) bool {
			_, _, ok := contradict(statedAt{x.text, found[x.source].Hit, 0}, statedAt{y.text, found[y.source].Hit, 0}, of)
			return ok
		})
	}
	lists := listsOf(ctx, chosen, said, found, o)
	for _, s := range withCode(chosen, said, q.Form) {
		from := found[s.source]
		line := unmarked(s.text)
		if at := s.before; at >= 0 && j.needsBefore(s.statement, said) && !slices.ContainsFunc(chosen, func(c choice) bool { return c.index == at }) {
			line = unmarked(said[at].text) + " " + line
		}
		if row := from.Passage; row.Kind == spar.RowPassage && (form.narrow || side != "") {
			line = unmarked(rowAsked(j.text, row, w))
		}
		if number[s.source] == 0 {
			number[s.source] = len(a.Citations) + 1
			c := citation(number[s.source], from.Hit, of[fileOf(from.Hit)])
			c.Locator = cellAsked(q.Text, from.Passage, w)
			a.Citations = append(a.Citations, c)
			begin := ""
			if s.asked >= 0 && !told[s.asked] {
				begin = unmarked(said[s.asked].text) + " "
			}
			if about := subject(from.Hit, titleOf(said, found, from.Hit), begin+line); about != "" && !s.code {
				line = about + ": " + line
			}
		}
		if s.code {
			b, note := codeShown(s.text, number[s.source])
			a.Bullets, lines = append(a.Bullets, b), append(lines, Lines(b))
			a.Notes = append(a.Notes, noted(note)...)
			continue
		}
		if s.asked >= 0 && !told[s.asked] {
			told[s.asked] = true
			line = unmarked(said[s.asked].text) + " " + line
		}
		b := spar.Bullet{Text: line, Citations: []int{number[s.source]}, Under: untold(j.under(s, line, chosen), a.Bullets, number[s.source])}
		if n := lists[s.index]; n[1] > n[0] && (!form.narrow || n[0] > 1) { // one item is the answer, not its list
			b.Shown, b.Of = n[0], n[1]
		}
		a.Bullets = append(a.Bullets, b)
		lines = append(lines, Lines(b))
	}
	var cited []spar.Hit
	for i := range found {
		if number[i] > 0 {
			cited = append(cited, found[i].Hit)
		}
	}
	if lost := missing(ctx, q, form.narrow && side == "", hits, cited, w, o); len(lost) > 0 || len(lines) == 0 {
		return refused(lost, hits)
	}
	a.Text, a.Read = strings.Join(lines, "\n"), j.odds
	return withConflicts(q, withLeftOut(a, left), of)
}

// withLeftOut adds to the notes of an answer which versions it leaves out of the documents that it cites.
func withLeftOut(a spar.Answer, left []leftOut) spar.Answer {
	left = slices.DeleteFunc(left, func(l leftOut) bool {
		return !slices.ContainsFunc(a.Citations, func(c spar.Citation) bool { return c.Share == l.instead.share && c.Path == l.instead.path })
	})
	if len(left) > 0 {
		a.Notes = append(a.Notes, "other versions were left out: "+joined(left))
	}
	return a
}

func refusal() spar.Answer { return spar.Answer{Text: notInFiles, Refused: true} }

// refused is a refusal that names the nearest files, and the names that no file says, if they are the reason.
func refused(names []string, hits []spar.Hit) spar.Answer {
	a := refusal()
	a.Missing, a.Nearest = names, nearest(hits)
	return a
}

// Confidence says how much hits have to do with a question, from 0 to about 1, and from where on it is answered. It is
// the mean of Support and the greatest cosine of a hit or, where meaning was not compared, Support alone; neither
// depends on how many other files there are. The sides of a comparison may stand in different hits.
func Confidence(q question.Question, hits []spar.Hit, w Weights) (confidence, threshold float64) {
	texts := q.Sides
	if len(texts) == 0 {
		texts = []string{sayingWords(q)}
	}
	for _, text := range texts {
		confidence += support(q, text, hits, w) / float64(len(texts))
	}
	threshold = thresholdByWords
	if q.Lang != "en" {
		threshold = thresholdElsewhere
	}
	nearest := nearestCosine(hits)
	if nearest == 0 {
		return confidence, threshold
	}
	near := (confidence + nearest) / 2
	if q.Lang != "en" && confidence/threshold > near/thresholdByMeaning {
		return confidence, threshold // the encoder may not know the language
	}
	return near, thresholdByMeaning
}

// nearestCosine is how near in meaning the nearest of the hits is, 0 where that was not compared.
func nearestCosine(hits []spar.Hit) (nearest float64) {
	for _, h := range hits {
		nearest = max(nearest, h.Cosine)
	}
	return nearest
}

// sayingWords are the words of a question about its subject. In languages other than English, lists of the commonest words of texts lack
// some words that all questions have.
func sayingWords(q question.Question) string {
	if q.Lang == "en" {
		return q.Content
	}
	if words := question.Without(q.Content, q.Lang); words != "" {
		return words
	}
	return q.Content
}

// Support is the greatest part of the question, terms counted by their weights, that stands in one hit: in its text, the headings above it
// or the name of its file. It is between 0 and 1 and does not depend on how many files there are.
func Support(question string, hits []spar.Hit, w Weights) float64 {
	return supportOf(hits, func(lang string) asked { return newAsked(question, lang, w) })
}

// support is Support, where files of another language than English may answer in words that stand for those of the question: no meaning is
// compared there.
func support(q question.Question, text string, hits []spar.Hit, w Weights) float64 {
	if q.Lang == "en" {
		return Support(text, hits, w)
	}
	return supportOf(hits, func(lang string) asked { return newAsked(text, lang, w).related(text, q) })
}

func supportOf(hits []spar.Hit, in func(lang string) asked) (best float64) {
	for _, h := range hits {
		best = max(best, in(h.Passage.Lang).share(h.Passage.Ranked(), nameText(h.Path)))
	}
	return best
}

// touched reports whether any chosen statement covers a word of the question besides the names. The question that it answers, its
// introduction and the headings above it count too. "What colour is the CP-220?" needs more than a statement that names the CP-220.
func touched(chosen []choice, said []statement, j *judge, names []string) bool {
	for _, s := range chosen {
		a := j.nearly(s.source).unnamed(names)
		if len(a.weight) == 0 {
			return true
		}
		texts := []string{s.text, j.sources[s.source].Passage.Locator.Heading, nameText(j.sources[s.source].Path)}
		if s.asked >= 0 {
			texts = append(texts, said[s.asked].text)
		}
		if s.lead >= 0 {
			texts = append(texts, said[s.lead].text)
		}
		if !ends(s.text) { // an item stands for its list
			texts = append(texts, j.sources[s.source].Passage.Text)
		}
		if a.share(texts...) > 0 {
			return true
		}
	}
	return len(chosen) == 0
}

// subjects gives the subject of a sentence that does not name it: the heading, or else the file, if it has a name of the question that the
// sentence lacks. A name that all hits have tells nothing apart and is not repeated.
func subjects(q question.Question, hits []spar.Hit) func(h spar.Hit, title, sentence string) string {
	var telling []string
	for _, n := range names(q) {
		if slices.ContainsFunc(hits, func(h spar.Hit) bool { return len(unsaid([]string{n}, []spar.Hit{h})) > 0 }) {
			telling = append(telling, n)
		}
	}
	kind := q.Wants()
	kindSaid := wanted(q)
	return func(h spar.Hit, title, sentence string) string {
		if (kind == question.Release || kind == question.Time || kind == question.Year) && !kindSaid(sentence) {
			headings := append([]string{nameText(path.Base(h.Path)), title}, h.Passage.Locator.Headings()...)
			for _, heading := range slices.Backward(headings) {
				if kindSaid(heading) && strings.ContainsFunc(heading, unicode.IsDigit) && !since.MatchString(heading) {
					return heading
				}
			}
		}
		for _, n := range telling {
			if says(sentence, n) {
				continue
			}
			headings := append([]string{title}, h.Passage.Locator.Headings()...)
			for _, heading := range slices.Backward(headings) {
				if says(heading, n) {
					return heading
				}
			}
			file := h.Path[strings.LastIndexByte(h.Path, '/')+1:]
			if name := strings.TrimSuffix(file, filepath.Ext(file)); says(nameText(name), n) {
				return name
			}
		}
		return ""
	}
}

// since are words of headings that name another time or version than that of what stands below: "Updates since v2.22".
var since = pattern.New(`(?i)\b(?:since|before|after|until|prior to|seit|vor|bis|depuis|avant|desde|antes)\b`)

// titleOf is the first line of a hit's file, if it is a title that was found.
func titleOf(said []statement, found []source, h spar.Hit) string {
	for _, s := range said {
		if from := found[s.source]; s.title && fileOf(from.Hit) == fileOf(h) {
			return s.text
		}
	}
	return ""
}

// same reports whether one text repeats the other but for case and punctuation.
func same(a, b string) bool {
	a, b = letters(a), letters(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// nameText makes words of a path.
func nameText(path string) string {
	return strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(path)
}
