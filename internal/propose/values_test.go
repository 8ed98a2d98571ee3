package propose_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/spar"
)

// TestValues: name, title, headings, a marking, a line that states it, the phrases of its kind and the format tell the value of a file.
func TestValues(t *testing.T) {
	model, err := propose.StatedValues()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		key  string
		form propose.Form
		want string
		sure bool
	}{
		{"document-type", propose.Form{Name: "board minutes 2024 05 14", Format: "docx", Texts: []string{"Present: A, B. Apologies: C.\nNext meeting: 3 June."}}, "minutes", true},
		{"document-type", propose.Form{Name: "scan 0017", Format: "pdf", Texts: []string{"INVOICE\nInvoice number: 17\nBill to: Northwind\nSubtotal 20.00\nVAT 4.00\nAmount due 24.00"}}, "invoice", true},
		{"document-type", propose.Form{Name: "kickoff", Format: "pptx", Texts: []string{"Welcome"}}, "presentation", true},
		{"document-type", propose.Form{Name: "remote work policy", Format: "pdf", Texts: []string{"This policy applies to all staff."}, Paths: []string{"Remote work policy > Scope"}}, "policy", true},
		{"document-type", propose.Form{Name: "working remotely", Folder: "docs:Employment Policies", Format: "md", Texts: []string{"This policy applies to all who work from home."}}, "policy", true},
		{"document-type", propose.Form{Name: "zebra", Format: "txt", Texts: []string{"The zebra has stripes."}}, "", false},
		// A stem is no word: "informe" is a report in Spanish, and "findings" are in one.
		{"document-type", propose.Form{Name: "sensitive information", Folder: "docs:general-information", Format: "md", Texts: []string{"Find the information here, or tell what you found."}}, "", false},
		{"document-type", propose.Form{Name: "job titles", Format: "md", Rows: 1, Texts: []string{"Title: engineer; grade: 12"}}, "", false}, // a text with a table
		{"document-type", propose.Form{Name: "job titles", Format: "csv", Rows: 1, Texts: []string{"Title: engineer; grade: 12"}}, "table", true},
		{"confidentiality", propose.Form{Key: []string{"classification"}, Name: "budget", Texts: []string{"STRICTLY CONFIDENTIAL\n\nThe budget of the coming year."}}, "secret", true},
		{"confidentiality", propose.Form{Key: []string{"classification"}, Name: "budget", Texts: []string{"Budget\nClassification: Internal use only\nThe budget."}}, "internal", true},
		{"department", propose.Form{Key: []string{"department"}, Name: "how it works", Texts: []string{"It works by steam."}}, "", false},
		{"department", propose.Form{Key: []string{"department"}, Name: "plan", Texts: []string{"Department: Accounting\nThe plan."}}, "Finance", true},
	} {
		a, _ := schema.Standard().Attribute(tc.key)
		var values []spar.Tag
		for i, v := range a.Proposed() {
			values = append(values, spar.Tag{ID: spar.TagID(i + 1), Name: v.Name, Synonyms: v.Synonyms})
		}
		found := propose.Candidates(propose.File{Texts: append([]string{tc.form.Name}, tc.form.Texts...)}, propose.NewNames(values), propose.NewVoters(nil, nil), propose.Unweighed())
		list, err := propose.Values(values, found, tc.form, model)
		if err != nil {
			t.Fatal(err)
		}
		first := values[list[0].Tag-1].Name
		if !tc.sure && list[0].Chance >= .1 {
			t.Errorf("%s: nothing speaks for %s, which has %.2f", tc.form.Name, first, list[0].Chance)
		}
		if sure := list[0].Chance >= .5; sure != tc.sure || sure && first != tc.want {
			t.Errorf("%s: %s at %.2f, signs %v; want %q", tc.form.Name, first, list[0].Chance, list[0].Signs, tc.want)
		}
	}
}
