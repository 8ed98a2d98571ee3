package extract

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// A sourceLanguage says how to recognise files of a language, and how these mark text for people.
type sourceLanguage struct {
	extensions []string // of file names
	names      []string // of whole files, in lower case
	programs   []string // that a first line "#!" may name

	line   []string    // begin a comment that ends with the line
	blocks [][2]string // begin and end a comment
	quotes string      // around strings within a line; a backslash takes the next character along
	raw    []string    // around strings that may go on over lines
	doc    []string    // of raw, marks that make a comment where a line begins with them

	settings bool // its lines set values, and comments explain these
	pod      bool // it may hold POD
	lisp     bool // a string that begins a line describes the definition before it
}

// sourceLanguages are the languages whose comments are known, a closed list. The last one is of settings that their looks tell.
var sourceLanguages = []sourceLanguage{
	{extensions: []string{".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".ino", ".m", ".mm", ".cs", ".java", ".kt", ".kts", ".scala", ".swift", ".dart", ".rs", ".proto", ".groovy", ".gradle", ".css", ".scss", ".less", ".d", ".v", ".sv", ".cu", ".glsl", ".zig"},
		line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`},
	{extensions: []string{".go"}, names: []string{"go.mod"}, line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, raw: []string{"`"}},
	{extensions: []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts"}, programs: []string{"node", "deno", "bun"}, line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, raw: []string{"`"}},
	{extensions: []string{".php", ".phtml"}, programs: []string{"php"}, line: []string{"//", "#"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`},
	{extensions: []string{".py", ".pyi", ".pyx", ".pyw"}, names: []string{"sconstruct", "wscript"}, programs: []string{"python", "python2", "python3"}, line: []string{"#"}, quotes: `"'`, raw: []string{`"""`, "'''"}, doc: []string{`"""`, "'''"}},
	{extensions: []string{".sh", ".bash", ".zsh", ".ksh", ".fish", ".awk", ".sed", ".tcl", ".r", ".jl", ".nix", ".ps1", ".cmake", ".mk", ".am", ".ac", ".m4", ".ninja", ".bazel", ".bzl", ".gd", ".ex", ".exs", ".cr"},
		names:    []string{"makefile", "gnumakefile", "dockerfile", "containerfile", "cmakelists.txt", "justfile", "jenkinsfile", ".bashrc", ".profile", ".zshrc"},
		programs: []string{"sh", "bash", "dash", "zsh", "ksh", "fish", "awk", "gawk", "mawk", "sed", "tclsh", "wish", "make", "Rscript", "julia"}, line: []string{"#"}, quotes: `"'`},
	{extensions: []string{".rb", ".rake", ".gemspec"}, names: []string{"rakefile", "gemfile", "vagrantfile"}, programs: []string{"ruby"}, line: []string{"#"}, blocks: [][2]string{{"=begin", "=end"}}, quotes: `"'`},
	{extensions: []string{".pl", ".pm", ".t"}, programs: []string{"perl"}, line: []string{"#"}, quotes: `"'`, pod: true},
	{extensions: []string{".sql", ".psql", ".ddl"}, line: []string{"--"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `'"`},
	{extensions: []string{".lua"}, programs: []string{"lua", "luajit"}, line: []string{"--"}, blocks: [][2]string{{"--[[", "]]"}, {"--[=[", "]=]"}}, quotes: `"'`, raw: []string{"[["}},
	{extensions: []string{".hs", ".lhs", ".elm", ".purs"}, programs: []string{"runhaskell"}, line: []string{"--"}, blocks: [][2]string{{"{-", "-}"}}, quotes: `"`},
	{extensions: []string{".ada", ".adb", ".ads", ".vhd", ".vhdl"}, line: []string{"--"}, quotes: `"`},
	{extensions: []string{".el", ".lisp", ".lsp", ".cl", ".scm", ".ss", ".rkt", ".clj", ".cljs", ".fnl"}, programs: []string{"emacs", "guile", "sbcl"}, line: []string{";"}, blocks: [][2]string{{"#|", "|#"}}, raw: []string{`"`}, lisp: true},
	{extensions: []string{".ml", ".mli", ".fs", ".fsi"}, line: []string{"//"}, blocks: [][2]string{{"(*", "*)"}}, quotes: `"`},
	{extensions: []string{".pas", ".dpr"}, line: []string{"//"}, blocks: [][2]string{{"{", "}"}, {"(*", "*)"}}, quotes: `'`},
	{extensions: []string{".erl", ".hrl", ".sty", ".cls", ".dtx", ".ins", ".bst"}, programs: []string{"escript"}, line: []string{"%"}},
	{extensions: []string{".f90", ".f95", ".f03", ".f08"}, line: []string{"!"}, quotes: `"'`},
	{extensions: []string{".asm", ".s"}, line: []string{";", "#", "//", "@"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"`},
	{extensions: []string{".vim"}, names: []string{".vimrc", "vimrc"}, line: []string{`"`}},
	{extensions: []string{".bat", ".cmd"}, line: []string{"::", "rem ", "REM ", "@rem ", "@REM "}},
	{extensions: []string{".yaml", ".yml", ".toml", ".conf", ".cfg", ".cnf", ".properties", ".env", ".service", ".socket", ".timer", ".mount", ".target", ".desktop", ".network", ".rules", ".list", ".tf", ".hcl"},
		names: []string{".gitignore", ".gitattributes", ".editorconfig", "robots.txt", "requirements.txt"}, line: []string{"#"}, settings: true},
	{extensions: []string{".ini", ".inf", ".reg"}, line: []string{";", "#"}, settings: true},
	settingsByLooks,
}

var settingsByLooks = sourceLanguage{line: []string{"#"}, settings: true}

// languageOf is the language of a file by its name, by the program that its first line names or, of a name without an ending, by its looks; nil where
// it is none.
func languageOf(head []byte, name string) *sourceLanguage {
	base := strings.ToLower(path.Base(name))
	ext := path.Ext(base)
	for i := range sourceLanguages {
		l := &sourceLanguages[i]
		if slices.Contains(l.names, base) || ext != base && slices.Contains(l.extensions, ext) {
			return l
		}
	}
	if program := interpreter(head); program != "" {
		for i := range sourceLanguages {
			if slices.Contains(sourceLanguages[i].programs, program) {
				return &sourceLanguages[i]
			}
		}
	}
	if (ext == "" || ext == base) && looksLikeSettings(head) {
		return &settingsByLooks
	}
	return nil
}

// sourceExtensions are the endings of names of programs, or of files of settings.
func sourceExtensions(settings bool) (list []string) {
	for _, l := range sourceLanguages {
		if l.settings == settings {
			list = append(list, l.extensions...)
		}
	}
	return list
}

var shebang = pattern.New(`^#! ?(?:\S*/)?(?:env (?:-\S+ )*)?(?:\S*/)?([A-Za-z]+)[0-9.]*(?:\s|$)`)

// interpreter is the program that the first line of a script names.
func interpreter(head []byte) string {
	m := shebang.FindSubmatch(firstLine(head[:min(len(head), 200)]))
	if m == nil {
		return ""
	}
	return string(m[1])
}

var settingLine = pattern.New(`^\s*(?:\[[^\]]{1,80}\]|[\w.$/*-]+(?:\s*[=:]|\s)\s*\S.{0,100}|[\w.-]+\s*=?)$`)

// looksLikeSettings reports whether a text consists of comments that "#" begins and of lines with a key and its value.
func looksLikeSettings(head []byte) bool {
	comments, settings, other := 0, 0, 0
	for i, l := range bytes.Split(head[:min(len(head), 16<<10)], []byte("\n")) {
		s := bytes.TrimSpace(l)
		switch {
		case len(s) == 0 || i == 0 && bytes.HasPrefix(s, []byte("#!")):
		case s[0] == '#':
			comments++
		case len(s) <= 120 && settingLine.Match(l) && !bytes.HasSuffix(s, []byte(".")):
			settings++
		default:
			other++
		}
	}
	all := comments + settings + other
	return all >= 5 && comments*10 >= all*3 && other*10 <= all
}

var (
	declaration = pattern.New(`^\s*(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|unsafe|extern|inline|virtual|override|pub(?:\([^)]{0,40}\))?|local|open|sealed|data|partial|readonly|comptime)\s+){0,5}` +
		`(func|function|fn|def|defp|defmodule|class|struct|interface|trait|enum|impl|module|namespace|protocol|extension|object|record|sub|proc|procedure|package|type|var|let|const|typedef|macro)\s+(?:\((?:\w+ )?\*?([\w.]+)[^)]{0,60}\)\s*)?([\w.$:]+)`)
	sqlDeclaration   = pattern.New(`(?i)^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)?(?:table|view|function|procedure|trigger|index|type|schema|sequence)\s+(?:if\s+not\s+exists\s+)?([\w."]+)`)
	lispDeclaration  = pattern.New(`^\s*\((?:cl-)?def[\w-]*\*?\s+'?\(?([^\s()]+)`)
	shellDeclaration = pattern.New(`^\s*(?:function\s+)?([\w.-]+)\s*\(\)\s*\{?\s*$`)
	texDeclaration   = pattern.New(`^\s*\\(?:(?:re)?newcommand|def|gdef|edef|DeclareRobustCommand|newenvironment|DeclareOption)\*?\s*\{?\\?(\w+)`)
	macroDeclaration = pattern.New(`^\s*#\s*define\s+(\w+)`)
	cDeclaration     = pattern.New(`^[A-Za-z_][\w\s*&:<>,~]{0,120}?\b([\w:~]+)\s*\([^;={]{0,400}[,){]?\s*\{?\s*$`)
	methodWithBody   = pattern.New(`^\s+(?:[\w<>\[\],.?]+\s+){0,5}([\w$#]+)\s*\([^;]{0,300}\)[^;={]{0,60}\{\s*$`)
	settingKey       = pattern.New(`^\s*(?:-\s+)?"?([\w][\w.$/@ -]{0,60}?)"?\s*(?:[:=]|\s)`)
	sectionOfINI     = pattern.New(`^\s*\[+([^\[\]]{1,80})\]+\s*$`)
)

// statementWords begin lines that look like declarations of C and are none.
var statementWords = []string{"if", "for", "while", "switch", "return", "else", "do", "case", "catch", "sizeof", "foreach", "elif", "elsif", "unless", "until", "with", "except", "try", "throw", "new", "await", "yield", "print", "and", "or", "not", "in", "when", "match", "super", "import", "from", "use", "require", "assert", "delete", "goto"}

// lightWords declare things that are local as often as not.
var lightWords = []string{"var", "let", "const", "type", "package", "object", "record"}

// routineWords declare things with a body of statements.
var routineWords = []string{"func", "function", "fn", "def", "defp", "sub", "proc", "procedure", "macro"}

// declared returns the name that a line of a program declares, and whether that has a body of statements; "" if it declares nothing. A name
// that may be local counts only at the margin, or under a comment.
func (l *sourceLanguage) declared(line string, documented bool) (name string, routine bool) {
	line = line[:min(len(line), 400)]
	margin := len(line) > 0 && line[0] != ' ' && line[0] != '\t'
	switch {
	case l.lisp:
		return group(lispDeclaration, line), false
	case l.settings:
		if s := group(sectionOfINI, line); s != "" {
			return s, false
		}
		if documented {
			return strings.TrimSpace(group(settingKey, line+" ")), false
		}
		return "", false
	}
	if m := declaration.FindStringSubmatch(line); m != nil && !slices.Contains(statementWords, m[3]) {
		if slices.Contains(lightWords, m[1]) && !margin && !documented {
			return "", false
		}
		name, routine = strings.Trim(m[3], ".:$"), slices.Contains(routineWords, m[1])
		if m[2] != "" && m[1] == "func" {
			return m[2] + "." + name, routine
		}
		return name, routine
	}
	for _, form := range []*pattern.Pattern{sqlDeclaration, macroDeclaration, texDeclaration, shellDeclaration} {
		if name := group(form, line); name != "" && (form != macroDeclaration || documented) && (form != shellDeclaration || len(l.blocks) == 0) {
			return strings.Trim(name, `"`), form == shellDeclaration || form == sqlDeclaration
		}
	}
	first := strings.Fields(line + " x")[0]
	if first, _, _ = strings.Cut(first, "("); slices.Contains(statementWords, strings.TrimLeft(first, "}")) || strings.HasPrefix(first, "}") || len(l.blocks) == 0 {
		return "", false
	}
	if margin {
		return strings.Trim(group(cDeclaration, line), ":"), true
	}
	if name := group(methodWithBody, line); name != "" && !slices.Contains(statementWords, name) && name != "function" {
		return name, true
	}
	return "", false
}

func group(re *pattern.Pattern, s string) string {
	m := re.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	return m[1]
}
