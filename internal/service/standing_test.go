package service_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestStanding: what an answer says of versions is what the page of the file says, also where the version in force is not among the
// hits. A file without other versions gets no word about it.
func TestStanding(t *testing.T) {
	s, h := open(t, map[string]string{
		"plans/2021 Weaver Plan.md":   "# Weaver Plan\n\nThe depot for lanterns is in Harwick.\n\nThe board meets in May each year.\n",
		"plans/2022 Weaver Plan.md":   "# Weaver Plan\n\nThe depot for lanterns is in Dunmore.\n\nThe board meets in June each year.\n",
		"plans/2023 Weaver Plan.docx": "cut off", // cannot be read, so no hit
		"notes/lanterns.md":           "# Lanterns\n\nThe depot for lanterns holds ninety lanterns.\n",
	})
	h.Scanned()
	a := ask(t, s, reader, api.Question{Question: "Where is the depot for lanterns?"})
	seen := map[string]bool{}
	for _, e := range a.Evidence {
		seen[e.Path.Name] = true
		v, err := s.Versions(t.Context(), reader, e.Share+":"+e.Path.Name, "")
		if err != nil {
			t.Fatal(err)
		}
		binds := v.InForce == e.Share+":"+e.Path.Name
		switch {
		case len(v.Members) < 2 && (e.InForce != nil || e.Version != ""):
			t.Errorf("%s is alone and told as version %q", e.Path.Name, e.Version)
		case len(v.Members) > 1 && e.InForce != nil && *e.InForce != binds:
			t.Errorf("%s: in force is %v in the answer, %v by itself", e.Path.Name, *e.InForce, binds)
		}
	}
	if !seen["plans/2022 Weaver Plan.md"] || !seen["notes/lanterns.md"] {
		t.Errorf("shown is %v", seen)
	}
	for _, c := range a.Citations {
		if c.InForce {
			t.Errorf("%s is cited as in force", c.Path.Name)
		}
	}
}
