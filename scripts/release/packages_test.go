package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestOCI reads an image back as one that loads it does: by its sums, from the index to what the program may write.
func TestOCI(t *testing.T) {
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := oci(w, "1.2.0", "arm64", []byte("program"), []file{{"LICENSE", 0o644, []byte("licence")}}, at); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("made twice it differs")
	}
	parts := unpacked(t, &one)
	blob := func(d descriptor) []byte {
		body := parts["blobs/"+strings.Replace(d.Digest, ":", "/", 1)]
		if "sha256:"+digest(body) != d.Digest || len(body) != d.Size {
			t.Fatalf("%+v is not there", d)
		}
		return body
	}
	var index struct{ Manifests []descriptor }
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	var config struct {
		Architecture string
		Config       struct{ User string }
		Rootfs       struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	read := func(body []byte, into any) {
		if err := json.Unmarshal(body, into); err != nil {
			t.Fatal(err)
		}
	}
	read(parts["index.json"], &index)
	read(blob(index.Manifests[0]), &manifest)
	read(blob(manifest.Config), &config)
	z, err := gzip.NewReader(bytes.NewReader(blob(manifest.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	layer, err := io.ReadAll(z)
	if err != nil || config.Rootfs.DiffIDs[0] != "sha256:"+digest(layer) || config.Config.User != "65532:65532" || config.Architecture != "arm64" {
		t.Fatalf("%+v, %v", config, err)
	}
	inside := unpacked(t, bytes.NewReader(layer))
	if string(inside["usr/local/bin/spar 755 0"]) != "program" || string(inside["licences/LICENSE 644 0"]) != "licence" {
		t.Errorf("%v", inside)
	}
	for _, folder := range []string{"data/ 700 65532", "tmp/ 700 65532"} {
		if _, ok := inside[folder]; !ok {
			t.Errorf("there is no %s", folder)
		}
	}
}

// unpacked returns the files of an archive: by name, or in a layer by name, mode and owner.
func unpacked(t *testing.T, r io.Reader) map[string][]byte {
	files := map[string][]byte{}
	for tr := tar.NewReader(r); ; {
		h, err := tr.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(tr)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = body
		files[fmt.Sprintf("%s %o %d", h.Name, h.Mode, h.Uid)] = body
	}
}

// TestRPM: the package is one, says what it is, and is the same again.
func TestRPM(t *testing.T) {
	if _, err := os.Stat("packaging/spar.service"); err != nil {
		t.Chdir("../..")
	}
	var one, two bytes.Buffer
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := rpm(w, "1.2.0-3-gabc", "amd64", []byte("program"), []file{{"LICENSE", 0o644, []byte("licence")}}, at); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("made twice it differs")
	}
	if !bytes.HasPrefix(one.Bytes(), []byte{0xed, 0xab, 0xee, 0xdb}) {
		t.Errorf("%x", one.Bytes()[:8])
	}
	for _, part := range []string{"spar-1.2.0+3+gabc-1", "x86_64", "/usr/lib/systemd/system/", "spar.service", "useradd --system", "Apache-2.0"} {
		if !bytes.Contains(one.Bytes(), []byte(part)) {
			t.Errorf("it does not say %q", part)
		}
	}
	for version, want := range map[string]string{"1.2.0-rc1": "1.2.0+rc1", "abc-dirty": "0~abc+dirty"} {
		if got, release := rpmVersion(version); got != want || release != "1" {
			t.Errorf("%q is %q-%q", version, got, release)
		}
	}
}
