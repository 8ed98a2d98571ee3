package main

import (
	"regexp"
	"strings"

	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// language is that of errors, notes, refusals and what the help says of commands and settings. Tables and JSON are in English. Until the
// settings are read the environment says it.
func (a *app) language() string {
	if a.config != nil {
		said, _ := a.config.Language() // what is wrong with it is said where it is set
		return said
	}
	if said := a.variable(config.LanguageVariable); tongue.Known(said) {
		return said
	}
	return tongue.Environment(a.env)
}

// say fills a format in the language of whoever types.
func (a *app) say(format string, args ...any) string {
	return tongue.Format(a.language(), format, args...)
}

// words is a finished text of ours in that language.
func (a *app) words(text string) string { return tongue.Text(a.language(), text) }

// counted is plural as an argument of a format that is said in another language.
func counted(n int, one, many string) spar.Phrase { return spar.Phrase(plural(n, one, many)) }

// above matches what the help writes above its lists. Scripts look for "Usage:", which stays.
var above = regexp.MustCompile(`(?m)^[A-Z][A-Za-z ]*:`)

// helped has the help of a command and of all below it speak a language: what each does, its flags, and what stands above the lists. The
// long texts and the examples stay in English.
func helped(c *cobra.Command, language string) {
	if language == tongue.English {
		return
	}
	line := func(text string) string { said, _ := tongue.Line(language, text); return said }
	c.SetUsageTemplate(strings.Replace(above.ReplaceAllStringFunc(c.UsageTemplate(), func(title string) string { return tongue.Name(language, title) }),
		`Use "{{.CommandPath}} [command] --help" for more information about a command.`,
		tongue.Format(language, `Use "%s [command] --help" for more information about a command.`, "{{.CommandPath}}"), 1))
	for _, g := range c.Groups() {
		g.Title = tongue.Name(language, strings.TrimSuffix(g.Title, ":")) + ":"
	}
	var all func(*cobra.Command)
	all = func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.Short = line(c.Short)
		for _, flags := range []*pflag.FlagSet{c.PersistentFlags(), c.Flags()} {
			flags.VisitAll(func(f *pflag.Flag) { f.Usage = line(f.Usage) })
		}
		for _, sub := range c.Commands() {
			all(sub)
		}
	}
	all(c)
}
