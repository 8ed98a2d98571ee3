package question

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Nouns for files in the patterns of inventories.
const (
	// fileNouns are those for files of some format, and for any.
	fileNouns = `files?|documents?|docs|pdfs?|spreadsheets?|workbooks?|presentations?|slide ?decks?|e-?mails?|mails|images?|pictures?|photos?|scans?|csvs?|videos?|movies|scripts?|logs|executables|fonts|` +
		`dateien|dokumente?|fichiers?|archivos|documentos`
	// paperNouns are nouns for documents by their purpose. They are as often the subject of a text.
	paperNouns = `contracts?|agreements?|invoices?|bills|reports?|letters?|memos?|memorand(?:um|a)|manuals?|handbooks?|guides?|polic(?:y|ies)|forms?|templates?|checklists?|plans?|proposals?|offers?|quotations?|` +
		`receipts?|certificates?|drafts?|notes|articles?|brochures?|leaflets?|permits?|protocols?|r[ée]sum[ée]s?|cvs|timesheets?|statements?|newsletters?|surveys?|procedures?|guidelines?|datasheets?|specifications?`
)

// byEnding are the endings of the names of files by what people call the files, which no format tells apart.
var byEnding = map[string]string{
	"go": "go", "golang": "go", "python": "py pyi pyx pyw ipynb", "javascript": "js mjs cjs jsx", "js": "js mjs cjs jsx", "typescript": "ts tsx mts", "java": "java", "kotlin": "kt kts", "scala": "scala",
	"swift": "swift", "rust": "rs", "c": "c h", "c++": "cc cpp cxx hh hpp hxx", "cpp": "cc cpp cxx hh hpp hxx", "c#": "cs", "csharp": "cs", "ruby": "rb", "perl": "pl pm", "php": "php phtml", "lua": "lua",
	"shell": "sh bash zsh ksh", "bash": "sh bash", "powershell": "ps1 psm1", "sql": "sql", "css": "css scss less", "r": "r", "haskell": "hs lhs", "erlang": "erl hrl", "elixir": "ex exs",
	"fortran": "f f90 f95 f03 f08", "batch": "bat cmd", "yaml": "yaml yml", "toml": "toml", "ini": "ini", "latex": "tex", "tex": "tex", "lisp": "lisp lsp el", "clojure": "clj cljs", "dart": "dart",
	"log": "log", "audio": "mp3 wav flac ogg m4a aac wma opus aiff", "sound": "mp3 wav flac ogg m4a aac wma opus aiff", "video": "mp4 mov avi mkv webm m4v wmv mpg mpeg flv", "font": "ttf otf woff woff2",
	"zip": "zip", "tar": "tar tgz gz xz bz2 zst", "cad": "dwg dxf", "backup": "bak", "subtitle": "srt vtt", "calendar": "ics", "patch": "patch diff",
}

// nounsByEnding are the same for nouns that need no other beside them.
var nounsByEnding = map[string]string{
	"video": byEnding["video"], "movie": byEnding["video"], "log": "log", "font": byEnding["font"], "executable": "exe dll msi com",
	"script": "sh bash zsh ksh fish awk py pl rb lua tcl ps1 bat cmd vbs", "source file": "", "source code file": "", "code file": "",
}

// withMacros are the endings of the formats of an office whose files hold macros, by a noun for such files.
var withMacros = map[string]string{
	"spreadsheet": "xlsm xlsb xltm xlam", "workbook": "xlsm xlsb xltm xlam", "excel file": "xlsm xlsb xltm xlam", "word file": "docm dotm", "word document": "docm dotm", "presentation": "pptm potm ppsm",
	"document": "docm dotm xlsm xlsb xltm xlam pptm potm ppsm", "file": "docm dotm xlsm xlsb xltm xlam pptm potm ppsm",
}

var endingPatterns = sync.OnceValues(func() (kind, macros *regexp.Regexp) {
	nouns := slices.Collect(maps.Keys(nounsByEnding))
	langs := slices.Collect(maps.Keys(byEnding))
	for i, l := range langs {
		langs[i] = regexp.QuoteMeta(l)
	}
	longestFirst := func(a, b string) int { return len(b) - len(a) }
	slices.SortFunc(nouns, longestFirst)
	slices.SortFunc(langs, longestFirst)
	kind = regexp.MustCompile(`(?i)(?:^|\s)(?:(` + strings.Join(langs, "|") + `) (?:source(?: code)? |code |program )?(?:files?|scripts?|sources?|programs?|modules?|archives?|recordings?|drawings?)|(` + strings.Join(nouns, "|") + `)s?)(?:$|\s)`)
	office := slices.Collect(maps.Keys(withMacros))
	slices.SortFunc(office, longestFirst)
	macros = regexp.MustCompile(`(?i)(?:^|\s)(` + strings.Join(office, "|") + `)s? (?:with|that (?:have|contain)|containing|having) macros(?:$|\s)`)
	return kind, macros
})

// ByEnding replaces in words for files the part that stands for endings of names, such as "python scripts" or "spreadsheets with macros",
// by "files". It gives the endings, none where no word stands for one. outright says that the words can only mean files.
func ByEnding(words string) (rest string, endings []string, outright bool) {
	kind, macros := endingPatterns()
	if m := macros.FindStringSubmatchIndex(words); m != nil {
		return words[:m[0]] + " files " + words[m[1]:], strings.Fields(withMacros[strings.ToLower(words[m[2]:m[3]])]), true
	}
	m := kind.FindStringSubmatchIndex(words)
	if m == nil {
		return words, nil, false
	}
	of := ""
	if m[2] >= 0 {
		of = byEnding[strings.ToLower(words[m[2]:m[3]])]
	} else if of = nounsByEnding[strings.ToLower(words[m[4]:m[5]])]; of == "" {
		for _, lang := range programs {
			of += " " + byEnding[lang]
		}
		of += " sh"
	}
	list := strings.Fields(of)
	slices.Sort(list)
	return words[:m[0]] + " files " + words[m[1]:], slices.Compact(list), m[2] >= 0
}

// programs are the programming languages of byEnding.
var programs = []string{"go", "python", "javascript", "typescript", "java", "kotlin", "scala", "swift", "rust", "c", "c++", "c#", "ruby", "perl", "php", "lua", "shell", "powershell", "sql", "r", "haskell", "erlang", "elixir", "fortran",
	"lisp", "clojure", "dart"}

var paperWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|\s)(` + paperNouns + `)(?:$|\s)`) })
var fileNoun = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + fileNouns + `)(?:$|[^\pL])`) })

// Papers replaces in words for files the noun for documents by their purpose by "files": "invoices" of "invoices from 2023". noun gives its
// forms in names of files, none where there is no such noun, or where another noun means files.
func Papers(words string) (rest string, noun []string) {
	m := paperWord().FindStringSubmatchIndex(words)
	if m == nil || fileNoun().MatchString(words) {
		return words, nil
	}
	w := strings.ToLower(words[m[2]:m[3]])
	one := w
	switch {
	case strings.HasSuffix(w, "ies"):
		one = strings.TrimSuffix(w, "ies") + "y"
	default:
		one = strings.TrimSuffix(w, "s")
	}
	noun = []string{one}
	if strings.HasSuffix(one, "y") {
		noun = append(noun, strings.TrimSuffix(one, "y")+"ies")
	}
	return words[:m[0]] + " files " + words[m[1]:], noun
}
