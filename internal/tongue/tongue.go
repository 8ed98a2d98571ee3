// Package tongue says the texts of SPAR in another language than English. Rooms make errors, notes and reasons in English; the doors, which
// know who reads, hand them here on their way out. Each language is one file of data: a format in English, and below it the same in that
// language. What a format is filled with, such as names, paths and values, stays as it is, and what has no translation stays English.
package tongue

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
)

// English is the language that needs no translation.
const English = "en"

//go:embed *.txt
var files embed.FS

// tongues reads a language when it is first spoken.
var tongues = func() map[string]func() *tongue {
	all := map[string]func() *tongue{}
	names, _ := fs.Glob(files, "*.txt")
	for _, name := range names {
		all[strings.TrimSuffix(path.Base(name), ".txt")] = sync.OnceValue(func() *tongue { return read(name) })
	}
	return all
}()

// A tongue is one language.
type tongue struct {
	formats map[string]string // each as its file has it, by the English one
	numbers *strings.Replacer // writes a number with the separators of the language
	spaced  *strings.Replacer // writes the spaces beside signs that do not break
	front   map[string]string // what parts of a plan begin with
	between *strings.Replacer // what stands within them
	shapes  []shape           // those with verbs, by which a finished text is known again
}

// read reads a language from its file. The build embeds it and a test checks it, so that nothing here can fail.
func read(name string) *tongue {
	text, _ := files.ReadFile(name)
	language := strings.TrimSuffix(path.Base(name), ".txt")
	t := &tongue{formats: map[string]string{}, numbers: separators[language], spaced: spaced[language]}
	if t.spaced == nil {
		t.spaced = strings.NewReplacer()
	}
	t.front = map[string]string{}
	var between []string
	english := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if said, is := strings.CutPrefix(line, "\t"); is && english != "" {
			if phrase, is := strings.CutPrefix(english, ofPlans); is {
				if phrase[0] == ' ' {
					between = append(between, phrase, said)
				} else {
					t.front[phrase] = said
				}
				english = ""
				continue
			}
			t.formats[english] = t.spaced.Replace(strings.ReplaceAll(said, "%w", "%v"))
			if s := shapeOf(english); len(s.verbs) > 0 {
				t.shapes = append(t.shapes, s)
			}
			english = ""
		} else if line != "" && !strings.HasPrefix(line, "# ") {
			english = line
		}
	}
	t.between = strings.NewReplacer(between...)
	return t
}

// A saying is one text on its way into a language.
type saying struct {
	*tongue
	looks int // that are left among the shapes
}

// mostLooks bounds the parts of one text that are compared with all shapes: a name of a file can be made so that each part could be any.
const mostLooks = 64

func (t *tongue) begin() *saying { return &saying{t, mostLooks} }

// Known reports whether SPAR speaks a language.
func Known(language string) bool { return language == English || tongues[language] != nil }

// spoken is a language other than English that is known, or nil.
func spoken(language string) *tongue {
	if read := tongues[language]; read != nil {
		return read()
	}
	return nil
}

// Format fills a format in a language.
func Format(language, format string, args ...any) string {
	if t := spoken(language); t != nil {
		return t.begin().fill(format, args)
	}
	return fmt.Sprintf(strings.ReplaceAll(format, "%w", "%v"), args...)
}

// fill fills a format, by its translation if there is one. Arguments that are texts of SPAR themselves are said in the same language.
func (s *saying) fill(format string, args []any) string {
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case error:
			said[i] = s.fault(a)
		case spar.Phrase:
			said[i] = s.text(string(a))
		default:
			said[i] = a
		}
	}
	if own, is := s.formats[format]; is {
		format = own
		for _, v := range shapeOf(format).verbs {
			if v.kind == 'f' && v.index < len(said) { // a decimal point is one of the language
				said[v.index] = s.number(fmt.Sprintf(v.plain(), said[v.index]))
				format = strings.Replace(format, v.whole, "%["+strconv.Itoa(v.index+1)+"]s", 1)
			}
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(format, "%w", "%v"), said...)
}

// Error says an error in a language.
func Error(language string, err error) string {
	if t := spoken(language); t != nil {
		return t.begin().fault(err)
	}
	return err.Error()
}

// fault says an error: by its format where it kept that, else by its text, and what it wraps by that error itself.
func (s *saying) fault(err error) string {
	text := err.Error()
	if e := (*spar.Error)(nil); errors.As(err, &e) && e.Message == text && e.Format != "" {
		return s.fill(e.Format, e.Args)
	}
	if own, is := s.known(text); is {
		return own
	}
	if joined, is := err.(interface{ Unwrap() []error }); is {
		var all []string
		for _, one := range joined.Unwrap() {
			all = append(all, s.fault(one))
		}
		if strings.Count(text, "\n") == len(all)-1 {
			return strings.Join(all, "\n")
		}
	}
	if cause := errors.Unwrap(err); cause != nil {
		if before, is := strings.CutSuffix(text, cause.Error()); is {
			return before + s.fault(cause)
		}
	}
	return text
}

