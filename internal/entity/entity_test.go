package entity

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

func namesOf(found []Entity) (out []string) {
	for _, e := range found {
		s := fmt.Sprintf("%s %s", e.Kind, e.Value)
		if e.Unit != "" {
			s += " " + e.Unit
		}
		out = append(out, s)
	}
	return out
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"the GNU General Public License, and the Lesser General Public License", nil},
		{"General John Smith signed", []string{"person John Smith"}},
		{"Order -40 degrees, invoice -12345, invoice-2020/17, order AB-1234", []string{"invoice 2020/17", "order AB-1234"}},
		{"The meeting is on 2021-03-04, not on 5 May 2021 or June 7, 2021.", []string{"date 2021-03-04", "date 2021-05-05", "date 2021-06-07"}},
		{"Am 3. März 2020 und am 1er août 2019, den 12 maj 1998.", []string{"date 2020-03-03", "date 2019-08-01", "date 1998-05-12"}},
		{"On 13/04/2020 and 03/04/2020.", []string{"date 2020-04-13", "date 2020-04-03"}},
		{"On 04/13/2020 and 03/04/2020.", []string{"date 2020-04-13", "date 2020-03-04"}},
		{"version 1.2.3, section 3.4.12, 31/31/2020, 2020-13-01", nil},
		{"It cost $1,234.50, or €2.5 million, or 300 SEK.", []string{"amount 1234.5 USD", "amount 2500000 EUR", "amount 300 SEK"}},
		{"Es kostet 1.234,50 € und 7.000 EUR.", []string{"amount 1234.5 EUR", "amount 7000 EUR"}},
		{"Sales of £7.000 beside £3.25 and £1,000.75", []string{"amount 7 GBP", "amount 3.25 GBP", "amount 1000.75 GBP"}},
		{"A rise of 3.5 % and -12 percent.", []string{"percent 3.5", "percent -12"}},
		{"Write to Ada.L@Example.org or call +46 8 123 456 78; fax: 08-123 45 67; 1999 2000 2001", []string{"email ada.l@example.org", "phone +46812345678", "phone 081234567"}},
		{"Invoice no. INV-2020/17 of order #48812, case 12-CV-0099, patient ID 0012345, part number AX-77", []string{"invoice INV-2020/17", "order 48812", "case 12-CV-0099", "patient 0012345", "part AX-77"}},
		{"in order 2 of three", nil},
		{"Yesterday Mary Jones met Dr. Lindqvist and J. Smith in Stockholm, Sweden.", []string{"person Mary Jones", "person Lindqvist", "person J. Smith", "place Stockholm", "place Sweden"}},
		{"Acme Widgets Ltd and the University of Oslo signed with Deutsche Bank AG.", []string{"organisation Acme Widgets Ltd", "organisation University of Oslo", "organisation Deutsche Bank AG"}},
		{"The Ministry of Health, the Department of Public Works and Karolinska Institute", []string{"organisation Ministry of Health", "organisation Department of Public Works", "organisation Karolinska Institute"}},
		{"May we ask? Will you come? Mark the date. The case is closed. New results for June.", nil},
		{"He lives in Reading. Reading is fun.", []string{"place Reading"}},
		{"Signed by Vincent van Gogh, New York", []string{"person Vincent van Gogh", "place New York"}},
		{"Paris Hilton came from Paris.", []string{"person Paris Hilton", "place Paris"}},
		{"Hospital Road, near Acme Bank Website. Choose Acme Bank for it.", []string{"organisation Acme Bank", "organisation Acme Bank"}},
		{"Mercy Hospital Mill Road and Civil Hospital Road", []string{"organisation Mercy Hospital"}},
		{"Signed: Mary Jones Acting Director, and John Smith", []string{"person Mary Jones", "person John Smith"}},
		{"the General Rules of the Inspector General, and General Management; General Smith", []string{"person Smith"}},
		{"an office in Hong Kong", []string{"place Hong Kong"}},
		{"the shop in Anna Salai, and James Long Sarani", nil},
		// Capitals alone are nobody.
		{"growth of the Candy Crush franchise, our Del Monte® fruit, a Monte Carlo model in April", nil},
		{"priced in the U.S. Dollar, at P.O. Box 12", nil},
		{"the ships Toledo Spirit and Alexander Spirit; the tent at Willow Springs", nil},
		{"Robert Wood left. Written by Peter Spirit, who left too", []string{"person Robert Wood", "person Peter Spirit"}},
		{"Copyright (C) 2004 Zdravko Quellmann <zq@example.org>", []string{"person Zdravko Quellmann", "email zq@example.org"}},
		{"Copyright (C) 2004 Quellmann Team <team@example.org>", []string{"email team@example.org"}},
		{"ANDREA R. MILLER, Chief Financial Officer since May", []string{"person ANDREA R. MILLER"}},
		{"P. A. Moore, B. Laura Jonson, M. Jonson and then Zlatka Maria Smith came", []string{"person P. A. Moore", "person B. Laura Jonson", "person M. Jonson", "person Zlatka Maria Smith"}},
		// Neither are headings and kinds of departments an organisation.
		{"Open Card Services or the Help Center. Head Office: 2 Mill Lane. A Rabbi Trust holds it", nil},
		{"Acquisition Services Fund (ASF), the U.S. Department of Commerce and the Office of Public Policy",
			[]string{"organisation Acquisition Services Fund", "organisation U.S. Department of Commerce", "organisation Office of Public Policy"}},
		{"by Acme Group Holding Limited and Anokhi KK Square", []string{"organisation Acme Group Holding Limited"}},
		{"NO PARTY SHALL SMAIL AS PERMITTED", nil},
		{"It was given as a present in that year and at that place by the Free\nSoftware Foundation.", []string{"organisation Free Software Foundation"}},
		{"Mary Jones\nPeter Smith", []string{"person Mary Jones", "person Peter Smith"}},
		{"", nil},
	} {
		got := New([]string{c.text}, "en", Standard()).Find(c.text)
		if c.text[:min(2, len(c.text))] == "Es" {
			got = New([]string{c.text}, "de", Standard()).Find(c.text)
		}
		if diff := cmp.Diff(c.want, namesOf(got)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
		for _, e := range got {
			if c.text[e.Start:e.End] != e.Text {
				t.Errorf("%q does not stand at %d of %q", e.Text, e.Start, c.text)
			}
		}
	}
}

