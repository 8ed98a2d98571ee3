package question

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/sparsearch/spar/internal/pattern"
)

// An Inquiry is a fact about files themselves that a question asks for, known without their text.
type Inquiry string

// The inquiries about many files.
const (
	FileCount    Inquiry = "count"
	FileList     Inquiry = "list"
	FileKinds    Inquiry = "kinds"
	FileSpace    Inquiry = "space"
	NewestFiles  Inquiry = "newest"
	OldestFiles  Inquiry = "oldest"
	LargestFiles Inquiry = "largest"
	LeastFiles   Inquiry = "smallest"
	FileFolders  Inquiry = "folders" // which have most of them
	BigFolders   Inquiry = "space-of-folders"
	FolderList   Inquiry = "list-of-folders"
	FileAuthors  Inquiry = "authors" // who wrote most of them
	FilePages    Inquiry = "pages-of-all"
	UnreadFiles  Inquiry = "not-read"   // that could not be read
	Copies       Inquiry = "duplicates" // files with the same bytes
	Overview     Inquiry = "overview"   // all there is
)

// The inquiries about one document.
const (
	AuthorOf   Inquiry = "author"
	ChangeOf   Inquiry = "modified"
	CreationOf Inquiry = "created"
	PagesOf    Inquiry = "pages"
	SizeOf     Inquiry = "size"
	PlaceOf    Inquiry = "place"
	LanguageOf Inquiry = "language"
	KindOf     Inquiry = "type"
	OwnerOf    Inquiry = "owner"
	TagsOf     Inquiry = "tags"
	StandingOf Inquiry = "standing" // its version, since when it holds, and whether it does
)

// An Inventory is a question about files as such: how many there are, which is the newest, who wrote one.
type Inventory struct {
	Of    Inquiry
	Files string // the words that say which files, or which document; "" for all of them
	Most  int    // how many files are asked for; 0 where the question does not say
}

// ofMany are the inquiries about many files.
var ofMany = []Inquiry{FileCount, FileList, FileKinds, FileFolders, BigFolders, FolderList, FileAuthors, FilePages, UnreadFiles, Copies, FileSpace, NewestFiles, OldestFiles, LargestFiles, LeastFiles, Overview}

// OfOne reports whether it is about one document.
func (i Inventory) OfOne() bool {
	return !slices.Contains(ofMany, i.Of)
}

// An inventoryRule recognises an inquiry. In its pattern a blank is any white space, {files} is a name for many files with what follows it, {all} what people call
// everything that they can ask about, and {doc} a document.
type inventoryRule struct {
	of      Inquiry
	pattern string // behind => stands how its groups describe the files, where they stand apart
}

// inventoryParts are what stands in the patterns of inventoryRules.
var inventoryParts = strings.NewReplacer(
	"{files}", `((?:\S+ ){0,3}?(?:`+fileNouns+`|`+paperNouns+`)\b.*)`,
	"{all}", `(?:(?:this|the|that|my|our|these|those|all|all the|all these|diese[rsnm]?|der|die|das|dem|ce|cette|ces|este|esta|estos) )?(?:file )?(?:shares?|folder|archive|workspace|collection|drive|server|files|documents|knowledge base|freigabe|ordner|archiv|sammlung|dateien|dokumente|dossier|partage|fichiers|carpeta|archivos|documentos)`,
	"{noun}", `((?:\S+ ){0,3}?(?:`+fileNouns+`|`+paperNouns+`))`,
	"{named}", `(.*(?:\b(?:`+fileNouns+`|`+paperNouns+`|minutes)\b|\.\w{1,5}\b).*?)`,
	"{doc}", `(.+?)`,
	" ", `\s+`,
)

// An inventoryPattern is a rule whose expression is compiled when a question first begins as it does.
type inventoryPattern struct {
	of    Inquiry
	files string   // the groups' description of the files, where they stand apart
	opens []string // the words with which it may begin; nil where that is not plain
	expr  func() *regexp.Regexp
}

// opener is the begin of a pattern where that is a word, or one of some.
var opener = pattern.New(`^(?:([\pL]+)[ (]|\(\?:([\pL|]+)\) )`)

