package extract

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/sparsearch/spar/internal/spar"
)

func TestText(t *testing.T) {
	checkOutline(t, "a.txt", "Annual report\n=============\n\nFirst line\nsecond line.\n\nGoals\n-----\n- one\n- two\n  goes on\n\n1. first\n",
		"# Annual report", "First line\nsecond line.", "## Goals", "- one", "- two\n  goes on", "- 1. first")
}

// TestTextForTerminals: what a manual page or a log has for a terminal is no part of its text.
func TestTextForTerminals(t *testing.T) {
	checkOutline(t, "a.txt", "\x1b[1mmandb\x1b[0m updates the \x1b[4mcache\x1b[24m.\n\n\x1b[38;5;9mError\x1b[m: N\bNA\bAM\bME\bE of the _\bf_\bi_\bl_\be\n", "mandb updates the cache.", "Error: NAME of the file")
}

func TestTextTables(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"reStructuredText", "Fees\n====\n\n=====  =====\nClass  Fee\n=====  =====\nA      1.50\nB      2\n       a year\n=====  =====\n\nafter\n",
			[]string{"# Fees", "= Class | Fee", "| A | 1.50", "| B | 2 a year", "after"}},
		{"a grid", "+-------+------+\n| Class | Fee  |\n+=======+======+\n| A     | 1    |\n+-------+------+\n| B and | 2    |\n| C     |      |\n+-------+------+\n",
			[]string{"= Class | Fee", "| A | 1", "| B and C | 2"}},
		{"a database", " id | name\n----+------\n  1 | Ann\n  2 | Bob\n(2 rows)\n", []string{"= id | name", "| 1 | Ann", "| 2 | Bob", "(2 rows)"}},
		{"another database", "+----+------+\n| id | name |\n+----+------+\n|  1 | Ann  |\n|  2 | Bob  |\n+----+------+\n2 rows in set\n\nx\n",
			[]string{"= id | name", "| 1 | Ann", "| 2 | Bob", "2 rows in set", "x"}},
		{"columns of blanks", "Sales in EUR\nRegion        2023     2024\nNorth          100      110\nSouth        1,200    1,250\n             -----    -----\nTotal        1,300    1,360\n",
			[]string{"caption: Sales in EUR", "= Region | 2023 | 2024", "| North | 100 | 110", "| South | 1,200 | 1,250", "| Total | 1,300 | 1,360"}},
		{"a rule of pieces", "Name   Town\n-----  -----\n1. A   Oslo\nBea    Rome\n", []string{"= Name | Town", "| 1. A | Oslo", "| Bea | Rome"}},
		{"a line below the labels", "Name   Town   Since\n-------------------\nAnn    Oslo   May\nBea    Rome   June\n", []string{"= Name | Town | Since", "| Ann | Oslo | May", "| Bea | Rome | June"}},
		{"years over quarters", "               2024             2023\n            Q1      Q2      Q1      Q2\n          -----   -----   -----   -----\nSales       1.0     2.0     3.0     4.0\nCosts       0.5     0.6     0.7     0.8\n",
			[]string{"=  | 2024 / Q1 | 2024 / Q2 | 2023 / Q1 | 2023 / Q2", "| Sales | 1.0 | 2.0 | 3.0 | 4.0", "| Costs | 0.5 | 0.6 | 0.7 | 0.8"}},
		{"labels wider than their figures", "benchmark results\n\nNumber size old ns/op new ns/op delta\n1kb              1599      1640  +2.5%\n10kb            61533     62170  +1.0%\n50kb           833693    831051  -0.3%\n",
			[]string{"benchmark results", "= Number size | old ns/op | new ns/op | delta", "| 1kb | 1599 | 1640 | +2.5%", "| 10kb | 61533 | 62170 | +1.0%", "| 50kb | 833693 | 831051 | -0.3%"}},
		{"tabs", "City\tPeople\tRain\nOslo\t700000\t760\nRome\t2800000\t800\n", []string{"= City | People | Rain", "| Oslo | 700000 | 760", "| Rome | 2800000 | 800"}},
		{"boxes", dosBox, []string{"= Maßnahme | Kosten", "| Gebäude | 1.200", "| Türen | 350", "Die Beträge gelten für das Jahr 1994."}},
		{"AsciiDoc", "Text\n\n.The fees\n[cols=\"1,2\"]\n|===\n|Class |Fee\n\n|A\n|1\n\n|B |2\nand more\n|===\n\nafter\n",
			[]string{"Text", "caption: The fees", "= Class | Fee", "| A | 1", "| B | 2 and more", "after"}},
		{"options are no table", "  -a, --all     show all of them\n  -b, --brief   show little\n  -c            count\n", []string{"-a, --all     show all of them\n  -b, --brief   show little\n  -c            count"}},
		{"code is no table", "int a   = 1;   // one\nint bcd = 22;  // two\nint e   = 3;   // three\n", []string{"int a   = 1;   // one\nint bcd = 22;  // two\nint e   = 3;   // three"}},
		{"justified prose is no table", "This  text  was  set  with  blanks\nthat  fill  each  of  its  lines so\nthat  both  sides of it are straight\n", []string{"This  text  was  set  with  blanks\nthat  fill  each  of  its  lines so\nthat  both  sides of it are straight"}},
		{"a heading with wide blanks", "Chapter  One\n----------------\ntext\n", []string{"## Chapter  One", "text"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := outline(document(t, "a.txt", c.text))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A table of many rows stays one, whose rows open in the file.
func TestLongTextTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("Name      Value    Unit\n--------  -----  ------\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "row %-4d  %5d      km\n", i, 2*i)
	}
	text := b.String()
	doc := document(t, "a.txt", text+"\nThe end of it.\n")
	rows := 0
	for _, block := range doc.Blocks {
		if block.Table == nil {
			continue
		}
		if !slices.Equal(block.Table.Header, []string{"Name", "Value", "Unit"}) || block.Locator.Table != 1 {
			t.Fatalf("a table of %q, %v", block.Table.Header, block.Locator)
		}
		for _, r := range block.Table.Rows {
			want := fmt.Sprintf("row %d", rows)
			if got := text[r.Locator.Bytes.Start:r.Locator.Bytes.End]; r.Cells[0] != want || !strings.HasPrefix(got, want+" ") || r.Locator.Row != rows+2 {
				t.Fatalf("row %d: %q at %v: %q", rows, r.Cells, r.Locator, got)
			}
			rows++
		}
	}
	if rows != 3000 || doc.Blocks[len(doc.Blocks)-1].Text != "The end of it." {
		t.Errorf("%d rows, then %q", rows, doc.Blocks[len(doc.Blocks)-1].Text)
	}
}

const (
	russian  = "Отпуск по уходу за ребёнком предоставляется сотрудникам.\n\nЗаявление подаётся за две недели до начала отпуска."
	greek    = "Η άδεια μητρότητας χορηγείται στους εργαζομένους.\n\nΗ αίτηση υποβάλλεται δύο εβδομάδες πριν."
	german   = "Die Beschäftigten können während der Elternzeit Überstunden abbauen.\n\nFür Rückfragen wählen Sie bitte die Nummer der Geschäftsführung, größere Änderungen müssen schriftlich erfolgen."
	japanish = "育児休業は従業員に与えられます。申請は二週間前までに提出してください。\n\n詳しくは人事部にお問い合わせください。"
	chinese  = "员工可以申请育儿假。申请必须提前两周提交。\n\n详情请咨询人力资源部门，谢谢大家的配合。"
	taiwan   = "員工可以申請育嬰假。申請必須提前兩週提交。\n\n詳情請諮詢人力資源部門，謝謝大家的配合。"
	koreans  = "육아 휴직은 직원에게 제공됩니다. 신청서는 이 주 전에 제출해야 합니다.\n\n자세한 내용은 인사부에 문의하십시오."
)

// dosBox has lines that code page 850 does not have.
const dosBox = "╒════════════╤════════╕\n│ Maßnahme   │ Kosten │\n╞════════════╪════════╡\n│ Gebäude    │  1.200 │\n│ Türen      │    350 │\n╘════════════╧════════╛\n\nDie Beträge gelten für das Jahr 1994.\n"

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		name string
		enc  encoding.Encoding
		text string
	}{
		{"utf-8 with mark", unicode.UTF8BOM, german},
		{"utf-16le with mark", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), russian},
		{"utf-16be with mark", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), japanish},
		{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), german},
		{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), german},
		{"utf-32le with mark", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), russian},
		{"utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), german},
		{"windows-1252", charmap.Windows1252, german},
		{"windows-1251", charmap.Windows1251, russian},
		{"code page 850", charmap.CodePage850, german},
		{"koi8-r", charmap.KOI8R, russian},
		{"windows-1253", charmap.Windows1253, greek},
		{"shift-jis", japanese.ShiftJIS, japanish},
		{"euc-jp", japanese.EUCJP, japanish},
		{"iso-2022-jp", japanese.ISO2022JP, japanish},
		{"gb18030", simplifiedchinese.GB18030, chinese},
		{"big5", traditionalchinese.Big5, taiwan},
		{"euc-kr", korean.EUCKR, koreans},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := c.enc.NewEncoder().String(c.text)
			if err != nil {
				t.Fatal(err)
			}
			doc := document(t, "a.txt", raw)
			want := strings.Split(c.text, "\n\n")
			if len(doc.Blocks) != 2 || doc.Blocks[0].Text != want[0] || doc.Blocks[1].Text != want[1] {
				t.Fatalf("got %q (%s %s)", outline(doc), doc.State, doc.Reason)
			}
			// The span of a block, decoded alone, is its text.
			at := doc.Blocks[1].Locator.Bytes
			dec := c.enc
			if strings.HasPrefix(c.name, "utf-16") {
				dec = unicode.UTF16(map[bool]unicode.Endianness{true: unicode.LittleEndian}[strings.Contains(c.name, "le")], unicode.IgnoreBOM)
				if strings.Contains(c.name, "be") {
					dec = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
				}
			}
			if strings.HasPrefix(c.name, "utf-32le") {
				dec = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
			}
			got, err := dec.NewDecoder().String(raw[at.Start:at.End])
			if err != nil || got != want[1] {
				t.Errorf("bytes %v hold %q, %v", at, got, err)
			}
		})
	}
}

