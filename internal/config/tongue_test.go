package config_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/tongue"
)

// TestTitles: people call every setting by some words, in every language, and each by others.
func TestTitles(t *testing.T) {
	for _, language := range append(tongue.Languages(), tongue.English) {
		seen := map[string]string{}
		for _, s := range config.Settings() {
			title := tongue.Name(language, s.Title())
			if n := len(strings.Fields(title)); n == 0 || n > 6 || language == tongue.English && n > 5 || title == s.Name {
				t.Errorf("%s: the setting %s is called %q", language, s.Name, title)
			}
			if language != tongue.English && !tongue.HasName(language, s.Title()) {
				t.Errorf("internal/tongue/%s.txt has no line name:%s", language, s.Title())
			}
			if other := seen[title]; other != "" {
				t.Errorf("%s: the settings %s and %s are both called %q", language, s.Name, other, title)
			}
			seen[title] = s.Name
		}
	}
}

// TestSettingsInAllLanguages: every setting says its purpose in every language.
func TestSettingsInAllLanguages(t *testing.T) {
	for _, s := range config.Settings() {
		for _, language := range tongue.Languages() {
			if !tongue.Has(language, s.Usage) {
				t.Errorf("internal/tongue/%s.txt has no line for the setting %s:\n%s", language, s.Name, s.Usage)
			}
		}
	}
}
