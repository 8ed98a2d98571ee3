package extract

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// dbf is a table of FoxPro with a record of each kind of value.
func dbf(page uint8, records ...string) string {
	fields := []struct {
		name string
		kind string
		size uint8
	}{{"ITEM", "C", 8}, {"PRICE", "N", 6}, {"SINCE", "D", 8}, {"SOLD", "L", 1}, {"STOCK", "I", 4}, {"COST", "Y", 8}, {"AT", "T", 8}}
	size, all := 1, ""
	for _, f := range fields {
		all += f.name + strings.Repeat("\x00", 11-len(f.name)) + f.kind + pack(uint32(size), f.size) + strings.Repeat("\x00", 15)
		size += int(f.size)
	}
	head := "\x30\x1f\x03\x04" + pack(uint32(len(records)), 32+len(all)+1, size) + strings.Repeat("\x00", 17) + pack(page) + "\x00\x00"
	return head + all + "\r" + strings.Join(records, "") + "\x1a"
}

func TestDBF(t *testing.T) {
	values := pack(uint32(12), uint64(81_2500), uint32(2440588+1), uint32(3_600_000))
	empty := strings.Repeat("\x00", 20)
	rows := []string{
		" Gr\xf6\xdfe   " + "  4.50" + "20310304" + "T" + values,
		"*gone    " + "  1.00" + "20310304" + "F" + values,
		" M\xfcller  " + strings.Repeat(" ", 14) + "?" + empty,
	}
	checkOutline(t, "a.dbf", dbf(0x03, rows...), "= ITEM | PRICE | SINCE | SOLD | STOCK | COST | AT",
		"| Größe | 4.50 | 2031-03-04 | true | 12 | 81.25 | 1970-01-02 01:00:00", "| Müller |  |  |  | 0 | 0 | ")
	if got := Detect([]byte(dbf(0x03, rows...)), "parts"); got != "dbf" {
		t.Errorf("taken as %q", got)
	}
	whole := dbf(0x03, rows...)
	doc := document(t, "a.dbf", whole[:len(whole)-10])
	if doc.State != spar.Partial || !strings.Contains(doc.Reason, "after 2 of its 3 records") {
		t.Errorf("cut short: %s (%s)", doc.State, doc.Reason)
	}
	memo := strings.Replace(whole, "COST\x00\x00\x00\x00\x00\x00\x00Y", "COST\x00\x00\x00\x00\x00\x00\x00G", 1)
	if doc := document(t, "a.dbf", memo); doc.State != spar.Partial {
		t.Errorf("with memos: %s (%s)", doc.State, doc.Reason)
	}
	if _, ok := readDBFHead([]byte(strings.Replace(whole, pack(32+32*7+1), pack(0), 1))); ok {
		t.Error("records that begin before the header ends are a table")
	}
	for n := range 300 {
		document(t, "a.dbf", whole[:n])
	}
}

func TestVSDX(t *testing.T) {
	rel := func(id, target string) string {
		return `<Relationships><Relationship Id="` + id + `" Type="http://x/page" Target="` + target + `"/></Relationships>`
	}
	raw := ziptest.Of(
		"_rels/.rels", `<Relationships><Relationship Id="a" Type="http://x/document" Target="visio/document.xml"/></Relationships>`,
		"visio/document.xml", `<VisioDocument/>`,
		"visio/masters/masters.xml", `<Masters><Master ID="4"><Rel r:id="m"/></Master></Masters>`,
		"visio/masters/_rels/masters.xml.rels", rel("m", "master1.xml"),
		"visio/masters/master1.xml", `<MasterContents><Shapes><Shape ID="5"><Text>Firewall</Text></Shape></Shapes></MasterContents>`,
		"visio/pages/pages.xml", `<Pages><Page ID="0" Name="Plant network"><Rel r:id="p"/></Page></Pages>`,
		"visio/pages/_rels/pages.xml.rels", rel("p", "page1.xml"),
		"visio/pages/page1.xml", `<PageContents><Shapes><Shape ID="1"><Text><cp IX="0"/>Pump 7 <fld IX="0">in hall B</fld></Text></Shape>`+
			`<Shape ID="2" Master="4"/><Shape ID="3" Master="4"><Text>Gateway</Text></Shape></Shapes></PageContents>`)
	checkOutline(t, "a.vsdx", raw, "# Plant network", "Pump 7 in hall B", "Firewall", "Gateway")
	if doc := document(t, "a.vsdx", raw[:len(raw)-30]); doc.State != spar.Corrupt {
		t.Errorf("cut short: %s (%s)", doc.State, doc.Reason)
	}
}