var inventories = sync.OnceValue(func() map[string][]inventoryPattern {
	out := map[string][]inventoryPattern{}
	for lang, list := range map[string][]inventoryRule{"en": englishInventory, "de": germanInventory, "fr": frenchInventory, "es": spanishInventory} {
		for _, r := range list {
			text, files, _ := strings.Cut(r.pattern, " => ")
			p := inventoryPattern{of: r.of, files: files, expr: sync.OnceValue(func() *regexp.Regexp {
				return regexp.MustCompile(`(?i)^` + inventoryParts.Replace(text) + `$`)
			})}
			if m := opener.FindStringSubmatch(r.pattern); m != nil {
				p.opens = strings.Split(m[1]+m[2], "|")
			}
			out[lang] = append(out[lang], p)
		}
	}
	return out
})

// opening is by language the courtesy before a question.
var opening = sync.OnceValue(func() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for lang, c := range courtesy {
		out[lang] = regexp.MustCompile(`(?i)^[¿¡\s]*` + strings.ReplaceAll(c, " ", `\s+`))
	}
	return out
})

var englishInventory = []inventoryRule{
	{Overview, `(?:what(?: is|'s) (?:in|on) )?{all}(?: about)?(?: in here)?`},
	{Overview, `what(?: is|'s) (?:in here|here|there)`},
	{Overview, `what(?: is|'s| are) {all} (?:about|for)`},
	{Overview, `what (?:do you|do we|does {all}) (?:have|know|contain|cover|hold)(?: about| here)?`},
	{Overview, `what (?:files|documents|kinds of things|data) (?:do you|do we|does {all}|are) (?:have|there|here|contain|hold)(?: here| in here| in {all})?`},
	{Overview, `what(?: is|'s) (?:there )?in (?:the |this |our |my )?((?:folder|directory|share) .+|(?:\S+ ){1,3}(?:folder|directory|share))`},
	{Overview, `what can (?:i|you|we) (?:ask|answer|find|look up)(?: you| here| in here| in {all}| about)*`},
	{Overview, `(?:give me |show me )?(?:an? )?(?:short |brief |quick )?(?:overview|summary|description) of {all}`},
	{Overview, `(?:describe|summari[sz]e|sum up) {all}`},
	{Overview, `(?:what|which) (?:topics|subjects|themes|areas) (?:does|do|are|is) (?:{all}|you|it|they|there)(?: (?:in|covered by) {all}| cover| deal with| in here| here| about)*`},
	{FileKinds, `(?:what|which) (?:kinds?|types?|sorts?|formats?) of (?:files|documents|data)(.*)`},
	{FileKinds, `(?:what|which) (?:file|document) ?(?:types|formats|kinds)(.*)`},
	{BigFolders, `(?:which|what) (?:folder|folders|directory|directories) (?:is|are) (?:the )?(?:largest|biggest)(?: one| ones)?(?: (?:in|on|of) {all})?`},
	{BigFolders, `(?:which|what) (?:folders?|directory|directories) (?:takes?|needs?|uses?|has|have|holds?|occup(?:y|ies)) (?:up )?(?:the )?most (?:disk )?(?:space|data)`},
	{BigFolders, leading + `(?:largest|biggest) (?:folders?|directory|directories)(?: (?:in|on|of) {all})?`},
	{FolderList, `(?:list|show|give|name)(?: me)?(?: all)?(?: of)?(?: the| our| my)? (?:folders|directories)(?: (?:in|on|of) {all})?`},
	{FolderList, `(?:which|what|how many) (?:folders|directories) (?:are|do you|do we|does {all}) ?(?:there|have|contain)?(?: here| in here| in {all})?`},
	{FolderList, `(?:which|what) (?:folders|directories) (?:are there|do (?:you|we|they) have|does {all} have|are)?(?: (?:at|on) the (?:top(?: level)?|first level|highest level))?(?: of {all})?`},
	{FileAuthors, `who (?:has written|wrote|authored|made|created|drafted|is the author of) (?:the )?(?:most|largest number)(?: of)?(?: the| our| these)? {files}`},
	{FileAuthors, `(?:which|what) (?:author|person|people|authors) (?:has|have) (?:written |made |authored )?(?:the )?most (?:of the )?{files}`},
	{FileAuthors, `who (?:wrote|authored) (?:all )?(?:the |our |these )?(?:files|documents)(?: here| in here| in {all})?`},
	{FileAuthors, `who are the authors(?: of {all}| here| in here)?`},
	{UnreadFiles, `(?:which|what|how many)(?: of)?(?: the| these)? (?:files|documents|pdfs|scans) (?:could not|couldn['’]?t|cannot|can['’]?t|can not|did not|were not|are not|aren['’]?t) (?:be )?(?:read|opened|searched|indexed|readable|searchable)(?: yet| by you)?`},
	{UnreadFiles, `(?:which|what|how many)(?: of)?(?: the| these)? (?:files|documents) (?:are|were|is) (?:unreadable|skipped|left out|damaged|corrupt|corrupted|broken|encrypted|password protected|password-protected)`},
	{UnreadFiles, `(?:which|what) (?:files|documents) (?:could|can|did) (?:you|spar) not (?:read|open|search)`},
	{UnreadFiles, `(?:which|what) (?:files|documents) (?:couldn['’]?t|can['’]?t|cannot|didn['’]?t) (?:you|spar) (?:read|open|search)`},
	{UnreadFiles, `(?:are there |is there )?(?:any )?files? (?:that|which|you) (?:could not|couldn['’]?t|cannot|can['’]?t) (?:be )?(?:read|opened|searched)`},
	{Copies, `(?:are there |do we have |do you have |have we got )?(?:any )?(?:duplicates|duplicate files|duplicate documents|identical files|copies of files|files that are (?:the same|identical|there twice))(?: (?:here|there|in here|(?:in|on) {all}))?`},
	{Copies, `(?:which|what) (?:files|documents) (?:are|exist) (?:duplicates|duplicated|identical|the same|there twice|twice|copies)(?: (?:here|in here|(?:in|on) {all}))?`},
	{Copies, `(?:list|show|find|count)(?: me)?(?: all)?(?: the| our)? (?:duplicates|duplicate files|duplicate documents|identical files)(?: (?:here|in here|(?:in|on) {all}))?`},
	{Copies, `how many (?:(?:files|documents) are (?:duplicates|duplicated|identical)|duplicates|duplicate files|duplicate documents|identical files)(?: (?:are there|do we have|do you have|exist))?(?: (?:here|in here|(?:in|on) {all}))?`},
	{FilePages, `how many pages(?: (?:are there|do we have|is that|are they|is it))?(?: (?:altogether|in total|in all|overall|all together))?`},
	{FilePages, `how many pages (?:do|have|are in|are there in) (?:all )?(?:the |our |these )?{files} (?:have |contain |run to )?(?:altogether|in total|in all|together|overall|all together)`},
	{FileFolders, `(?:which|what) (?:folders?|directory|directories|shares?) (?:has|have|holds?|contains?) (?:the )?(?:most|largest number of) {files}`},
	{FileFolders, `where are most (?:of )?(?:the )?{files}`},
	{FileCount, `how many (?:of (?:these|those|them|the (?:files|documents)) )?(?:were|was|are|have been) (?:written|made|drafted|authored|prepared|created) by (.+) => files by $1`},
	{FileCount, `how many {noun} (?:did|has|have) (\S+(?: \S+){0,3}?) (?:write|written|authored?|drafted?|prepared?|made|make) => $1 by $2`},
	{FileCount, `of (?:the|our|these|all the) (.+?), how many (?:are|were) (.+) => $1 $2`},
	{FileCount, `how many {files}`},
	{FileCount, `(?:what is |what's |give me )?the (?:total )?number of {files}`},
	{FileCount, `(?:total )?number of {files}`},
	{FileCount, `count (?:all )?(?:the )?{files}`},
	{FileSpace, `how (?:big|large) (?:is|are) {all}`},
	{FileSpace, `how (?:big|large) are (?:all )?(?:the |our |these )?{files} (?:altogether|in total|in all|together|all together)`},
	{FileSpace, `how much (?:disk )?space (?:do|does|is|are) (?:taken (?:up )?by )?{files}`},
	{FileSpace, `how much (?:disk )?space (?:do|does|is|are) (?:taken (?:up )?by )?{all}(?: .*)?`},
	{FileSpace, `(?:what is |what's )?the (?:total|whole|overall) size of {files}`},
	{NewestFiles, leading + `(?:newest|latest|most recent|most recently (?:changed|modified|edited|added)|last (?:changed|modified|edited)) {files}`},
	{OldestFiles, leading + `oldest {files}`},
	{LargestFiles, leading + `(?:largest|biggest) {files}`},
	{LeastFiles, leading + `smallest {files}`},
	{NewestFiles, `(?:which|what) {files} (?:is|are) (?:the )?(?:newest|latest|most recent)`},
	{NewestFiles, `(?:which|what) {files} (?:was|were) (?:changed|modified|edited|added) (?:last|most recently)`},
	{OldestFiles, `(?:which|what) {files} (?:is|are) (?:the )?oldest`},
	{LargestFiles, `(?:which|what) {files} (?:is|are) (?:the )?(?:largest|biggest)`},
	{LeastFiles, `(?:which|what) {files} (?:is|are) (?:the )?smallest`},
	{NewestFiles, `(?:which|what) of (?:the|our|my|these|those) (.+?) (?:was|were|is|are|has been|have been) (?:the )?(?:changed|modified|edited|added|updated|saved) (?:last|most recently)`},
	{NewestFiles, `(?:which|what) of (?:the|our|my|these|those) (.+?) (?:is|are) (?:the )?(?:newest|latest|most recent)`},
	{OldestFiles, `(?:which|what) of (?:the|our|my|these|those) (.+?) (?:is|are) (?:the )?oldest`},
	{LargestFiles, `(?:which|what) of (?:the|our|my|these|those) (.+?) (?:is|are) (?:the )?(?:largest|biggest)`},
	{FileList, `(?:in )?(?:which|what) {noun} (?:does|do|did) (.+?) (?:come up|occur|appear|turn up|get mentioned|stand)(?: in)? => $1 that mention $2`},
	{FileList, `(?:in )?(?:which|what) {noun} (?:is|are|was|were) (.+?) (?:mentioned|named|talked about|spoken of|referred to) => $1 that mention $2`},
	{FileList, `(?:is|are) there (?:any |some |an? )?{noun} (?:in which|where) (.+?) (?:occurs?|comes? up|appears?|turns? up|(?:is|are) (?:mentioned|named)) => $1 that mention $2`},
	{FileList, `(?:i['’]?m|i am|we are|we['’]re) looking for (?:everything|all|anything|all files|all documents) (?:that|which) (?:talks? about|speaks? of|mentions?|says? something (?:about|on)) (.+) => files that mention $1`},
	{FileList, `(?:which|what) {noun} (?:did|has|have) (\S+(?: \S+){0,3}?) (?:write|written|authored?|drafted?|prepared?|made|make) => $1 by $2`},
	{FileList, `(?:list|show|give|find|tell)(?: me)? what (?:was |has |has been |is )?(?:changed?|new|modified|edited|updated|added) ((?:in|during|since|before|after|on|today|yesterday|this|last)\b.*) => files changed $1`},
	{FileList, `(?:list|show|give|find)(?: me)?(?: all)?(?: of)?(?: the| our| my)? {files}`},
	{FileList, `(?:which|what) {files} (?:has|have|did) (?:nobody|no one|no-one|noone|not been|never been) (?:touch(?:ed)?|change[d]?|open(?:ed)?|edit(?:ed)?|modif(?:y|ied)|update[d]?|used?)(?: them)? (?:for|in|over)(?: the)?(?: last| past| more than)? (.+) => $1 untouched for $2`},
	{FileList, `(?:which|what) {files} (?:has|have|did) (?:nobody|no one|no-one|noone|not been|never been) (?:touch(?:ed)?|change[d]?|open(?:ed)?|edit(?:ed)?|modif(?:y|ied)|update[d]?|used?)(?: them)? (since .+) => $1 not changed $2`},
	{FileList, `what(?: has|'s| is| was)? (?:changed?|new|modified|edited|updated|added)(?: (?:here|in here|(?:in|on) {all}))? (since .+|today|yesterday|this (?:week|month)|last (?:week|month)|(?:in|over|within) the (?:last|past) .+) => files changed $1`},
	{FileList, `(?:are there |is there |do (?:we|you|they) have |have we got |have you got )(?:any )?{files}`},
	{FileList, `any {files}`},
	{FileList, `(?:all )?(?:the )?((?:files|documents|pdfs|pdf files) (?:without|with no|lacking|that have no|that lack|changed|modified|edited|untouched|older|newer|larger|smaller|not changed) .+)`},
	{FileList, `(?:which|what) {files}`},

	{AuthorOf, `who (?:wrote|authored|drafted|has written|(?:is|are|was|were) the authors? of) {doc}`},
	{AuthorOf, `who (?:prepared|created|made) {named}`}, // only documents have authors
	{AuthorOf, `(?:by whom|by who) (?:is|was) {doc}(?: (?:written|made|drafted|prepared|created))?`},
	{AuthorOf, `who (?:is|was) {doc} (?:written |made |drafted )?by`},
	{ChangeOf, `when (?:was|were|has|did) {doc} (?:been )?(?:last |most recently )?(?:changed?|modified|updated?|edited|revised|saved|touched)(?: last| most recently)?`},
	{ChangeOf, `when (?:was|is) the last (?:change|update|edit|revision) (?:of|to) {doc}`},
	{ChangeOf, `how (?:old|recent|up to date) (?:is|are) {doc}`},
	{CreationOf, `when (?:was|were) {doc} (?:written|created|made|drafted|produced|begun)`},
	{PagesOf, `how many (?:pages|slides) (?:does|do|has|have|are in|are there in|is in) {doc}(?: have| contain| run to)?`},
	{PagesOf, `how long (?:is|are) {doc}`},
	{SizeOf, `how (?:big|large) (?:is|are) {doc}`},
	{SizeOf, `(?:what is |what's )?the (?:file )?size of {doc}`},
	{PlaceOf, `where (?:is|are|was|do we keep|do we store|did we (?:put|save|store|file)) {doc}(?: (?:stored|saved|kept|located|filed|now|lying))?`},
	{PlaceOf, `where (?:can|do|could|would) (?:i|we) find {doc}`},
	{PlaceOf, `(?:what is|what's|give me) the (?:path|location|folder) (?:of|to) {doc}`},
	{PlaceOf, `(?:which|what) folder (?:is|has|holds|contains) {doc}(?: in)?`},
	{LanguageOf, `(?:in )?(?:which|what) language (?:is|was) {doc}(?: written)?(?: in)?`},
	{KindOf, `what (?:kind|type|sort|format)(?: of (?:file|document))? is {doc}`},
	{OwnerOf, `who owns {doc}`},
	{OwnerOf, `(?:who is |who's )?the owner of {doc}`},
	{TagsOf, `(?:which|what) tags (?:has|does|are on|do) {doc}(?: have| carry)?`},
	{TagsOf, `how (?:is|was) {doc} tagged`},
	{StandingOf, `(?:which|what) (?:version|edition|revision|issue)(?: number)? (?:of|is|has|does) {doc}(?: have| (?:applies|apply|counts|holds|is (?:valid|current|in force|in use|the current one)))?(?: now| today| currently)?`},
	{StandingOf, `(?:is|are) {doc} (?:still |already |now |currently )?(?:valid|in force|current|up to date|outdated|superseded|obsolete|withdrawn|final|draft|a draft|in effect|effective|applicable)(?: now| today)?`},
	{StandingOf, `(?:does|do) {doc} (?:still |already |now )?(?:apply|hold|count)(?: now| today| already| yet| any ?more| any longer)?`},
	{StandingOf, `(?:since|from) when (?:is|are|does|do|has|have|was|were|did) {doc} (?:been )?(?:in force|apply|applied|applicable|valid|effective|in effect|hold)`},
	{StandingOf, `when (?:did|does|do|will) {doc} (?:take|come into|enter into|go into|enter) (?:effect|force)`},
	{StandingOf, `(?:what|which)(?: version| edition)? (?:did|does) {doc} (?:replace|supersede)`},
	{StandingOf, `what(?: is|'s) the (?:latest|newest|current|most recent) (?:version of )?{doc}`},
}