// Texts of a few words, whose encoding nothing names, are told by the letters of languages.
func TestCodePages(t *testing.T) {
	const (
		polish  = "Żółta pompa stoi w piwnicy i kosztuje dziewięć tysięcy złotych."
		arabic  = "المضخة تكلف تسعة آلاف. يتم الفحص كل ربيع."
		gb      = "The pump manual is mostly English, with a few Chinese words: 水泵 and 阀门, and 镕. Maintenance is due each spring."
		english = "The tenant (王小明) pays two thousand yuan (人民币) a month for the shop in 长江路, and the pump is 水泵."
	)
	for _, c := range []struct {
		name string
		enc  encoding.Encoding
		text string
	}{
		{"windows-1250", charmap.Windows1250, polish},
		{"iso-8859-2", charmap.ISO8859_2, polish},
		{"code page 852", charmap.CodePage852, polish},
		{"romanian", charmap.ISO8859_2, "Contract de închiriere încheiat la Iaşi. Chiria este de două mii de lei."},
		{"windows-1256", charmap.Windows1256, arabic},
		{"windows-1257", charmap.Windows1257, "Sutartis sudaryta Vilniuje, nuomotojas perleidžia žemės sklypą už šešis šimtus eurų."},
		{"a Macintosh of Central Europe", macCentralEurope{}, polish},
		{"iso-8859-16", charmap.ISO8859_16, polish},
		{"iso-8859-10", charmap.ISO8859_10, "Franču māksliniece dzimusi Rīgā, viņas gleznas šobrīd glabā Latvijas Nacionālais mākslas muzejs."},
		{"iso-8859-15, Estonian", charmap.ISO8859_15, "Tšehhi kirjanik šahtis: hooneõigus kehtib ja tšekk on täis, jõe ääres."},
		{"utf-16be, Japanese among English", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF-16 (Unicode Transformation Format 16) とは、Unicode の符号化形式である。\n\n" + japanish},
		{"koi8-u", charmap.KOI8U, "Договір оренди укладено в Києві, її ціна є сталою."},
		{"gb18030 among English", simplifiedchinese.GB18030, english},
		{"three words of gb18030 among English", simplifiedchinese.GB18030, gb},
		{"two words of Shift JIS among English", japanese.ShiftJIS, "Rental agreement between Harbour Ltd and the tenant 山田太郎. The rent is two hundred thousand yen a month. The shop lies in 銀座 in Tokyo."},
		{"ebcdic", charmap.CodePage037, "THE PUMP MANUAL SAYS THE SEALS ARE CHANGED EACH SPRING."},
		{"utf-16le, Russian", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), russian},
		{"utf-16be, Japanese", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), japanish},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := c.enc.NewEncoder().String(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := c.enc.(macCentralEurope); ok {
				raw = ""
				for _, r := range c.text {
					if r >= utf8.RuneSelf {
						r = rune(utf8.RuneSelf + slices.Index(macCentral, r))
					}
					raw += string([]byte{byte(r)})
				}
			}
			doc := document(t, "a.txt", raw)
			if got := blockTexts(doc); doc.State != spar.OK || got != strings.ReplaceAll(c.text, "\n\n", "\n") {
				t.Errorf("got %q (%s %s)", got, doc.State, doc.Reason)
			}
		})
	}
}