// Languages are what SPAR speaks besides English, in the order of the alphabet.
func Languages() []string { return slices.Sorted(maps.Keys(tongues)) }

// Has reports whether a language other than English says a finished text as a whole: by its own line, or by that of the format that made it.
func Has(language, text string) bool {
	t := spoken(language)
	if t == nil {
		return false
	}
	_, is := t.begin().known(text)
	return is
}

// Line is what the file of a language has for a text of English that needs no arguments, and the text itself if there is no such line.
func Line(language, text string) (said string, is bool) {
	if t := spoken(language); t != nil {
		if own := t.formats[text]; own != "" {
			return own, true
		}
	}
	return text, false
}

// ofNames begins the lines of names. A name is a word or two, such as "Title", which would stand in other texts, too.
const ofNames = "name:"

// Name says the name of something of SPAR's own, such as an attribute, in a language. Another name stays as it is.
func Name(language, name string) string {
	if t := spoken(language); t != nil {
		return t.name(name)
	}
	return name
}

// HasName reports whether a language other than English says a name.
func HasName(language, name string) bool {
	t := spoken(language)
	return t != nil && t.formats[ofNames+name] != ""
}

func (t *tongue) name(name string) string {
	if own, is := t.formats[ofNames+name]; is {
		return own
	}
	return name
}

// ofPlans begins the lines of what a plan over a table is said with, in front of a column or between two of them.
const ofPlans = "plan:"

// Plan says a plan over a table that is in words, such as "average of Income for each Department, Role other than Clerk", in a language.
// Labels and values stay: only what stands in front of a part, or parts it with words that no label has, is said.
func Plan(language, text string) string {
	if t := spoken(language); t != nil {
		return t.plan(text)
	}
	return text
}

func (t *tongue) plan(text string) string {
	parts := strings.Split(text, ", ")
	for i, part := range parts {
		begins := ""
		for more := true; more; {
			more = false
			for phrase, own := range t.front {
				if rest, is := strings.CutPrefix(part, phrase); is {
					begins, part, more = begins+own, rest, true
					break
				}
			}
		}
		parts[i] = begins + t.between.Replace(part)
	}
	return strings.Join(parts, ", ")
}

// Text says a finished text of SPAR in a language: a reason or a note that was kept or came from elsewhere in English.
func Text(language, text string) string {
	if t := spoken(language); t != nil {
		return t.begin().text(text)
	}
	return text
}

// longest is the length of a text beyond which it is no message of SPAR, and looking at all of its parts would take long.
const longest = 4096

// text says a text: sentence by sentence, as a whole, or else what it was joined of.
func (s *saying) text(text string) string {
	if len(text) > longest {
		return text
	}
	if own, is := s.formats[text]; is {
		return own
	}
	if own, is := s.headed(text); is {
		return own
	}
	if own, is := s.parted(text, ". "); is {
		return own
	}
	if own, is := s.known(text); is {
		return own
	}
	for _, between := range []string{"; ", ", "} {
		if own, is := s.parted(text, between); is {
			return own
		}
	}
	return text
}

// headed says a text that stands behind the name of what it is about, such as "docs: the file is empty", unless a format has that head itself.
func (s *saying) headed(text string) (string, bool) {
	head, rest, is := strings.Cut(text, ": ")
	if !is || head == "" || strings.ContainsAny(head, " \"“") {
		return text, false
	}
	if slices.ContainsFunc(s.shapes, func(o shape) bool { return strings.HasPrefix(o.literals[0], head+":") }) {
		return text, false
	}
	colon := ":"
	if off := s.spaced.Replace(" :"); off != " :" {
		colon = off
	}
	own := s.text(rest)
	return head + colon + " " + own, own != rest
}

// parted says a text in parts where its first part is known, and of sentences the rest, too.
func (s *saying) parted(text, between string) (string, bool) {
	for from := 0; ; {
		at := strings.Index(text[from:], between)
		if at < 0 {
			return text, false
		}
		end := from + at + len(strings.TrimRight(between, " ;,"))
		from += at + len(between)
		if first, is := s.known(text[:end]); is {
			if rest := s.text(text[from:]); between != ". " || rest != text[from:] {
				return first + text[end:from] + rest, true
			}
		}
	}
}

// known says a text in another language. Of several formats that could have made it, the one with most letters of its own did.
func (s *saying) known(text string) (string, bool) {
	if own, is := s.formats[text]; is {
		return own, true
	}
	if s.looks--; s.looks < 0 {
		return text, false
	}
	var best shape
	var held []any
	for _, shape := range s.shapes {
		if shape.letters > best.letters {
			if parts := shape.match(text); parts != nil {
				best, held = shape, parts
			}
		}
	}
	if held == nil {
		return text, false
	}
	for i, part := range held {
		inner, is := part.(string)
		if !is {
			continue
		}
		switch first, rest, more := strings.Cut(inner, " "); {
		case best.verbs[i].kind == 'd' || best.verbs[i].kind == 'f':
			held[i] = s.number(inner)
		case more && number(first) && units[rest]:
			held[i] = s.number(first) + " " + rest
		case best.verbs[i].text && strings.Count(inner, " ") > 1 || number(first):
			held[i] = s.text(inner) // a name has fewer words
			if !more {
				held[i] = s.number(inner)
			}
		}
	}
	return fmt.Sprintf(plain(s.formats[best.format]), held...), true
}