// leading is what stands before "newest" and the like; how many are asked for is its group.
const leading = `(?:(?:what|which)(?: one| ones)?(?: is| are|'s)? |show(?: me)? |find(?: me)? |give me |open |list )?(?:the |our |my )?(?:(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) )?`

var germanInventory = []inventoryRule{
	{Overview, `(?:was ist|was gibt es|was steht|was liegt) (?:in |auf )?(?:{all}|hier)(?: drin)?`},
	{Overview, `worum geht es (?:in |auf )?(?:{all}|hier)`},
	{Overview, `was kann (?:ich|man) (?:dich |hier |sie )?(?:fragen|finden)(?: hier)?`},
	{Overview, `(?:gib|zeige?)(?: mir)? (?:eine?n? )?(?:kurze[nr]? )?(?:überblick|übersicht)(?: über {all})?`},
	{FileKinds, `welche (?:arten|sorten|formate|typen) von (?:dateien|dokumenten|unterlagen)(.*)`},
	{FileKinds, `welche (?:dateiarten|dateitypen|dateiformate|formate)(.*)`},
	{FileCount, `wie ?viele {files}`},
	{NewestFiles, `welche (?:datei|{files}) wurden? (?:als letzte |zuletzt )(?:geändert|bearbeitet|gespeichert|angelegt)`},
	{FileList, `in welchen (?:dateien|dokumenten|unterlagen) (?:kommt|kommen|steht|stehen|wird|werden) (.+?)(?: vor| erwähnt| genannt)? => dateien die erwähnen $1`},
	{NewestFiles, `(?:(?:was|welches?) (?:ist|sind) |zeige? (?:mir )?)?(?:die |das )(?:(\d+|zwei|drei|fünf|zehn) )?(?:neuesten?|jüngsten?|letzten?|zuletzt geänderten?) (?:datei|{files})`},
	{OldestFiles, `(?:(?:was|welches?) (?:ist|sind) |zeige? (?:mir )?)?(?:die |das )(?:(\d+|zwei|drei|fünf|zehn) )?ältesten? (?:datei|{files})`},
	{LargestFiles, `(?:(?:was|welches?) (?:ist|sind) |zeige? (?:mir )?)?(?:die |das )(?:(\d+|zwei|drei|fünf|zehn) )?größten? (?:datei|{files})`},
	{AuthorOf, `wer (?:hat|ist der (?:autor|verfasser) (?:von|der|des)) {doc}(?: (?:geschrieben|verfasst|erstellt))?`},
	{ChangeOf, `wann wurden? {doc} (?:zuletzt )?(?:geändert|bearbeitet|aktualisiert)`},
	{CreationOf, `wann wurden? {doc} (?:geschrieben|erstellt|verfasst)`},
	{PagesOf, `wie ?viele (?:seiten|folien) hat {doc}`},
	{PlaceOf, `wo (?:liegt|ist|finde ich|steht) {doc}(?: abgelegt| gespeichert)?`},
	{StandingOf, `(?:welche (?:version|fassung|ausgabe) (?:von |der |des )?{doc} (?:gilt|ist gültig|ist in kraft)|(?:ist|gilt) {doc} (?:noch )?(?:gültig|in kraft|aktuell|überholt)?|seit wann gilt {doc})`},
}

