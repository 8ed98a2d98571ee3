package spar_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sparsearch/spar/internal/spar"
)

// FuzzLocator: a place that can be read has no numbers below zero, and is the same when it is written and read again.
func FuzzLocator(f *testing.F) {
	for _, s := range []string{"", "page=3&heading=A+%3E+B", "sheet=Q3&row=7&cell=B7", "table=2&row=1&column=3", "bytes=120-980", "cell=zz9", "page=-1", "bytes=5-2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := spar.ParseLocator(s)
		if err != nil {
			if spar.CodeOf(err) != spar.Invalid || l != (spar.Locator{}) {
				t.Fatalf("%q: %+v, %v", s, l, err)
			}
			return
		}
		if l.Page < 0 || l.Table < 0 || l.Row < 0 || l.Column < 0 || l.Bytes.Start < 0 || l.Bytes.End < l.Bytes.Start {
			t.Fatalf("%q is read as %+v", s, l)
		}
		again, err := spar.ParseLocator(l.String())
		if err != nil || again != l {
			t.Fatalf("%q is %+v, written %q, read as %+v, %v", s, l, l.String(), again, err)
		}
	})
}

// FuzzDocument: whatever JSON is read as a document, or as values in it, is the same when it is written and read again.
func FuzzDocument(f *testing.F) {
	for _, s := range []string{
		`{"format":"text","state":"ok","properties":[{"key":"title","value":{"type":"text","value":"T"}},{"key":"pages","value":{"type":"number","value":3e-7}}],"blocks":[]}`,
		`{"blocks":[{"kind":"table","locator":{"sheet":"S","bytes":[1,2]},"table":{"header":["a"],"levels":[["a"]],"rows":[{"cells":["1"],"locator":{"row":2}}]}}]}`,
		`{"properties":[{"key":"made","value":{"type":"date","value":"2020-01-31T23:59:59.5+01:00"}}]}`,
		`{"properties":[{"key":"made","value":{"type":"date","value":"9999-12-31T23:00:00-12:00"}}]}`, // the year 10000 in UTC
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var d, again spar.Document
		if json.Unmarshal([]byte(s), &d) != nil {
			return
		}
		b, err := json.Marshal(d)
		if err == nil {
			err = json.Unmarshal(b, &again)
		}
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		if diff := cmp.Diff(d, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q: -first +again\n%s", s, diff)
		}
	})
}
