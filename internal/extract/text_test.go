package extract

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/sparsearch/spar"
)

func TestText(t *testing.T) {
	checkOutline(t, "a.txt", "Annual report\n=============\n\nFirst line\nsecond line.\n\nGoals\n-----\n- one\n- two\n  goes on\n\n1. first\n",
		"# Annual report", "First line\nsecond line.", "## Goals", "- one", "- two\n  goes on", "- 1. first")
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
