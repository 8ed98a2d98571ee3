package versions

import (
	"path"
	"strings"
	"testing"
)

// TestHeld: the date in the name of minutes or the like, or of a file in a folder of such, tells the occasion and no version.
func TestHeld(t *testing.T) {
	for file, want := range map[string]bool{
		"Protokolle/2024-06-11 Vorstand.md":           true,
		"Verein/2024-06-11 Vorstandssitzung.md":       true,
		"Comptes rendus/2024-05-14 Conseil.md":        true,
		"Bureau/2024-05-14 réunion.md":                true,
		"Actas/2024-06-20 Junta extraordinaria.md":    true,
		"Board/minutes/2024-06-20 board.md":           true,
		"Ordnungen/Beitragsordnung 2024-01-22.md":     false,
		"Satzung/Satzung der Versammlung 2021.md":     false,
		"Statuts/règlement du conseil v2 (2021).docx": false,
	} {
		name := path.Base(file)
		if got := periodicName(file, strings.ToLower(compiled().gaps.ReplaceAllString(strings.TrimSuffix(name, path.Ext(name)), " "))); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}
