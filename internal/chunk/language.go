package chunk

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Languages are told by their commonest words, which make up a third of running prose and nothing of a list of names
// or figures. Of 1,851 pieces of 300 characters of an English company's Markdown pages, half of them tables and lists,
// this names no wrong language and leaves half undecided; whatlanggo's trigrams name a wrong one, with a confidence
// over .3, for 17 %, and take 75 times as long.
var commonest = languages(map[string]string{
	"en": `the of and to in is that for it with as was on are be this by from at or an have not which you your can we our ` +
		`will has were their if about when more all they how what who where why does do did should would could may i my me us ` +
		`there than then them its into any some no so he she his her been just`,
	"de": `der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass ` +
		`sie nach wird bei einer um am sind noch wie einem über so zum wir oder ihre kann`,
	"fr": `le la les des du et est en une que qui dans pour pas au sur plus par avec ce il sont ou aux se son ne être cette nous vous ont leur mais été ces elle`,
	"es": `de la que el en los del las por con una su para es al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también hasta hay donde quien desde nos ha y`,
	"it": `di che il la per un una sono con del della si le da non dei nel alla gli più anche delle come è ha lo al questo ma dal nella degli essere`,
	"pt": `de que do da em um para com não uma os no se na por mais as dos como mas ao ele das seu sua ou quando muito nos já também só pelo pela até isso ela entre são está você foi e`,
	"nl": `de het een van en in is dat op te zijn met voor niet aan er om ook als bij door naar maar uit dit over deze of worden wordt heeft hebben je kan geen nog wij u`,
	"sv": `och att det som en på är av för med den till inte om ett de har han men var jag sig från vi så kan när där under ska eller nu mycket också`,
	"da": `og at det som en på er af for med den til ikke om et de har han men var jeg sig fra vi så kan når der ved skal eller efter være blev også hvor`,
	"no": `og at det som en på er av for med den til ikke om et de har han men var jeg seg fra vi så kan når der ved skal eller etter være ble også hvor`,
	"fi": `ja on ei se että oli joka mutta hän ovat tai kun niin myös kuin sen ole olla mukaan sekä jos voi jo vain mitä tämä ne hänen kanssa`,
	"hu": `a az és hogy nem is egy ez de van meg csak volt mint már még ki el ha vagy azt kell lehet ezt pedig sem után több minden`,
	"ro": `de și în a la cu pe din că nu o un este se pentru care sunt mai sau au fi să ca al prin fost ai ale dar după cel această`,
	"tr": `ve bir bu da de için ile çok olarak daha olan gibi ne en kadar sonra var her olduğu ise değil veya ancak göre ama tarafından`,
	"pl": `i w na z się do nie że jest o jak po co to za od przez dla przy oraz lub są jego może tym tylko być ale który jako`,
	"cs": `a v se na je že s z do o i to jako za by pro jsou k od ale po který nebo být jeho také podle při jsem byl`,
	"id": `yang dan di dengan untuk ini dari dalam pada adalah itu tidak akan ke atau oleh sebagai juga dapat telah bisa karena ada mereka`,
	"vi": `và của là có trong được cho không các một với những này người đã khi từ để đến về như ra tại vào năm cũng`,
	"ga": `agus an na ar is le go bhí sa leis ag tá nó chuig don ach faoi mar féin seo iad sin aon`,
	"ru": `и в не на что с он как это по но к из у от за для так же его все было бы если или при до также быть когда они`,
	"uk": `і в не на що з та як це до у від за для його але про також був є або при так бути який вони`,
	"bg": `и на в да за се от са с че не по като е но до при които това или който ще със бъде`,
	"ar": `في من على إلى أن عن هذا التي مع الذي هذه كان ما لا أو بين كل بعد ذلك كما قد لم`,
	"fa": `و در به از که این است را با برای آن یک خود تا بر شد می هم ها کرد شده`,
})

// byScript are the languages that have a script for themselves, or nearly so.
var byScript = []struct {
	script *unicode.RangeTable
	lang   string
}{
	{unicode.Hiragana, "ja"}, {unicode.Katakana, "ja"}, {unicode.Hangul, "ko"}, {unicode.Han, "zh"}, {unicode.Thai, "th"},
	{unicode.Greek, "el"}, {unicode.Hebrew, "he"}, {unicode.Devanagari, "hi"}, {unicode.Tamil, "ta"}, {unicode.Bengali, "bn"},
	{unicode.Telugu, "te"}, {unicode.Gujarati, "gu"}, {unicode.Georgian, "ka"}, {unicode.Armenian, "hy"},
	{unicode.Khmer, "km"}, {unicode.Lao, "lo"}, {unicode.Myanmar, "my"},
}

// A lexicon knows the commonest words of languages.
type lexicon struct {
	langs   []string // in order
	words   map[string]commonWord
	longest int // word, in bytes
}

// A commonWord has a number, and the numbers of the languages that have it among their commonest words.
type commonWord struct {
	id    int
	langs []int
}

