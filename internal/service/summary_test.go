package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func TestSummarize(t *testing.T) {
	ctx := t.Context()
	h := enginetest.Open(t, map[string]string{
		"travel/policy.md": "# Travel policy\n\n## Trains\n\nEmployees book train tickets of the second class for travel within the country.\n\n" +
			"## Hotels\n\nA hotel room for an employee may cost 120 euros a night, and more in the capital.\n\n## Claims\n\nEmployees claim the cost of travel within four weeks.\n",
		"travel/old.md":    "# Old policy\n\nThe old policy allowed employees to travel in the first class of trains.\n",
		"reports/audit.md": "# Audit\n\n## Summary\n\nThe audit found two faults in the books of the firm. Both were mended before the end of the year.\n\n## Details\n\nThe books of the firm lacked receipts.\n",
		"data/staff.csv":   "Name,Team,Salary\nAnn,Sales,100\nBen,Sales,120\nCy,Law,90\n",
		"data/noise.bin":   "\x00\x01\x02\x03\xff\xfe",
	}, nil).Scanned()
	s, who := service.New(h.Opened, service.Options{}), enginetest.All
	sum := func(in api.SummaryQuestion) api.Summary {
		t.Helper()
		got, err := s.Summarize(ctx, who, in)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	one := sum(api.SummaryQuestion{Files: []string{"policy.md"}})
	if len(one.Documents) != 1 || one.Documents[0].Title != "Travel policy" || len(one.Documents[0].Sentences) != 3 || one.Documents[0].Own {
		t.Fatalf("the summary of a file is %+v", one)
	}
	hotels := one.Documents[0].Sentences[1]
	if hotels.Heading != "Hotels" || !strings.HasPrefix(hotels.Text, "A hotel room") {
		t.Errorf("its second sentence is %+v", hotels)
	}
	place, err := s.Open(ctx, who, hotels.Open, "")
	if err != nil || !strings.Contains(strings.Join(place.Text, "\n"), "120 euros") {
		t.Errorf("its place is %+v, %v", place, err)
	}
	if own := sum(api.SummaryQuestion{Files: []string{"audit.md"}}).Documents[0]; !own.Own || len(own.Sentences) != 2 || !strings.HasPrefix(own.Sentences[1].Text, "Both were mended") {
		t.Errorf("the author's summary is %+v", own)
	}
	if table := sum(api.SummaryQuestion{Files: []string{"staff.csv"}}).Documents[0]; len(table.Sentences) == 0 || !strings.Contains(table.Sentences[0].Text, "3 rows and 3 columns") {
		t.Errorf("the summary of a table is %+v", table)
	}

	all := sum(api.SummaryQuestion{Documents: 3})
	var names []string
	for _, d := range all.Documents {
		names = append(names, d.Path.Name)
		if len(d.Sentences) > 2 {
			t.Errorf("of several files %s has %d sentences", d.Path.Name, len(d.Sentences))
		}
	}
	if all.Files != 5 || len(names)+len(all.LeftOut) != 3 || len(all.Notes) != 1 {
		t.Errorf("of all files %v are summed up, %+v", names, all.Notes)
	}
	if narrow := sum(api.SummaryQuestion{Scope: "path:travel/**", Sentences: 1}); narrow.Files != 2 || len(narrow.Documents) != 2 || len(narrow.Documents[0].Sentences) != 1 {
		t.Errorf("the summary of a scope is %+v", narrow)
	}
	for _, in := range []api.SummaryQuestion{
		{Files: []string{"policy.md"}, Scope: "type:md"}, {Sentences: 99}, {Documents: -1}, {Files: []string{"nowhere.md"}}, {Files: []string{"noise.bin"}}, {Scope: "tag:none"},
	} {
		if got, err := s.Summarize(ctx, who, in); err == nil {
			t.Errorf("%+v is answered: %+v", in, got)
		}
	}
	if _, err := s.Summarize(ctx, spar.Principal{Name: "nobody"}, api.SummaryQuestion{}); spar.CodeOf(err) == "" {
		t.Error("somebody without a right gets a summary")
	}
}
