package extract

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/ulikunitz/xz"
)

// Made by bzip2 1.0.8 and xz 5.4: a tar file with dir/a.txt ("first") and b.txt ("other"), packed by bzip2, and by xz for a dictionary of
// 256 MB; and "packed text".
const (
	tarBZ2  = "QlpoOTFBWSZTWb85+w4AAJV7hMkAAGBAAf+AAIh3YJ5AAACASCAAkoSqZNGgAD1AaaPUEihTZTTJoG1GjIPU2LMvGQGwA2khJGXRkwmcxm4MBiQQE1AmQK94yKFwCrWgGaqZ3DkQMFGRGgxpiNcPGDxGAmYqdq7qGgRCbzcjaQGv+KBRlk/xYyLxIP4u5IpwoSF+c/Yc"
	textBZ2 = "QlpoOTFBWSZTWaHRIzIAAAORgEAALghEQCAAIgYIIMmIDCcmTl4u5IpwoSFDokZk"
	wideXZ  = "/Td6WFoAAATm1rRGAgAhASAAAAAJiKV24Cf/AIZdADIaSqclTMpPo7bATGveCyhE1/WBN+rYO8Ply6z413noe+A0EWqjLDTCuDG9lqg0W1J6EnxHPgFYt6H0rFmT9lYZMWnt0ZLqq3Mj/nK2mSRV3KraNa5J5bHasT8UwWiYY0njxLhYlWCnw0T6JQN8qNqLCsKhaFPsimXVyIR71pQ/1iTmxXwAAAAAKqrVmpKzpvYAAaIBgFAAAAPVBCuxxGf7AgAAAAAEWVo="
)

func decoded(t testing.TB, text string) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func packedBy(t testing.TB, content string, by func(w io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var b bytes.Buffer
	w, err := by(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func byXZ(w io.Writer) (io.WriteCloser, error)  { return xz.NewWriter(w) }
func byZST(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }

func TestPackedMembers(t *testing.T) {
	inTar := []string{"dir/a.txt", "first", "b.txt", "other"}
	tarred := tarFile(t, tar.FormatPAX, inTar...)
	long := strings.Repeat("long ", 1000)
	for _, c := range []struct {
		format, content string
		want            []string // names and bytes
	}{
		{"bz2", decoded(t, tarBZ2), inTar},
		{"bz2", decoded(t, textBZ2), []string{"", "packed text"}},
		{"bz2", decoded(t, textBZ2) + decoded(t, textBZ2), []string{"", "packed textpacked text"}},
		{"xz", packedBy(t, tarred, byXZ), inTar},
		{"xz", packedBy(t, long, byXZ), []string{"", long}},
		{"zst", packedBy(t, tarred, byZST), inTar},
		{"zst", packedBy(t, long, byZST), []string{"", long}},
	} {
		list, contents, res := members(t, "a.bin", c.content)
		var got []string
		for i, m := range list {
			got = append(got, m.Name, contents[i])
			if m.Size != int64(len(contents[i])) {
				t.Errorf("%s: %q has %d bytes and is said to have %d", c.format, m.Name, len(contents[i]), m.Size)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" || res.Format != c.format || res.State != spar.Container {
			t.Errorf("%s: %s, %s (%s) (-want +got):\n%s", c.format, res.Format, res.State, res.Reason, diff)
		}
		var all []string
		res = UnpackAll(context.Background(), input("a", c.content), func(int64) (io.Writer, error) {
			all = append(all, "")
			return writer(func(b []byte) { all[len(all)-1] += string(b) }), nil
		})
		if len(list) > 1 && (strings.Join(all, "|") != strings.Join(contents, "|") || res.State != spar.OK) || len(list) == 1 && res.State != spar.Unsupported {
			t.Errorf("%s in one pass: %q, %s (%s)", c.format, all, res.State, res.Reason)
		}
	}
}

type writer func(b []byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

func TestPackedFilesThatCannotBeRead(t *testing.T) {
	long := strings.Repeat("long ", 1000)
	noise := packedBy(t, tarFile(t, tar.FormatPAX, "a", long, "b", long), byXZ)
	for _, c := range []struct {
		name, content string
		format        string
		state         spar.State
		reason        string
	}{
		{"a text that begins so", "BZh9 is how it begins, and it goes on as text.", "text", spar.OK, ""},
		{"a dictionary that is larger than the limit", decoded(t, wideXZ), "xz", spar.TooBig, "256 MB of memory"},
		{"bzip2 cut off", decoded(t, tarBZ2)[:60], "bz2", spar.Corrupt, "cannot be unpacked"},
		{"xz cut off", noise[:40], "xz", spar.Corrupt, "cannot be unpacked"},
		{"xz without a block", "\xfd7zXZ\x00\x00\x04", "xz", spar.Corrupt, "xz header"},
		{"a window that is larger than the limit", "\x28\xb5\x2f\xfd\x00\xa0\x01\x00\x00", "zst", spar.TooBig, "128 MB of memory"},
		{"zstd cut off", packedBy(t, long, byZST)[:10], "zst", spar.Corrupt, "cannot be unpacked"},
	} {
		doc := document(t, "a.bin", c.content)
		if doc.Format != c.format || doc.State != c.state || !strings.Contains(doc.Reason, c.reason) {
			t.Errorf("%s: %q, %s (%s)", c.name, doc.Format, doc.State, doc.Reason)
		}
	}
	in := input("a.zst", packedBy(t, strings.Repeat("y", 1<<20), byZST))
	in.Limits.Inflated = 1000
	var b strings.Builder
	if res := Unpack(context.Background(), in, spar.Member{At: -1}, &b); res.State != spar.TooBig || b.Len() > 1000 {
		t.Errorf("%s (%s), %d bytes", res.State, res.Reason, b.Len())
	}
}