func languages(lists map[string]string) lexicon {
	l := lexicon{langs: slices.Sorted(maps.Keys(lists)), words: map[string]commonWord{}}
	for i, lang := range l.langs {
		for w := range strings.FieldsSeq(lists[lang]) {
			known, ok := l.words[w]
			if !ok {
				known.id = len(l.words)
			}
			known.langs = append(known.langs, i)
			l.words[w], l.longest = known, max(l.longest, len(w))
		}
	}
	return l
}

// Common reports whether a word of Words is among the commonest of a language, and so says nothing about a text's subject. An undecided
// language counts as English, as in Analyzer.Stem.
func Common(word, lang string) bool {
	if lang == "" {
		lang = "en"
	}
	i, ok := slices.BinarySearch(commonest.langs, lang)
	return ok && slices.Contains(commonest.words[word].langs, i)
}

// Bounds of telling a language.
const (
	sample      = 4000 // bytes of a text that are looked at; more changes nothing
	minDistinct = 3    // different common words, of two letters at least
	minShare    = .04  // of all words, those counted by half that two languages share
	minLead     = 1.5  // over the second language
)

// Language gives the ISO 639-1 code of the language of a text, "" when it is too short, too mixed or no prose.
func Language(text string) string {
	if len(text) > sample {
		text = strings.ToValidUTF8(text[:sample], "")
	}
	if lang := scriptLanguage(text); lang != "" {
		return lang
	}
	var scores [maxLanguages]float64
	var distinct [maxLanguages]int
	var seen [maxCommon]bool
	words := 0
	var lower [longWord]byte
	eachWord(text, func(w string, ascii bool) {
		words++
		if len(w) > longWord || ascii && len(w) > commonest.longest {
			return
		}
		var known commonWord
		if ascii {
			for i := range len(w) {
				lower[i] = w[i] | 0x20
			}
			known = commonest.words[string(lower[:len(w)])]
		} else {
			w = strings.ToLower(w)
			known = commonest.words[w]
		}
		if known.langs == nil {
			return
		}
		for _, lang := range known.langs {
			scores[lang] += 1 / float64(len(known.langs))
			if !seen[known.id] && len(w) > 1 {
				distinct[lang]++
			}
		}
		seen[known.id] = true
	})
	best, first, second := -1, 0., 0.
	for lang, n := range scores[:len(commonest.langs)] {
		if n > first {
			best, first, second = lang, n, first
		} else {
			second = max(second, n)
		}
	}
	if best < 0 || distinct[best] < minDistinct || first < minShare*float64(words) || first < minLead*second {
		return ""
	}
	return commonest.langs[best]
}

// Room for the languages and words of commonest, which a test counts.
const (
	maxLanguages = 32
	maxCommon    = 2048
)

// longWord is the bytes from which on a word is not looked up.
const longWord = 16

// eachWord calls f for each run of letters and nonspacing marks, and says which are all ASCII.
func eachWord(text string, f func(w string, ascii bool)) {
	for i := 0; i < len(text); {
		start, ascii := i, true
		for i < len(text) {
			if c := text[i]; c < utf8.RuneSelf {
				if c|0x20 < 'a' || c|0x20 > 'z' {
					break
				}
				i++
				continue
			}
			r, n := utf8.DecodeRuneInString(text[i:])
			if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			i += n
			ascii = false
		}
		if i > start {
			f(text[start:i], ascii)
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		i += n
	}
}

// firstOfScripts is the first byte of the first letter in byScript, as UTF-8. Smaller bytes begin no letter of them.
const firstOfScripts = 0xcd

// scriptLanguage gives the language of a text whose letters are mostly of one language's script.
func scriptLanguage(text string) string {
	i := 0
	for i < len(text) && text[i] < firstOfScripts {
		i++
	}
	if i == len(text) {
		return ""
	}
	counts := make([]int, len(byScript))
	letters := 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			if r|0x20 >= 'a' && r|0x20 <= 'z' {
				letters++
			}
			continue
		}
		if r < 0x370 {
			if unicode.IsLetter(r) {
				letters++
			}
			continue
		}
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for i, s := range byScript {
			if unicode.Is(s.script, r) {
				counts[i]++
				break
			}
		}
	}
	// Japanese uses three scripts, and Chinese one of them.
	if kana := counts[0] + counts[1]; kana*10 > letters && (kana+counts[3])*2 > letters {
		return "ja"
	}
	for i, n := range counts {
		if n*2 > letters && n >= 4 {
			return byScript[i].lang
		}
	}
	return ""
}

// setLanguages gives each passage its language: its own when it can be told, else that of the document.
func setLanguages(passages []spar.Passage) {
	var all strings.Builder
	for _, p := range passages {
		if all.Len() > sample {
			break
		}
		if p.Kind == spar.TextPassage || len(passages) < 20 && p.Kind != spar.CardPassage {
			all.WriteString(p.Text[:min(len(p.Text), 1000)])
			all.WriteByte('\n')
		}
	}
	document := Language(strings.ToValidUTF8(all.String(), ""))
	for i := range passages {
		passages[i].Lang = document
		if passages[i].Kind == spar.TextPassage {
			if lang := Language(passages[i].Text); lang != "" {
				passages[i].Lang = lang
			}
		}
	}
}
