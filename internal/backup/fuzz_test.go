package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
)

func tarOf(t testing.TB, entries ...string) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i+1 < len(entries); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: entries[i], Size: int64(len(entries[i+1])), Mode: 0o600, Format: tar.FormatPAX}); err != nil {
			return nil // no name for a tar file
		}
		if _, err := io.WriteString(w, entries[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// FuzzBackup reads anything as a backup in one file, and a backup with any manifest, names and contents. A backup that reads to its end has
// exactly the files of its manifest, under names that a backup can have.
func FuzzBackup(f *testing.F) {
	sum := func(s string) string { n := sha256.Sum256([]byte(s)); return hex.EncodeToString(n[:]) }
	manifest := func(name, content string) string {
		b, err := json.Marshal(Manifest{Version: version, Files: []File{{db.FileName, 2, sum("db")}, {name, int64(len(content)), sum(content)}}})
		if err != nil {
			f.Fatal(err)
		}
		return string(b)
	}
	f.Add(tarOf(f, db.FileName, "db", manifestName, `{"version":1}`), manifest("rules.yaml", "x"), "rules.yaml", "x")
	f.Add([]byte("x"), manifest("packs/000001.pack", ""), "packs/000001.pack", "")
	f.Add([]byte{}, "{}", "../x", "")
	path := filepath.Join(f.TempDir(), "b.tar")
	f.Fuzz(func(t *testing.T, raw []byte, text, name, content string) {
		for _, b := range [][]byte{raw, tarOf(t, db.FileName, "db", name, content, manifestName, text), tarOf(t, db.FileName, "db", name, content, manifestName, manifest(name, content))} {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			var got []string
			var bytes int64
			m, err := each(context.Background(), path, func(name string, r io.Reader) (int64, error) {
				n, err := io.Copy(io.Discard, r)
				got, bytes = append(got, name), bytes+n
				return n, err
			})
			if err != nil {
				if spar.CodeOf(err) != spar.Invalid && spar.CodeOf(err) != spar.Unavailable {
					t.Fatalf("%v of code %s", err, spar.CodeOf(err))
				}
				continue
			}
			var want []string
			for _, f := range m.Files {
				want = append(want, f.Name)
				if !known.MatchString(f.Name) || !filepath.IsLocal(f.Name) {
					t.Fatalf("the name %q", f.Name)
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) || bytes != m.Bytes() || !slices.Contains(got, db.FileName) {
				t.Fatalf("%q of %d bytes, and the manifest has %q of %d", got, bytes, want, m.Bytes())
			}
		}
	})
}