// A shape is a format taken apart, to find what it was filled with.
type shape struct {
	format   string
	literals []string // one more than there are verbs
	verbs    []verb
	letters  int // of the literals
}

// A verb is one place of a format to be filled.
type verb struct {
	kind  byte // s, d, q, ...
	index int  // of the argument, from 0
	whole string
	text  bool // what fills it may be a text of SPAR: an error, or what stands behind a colon, a semicolon or a bracket
}

// plain is the verb without the number of its argument.
func (v verb) plain() string {
	before, after, is := strings.Cut(v.whole, "[")
	if !is {
		return v.whole
	}
	_, after, _ = strings.Cut(after, "]")
	return before + after
}

// shapeOf takes a format apart.
func shapeOf(format string) shape {
	s := shape{format: format}
	literal, next := "", 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			literal += format[i : i+1]
			continue
		}
		start := i
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.[]", format[i]) >= 0; i++ {
		}
		switch {
		case i == len(format):
			literal += format[start:]
			continue
		case format[i] == '%':
			literal += "%"
			continue
		}
		v := verb{kind: format[i], index: next, whole: format[start : i+1]}
		if _, number, is := strings.Cut(v.whole, "["); is {
			number, _, _ = strings.Cut(number, "]")
			n, _ := strconv.Atoi(number)
			v.index = n - 1
		}
		next = v.index + 1
		v.text = v.kind == 'w' || v.kind != 'q' && (strings.HasSuffix(literal, ": ") || strings.HasSuffix(literal, "; ") || strings.HasSuffix(literal, "(") || strings.HasSuffix(literal, ", for "))
		s.literals, s.verbs, s.letters, literal = append(s.literals, literal), append(s.verbs, v), s.letters+len(literal), ""
	}
	s.literals, s.letters = append(s.literals, literal), s.letters+len(literal)
	return s
}

// A format with fewer letters of its own may fit many texts, and fits none that was joined of several.
const fewLetters = 10

// match gives the texts that a format was filled with to become text, in the order of its verbs; nil if it did not become it.
func (s shape) match(text string) []any {
	rest, is := strings.CutPrefix(text, s.literals[0])
	if !is || s.letters == 0 || !strings.HasSuffix(rest, s.literals[len(s.literals)-1]) {
		return nil
	}
	held := make([]any, len(s.verbs))
	for i, v := range s.verbs {
		after, at := s.literals[i+1], 0
		switch {
		case i == len(s.verbs)-1:
			at = len(rest) - len(after)
		case v.kind == 'q':
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil || !strings.HasPrefix(rest[len(quoted):], after) {
				return nil
			}
			at = len(quoted)
		default:
			at = strings.Index(rest, after)
		}
		if at < 0 || at == 0 && after != "" && v.kind != 's' || v.kind == 'd' && !number(rest[:at]) {
			return nil
		}
		if s.letters < fewLetters && !v.text && strings.Contains(rest[:at], "; ") {
			return nil // "%s files" is not what says "64 open files; no core files"
		}
		held[v.index%len(held)], rest = rest[:at], rest[at+len(after):]
	}
	return held
}

// number reports whether a text is a number as SPAR writes it in English, such as 1,204 or 4.9.
func number(text string) bool {
	_, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return err == nil && strings.Trim(text, "-0123456789.,") == ""
}

// units are those of sizes.
var units = map[string]bool{"B": true, "bytes": true, "kB": true, "MB": true, "GB": true, "TB": true, "s": true, "ms": true}

// separators write a number of English with the separators of another language, as CLDR has them: in French thousands are divided by a
// narrow space that does not break.
var separators = map[string]*strings.Replacer{
	"de": strings.NewReplacer(",", ".", ".", ","),
	"es": strings.NewReplacer(",", ".", ".", ","),
	"fr": strings.NewReplacer(",", "\u202f", ".", ","),
}

// spaced write the spaces at which a line does not break: French sets some signs off by one, the higher ones by a narrow one.
var spaced = map[string]*strings.Replacer{
	"fr": strings.NewReplacer(" ;", "\u202f;", " !", "\u202f!", " ?", "\u202f?", " :", "\u00a0:", " »", "\u00a0»", "« ", "«\u00a0"),
}

// number writes a number with the separators of the language. What is no number stays.
func (s *saying) number(text string) string {
	if !number(text) || s.numbers == nil {
		return text
	}
	return s.numbers.Replace(text)
}

// plain is a translated format for arguments that are texts by now.
func plain(format string) string {
	s := shapeOf(format)
	var b strings.Builder
	for i, v := range s.verbs {
		b.WriteString(strings.ReplaceAll(s.literals[i], "%", "%%"))
		b.WriteString("%[" + strconv.Itoa(v.index+1) + "]s")
	}
	b.WriteString(strings.ReplaceAll(s.literals[len(s.verbs)], "%", "%%"))
	return b.String()
}
