package question

import "testing"

func TestEvery(t *testing.T) {
	for text, want := range map[string]bool{
		"list all boilers": true, "Which UID ranges does systemd assign?": false, "Welche Fristen gelten für alle Verträge?": true, "Quels sont tous les délais ?": true,
		"Which boilers fall?": false, "give me the complete list of sites": true, "¿Cuáles son todas las sedes?": true,
	} {
		if Every(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}
