package chunk

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		"The Leave Policy":                     "the leave policy",
		"1,000 or 1.000 or 1'000 or 12,34,567": "1000 or 1000 or 1000 or 1234567",
		"1.452,4 = 1,452.4; 3.14":              "1452.4 1452.4 3.14",
		"A-12/b":                               "a 12 b a-12/b",
		"COVID-19 and 2024-05-01.":             "covid 19 covid-19 and 2024 05 01 2024-05-01",
		"cost-plus, on-board":                  "cost plus on board",
		"the firm's don't l’homme d'accord":    "the firm don homme accord",
		"www.example.com max_size v2.7.0":      "www example com max size v2 7 0 v2.7.0",
		"ﬁnance Ｆｕｌｌ İstanbul":                 "finance full istanbul",
		"東京都 タワー 茶":                            "東京 京都 タワ ワー 茶",
		"Tokyo東京2020年":                         "tokyo 東京 2020 年",
		"직원은 휴가":                               "직원 원은 휴가",
		"vitamin C":                            "vitamin c",
		"a--b 5% $12":                          "a b 5 12",
		"on 4 March 2031":                      "on 4 march 2031 2031-03-04",
		"March 4th, 2031":                      "march 4th 2031 2031-03-04",
		"4. März 2031; 4 de marzo de 2031":     "4 märz 2031 4 de marzo de 2031 2031-03-04 2031-03-04",
		"04.03.2031":                           "04.03.2031 2031-03-04",
		"3/25/2031 or 25/3/2031":               "3 25 2031 3/25/2031 or 25 3 2031 25/3/2031 2031-03-25 2031-03-25",
		"03/04/2031 in May 2031":               "03 04 2031 03/04/2031 in may 2031",
		"2 345 678 or 12 000,50 or 1 2 345":    "2 345 678 or 12 000.50 or 1 2 345 2345678 12000.50",
		"in 2031 345 people":                   "in 2031 345 people",
		"+49 (0)89 123-4567":                   "49 0 89 123 4567 123-4567 +1234567 +891234567",
		"tel. 089 1234567 or 0891234567":       "tel 089 1234567 or 0891234567 +1234567 +891234567 +1234567 +891234567",
		"01 23 45 67 89, 555-123-4567":         "01 23 45 67 89 555 123 4567 555-123-4567 +3456789 +123456789 +1234567 +551234567",
		"10.12.126.68 and 4006381333931":       "10.12.126.68 and 4006381333931",
		"C# C++ .NET (.env) a.b end. Next":     "c c net env a b end next c# c++ .net .env",
		"WF-M5799DWF 100km abc123def4567":      "wf m5799 m5799dwf wf-m5799dwf 100km abc123def4567",
	} {
		if d := cmp.Diff(want, strings.Join(Words(text), " ")); d != "" {
			t.Errorf("%q: -want +got\n%s", text, d)
		}
	}
	if w := Words(strings.Repeat("ü", 100)); len(w) != 1 || len(w[0]) != maxTerm {
		t.Errorf("a word of 100 letters gives %q", w)
	}
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "running policies of employees' S100A9", "run polici of employe s100a9"},
		{"de", "die Häuser, häusern Straße", "die haus haus strass"},
		{"fr", "les résumés résumé", "le resum resum"},
		{"ru", "сотрудники ещё", "сотрудник еще"},
		{"", "employees Häuser François Francois", "employe hauser francoi francoi"},
		{"en", "François Francois", "francoi francoi"},
		{"pl", "employees źródła", "employees zrodla"},
		{"", "Łukasz Weiß Lukasz Weiss Ærø Aeroe", "lukasz weiss lukasz weiss aero aero"},
		{"ar", "كِتَاب", "كتاب"},
		{"hi", "हिन्दी", "हिन्दी"},
	} {
		if d := cmp.Diff(c.want, strings.Join(Terms(c.text, c.lang), " ")); d != "" {
			t.Errorf("%s %q: -want +got\n%s", c.lang, c.text, d)
		}
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"The leave policy 1,000 A-12/b", "東京都タワー", "كِتَاب", "சோதனை", "İĞIı ßẞ", "a_.-'b"} {
		f.Add(s)
	}
	var a Analyzer
	f.Fuzz(func(t *testing.T, text string) {
		words := Words(text)
		for _, w := range words {
			if w == "" || len(w) > maxTerm || utf8.ValidString(text) && !utf8.ValidString(w) {
				t.Fatalf("%q gives the word %q", text, w)
			}
			for lang := range stemmers {
				if s := a.Stem(w, lang); s == "" && !strings.ContainsFunc(w, mark) {
					t.Fatalf("the stem of %q in %s is empty", w, lang)
				}
			}
		}
	})
}

func BenchmarkTerms(b *testing.B) {
	text := strings.Repeat("Employees of the company are entitled to 12 weeks of parental leave, as agreed in section 4.2. ", 10)
	var a Analyzer
	for b.Loop() {
		a.Terms(text, "en")
	}
	b.ReportMetric(float64(len(text)), "bytes/op")
}