// TestEvidence: what a file shows elsewhere decides how its ambiguous dates and numbers are read.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		file []string
		lang string
		want []string
	}{
		{[]string{"due 03/04/2020 for 1.234 EUR", "paid 12/25/2019, 3.5 EUR"}, "en", []string{"date 2020-03-04", "amount 1.234 EUR"}},
		{[]string{"due 03/04/2020 for 1.234 EUR", "paid 25/12/2019, 3,5 EUR"}, "en", []string{"date 2020-04-03", "amount 1234 EUR"}},
		{[]string{"due 03/04/2020 for 1.234 EUR"}, "en", []string{"date 2020-04-03", "amount 1.234 EUR"}},
		{[]string{"due 03/04/2020 for 1.234 EUR"}, "de", []string{"date 2020-04-03", "amount 1234 EUR"}},
	} {
		if diff := cmp.Diff(c.want, namesOf(New(c.file, c.lang, nil).Find(c.file[0]))); diff != "" {
			t.Errorf("%q in %s (-want +got):\n%s", c.file, c.lang, diff)
		}
	}
}

func TestProperties(t *testing.T) {
	passages := []spar.Passage{
		{Text: "Mary Jones paid $5.", Lang: "en"}, {Text: "Peter Smith and Mary Jones, on 2020-01-02.", Lang: "en"},
		{Kind: spar.TablePassage, Text: "John Brown"},
	}
	var got []string
	list, _, err := Properties(t.Context(), passages, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		got = append(got, p.Key+"="+p.Value.String())
	}
	want := []string{"entity.amount=5", "entity.amount.usd=5", "entity.date=2020-01-02", "entity.person=Mary Jones", "entity.person=Peter Smith"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range 3 {
		var many []spar.Passage
		for i := range 2000 {
			many = append(many, spar.Passage{Text: fmt.Sprintf("%d %% and user%d@example.org", i, i)})
		}
		list, _, err := Properties(t.Context(), many, nil, nil)
		if n := len(list); n != 2*maxValues || err != nil {
			t.Errorf("%d properties, want %d", n, 2*maxValues)
		}
	}
}

func TestCompile(t *testing.T) {
	for _, c := range [][2]string{{"Bad Kind", "x"}, {"kind", "("}, {"kind", "x*"}} {
		if _, err := Compile(c[0], c[1]); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q: %v", c, err)
		}
	}
	p, err := Compile("ticket", `\bTCK-(\d+)\b`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ticket 4711"}, namesOf(New(nil, "", []Pattern{p}).Find("see TCK-4711"))); diff != "" {
		t.Error(diff)
	}
}

func TestParse(t *testing.T) {
	list, err := Parse("ids.yaml", []byte("ticket: 'TCK-(\\d+)'\ncase:\norder: 'ORD\\d+'\n"))
	if err != nil {
		t.Fatal(err)
	}
	const file = "TCK-4712, case 12-99, order 4711, ORD17, invoice 2020-1"
	if diff := cmp.Diff([]string{"ticket 4712", "order ORD17", "invoice 2020-1"}, namesOf(New(nil, "", list).Find(file))); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"- a\n- b", "a: '('", "A B: x", "a: 'x*'"} {
		if _, err := Parse("ids.yaml", []byte(bad)); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "ids.yaml") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if Recipe(nil, nil) != "" || Recipe(list, nil) == Recipe(Standard(), nil) {
		t.Error("a recipe names its patterns")
	}
}

func TestDictionary(t *testing.T) {
	if n := len(dictionary()); n < 30_000 {
		t.Errorf("%d names", n)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Mary Jones, 3/4/2020, €1.234,50, Acme Ltd & Co in New York")
	f.Add("\xff\xfe A. B. C., Smith, John 12:30 +1 (555) 123-4567")
	own := Pattern{Kind: "x", Expr: regexp.MustCompile(`x(\d+)?`)}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, e := range New([]string{s}, "", append(Standard(), own)).Find(s) {
			if e.Start < end || e.End <= e.Start || s[e.Start:e.End] != e.Text {
				t.Errorf("%+v in %q", e, s)
			}
			if utf8.ValidString(s) && !utf8.ValidString(e.Text) {
				t.Errorf("%q is cut within a character", e.Text)
			}
			end = e.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	const text = "Yesterday Mary Jones met Dr. Lindqvist in Stockholm, Sweden, to sign invoice no. INV-2020/17 over €1,234.50, which is 3.5 % more than on 5 May 2019. The University of Oslo will pay; the rest of this sentence is plain and names nobody at all, as most of what is written does.\n"
	b.SetBytes(int64(len(text)))
	f := New([]string{text}, "en", Standard())
	for b.Loop() {
		f.Find(text)
	}
}