func blockTexts(doc *spar.Document) string {
	var texts []string
	for _, b := range doc.Blocks {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}

func TestMixedText(t *testing.T) {
	for _, c := range []struct{ name, raw, want, state, reason string }{
		{"lines of two programs", "Größe der Öfen\n\nGr\xf6\xdfe der \xd6fen", "Größe der Öfen\nGröße der Öfen", "ok", ""},
		{"zero bytes", "The seals are changed.\x00 each spring.\nThe second line is here.\n", "The seals are changed. each spring.\nThe second line is here.", "ok", ""},
		{"lines of a mainframe", "\xe3\xc8\xc5\x40\xd7\xe4\xd4\xd7\x40\xc9\xe2\x40\xd6\xd3\xc4\x15\x15\xe3\xc8\xc5\x40\xe2\xc5\xc1\xd3\xe2\x40\xc1\xd9\xc5\x40\xd5\xc5\xe6", "THE PUMP IS OLD\nTHE SEALS ARE NEW", "ok", ""},
		{"a doubtful choice", "\xc5\xe4\xe8 7", "Еди 7", "partial", "its encoding is doubtful: it was read as windows-1251, and may be "},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := document(t, "a.txt", c.raw)
			if got := blockTexts(doc); got != c.want || string(doc.State) != c.state || !strings.HasPrefix(doc.Reason, c.reason) {
				t.Errorf("got %q (%s %s)", got, doc.State, doc.Reason)
			}
		})
	}
	doc := document(t, "a.bin", strings.Repeat("\x00\x01\x02 and words\n", 20))
	if doc.State == spar.OK {
		t.Errorf("binary data was read: %q", outline(doc))
	}
}

