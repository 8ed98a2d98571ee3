package extract

import "testing"

func TestCards(t *testing.T) {
	doc := checkOutline(t, "a.vcf", "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;Tove\nitem1.TEL;CELL:+47 11 22 33\nADR:;;Pier 9;Oslo\nEND:VCARD\nBEGIN:VCARD\nFN:Bo Rand\nEMAIL:bo@example.org\nNOTE:Calls back.\nEND:VCARD\n",
		"# Müller, Tove", "Telephone: +47 11 22 33\nAddress: Pier 9, Oslo", "# Bo Rand", "Email: bo@example.org", "Calls back.")
	if doc.Format != "vcf" {
		t.Errorf("format is %q", doc.Format)
	}
	doc = checkOutline(t, "a.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Seals\r\nDUE;VALUE=DATE:20310304\r\nRRULE:FREQ=YEARLY\r\nEND:VTODO\r\nBEGIN:VEVENT\r\nSUMMARY:cut off",
		"# Seals", "Due: 2031-03-04\nRepeats: FREQ=YEARLY", "# cut off")
	if doc.Format != "ics" {
		t.Errorf("format is %q", doc.Format)
	}
	if doc = checkOutline(t, "a.ics", "BEGIN:VEVENT\nSUMMARY:Alone\nEND:VEVENT\n", "# Alone"); doc.Format != "ics" {
		t.Errorf("the format of an event without a calendar is %q", doc.Format)
	}
}
