package extract

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/sparsearch/spar/internal/extract/ziptest"
	"github.com/sparsearch/spar/internal/spar"
)

// sevenZip is a 7z file with dir/report.txt ("seven") and b.txt ("other"), made by 7-Zip 22.01.
const sevenZip = "N3q8ryccAARkDeTZggAAAAAAAAAhAAAAAAAAAKwT2fABAAlvdGhlcnNldmVuAAAAgTMHrg/Ox1yBCSqu06qFJigV5+7h5KJ20zRC5+NKjObUt8chCxMg07K2r5Cwil8cRJ39f+UN3+9CfM62gGhv0oZbJ/OF0H1b+wwVemkUih4nqhvNCsTQ2Iqk8HlLLiJPzVA4+yv1kAj+g1zkQgnsAAAAFwYOAQl0AAcLAQABIwMBAQVdABAAAAyAkgoBw7kNawAA"

func tarFile(t testing.TB, format tar.Format, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		h := &tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Format: format}
		if strings.HasSuffix(files[i], "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzFile(name, content string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Name = name
	_, _ = z.Write([]byte(content))
	_ = z.Close()
	return b.String()
}

func input(name, content string) Input {
	return Input{Name: name, R: strings.NewReader(content), Size: int64(len(content))}
}

// members gives what a container holds, and the bytes of each.
func members(t testing.TB, name, content string) (list []spar.Member, bytes []string, res Result) {
	t.Helper()
	res = Extract(context.Background(), input(name, content), func(it Item) error {
		if it.Member != nil {
			list = append(list, *it.Member)
		}
		return nil
	})
	for _, m := range list {
		var b strings.Builder
		if r := Unpack(context.Background(), input(name, content), m, &b); r.State != spar.OK {
			b.WriteString(string(r.State) + ": " + r.Reason)
		}
		bytes = append(bytes, b.String())
	}
	return list, bytes, res
}

func TestMembers(t *testing.T) {
	long := strings.Repeat("folder/", 40) + "name.txt"
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(rand.NewPCG(1, uint64(i)).Uint64())
	}
	block := strings.Repeat("x", 512)
	seven, err := base64.StdEncoding.DecodeString(sevenZip)
	if err != nil {
		t.Fatal(err)
	}
	mime := "MIME-Version: 1.0\r\nFrom: a@b\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n" +
		"--b\r\nContent-Type: application/octet-stream; name=\"../n\\oise.bin\"\r\nContent-Transfer-Encoding: base64\r\n\r\n" + wrapped(base64.StdEncoding.EncodeToString(noise)) + "\r\n" +
		"--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ncaf=C3=A9\r\n--b--\r\n"
	mbox := "From x@y Mon Mar  2 10:00:00 2020\nFrom: x@y\nSubject: one\n\nplain\n\nFrom x@y Mon Mar  2 10:00:00 2020\n" + strings.ReplaceAll(mime, "\r", "") + "\n"
	tarred := []string{"dir/", "", "dir/a.txt", "first", long, block, "empty", "", "b.txt", string(noise)}
	inTar := []string{"dir/a.txt", "first", long, block, "empty", "", "b.txt", string(noise)}
	for _, c := range []struct {
		name, content string
		want          []string // names and bytes
	}{
		{"zip", ziptest.Of("dir/report.docx", "xx", "/etc/../passwd", "yy", "c:\\x.txt", "zz"), []string{"dir/report.docx", "xx", "etc/__/passwd", "yy", "c:/x.txt", "zz"}},
		{"zip", ziptest.Of("a.txt", "one", "a.txt", "two"), []string{"a.txt", "one", "a.txt", "two"}},
		{"tar", tarFile(t, tar.FormatPAX, tarred...), inTar},
		{"tar", tarFile(t, tar.FormatGNU, tarred...), inTar},
		{"gz", gzFile("", tarFile(t, tar.FormatPAX, tarred...)), inTar},
		{"gz", gzFile("notes.txt", "xx"), []string{"notes.txt", "xx"}},
		{"gz", gzFile("", strings.Repeat("long ", 1000)), []string{"", strings.Repeat("long ", 1000)}},
		{"7z", string(seven), []string{"b.txt", "other", "dir/report.txt", "seven"}},
		{"eml", mime, []string{"oise.bin", string(noise), "a.txt", "café\r\n"}},
		{"mbox", mbox, []string{"2/oise.bin", string(noise), "2/a.txt", "café\n"}},
	} {
		list, contents, res := members(t, "a.bin", c.content)
		var got []string
		for i, m := range list {
			got = append(got, m.Name, contents[i])
			if c.name != "eml" && c.name != "mbox" && m.Size != int64(len(contents[i])) {
				t.Errorf("%s: %s has %d bytes and is said to have %d", c.name, m.Name, len(contents[i]), m.Size)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" || res.Format != c.name {
			t.Errorf("%s: %s, %s (%s) (-want +got):\n%s", c.name, res.Format, res.State, res.Reason, diff)
		}
	}
}

