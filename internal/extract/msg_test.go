package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sparsearch/spar/internal/spar"
)

// message is a message of Outlook with two attachments; body is the name of one more stream, and its content.
func message(body, content string) string {
	fixed := func(head int, entries ...string) string {
		return strings.Repeat("\x00", head) + strings.Join(entries, "")
	}
	return oleWith(
		"__properties_version1.0", fixed(32, pack(3, 0x3FFD, uint32(6), uint64(1251)), pack(0x40, 0x39, uint32(6), uint64(132_000_000_000_000_000))),
		"__substg1.0_0037001F", wide("Größe"),
		"__substg1.0_0C1A001E", "\xc8\xe2\xe0\xed",
		"__substg1.0_0C1F001E", "ivan@example.org",
		"__substg1.0_0E04001F", wide("Ann; Bob; "),
		"__attach_version1.0_#00000000/__properties_version1.0", fixed(8),
		"__attach_version1.0_#00000000/__substg1.0_3707001F", wide("plan.pdf"),
		"__attach_version1.0_#00000001/__properties_version1.0", fixed(8),
		"__attach_version1.0_#00000001/__substg1.0_3701000D/__properties_version1.0", fixed(24),
		"__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_0037001F", wide("Inner"),
		body, content)
}

func TestMSG(t *testing.T) {
	packed := pack(uint32(0), uint32(0), "LZFu", uint32(0))
	text := "{\\rtf1\\ansi Hello \\b there\\b0\\par}"
	for i := 0; i < len(text); i += 8 {
		packed += "\x00" + text[i:min(len(text), i+8)]
	}
	for _, c := range []struct {
		stream, content string
		want            []string
	}{
		{"__substg1.0_1000001F", wide("One\r\ntwo\r\n\r\nthree"), []string{"# Größe", "One\ntwo", "three"}},
		{"__substg1.0_1000001E", "\xc8\xe2\xe0\xed", []string{"# Größe", "Иван"}},
		{"__substg1.0_10130102", "<p>a</p><table><tr><th>b<th>c<tr><td>1<td>2</table>", []string{"# Größe", "a", "= b | c", "| 1 | 2"}},
		{"__substg1.0_1013001F", wide("<p>ü</p>"), []string{"# Größe", "ü"}},
		{"__substg1.0_10090102", packed, []string{"# Größe", "Hello there"}},
	} {
		doc := document(t, "a.msg", message(c.stream, c.content))
		if diff := cmp.Diff(append(c.want, "## Inner"), outline(doc)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.stream, diff)
		}
		var got []string
		for _, p := range doc.Properties {
			got = append(got, p.Key+"="+p.Value.String())
		}
		want := []string{"title=Größe", "from=Иван <ivan@example.org>", "to=Ann; Bob", "date=2019-04-17T18:40:00Z", "attachment=plan.pdf", "attachment=Inner"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("properties (-want +got):\n%s", diff)
		}
		for _, b := range doc.Blocks {
			if b.Locator.Bytes != (spar.Span{}) {
				t.Errorf("%q claims to stand at %v of the file", b.Text, b.Locator.Bytes)
			}
		}
	}
}

// The example of MS-OXRTFCP, 3.1.1.
func TestUnpackRTF(t *testing.T) {
	packed := "\x2d\x00\x00\x00\x2b\x00\x00\x00\x4c\x5a\x46\x75\xf1\xc5\xc7\xa7\x03\x00\x0a\x00\x72\x63\x70\x67\x31\x32\x35\x42\x32\x0a\xf3\x20\x68\x65\x6c\x09\x00\x20\x62\x77\x05\xb0\x6c\x64\x7d\x0a\x80\x0f\xa0"
	got, err := unpackRTF([]byte(packed), 1<<20)
	if want := "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"; string(got) != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, bad := range []string{"", packed[:30], strings.Replace(packed, "LZFu", "LZFv", 1)} {
		if _, err := unpackRTF([]byte(bad), 1<<20); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
	if got, err := unpackRTF([]byte(packed), 10); err == nil || len(got) > 30 {
		t.Errorf("the limit is passed: %d bytes, %v", len(got), err)
	}
}

// FuzzMSG changes the properties of a message, its body in one of the three forms, and an attachment's name; the container
// around them is sound. See FuzzOLE.
func FuzzMSG(f *testing.F) {
	fixed := strings.Repeat("\x00", 32) + pack(3, 0x3FFD, uint32(6), uint64(1251)) + pack(0x40, 0x39, uint32(6), uint64(132_000_000_000_000_000))
	for form, content := range []string{wide("Hello"), "LZFuLZFuLZFuLZFu<p>x", "<p>x<!--"} {
		f.Add(fixed, content, wide("plan.pdf"), form)
	}
	f.Fuzz(func(t *testing.T, fixed, content, name string, form int) {
		body := []string{"__substg1.0_1000001F", "__substg1.0_10090102", "__substg1.0_10130102"}[uint(form)%3]
		fuzzed(t, "a.msg", oleWith("__properties_version1.0", fixed, body, content, "__substg1.0_0037001F", name,
			"__attach_version1.0_#00000000/__properties_version1.0", fixed, "__attach_version1.0_#00000000/__substg1.0_3707001F", name))
	})
}
