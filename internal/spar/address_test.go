package spar_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]spar.Address{
		"docs:hr/leave.pdf":               {Share: "docs", Path: "hr/leave.pdf"},
		"docs:hr/leave.pdf#":              {Share: "docs", Path: "hr/leave.pdf"},
		"docs:hr/leave.pdf#page=3":        {Share: "docs", Path: "hr/leave.pdf", Locator: spar.Locator{Page: 3}},
		"docs:a#b#page=3":                 {Share: "docs", Path: "a#b", Locator: spar.Locator{Page: 3}},
		"docs:a#b":                        {Share: "docs", Path: "a#b"},
		"docs:c:d":                        {Share: "docs", Path: "c:d"},
		"leave.pdf#page=3":                {Path: "leave.pdf", Locator: spar.Locator{Page: 3}},
		"docs:sales.xlsx#sheet=Q&cell=B7": {Share: "docs", Path: "sales.xlsx", Locator: spar.Locator{Sheet: "Q", Row: 7, Column: 2}},
	} {
		got, err := spar.ParseAddress(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, part := range map[string]string{
		"": "is no citation", ":a": "is no citation", "docs:": "is no citation",
		"docs:a#page=x": "another #",
	} {
		if _, err := spar.ParseAddress(text); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestAddressReadsBack prints random addresses and reads them.
func TestAddressReadsBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := spar.Address{
			Share: rapid.StringMatching(`[a-z0-9-]+`).Draw(r, "share"), Path: rapid.StringMatching(`[a-z#:=& /äß]+`).Draw(r, "path"),
			Locator: spar.Locator{Page: rapid.IntRange(0, 3).Draw(r, "page"), Heading: rapid.StringMatching(`[a-z#=&>% ]*`).Draw(r, "heading")},
		}
		if got, err := spar.ParseAddress(a.String()); err != nil || got != a {
			r.Errorf("%+v became %q, and that %+v, %v", a, a, got, err)
		}
	})
}

func TestMay(t *testing.T) {
	all := []spar.Capability{spar.CanRead, spar.CanCurate, spar.CanOperate, spar.CanAdminister}
	for _, tc := range []struct {
		what string
		who  spar.Principal
		may  int
	}{
		{"a stranger", spar.Principal{}, 1},
		{"one who is served", spar.Principal{Served: true}, 1},
		{"the superuser's account, served", spar.Principal{Served: true, All: true}, 1},
		{"a curator", spar.Principal{Served: true, Role: spar.Curator}, 2},
		{"an operator", spar.Principal{Served: true, Role: spar.Operator}, 3},
		{"the owner", spar.Principal{Operator: true}, 4},
		{"the superuser", spar.Principal{All: true}, 4},
		{"a role that does not exist", spar.Principal{Served: true, Role: "king"}, 0},
	} {
		for i, c := range all {
			if got := tc.who.May(c); got != (i < tc.may) {
				t.Errorf("%s may %s: %v", tc.what, c, got)
			}
		}
		if tc.who.May("fly") {
			t.Errorf("%s may do what there is not", tc.what)
		}
	}
}
