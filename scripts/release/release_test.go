package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var at = time.Unix(1_800_000_000, 0).UTC()

// TestDeb reads a package back: its parts, what it installs with which rights, and that making it again gives the same bytes.
func TestDeb(t *testing.T) {
	if err := os.Chdir("../.."); err != nil { // as it is run
		t.Fatal(err)
	}
	var one, two bytes.Buffer
	texts := []file{{"LICENSE", 0o644, []byte("licence")}}
	for _, w := range []*bytes.Buffer{&one, &two} {
		if err := deb(w, "1.2.0-3-gabc", "amd64", []byte("program"), texts, at); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("made twice it differs")
	}
	text, ok := strings.CutPrefix(one.String(), "!<arch>\n")
	parts := map[string]string{}
	var order []string
	for ok && text != "" {
		size, err := strconv.Atoi(strings.TrimSpace(text[48:58]))
		if err != nil || text[58:60] != "`\n" {
			t.Fatalf("%q, %v", text[:60], err)
		}
		name := strings.TrimSpace(text[:16])
		order, parts[name] = append(order, name), text[60:60+size]
		text = text[60+size+size%2:]
	}
	if fmt.Sprint(order) != "[debian-binary control.tar.gz data.tar.gz]" || parts["debian-binary"] != "2.0\n" {
		t.Fatalf("%v", order)
	}
	files := map[string]string{}
	for _, part := range order[1:] {
		unzipped, err := gzip.NewReader(strings.NewReader(parts[part]))
		if err != nil {
			t.Fatal(err)
		}
		for r := tar.NewReader(unzipped); ; {
			h, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil || h.Uid != 0 || !h.ModTime.Equal(at) {
				t.Fatalf("%+v, %v", h, err)
			}
			body, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			files[fmt.Sprintf("%s %o", h.Name, h.Mode)] = string(body)
		}
	}
	for name, part := range map[string]string{
		"./usr/bin/spar 755": "program", "./usr/lib/systemd/system/spar.service 644": "User=spar", "./usr/share/doc/spar/copyright 644": "licence",
		"./control 644": "Version: 1.2.0+3+gabc\nArchitecture: amd64\n", "./postinst 755": "useradd", "./prerm 755": "disable", "./md5sums 644": "a9c449d4fa44e9e5a41c574ae55ce4d9  usr/bin/spar\n", "./usr/bin/ 755": "",
	} {
		if body, ok := files[name]; !ok || !strings.Contains(body, part) {
			t.Errorf("%s: %q", name, body)
		}
	}
	assets, err := assets()
	if err != nil || len(assets) != 3 || assets[0].Hashes[0].Content == assets[1].Hashes[0].Content {
		t.Errorf("%+v, %v", assets, err)
	}
}

func TestDebVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.0": "1.2.0", "1.2.0-rc1": "1.2.0+rc1", "abc1234-dirty": "0~abc1234+dirty", "": "0~"} {
		if got := debVersion(version); got != want {
			t.Errorf("%q is %q", version, got)
		}
	}
}
