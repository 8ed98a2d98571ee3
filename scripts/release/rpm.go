package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/google/rpmpack"
)

// rpmProcessors are the processors as rpm calls them.
var rpmProcessors = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}

// What the package does beside installing files: as that of Debian, which calls its scripts with other words.
const (
	rpmAfter = `getent passwd spar >/dev/null || useradd --system --user-group --home-dir /var/lib/spar --no-create-home --shell /sbin/nologin --comment "SPAR" spar
install -d -m 700 -o spar -g spar /var/lib/spar
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart spar.service
fi
`
	rpmBefore = `if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then
  systemctl disable --now spar.service
fi
`
)

// rpm writes a package of Fedora, RHEL, SUSE and their like.
func rpm(w io.Writer, version, processor string, program []byte, texts []file, at time.Time) error {
	unit, err := os.ReadFile("packaging/spar.service")
	if err != nil {
		return err
	}
	number, release := rpmVersion(version)
	p, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "spar", Version: number, Release: release, Arch: rpmProcessors[processor], OS: "linux", BuildTime: at, BuildHost: "spar", Compressor: "gzip",
		Licence: "Apache-2.0", URL: "https://github.com/sparsearch/spar", Summary: "answers to questions over large file shares, with citations",
		Description: "SPAR answers questions over a large file share with citations that open the\nplace in the file, and without building a vector database of the share first.",
		Requires:    rpmpack.Relations{{Name: "shadow-utils"}},
	})
	if err != nil {
		return err
	}
	add := func(name string, mode uint, body []byte, kind rpmpack.FileType) {
		p.AddFile(rpmpack.RPMFile{Name: name, Body: body, Mode: 0o100000 | mode, Owner: "root", Group: "root", MTime: uint32(at.Unix()), Type: kind})
	}
	add("/usr/bin/spar", 0o755, program, rpmpack.GenericFile)
	add("/usr/lib/systemd/system/spar.service", 0o644, unit, rpmpack.GenericFile)
	for _, f := range texts {
		kind := rpmpack.FileType(rpmpack.LicenceFile)
		if f.name == "README.md" {
			kind = rpmpack.DocFile
		}
		add("/usr/share/doc/spar/"+f.name, uint(f.mode), f.body, kind)
	}
	p.AddPostin(rpmAfter)
	p.AddPreun(rpmBefore)
	return p.Write(w)
}

// rpmVersion returns a version and a release as rpm takes them: neither has a -.
func rpmVersion(version string) (number, release string) {
	number, release = strings.ReplaceAll(version, "-", "+"), "1"
	if number == "" || number[0] < '0' || number[0] > '9' {
		number = fmt.Sprintf("0~%s", number)
	}
	return number, release
}