var frenchInventory = []inventoryRule{
	{Overview, `(?:qu['’]y a-t-il|que contient|qu['’]est-ce qu['’]il y a) (?:dans |sur )?(?:{all}|ici)`},
	{FileKinds, `quels? (?:types|sortes|formats) de (?:fichiers|documents)(.*)`},
	{FileCount, `combien de {files}`},
	{NewestFiles, `(?:quels? (?:est|sont) )?(?:le|les) (?:fichiers?|documents?) les? plus r[ée]cents?(.*)`},
	{OldestFiles, `(?:quels? (?:est|sont) )?(?:le|les) (?:fichiers?|documents?) les? plus (?:anciens?|vieux)(.*)`},
	{FileList, `(?:dans )?quels (?:fichiers|documents) (?:parlent|font mention|traitent|mentionnent) (?:de la |de l['’]|du |des |de |d['’])?(.+) => fichiers mentionnent $1`},
	{LargestFiles, `(?:quels? (?:est|sont) )?(?:le|les) (?:fichiers?|documents?) les? plus (?:gros|volumineux)(.*)`},
	{AuthorOf, `qui (?:a (?:écrit|rédigé)|est l['’]auteur (?:de|du)) {doc}`},
	{ChangeOf, `quand {doc} a-t-(?:il|elle) été modifiée?`},
	{PlaceOf, `où (?:est|se trouve) {doc}`},
}

