package main

import (
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// language is that of errors, notes and refusals. Help, tables and JSON are in English. Until the settings are read the environment says it.
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
