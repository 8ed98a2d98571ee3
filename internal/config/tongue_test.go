package config_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/tongue"
)

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
