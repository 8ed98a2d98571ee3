package chunk

import "testing"

func TestBritishAndAmericanSpellingsAreOneTerm(t *testing.T) {
	var a Analyzer
	for _, alike := range [][]string{
		{"licence", "licences", "license", "licensed"},
		{"organisation", "organization", "organisations"}, {"organise", "organized", "organising"},
		{"centre", "center", "centres", "centered"}, {"colour", "colors", "coloured"},
		{"catalogue", "catalog", "cataloguing", "cataloging"}, {"analyse", "analyzed", "analysing"},
		{"travelling", "traveling", "travelled"}, {"behaviour", "behavior", "behaviours"},
		{"manoeuvre", "maneuver", "manoeuvring"}, {"anaemia", "anemia"}, {"defence", "defense"},
		{"judgement", "judgments"}, {"programme", "programmes"}, {"sulphur", "sulfur"},
		{"supervise", "supervision"}, {"precise", "precision"}, {"advertise", "advertisement", "advertising"},
		{"appraise", "appraisal"}, {"promise", "promised", "promising"}, {"exercise", "exercises", "exercised"},
	} {
		for _, w := range alike[1:] {
			if x, y := a.Stem(alike[0], "en"), a.Stem(w, "en"); x != y {
				t.Errorf("%q is %q, %q is %q", alike[0], x, w, y)
			}
		}
	}
	for _, apart := range [][2]string{{"cheque", "check"}, {"storey", "story"}, {"prison", "prize"}, {"metric", "meter"}, {"analysis", "analog"}} {
		if a.Stem(apart[0], "en") == a.Stem(apart[1], "en") {
			t.Errorf("%q and %q are one term", apart[0], apart[1])
		}
	}
	if got := a.Stem("licence", "fr"); got != stem("licence", "fr") || american("licence") == "licence" {
		t.Errorf("a French word is spelled as %q", got)
	}
}