var spanishInventory = []inventoryRule{
	{Overview, `qué (?:hay|contiene|contienen) (?:en )?(?:{all}|aquí)`},
	{FileKinds, `qué (?:tipos|clases|formatos) de (?:archivos|documentos)(.*)`},
	{FileCount, `cuántos {files}`},
	{NewestFiles, `(?:cuál(?:es)? (?:es|son) )?(?:el|los) (?:archivos?|documentos?) m[áa]s recientes?(.*)`},
	{OldestFiles, `(?:cuál(?:es)? (?:es|son) )?(?:el|los) (?:archivos?|documentos?) m[áa]s antiguos?(.*)`},
	{FileList, `en qué (?:archivos|documentos) (?:se habla del?|se menciona|aparece|aparecen|se nombra) (?:la |el |las |los )?(.+) => archivos mencionan $1`},
	{LargestFiles, `(?:cuál(?:es)? (?:es|son) )?(?:el|los) (?:archivos?|documentos?) más grandes?(.*)`},
	{AuthorOf, `quién (?:escribió|redactó|es el autor de) {doc}`},
	{PlaceOf, `dónde (?:está|se encuentra) {doc}`},
}

// filler are words of a question for files that do not say which files.
var filler = pattern.New(`(?i)(?:^|\s)(?:(?:are|is|were|exist) there|(?:have|has) (?:i|we|you|they) got|(?:are|were|is|was) (?:saved|stored|kept|filed|held|lying)(?: here)?|(?:do|does|did) (?:i|we|you|they|it)(?: all)? (?:have|hold|contain|take|use|need|know)|(?:does|do) (?:this|the|that|our) (?:\S+ )?(?:share|folder|archive|workspace|collection|drive) (?:have|hold|contain)|` +
	`(?:in|on) (?:(?:this|the|that|my|our) (?:whole |entire )?(?:file )?(?:share|shares|archive|workspace|collection|drive|server)|here|total|all)|here|exist|altogether|overall|(?:takes?|uses?|occupy|need)(?: up)?$|gibt es|insgesamt|(?:liegen|liegt|lagern|befinden sich)(?: hier| da)?|sind (?:da|hier|vorhanden)|(?:haben|hast|hat) (?:wir|du|man)|gibt es hier|(?:in|auf) (?:diesem|dieser|dem|der) (?:ordner|freigabe|archiv|laufwerk)|(?:y a-t-il|avons-nous|il y a|y en a-t-il)|(?:dans|sur) (?:ce|cette|le|la) (?:partage|dossier|archive)|ici|en tout|au total|(?:hay|tenemos|existen)|en (?:esta|este|la|el) (?:carpeta|archivo|recurso)|aquí|en total)(?:$|\s)`)

