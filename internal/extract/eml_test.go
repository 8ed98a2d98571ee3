package extract

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

const mailTop = "From: =?utf-8?q?J=C3=B6rg?= <j@example.org>\r\nTo: a@example.org,\r\n\tb@example.org\r\nDate: Mon, 2 Mar 2020 10:00:00 +0100\r\nSubject: =?iso-8859-1?B?R3L832U=?=\r\nMIME-Version: 1.0\r\n"

func TestEML(t *testing.T) {
	top := []string{"# Grüße", "Jörg <j@example.org> → a@example.org, b@example.org"}
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{"plain", "\r\nHello\r\nyou.\r\n\r\nBye.\r\n", []string{"Hello\nyou.", "Bye."}},
		{"quoted-printable", "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=F6=\r\n=DFe =3D x=Z\r\n", []string{"Größe = x=Z"}},
		{"base64", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDtsOf\r\nZQ==\r\n", []string{"Größe"}},
		{"page", "Content-Type: text/html\r\n\r\n<h1>T</h1><p>x</p>", []string{"# T", "x"}},
		{"alternative", "Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\npreamble\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>page</p>\r\n--b\r\n\r\ntext\r\n--b--\r\nfooter\r\n", []string{"text", "footer"}},
		{"page only", "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>page</p>\r\n--b--\r\n", []string{"page"}},
		{"attachments", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\ntext\r\n--c--\r\n--b\r\nContent-Type: application/pdf; name=\"=?utf-8?q?R=C3=A9sum=C3=A9.pdf?=\"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nhidden\r\n--b--\r\n", []string{"text"}},
		{"forwarded", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee below\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner\r\n\r\nold text\r\n--b--\r\n", []string{"see below", "## Inner", "old text"}},
		{"forwarded out of a mailbox", "Content-Type: message/rfc822\r\n\r\nFrom x@y Mon Mar  2 10:00:00 2020\r\nSubject: Inner\r\n\r\nold text\r\n", []string{"## Inner", "old text"}},
		{"not base64", "Content-Transfer-Encoding: base64\r\n\r\nplain words, as they are.\r\n", []string{"plain words, as they are."}},
		{"no header inside", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\njust text\r\n--b\r\nContent-Type: text/plain\r\n--b\r\n\r\nmore\r\n--b--\r\n", []string{"just text", "more"}},
		{"footer behind base64", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDtsOfZQ==\r\n\r\n________\r\nlist@example.org\r\n", []string{"Größe", "________\nlist@example.org"}},
		{"two pieces of base64", "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDtg==\r\nw59l\r\n", []string{"Größe"}},
		{"utf-7", "Content-Type: text/plain; charset=utf-7\r\n\r\nGr+APYA3w-e 1 +- 1\r\n", []string{"Größe 1 + 1"}},
		{"flowed", "Content-Type: text/plain; format=flowed\r\n\r\nnine \r\nweeks.\r\nNext.\r\n\r\n> quoted \r\n> text\r\n", []string{"nine weeks.\nNext.", "> quoted text"}},
		{"invitation", "Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Europe/Oslo:20310405T090000\r\nSUMMARY:Lock\\, inspected\r\nORGANIZER;CN=\"Ada: Q\":mailto:ada@example.org\r\nDESCRIPTION:Bring the\r\n  key.\r\nBEGIN:VALARM\r\nDESCRIPTION:ring\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
			[]string{"## Lock, inspected", "From: 2031-04-05 09:00 (Europe/Oslo)\nOrganiser: Ada: Q <ada@example.org>", "Bring the key."}},
		{"forwarded in base64", "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\nU3ViamVjdDogSW5uZXINCg0Kb2xkIHRleHQNCg==\r\n", []string{"## Inner", "old text"}},
		{"delivery report", "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nStatus: 5.1.1\r\n--b--\r\n", []string{"Status: 5.1.1"}},
		{"signed", "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString(signedMail("Content-Type: text/plain\r\n\r\nsealed words\r\n")) + "\r\n", []string{"sealed words"}},
		{"page for one program", "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/x-amp-html\r\n\r\n<p amp>\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>page</p>\r\n--b--\r\n", []string{"page"}},
		{"no end", "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext", []string{"text"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkOutline(t, "a.eml", mailTop+c.body, append(append([]string{}, top...), c.want...)...)
		})
	}
	doc := document(t, "a.eml", "From x@y Mon Mar  2 10:00:00 2020\n"+strings.ReplaceAll(mailTop, "\r", "")+"\nHello")
	want := []spar.Property{{Key: "subject", Value: spar.Value{Kind: spar.Text, Text: "Grüße"}}, {Key: "from", Value: spar.Value{Kind: spar.Text, Text: "Jörg <j@example.org>"}},
		{Key: "to", Value: spar.Value{Kind: spar.Text, Text: "a@example.org, b@example.org"}}, {Key: "date", Value: spar.Value{Kind: spar.Date, Date: time.Date(2020, 3, 2, 9, 0, 0, 0, time.UTC)}}}
	if diff := cmp.Diff(want, doc.Properties); doc.Format != "eml" || diff != "" {
		t.Errorf("%s (-want +got):\n%s", doc.Format, diff)
	}
}

// signedMail puts content into a signed message: of indefinite length, its octets in two pieces, as OpenSSL streams it.
func signedMail(content string) []byte {
	half := len(content) / 2
	octets := "\x24\x80\x04" + string(rune(half)) + content[:half] + "\x04" + string(rune(len(content)-half)) + content[half:] + "\x00\x00"
	inner := "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80" + octets + "\x00\x00\x00\x00"
	return []byte("\x30\x80\x06\x09" + oidSigned + "\xa0\x80\x30\x80\x02\x01\x01\x31\x00" + inner + "\x00\x00\x00\x00\x00\x00")
}

// TestSealedMail: a reader reports encrypted mail, and a signature is no attached file.
func TestSealedMail(t *testing.T) {
	sealed := "\x30\x0f\x06\x09" + oidEnveloped + "\xa0\x02\x30\x00"
	for name, body := range map[string]string{
		"S/MIME": "Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(sealed)) + "\r\n",
		"PGP":    "Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n",
	} {
		doc := document(t, "a.eml", mailTop+body)
		if doc.State != spar.Partial || !strings.Contains(doc.Reason, "encrypted ("+name+")") {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	var box strings.Builder
	for _, body := range []string{"Content-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/octet-stream\n\nx\n--b--\n", "\nin clear\n"} {
		fmt.Fprintf(&box, "From x@y Mon Mar  2 10:00:00 2020\nFrom: x@y\n%s\n", body)
	}
	if doc := document(t, "mail", box.String()); doc.State != spar.Partial || !strings.Contains(doc.Reason, "encrypted (PGP)") || doc.Blocks[len(doc.Blocks)-1].Text != "in clear" {
		t.Errorf("a mailbox: %s (%s) %v", doc.State, doc.Reason, doc.Blocks)
	}
	doc := document(t, "a.eml", mailTop+"Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: application/pgp-signature; name=signature.asc\r\n\r\nx\r\n--b--\r\n")
	for _, p := range doc.Properties {
		if p.Key == "attachment" {
			t.Errorf("the signature is attached as %s", p.Value.Text)
		}
	}
}

// TestAppleMail reads a message that a program of Apple keeps, between its length and a list of properties.
func TestAppleMail(t *testing.T) {
	message := strings.ReplaceAll(mailTop, "\r", "") + "\nHello\n"
	doc := checkOutline(t, "1.emlx", fmt.Sprintf("%d  \n%s<?xml version=\"1.0\"?>\n<plist/>\n", len(message), message), "# Grüße", "Jörg <j@example.org> → a@example.org, b@example.org", "Hello")
	if doc.Format != "eml" {
		t.Errorf("format is %q", doc.Format)
	}
}

// TestAttachments has the names of attachments as properties of a message, and as text of a mailbox.
func TestAttachments(t *testing.T) {
	const body = "MIME-Version: 1.0\nFrom: x@y\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: application/pdf; name=\"=?utf-8?q?R=C3=A9sum=C3=A9.pdf?=\"\n\nJVBERi0=\n" +
		"--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nhidden\n--b--\n"
	var got []string
	for _, p := range document(t, "a.eml", body).Properties {
		if p.Key == "attachment" {
			got = append(got, p.Value.Text)
		}
	}
	if diff := cmp.Diff([]string{"Résumé.pdf", "a.txt"}, got); diff != "" {
		t.Error(diff)
	}
	checkOutline(t, "mail", "From x@y Mon Mar  2 10:00:00 2020\n"+body, "x@y", "text", "- Attachment: Résumé.pdf", "- Attachment: a.txt")
}

func TestMBOX(t *testing.T) {
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "From x@y Mon Mar  2 10:00:00 2020\nFrom: x@y\nSubject: Message %d\n\nText %d.\nFrom here on\n\n>From there\n\n", i, i)
	}
	var want []string
	for i := range 3 {
		want = append(want, fmt.Sprintf("# Message %d", i), "x@y", fmt.Sprintf("Text %d.\nFrom here on", i), "From there")
	}
	if doc := checkOutline(t, "mail", b.String(), want...); doc.Format != "mbox" {
		t.Errorf("format is %q", doc.Format)
	}
}

func TestDetectMail(t *testing.T) {
	for _, c := range []struct{ head, name, want string }{
		{"From: a@b\nTo: c@d\nSubject: x\n\nHello", "a", "eml"},
		{"Subject: x\n\nHello", "a.eml", "eml"},
		{"Subject: a play\n\nHello", "a.txt", "text"},
		{"From here to there: a story.\n", "a.txt", "text"},
		{"From x@y Mon Mar  2 10:00:00 2020\nSubject: x\n\n", "a.txt", "mbox"},
	} {
		if got := Detect([]byte(c.head), c.name); got != c.want {
			t.Errorf("%q is taken as %q, want %q", c.head, got, c.want)
		}
	}
}

func TestHostileEML(t *testing.T) {
	var deep strings.Builder
	deep.WriteString(mailTop)
	for i := range 2000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	for name, content := range map[string]string{
		"deep":      deep.String() + "\r\ntext",
		"forwarded": mailTop + strings.Repeat("Content-Type: message/rfc822\r\n\r\n", 2000),
		"long":      mailTop + "\r\n" + strings.Repeat("word ", 5<<20),
	} {
		if doc := document(t, "a.eml", content); doc.State != spar.Partial {
			t.Errorf("%s: %s (%s)", name, doc.State, doc.Reason)
		}
	}
	if doc := document(t, "a.eml", mailTop+strings.Repeat("X-Y: "+strings.Repeat("z", 1000)+"\r\n", 10_000)+"\r\ntext"); doc.State != spar.OK {
		t.Errorf("fields: %s (%s)", doc.State, doc.Reason)
	}
}