func wrapped(s string) string {
	var b strings.Builder
	for len(s) > 76 {
		b.WriteString(s[:76] + "\r\n")
		s = s[76:]
	}
	return b.String() + s
}

// TestMembersOfMSG has the first attachment of a message of Outlook; the second is a message inside, which has no bytes.
func TestMembersOfMSG(t *testing.T) {
	content := message("__attach_version1.0_#00000000/__substg1.0_37010102", strings.Repeat("%PDF", 2000))
	list, contents, _ := members(t, "a.msg", content)
	if len(list) != 1 || list[0].Name != "plan.pdf" || contents[0] != strings.Repeat("%PDF", 2000) {
		t.Errorf("%v", list)
	}
}

func TestMembersAreBounded(t *testing.T) {
	bomb := ziptest.Of("zeros", strings.Repeat("\x00", 2<<20))
	list, contents, _ := members(t, "a.zip", bomb)
	if len(list) != 1 || !strings.Contains(contents[0], "bomb") {
		t.Errorf("a bomb: %v, %.100s", list, contents)
	}
	var many []string
	for i := range maxMembers + 5 {
		many = append(many, fmt.Sprint(i), "")
	}
	if list, _, res := func() ([]spar.Member, []string, Result) {
		var list []spar.Member
		res := Extract(context.Background(), input("a", tarFile(t, tar.FormatPAX, many...)), func(it Item) error {
			if it.Member != nil {
				list = append(list, *it.Member)
			}
			return nil
		})
		return list, nil, res
	}(); len(list) != maxMembers || !strings.Contains(res.Reason, "left out") {
		t.Errorf("%d members, %s (%s)", len(list), res.State, res.Reason)
	}
	in := input("a.gz", gzFile("", strings.Repeat("y", 1<<20)))
	in.Limits.Inflated = 1000
	var b strings.Builder
	if res := Unpack(context.Background(), in, spar.Member{At: -1}, &b); res.State != spar.TooBig || b.Len() > 1000 {
		t.Errorf("%s (%s), %d bytes", res.State, res.Reason, b.Len())
	}
	for _, m := range []spar.Member{{At: -5}, {At: 1 << 60}, {At: 7}} {
		for name, content := range map[string]string{"zip": bomb, "tar": tarFile(t, tar.FormatPAX, "a", "b"), "eml": "From: a@b\nTo: b\nSubject: x\n\ny", "text": "no container"} {
			if res := Unpack(context.Background(), input("a."+name, content), m, &b); res.State == spar.OK || res.Reason == "" {
				t.Errorf("%s at %d: %s (%s)", name, m.At, res.State, res.Reason)
			}
		}
	}
}