// anyFile are names for files of any kind.
var anyFile = pattern.New(`(?i)(?:^|\s)(?:all |all the |the |our |my |alle |tous les |todos los )?(?:files?|documents?|docs|items|dateien|datei|dokumente?|unterlagen|fichiers?|archivos?|documentos?)(?:$|\s)`)

// numbers are the numbers that people write out before files.
var numbers = map[string]int{
	"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "twenty": 20, "zwei": 2, "drei": 3, "fünf": 5, "zehn": 10,
}

// Topic gives the topic that files must have, behind "about", "that mention" or the like in words for them: "travel" of "PDFs about
// travel". which is the rest. outright says that the files must have the words themselves, and not only be about them.
func Topic(words string) (which, topic string, outright bool) {
	for _, verb := range []*pattern.Pattern{mentioning, topical} {
		if m := verb.FindStringSubmatchIndex(words); m != nil {
			return strings.TrimSpace(words[:m[0]]), strings.Trim(words[m[2]:], " \"“”„«»"), verb == mentioning
		}
	}
	return words, "", false
}

// mentioning stands before words that files must have, topical before their subject.
var (
	mentioning = pattern.New(`(?i)(?:^|\s)(?:that |which )?(?:mention(?:s|ing)?|contain(?:s|ing)? (?:the )?(?:words?|phrase|term|name)|name|refer(?:s|ring)? to|speak(?:s|ing)? of|erwähnen|mentionnent|mencionan)\s+(.+)$`)
	topical    = pattern.New(`(?i)(?:^|\s)(?:(?:are |is |were )?(?:about|on|regarding|concerning|dealing with|deal with|relating to|related to)|(?:that |which )?(?:contain|talk about)(?:s|ing)?|über|zum thema|sur|au sujet de|sobre)\s+(.+)$`)
)

