package main

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// deb writes a package of Debian (deb(5)): an archive of ar with two of tar, what the package says of itself and what it installs.
func deb(w io.Writer, version, processor string, program []byte, texts []file, at time.Time) error {
	unit, err := os.ReadFile("packaging/spar.service")
	if err != nil {
		return err
	}
	installed := []file{{"usr/bin/spar", 0o755, program}, {"usr/lib/systemd/system/spar.service", 0o644, unit}}
	var copyright bytes.Buffer
	for _, f := range texts {
		if f.name == "README.md" {
			continue
		}
		fmt.Fprintf(&copyright, "================ %s\n\n%s\n", f.name, f.body)
	}
	installed = append(installed, file{"usr/share/doc/spar/copyright", 0o644, copyright.Bytes()})

	var digests bytes.Buffer // which dpkg wants so, to find damage
	size := 0
	for _, f := range installed {
		of := md5.Sum(f.body)
		fmt.Fprintf(&digests, "%s  %s\n", hex.EncodeToString(of[:]), f.name)
		size += (len(f.body) + 1023) / 1024
	}
	about := fmt.Sprintf(`Package: spar
Version: %s
Architecture: %s
Maintainer: The SPAR authors <spar@sparsearch.invalid>
Installed-Size: %d
Pre-Depends: passwd
Section: utils
Priority: optional
Homepage: https://github.com/sparsearch/spar
Description: answers to questions over large file shares, with citations
 SPAR answers questions over a large file share with citations that open the
 place in the file, and without building a vector database of the share first.
 It keeps a light index of every file and reads the few that a question needs.
`, debVersion(version), processor, size)
	control := []file{{"control", 0o644, []byte(about)}, {"md5sums", 0o644, digests.Bytes()}}
	for _, name := range []string{"postinst", "prerm"} {
		body, err := os.ReadFile("packaging/" + name)
		if err != nil {
			return err
		}
		control = append(control, file{name, 0o755, body})
	}
	var controls, data bytes.Buffer
	if err := tarred(&controls, "./", control, at); err != nil {
		return err
	}
	if err := tarred(&data, "./", installed, at); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
		return err
	}
	for _, part := range []file{{"debian-binary", 0o644, []byte("2.0\n")}, {"control.tar.gz", 0o644, controls.Bytes()}, {"data.tar.gz", 0o644, data.Bytes()}} {
		if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", part.name, at.Unix(), 0, 0, 0o100000|part.mode, len(part.body)); err != nil {
			return err
		}
		if _, err := w.Write(part.body); err != nil {
			return err
		}
		if len(part.body)%2 == 1 { // parts begin at even places
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// debVersion returns a version as Debian takes it: it begins with a number, and - parts off what Debian adds.
func debVersion(version string) string {
	version = strings.ReplaceAll(version, "-", "+")
	if version == "" || version[0] < '0' || version[0] > '9' {
		version = "0~" + version
	}
	return version
}