func FuzzMembers(f *testing.F) {
	seven, _ := base64.StdEncoding.DecodeString(sevenZip)
	for _, seed := range []string{string(seven), ziptest.Of("a", "b"), tarFile(f, tar.FormatPAX, "a", "b", strings.Repeat("n", 200), "c"), gzFile("x", "y"), gzFile("", tarFile(f, tar.FormatGNU, "a", "b")),
		decoded(f, tarBZ2), decoded(f, wideXZ), packedBy(f, "x", byXZ), packedBy(f, "x", byZST)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		n := 0
		in := input("a", string(content))
		in.Limits = Limits{Inflated: 1 << 20, Entries: 100}
		Extract(context.Background(), in, func(it Item) error {
			if m := it.Member; m != nil {
				if n++; n < 10 {
					var b bytes.Buffer
					again := input("a", string(content))
					again.Limits = in.Limits
					Unpack(context.Background(), again, *m, &b)
				}
				if m.Name == "" && m.At >= 0 || strings.HasPrefix(m.Name, "/") || strings.Contains("/"+m.Name+"/", "/../") || m.Size < 0 {
					t.Errorf("%+v", m)
				}
			}
			return nil
		})
	})
}

// A tar file of before POSIX has no name of the format in it, and is told by the sum of its header.
func TestOldTAR(t *testing.T) {
	old := []byte(tarFile(t, tar.FormatUSTAR, "a.txt", "Old, and still there."))
	copy(old[257:265], make([]byte, 8)) // "ustar", and the version
	head, sum := old[:512], 0
	copy(head[148:156], "        ")
	for _, b := range head {
		sum += int(b)
	}
	copy(head[148:156], fmt.Sprintf("%06o\x00 ", sum))
	list, content, res := members(t, "a.tar.gz", gzFile("a.tar", string(old)))
	if res.State != spar.Container || len(list) != 1 || list[0].Name != "a.txt" || content[0] != "Old, and still there." {
		t.Errorf("%+v: %+v %q", res, list, content)
	}
	if head[0]++; Detect(old, "a") == "tar" {
		t.Error("a sum that is wrong is taken for a tar file's")
	}
}

// A name in UTF-8 beside that in a code page counts, unless it was made for another name.
func TestZIPNamesBeside(t *testing.T) {
	for name, want := range map[string]string{"_for_Dollar.txt": "€_for_Dollar.txt", "other.txt": "other.txt"} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		extra := binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0, 0, 0x75, 0x70, 5 + byte(len("€_for_Dollar.txt")), 0, 1}, crc32.ChecksumIEEE([]byte("_for_Dollar.txt")))
		if _, err := w.CreateHeader(&zip.FileHeader{Name: name, Extra: append(extra, "€_for_Dollar.txt"...)}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if list, _, _ := members(t, "a.zip", b.String()); len(list) != 1 || list[0].Name != want {
			t.Errorf("got %v, want %q", list, want)
		}
	}
}

// Names in a zip file that does not name their code page.
func TestZIPNames(t *testing.T) {
	for _, c := range []struct {
		enc   encoding.Encoding
		names []string
	}{
		{charmap.CodePage850, []string{"Prüfberichte/Größe Öfen.txt"}},
		{charmap.CodePage437, []string{"Übergabe/naïve façade.txt"}},
		{japanese.ShiftJIS, []string{"新しいフォルダ/テスト資料.txt", "新しいフォルダ/ソ.txt"}},
		{simplifiedchinese.GBK, []string{"合同/水泵采购合同.txt", "合同/维修记录.txt"}},
		{charmap.CodePage866, []string{"Договоры/Насос и клапан.txt"}},
		{encoding.Nop, []string{"Übergabe/naïve façade.txt"}},
		{charmap.CodePage437, []string{"üéâäàåçêëèïîìÄÅÉ", "æÆôöòûùÿÖÜ¢£¥₧ƒá", "íóúñÑªº¿⌐¬½¼¡«»░", "▒▓│┤╡╢╖╕╣║╗╝╜╛┐└"}},
	} {
		var parts []string
		for _, n := range c.names {
			raw, err := c.enc.NewEncoder().String(n)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, raw, "x")
		}
		var got []string
		content := ziptest.Of(parts...)
		Extract(t.Context(), Input{Name: "a.zip", R: strings.NewReader(content), Size: int64(len(content))}, func(it Item) error {
			if it.Member != nil {
				got = append(got, it.Member.Name)
			}
			return nil
		})
		if !slices.Equal(got, c.names) {
			t.Errorf("%v: got %q, want %q", c.enc, got, c.names)
		}
	}
}
