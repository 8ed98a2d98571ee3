package extract

import (
	"math"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// biff is one record.
func biff(id int, values ...any) string {
	data := pack(values...)
	return pack(id, len(data)) + data
}

func label8(s string) string { return pack(len(s), uint8(0), s) }

func float(v float64) uint64 { return math.Float64bits(v) }

// biffBook is a BIFF8 workbook with one sheet: shared texts that go on in another record, numbers, dates and formulas.
func biffBook(first string) string {
	globals := func(at int) string {
		return biff(0x809, 0x600, 5, 0, 0, uint32(0), uint32(0)) +
			biff(0x85, uint32(at), uint8(0), uint8(0), uint8(6), uint8(0), "Prices") +
			biff(0x41E, 164, label8(`#,##0.00" EUR"`)) +
			biff(0xE0, 0, 0) + biff(0xE0, 0, 14) + biff(0xE0, 0, 164) + biff(0xE0, 0, 9) +
			biff(0xFC, uint32(4), uint32(4), label8(first), label8("Date"), len("Amount, a long one"), uint8(0), "Amount,") +
			biff(0x3C, uint8(1), wide(" a long one"), 4, uint8(1), wide("Größe")[:8]) + biff(0x0A)
	}
	sheet := biff(0x809, 0x600, 0x10, 0, 0, uint32(0), uint32(0)) +
		biff(0xFD, 0, 0, 0, uint32(0)) + biff(0xFD, 0, 1, 0, uint32(1)) + biff(0xFD, 0, 2, 0, uint32(2)) +
		biff(0xFD, 1, 0, 0, uint32(3)) + biff(0x203, 1, 1, 1, float(43831)) + biff(0x27E, 1, 2, 2, uint32(123456<<2|3)) +
		biff(0x06, 2, 0, 0, pack(0, 0, 0, 0xFFFF), 0, uint32(0)) + biff(0x207, label8("computed")) + biff(0xBD, 2, 1, 1, uint32(43832<<2|2), 3, uint32(25<<2|3), 2) +
		biff(0x0A)
	return globals(len(globals(0))) + sheet
}

func TestXLS(t *testing.T) {
	want := []string{"# Prices", "= Item | Date | Amount, a long one", "| Größ | 2020-01-01 | 1234.56 EUR", "| computed | 2020-01-02 | 25%"}
	doc := checkOutline(t, "a.xls", oleWith("Workbook", biffBook("Item")), want...)
	at := doc.Blocks[1].Table.Rows[1].Locator
	if at != (spar.Locator{Sheet: "Prices", Row: 3}) {
		t.Errorf("the second row is at %v", at)
	}
}

func TestXLSStates(t *testing.T) {
	book := biffBook("Item")
	for _, c := range []struct {
		name, content string
		state         spar.State
		reason        string
	}{
		{"password", oleWith("Workbook", biff(0x809, 0x600, 5, 0, 0)+biff(0x2F, 1, 1, 1)), spar.Encrypted, "password"},
		{"empty", oleWith("Workbook", ""), spar.Corrupt, "no beginning"},
		{"no sheets", oleWith("Workbook", biff(0x809, 0x600, 5, 0, 0)), spar.Corrupt, "cut off"},
		{"half a sheet", oleWith("Workbook", book[:len(book)-8]), spar.Partial, "ends in the middle"},
		{"sheet elsewhere", oleWith("Workbook", strings.Replace(book, "\x10\x00\x00\x00\x00", "\x10\x00\x00\x00\x01", 1)), spar.OK, ""},
	} {
		doc := document(t, "a.xls", c.content)
		if doc.State != c.state || !strings.Contains(doc.Reason, c.reason) {
			t.Errorf("%s: got %q (%s), want %q (... %s ...)", c.name, doc.State, doc.Reason, c.state, c.reason)
		}
	}
}

// Sheets of Excel 2 and 4 are no compound files.
func TestXLSOld(t *testing.T) {
	attr := "\x00\x00\x00"
	checkOutline(t, "a.xls", biff(0x09, 2, 0x10)+biff(0x42, 1251)+biff(0x04, 0, 0, attr, uint8(3), "\xc8\xec\xff")+biff(0x04, 0, 1, attr, uint8(4), "Year")+
		biff(0x04, 1, 0, attr, uint8(3), "\xc0\xed\xff")+biff(0x02, 1, 1, attr, 1990)+biff(0x0A), "= Имя | Year", "| Аня | 1990")
	checkOutline(t, "a.xls", biff(0x409, 4, 0x10, 0)+biff(0x41E, 0, uint8(7), "General")+biff(0x41E, 0, uint8(8), "yyyy\\-mm")+biff(0x443, uint8(0), uint8(0), 0)+
		biff(0x443, uint8(0), uint8(1), 0)+biff(0x204, 0, 0, 0, 4, "Name")+biff(0x204, 0, 1, 0, 4, "Born")+biff(0x204, 1, 0, 0, 3, "Ann")+
		biff(0x203, 1, 1, 1, float(30000))+biff(0x0A), "= Name | Born", "| Ann | 1982-02-18")
}

// Texts of Excel 5 have the character set of their font. Some writers put the wrong version at the beginning of a sheet.
func TestXLSFonts(t *testing.T) {
	font := func(charset int) string {
		return biff(0x31, 200, 0, 8, 400, 0, uint8(0), uint8(0), uint8(charset), uint8(0), uint8(5), "Arial")
	}
	globals := func(at int) string {
		return biff(0x809, 0x500, 5, 0, 0) + biff(0x42, 1251) + font(0) + font(0) + font(0) + font(0) + font(161) +
			biff(0xE0, 0, 0) + biff(0xE0, 5, 0) + biff(0x85, uint32(at), uint8(0), uint8(0), uint8(5), "Goods") + biff(0x0A)
	}
	sheet := biff(0x809, 0x600, 0x10, 0, 0)
	for row, text := range []string{"\xc8\xec\xff", "\xc0\xed\xff"} {
		sheet += biff(0x204, row, 0, 0, 3, text) + biff(0x204, row, 1, 1, 4, "\xd0\xf1\xef\xfa")
	}
	checkOutline(t, "a.xls", oleWith("Book", globals(len(globals(0)))+sheet+biff(0x0A)), "# Goods", "| Имя | Προϊ", "| Аня | Προϊ")
}

// Rows that come in no order are put in order.
func TestXLSOrder(t *testing.T) {
	sheet := biff(0x09, 2, 0x10)
	for _, row := range []int{2, 0, 1} {
		sheet += biff(0x02, row, 0, "\x00\x00\x00", row+1) + biff(0x02, row, 1, "\x00\x00\x00", 7)
	}
	checkOutline(t, "a.xls", sheet+biff(0x0A), "| 1 | 7", "| 2 | 7", "| 3 | 7")
}

// Merged cells of two header rows are expanded.
func TestXLSMerged(t *testing.T) {
	cell := func(row, col int, s string) string { return biff(0x204, row, col, 0, label8(s)) }
	sheet := biff(0x809, 0x600, 0x10, 0, 0, uint32(0), uint32(0)) + cell(0, 0, "City") + cell(0, 1, "Sales") + cell(1, 1, "North") + cell(1, 2, "South") +
		cell(2, 0, "Bern") + biff(0x203, 2, 1, 0, float(1)) + biff(0x203, 2, 2, 0, float(2)) + biff(0xE5, 2, 0, 1, 0, 0, 0, 0, 1, 2) + biff(0x0A)
	checkOutline(t, "a.xls", sheet, "= City | Sales / North | Sales / South", "| Bern | 1 | 2")
}

func FuzzXLS(f *testing.F) {
	wrap := func(t testing.TB, content string) string { return oleWith("Workbook", content) }
	fuzzReader(f, "a.xls", wrap, biffBook("a"), biff(0x09, 2, 0x10)+biff(0x04, 0, 0, "\x00\x00\x00", uint8(3), "abc"), biff(0x809, 0x500, 0x10)+biff(0xD6, 0, 0, 0, 3, "abc")+biff(0xE5, 1, 0, 9, 0, 9))
}

// FuzzOLE changes the container itself.
func FuzzOLE(f *testing.F) {
	fuzzReader(f, "a.xls", func(_ testing.TB, s string) string { return string(oleMagic) + s }, oleWith("Workbook", biffBook("a"), "\x05SummaryInformation", summary(1252))[8:], oleFile("Workbook")[8:],
		word97(0)[8:], oldDeck(0xE391C05F)[8:], message("__substg1.0_1000001F", "x")[8:])
}

// Text boxes and comments stand in objects behind the cells; a comment says which object has its text.
func TestXLSDrawing(t *testing.T) {
	object := func(kind, id int) string { return biff(0x5D, 0x15, 0x12, kind, id, 0, uint32(0), uint32(0), uint32(0)) }
	text := func(s string) string {
		return biff(0x1B6, 0, 0, 0, 0, 0, len(s), 16, uint32(0)) + biff(0x3C, uint8(0), s[:2]) + biff(0x3C, uint8(1), wide(s[2:])) + biff(0x3C, uint64(0), uint64(0))
	}
	globals := func(at int) string {
		return biff(0x809, 0x600, 5, 0, 0, uint32(0), uint32(0)) + biff(0x85, uint32(at), uint8(0), uint8(0), uint8(6), uint8(0), "Prices") + biff(0x0A)
	}
	sheet := biff(0x809, 0x600, 0x10, 0, 0, uint32(0), uint32(0)) + biff(0x203, 0, 0, 0, float(7)) +
		object(6, 1) + text("Call Ann") + object(0x19, 2) + text("Is it?") + object(6, 3) + biff(0x1C, 4, 1, 0, 2, label8("Bob")) + biff(0x0A)
	book := globals(len(globals(0))) + sheet
	doc := checkOutline(t, "a.xls", oleWith("Workbook", book), "# Prices", "7", "aside: Call Ann", "comment: B5: Is it?")
	if at := doc.Blocks[3].Locator; at != (spar.Locator{Sheet: "Prices", Row: 5}) {
		t.Errorf("the comment is at %v", at)
	}
}
