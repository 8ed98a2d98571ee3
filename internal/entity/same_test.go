package entity

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// same fails if a Finder finds anything but what the simple version does.
func same(t *testing.T, texts []string, lang string, ids []Pattern) {
	t.Helper()
	f, ref := New(texts, lang, ids), refNew(texts, lang, ids)
	if f.dayFirst != ref.dayFirst || f.comma != ref.comma {
		t.Fatalf("day first %v, comma %v; want %v, %v: %.500q", f.dayFirst, f.comma, ref.dayFirst, ref.comma, texts)
	}
	for _, s := range texts {
		if diff := cmp.Diff(ref.Find(s), f.Find(s)); diff != "" {
			t.Fatalf("%.2000q (-want +got):\n%s", s, diff)
		}
	}
}

// fragments are pieces of entities, and of near misses.
var fragments = strings.Split(`1|2|12|31|007|123|1234|2020|1999|99|12345|1.234|1,234.5|7'000|.|,|,|-|/|:|;|#|(|)|+|%|_|&|'|"|@|||  |||`+"\n|\t|\r|\u00a0|\u202f|−|–|’|ſ|\u212a|é|Ä|ä|ö|\xff|\xc3|\xe2\x84|"+
	`$|US$|A$|€|£|¥|EUR|USD|SEK|kr|kronor|euro|euros|dollars|million|mn|mio.|bn|b|k|thousand |percent|per cent|procent|`+
	`st|nd|rd|th|er|ST|of|de|May|may|June|märz|août|Sept.|december|Foo|`+
	`phone|Tel.|tel: |fax|call|ph|+46|(0)|08-123 45 67|a@b.c|x.y|-z|example.org|`+
	`invoice|Inv.|case|CASE no.|patient|part|party|p/n|order|purchase order |PO|contract|agreement|projet|no|nr.|number|ID|ref|INV-|CV|A|B7|x|ABCDEF|ärende|aktenzeichen|`+
	`Mary|John|Smith|Jones|J.|Dr.|Mr|van|de|la|Paris|New York|York|New|Los|Angeles|Sweden|in|The|the|and|University|Ltd|GmbH|Acme|Ministry|Health|Road|Grant|Will|St|'s|’s|al-|Reading|Ada|Isle|Man|`+
	`word|prose that goes on for a while and says nothing at all, which is what most of it does, until there is enough of it here `, "|")

func TestSameRandomly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := 30_000
	if testing.Short() {
		n = 2000
	}
	own, err := Parse("own.yaml", []byte("ticket: 'TCK-?(\\d+)'\ncase:\norder: '\\bORD\\d+'\nword: '[A-Z]\\w+(\\d)?'\n"))
	if err != nil {
		t.Fatal(err)
	}
	standard := Standard()
	for i := range n {
		var b strings.Builder
		for range 1 + r.IntN(40) {
			b.WriteString(fragments[r.IntN(len(fragments))])
			if r.IntN(3) > 0 {
				b.WriteByte(' ')
			}
		}
		ids := standard
		if i%10 == 0 {
			ids = own
		}
		same(t, []string{b.String()}, []string{"", "en", "de"}[r.IntN(3)], ids)
	}
}

// TestSameInText compares over real texts: the sample share, and the folder that SPAR_EVAL_DATA names.
func TestSameInText(t *testing.T) {
	ids := Standard()
	roots := []string{filepath.Join("..", "..", "testdata", "sample"), filepath.Join("..", "..", "docs")}
	if dir := os.Getenv("SPAR_EVAL_DATA"); dir != "" {
		roots = append(roots, dir)
	}
	for _, root := range roots {
		size := 0
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			switch filepath.Ext(path) {
			case ".md", ".txt", ".html", ".csv", ".json", ".jsonl", ".xml", ".eml", "":
			default:
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data = data[:min(len(data), 1<<20)]
			size += len(data)
			var texts []string
			for s := string(data); s != ""; {
				n := min(len(s), 300+len(s)%500)
				texts, s = append(texts, s[:n]), s[n:]
			}
			same(t, texts, "en", ids)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d kB", root, size>>10)
	}
}

// FuzzSame: a Finder finds what the simple version does, in any text.
func FuzzSame(f *testing.F) {
	f.Add("Mary Jones, 3/4/2020, €1.234,50, Acme Ltd & Co in New York")
	f.Add("call (08) 123-45 67, 5\u00a0% or 5th of May 2020; May 5, 2020; \u212arzysztof@a-b.c_d")
	ids := Standard()
	f.Fuzz(func(t *testing.T, s string) { same(t, []string{s}, "", ids) })
}