// ParseInventories gives the ways to read a question about files themselves, the likeliest first. The caller must find out whether a name
// is one of a document or of a kind of files: "how many documents must I hand in" names no kind of files, though it looks so.
func ParseInventories(text string) (list []Inventory) {
	text = strings.Join(strings.Fields(text), " ")
	bare := strings.TrimLeft(courteous.ReplaceAllString(strings.TrimRight(text, " ?!."), ""), " ¿¡")
	if m := restated.FindStringSubmatch(bare); m != nil {
		bare = m[1]
	}
	bare = behindIt.ReplaceAllString(bare, "")
	bare = anyThing.ReplaceAllString(bare, "${1}file$2")
	lang := language(text)
	bare = opening()[lang].ReplaceAllString(bare, "")
	list = inquiries(bare, lang)
	if t := spokenIn(bare, wordless()); t != nil { // in the words of English, where more is known
		for _, i := range inquiries(opening()["en"].ReplaceAllString(strings.TrimLeft(t.tell(bare, wordless()).text, " ¿¡"), ""), "en") {
			if !i.OfOne() && i.Of != Overview && !slices.ContainsFunc(list, func(o Inventory) bool { return o.Of == i.Of && i.Of != FileCount }) {
				list = append(list, i)
			}
		}
	}
	return list
}