// Text of DOS is told from text of Windows by where its characters stand.
func TestDOS(t *testing.T) {
	for _, c := range []struct {
		enc  encoding.Encoding
		text string
	}{
		{charmap.CodePage437, "Die Prüfung beginnt um 9 Uhr, für alle."},
		{charmap.CodePage850, "L'été dernier, à Genève, la leçon coûtait très cher."},
		{charmap.CodePage850, "ÜBERSICHT DER GERÄTE"},
		{charmap.CodePage437, "┌────┐\n│ ab │\n└────┘"},
		{charmap.Windows1252, "“Smart” quotes – and a dash… cost €5, he’d say: “no”."},
		{charmap.Windows1252, "MITTEILUNG ÜBER ÄNDERUNGEN\nDie GRÖSSE ist 5³ m; 10 °C. Ça coûte 3 £, c'est-à-dire « rien »."},
		{charmap.Windows1252, "Nº 5 · 1ª planta · ¿qué?"},
	} {
		raw, err := c.enc.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if doc := document(t, "a.txt", raw); len(doc.Blocks) != 1 || doc.Blocks[0].Text != c.text {
			t.Errorf("%v: %q became %q", c.enc, c.text, outline(doc))
		}
	}
	raw, err := charmap.CodePage437.NewEncoder().String(dosBox)
	if err != nil {
		t.Fatal(err)
	}
	checkOutline(t, "a.txt", raw, "= Maßnahme | Kosten", "| Gebäude | 1.200", "| Türen | 350", "Die Beträge gelten für das Jahr 1994.")
}

func TestBinariesAreNotText(t *testing.T) {
	noise := make([]byte, 4096)
	x := uint32(1)
	for i := range noise {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	high := make([]byte, 4096) // no control characters at all
	for i := range high {
		x = x*1664525 + 1013904223
		high[i] = 0x80 | byte(x>>24)
	}
	for name, content := range map[string]string{"noise": string(noise), "high": string(high)} {
		if doc := document(t, "a.txt", content); doc.State != spar.Unsupported {
			t.Errorf("%s: %q, %d blocks", name, doc.State, len(doc.Blocks))
		}
	}
}

func TestLateEncoding(t *testing.T) {
	content := strings.Repeat("Plain text in ASCII only.\r\n", 10_000) + "\r\nDie Gesch\xe4ftsf\xfchrung hat ge\xe4nderte Pl\xe4ne f\xfcr n\xe4chstes Jahr.\r\n"
	doc := document(t, "a.txt", content)
	last := doc.Blocks[len(doc.Blocks)-1]
	if want := "Die Geschäftsführung hat geänderte Pläne für nächstes Jahr."; last.Text != want {
		t.Errorf("got %q, want %q", last.Text, want)
	}
	if got := content[last.Locator.Bytes.Start:last.Locator.Bytes.End]; !strings.HasPrefix(got, "Die Gesch\xe4fts") || !strings.HasSuffix(got, "Jahr.") {
		t.Errorf("bytes hold %q", got)
	}
}

func TestLongLine(t *testing.T) {
	words := strings.Repeat("wörter ", 100_000)
	doc := document(t, "a.txt", words)
	got := 0
	for _, b := range doc.Blocks {
		if len(b.Text) > 2*maxLine {
			t.Errorf("a block of %d bytes", len(b.Text))
		}
		for _, w := range strings.Fields(b.Text) {
			if w != "wörter" {
				t.Fatalf("a word was cut: %q", w)
			}
			got++
		}
	}
	if got != 100_000 {
		t.Errorf("%d words", got)
	}
}
