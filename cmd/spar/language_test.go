package main

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/tongue"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mostUntranslated is how many usages of flags may lack a language: those of single commands. It may only fall.
const mostUntranslated = 200

// TestHelpInAllLanguages: what each command does is said in every language, and so is every flag of all commands and what stands above the
// lists.
func TestHelpInAllLanguages(t *testing.T) {
	t.Parallel()
	a := &app{env: func(string) (string, bool) { return "", false }, err: &strings.Builder{}}
	root := a.command()
	for _, language := range tongue.Languages() {
		lacks := map[string]bool{}
		said := func(text string) bool {
			_, is := tongue.Line(language, text)
			return text == "" || is || tongue.HasName(language, text)
		}
		for _, g := range root.Groups() {
			if title := strings.TrimSuffix(g.Title, ":"); !said(title) {
				t.Errorf("internal/tongue/%s.txt has no line for the group %q", language, title)
			}
		}
		root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !said(f.Usage) { // a hidden one is a setting, which config looks at
				t.Errorf("internal/tongue/%s.txt has no line for the flag --%s:\n%s", language, f.Name, f.Usage)
			}
		})
		var all func(*cobra.Command)
		all = func(c *cobra.Command) {
			if !said(c.Short) {
				t.Errorf("internal/tongue/%s.txt has no line for `%s`:\n%s", language, c.CommandPath(), c.Short)
			}
			c.LocalFlags().VisitAll(func(f *pflag.Flag) { lacks[f.Usage] = lacks[f.Usage] || !said(f.Usage) })
			for _, sub := range c.Commands() {
				all(sub)
			}
		}
		all(root)
		missing := 0
		for _, is := range lacks {
			if is {
				missing++
			}
		}
		if missing > mostUntranslated {
			t.Errorf("%d usages of flags have no line in internal/tongue/%s.txt; they may be %d", missing, language, mostUntranslated)
		}
	}
}

// TestHelpSpeaks: the help is in the language of the environment, and its lists are headed in it.
func TestHelpSpeaks(t *testing.T) {
	t.Parallel()
	env := func(name string) (string, bool) { return "de_DE.UTF-8", name == "LANG" }
	out := &strings.Builder{}
	a := &app{env: env, out: out, err: out}
	root := a.command()
	helped(root, a.language())
	root.SetOut(out)
	root.SetArgs([]string{"tag", "--help"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Usage:", "Befehle:", "Schalter:", "Listet die Schlagwörter als Baum", "JSON ausgeben", `"spar tag [command] --help" sagt mehr`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, out)
		}
	}
}