// Words that people put around a question: a restatement, which then is the question, and a remark behind it; and "thing" or "one" for
// files.
var (
	restated = pattern.New(`(?i)^.+?, (?:i mean|that is|meaning|or rather),? ((?:how|which|what|who|where|when|is|are) .+)$`)
	behindIt = pattern.New(`(?i),? (?:i mean|(?:only|just) the (?:file ?)?names|which(?: ones?)?|please|thanks|thank you|s['’]il vous pla[iî]t|bitte|por favor)$|, \S+ i mean$|\? which(?: ones?)?$`)
	anyThing = pattern.New(`(?i)^((?:which|what)(?: one)? (?:is|are) the (?:newest|latest|most recent|oldest|largest|biggest|smallest) )(?:thing|one|item)s?( .*)?$`)
)

// wordless is a vocabulary of no files.
var wordless = sync.OnceValue(NewVocabulary)

// inquiries gives what a question in a language may ask.
func inquiries(bare, lang string) (list []Inventory) {
	first := strings.ToLower(bare)
	if end := strings.IndexFunc(first, func(c rune) bool { return !unicode.IsLetter(c) }); end >= 0 {
		first = first[:end]
	}
	for _, r := range inventories()[lang] {
		if r.opens != nil && !slices.Contains(r.opens, first) {
			continue
		}
		m := r.expr().FindStringSubmatch(bare)
		if m == nil {
			continue
		}
		out := Inventory{Of: r.of}
		for _, g := range m[1:] {
			switch n := number(g); {
			case g == "":
			case n > 0 && out.Most == 0 && !out.OfOne():
				out.Most = n
			default:
				out.Files = strings.TrimSpace(g)
			}
		}
		if r.files != "" {
			out.Files = string(r.expr().ExpandString(nil, r.files, bare, r.expr().FindStringSubmatchIndex(bare)))
		}
		if !out.OfOne() {
			if r.of != FileKinds && verbFirst.MatchString(out.Files) { // what does the picture show
				continue
			}
			out.Files = whichFiles(out.Files)
		}
		list = append(list, out)
	}
	return list
}

// number is that of files that a word asks for, 0 for none.
func number(word string) int {
	n := 0
	for _, c := range word {
		if c < '0' || c > '9' || n > 1000 {
			return numbers[strings.ToLower(word)]
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// whichFiles keeps of words for files the part that says which ones. It drops words for files of any kind and for existing.
func whichFiles(words string) string {
	for range 3 { // what overlaps by its blanks
		words = strings.TrimSpace(filler.ReplaceAllString(words, " "))
	}
	return article.ReplaceAllString(strings.Join(strings.Fields(words), " "), "")
}

// verbFirst is a verb where the name of files is to stand.
var verbFirst = pattern.New(`(?i)^(?:\S+ ){0,2}?(?:is|are|was|were|do|does|did|can|could|should|must|may|might|has|have|had|shall|will|would)\s(?:\S+ ){0,2}?(?:archives?|` + fileNouns + `|` + paperNouns + `)\b`)

// article is what may stand before files.
var article = pattern.New(`(?i)^(?:all )?(?:the|our|my|your|these) `)

// Unspecific is words for files without names for files of any kind: "" where they say nothing more.
func Unspecific(words string) string {
	for range 2 {
		words = strings.TrimSpace(anyFile.ReplaceAllString(words, " "))
	}
	return strings.Trim(words, " ,.?")
}
