// Command release makes what people install, of the working tree:
//
//	go run ./scripts/release -version 1.2.0 [-out dist] [-targets linux/amd64,...]
//
// It makes, for each target, an archive with the program, its licence and the licences of linked modules; for Linux also packages of Debian
// and rpm with a unit for systemd, and an image of a container; a list of all parts (CycloneDX); and the sums of all files. All times are
// that of the last commit, and nothing names the machine. So the same commit, Go and assets give the same bytes.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	version := flag.String("version", "", "of the release, such as 1.2.0")
	out := flag.String("out", "dist", "folder that is made anew")
	targets := flag.String("targets", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64", "systems and processors")
	flag.Parse()
	if err := release(strings.TrimPrefix(*version, "v"), *out, strings.Split(*targets, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A file goes into an archive or a package.
type file struct {
	name string
	mode int64
	body []byte
}

func release(version, out string, targets []string) error {
	if version == "" {
		return fmt.Errorf("-version is missing")
	}
	at, err := commitTime()
	if err != nil {
		return err
	}
	// Only what an earlier release has made goes: -out may be mistyped.
	if old, err := os.ReadDir(out); err == nil && len(old) > 0 {
		if _, err := os.Stat(filepath.Join(out, sums)); err != nil {
			return fmt.Errorf("%s is there and holds no earlier release", out)
		}
		if err := os.RemoveAll(out); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	texts, err := texts()
	if err != nil {
		return err
	}
	for _, target := range targets {
		system, processor, _ := strings.Cut(target, "/")
		fmt.Println("building for", target)
		program, err := build(version, system, processor)
		if err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
		name := fmt.Sprintf("spar_%s_%s_%s", version, system, processor)
		inside := slices.Clone(texts)
		switch system {
		case "windows":
			inside = append(inside, file{"spar.exe", 0o755, program})
			err = write(out, name+".zip", func(w io.Writer) error { return zipped(w, name, inside, at) })
		default:
			inside = append(inside, file{"spar", 0o755, program})
			if system == "linux" {
				unit, err := os.ReadFile("packaging/spar.service")
				if err != nil {
					return err
				}
				inside = append(inside, file{"spar.service", 0o644, unit})
			}
			err = write(out, name+".tar.gz", func(w io.Writer) error { return tarred(w, name+"/", inside, at) })
		}
		if err != nil {
			return err
		}
		if system != "linux" {
			continue
		}
		for end, pack := range map[string]func(io.Writer, string, string, []byte, []file, time.Time) error{".deb": deb, ".rpm": rpm, ".oci.tar": oci} {
			if err := write(out, fmt.Sprintf("spar_%s_%s%s", version, processor, end), func(w io.Writer) error { return pack(w, version, processor, program, texts, at) }); err != nil {
				return err
			}
		}
	}
	list, err := materials(version, at)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "spar_"+version+".cdx.json"), list, 0o644); err != nil {
		return err
	}
	return sum(out)
}

func commitTime() (time.Time, error) {
	text, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("git log: %w", err)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

// texts are what goes into every archive beside the program.
func texts() (list []file, err error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	licences := filepath.Join(dir, "licences")
	cmd := exec.Command("bash", "scripts/licences.sh", licences)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("scripts/licences.sh: %w", err)
	}
	for name, from := range map[string]string{"LICENSE": "LICENSE", "NOTICE": "NOTICE", "README.md": "README.md", "THIRD_PARTY_LICENSES.txt": licences} {
		body, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		list = append(list, file{name, 0o644, body})
	}
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

func build(version, system, processor string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "spar")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= -X main.version="+version, "-o", to, "./cmd/spar")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(to)
}

// write makes a file of a release.
func write(dir, name string, fill func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := fill(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}

func tarred(w io.Writer, below string, files []file, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	made := map[string]bool{}
	for _, f := range files {
		name := below + f.name
		for i, c := range name { // each folder before its contents
			if folder := name[:i+1]; c == '/' && i > 1 && !made[folder] {
				made[folder] = true
				if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: folder, Mode: 0o755, ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatGNU}); err != nil {
					return err
				}
			}
		}
		if err := t.WriteHeader(&tar.Header{Name: name, Mode: f.mode, Size: int64(len(f.body)), ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatGNU}); err != nil {
			return err
		}
		if _, err := t.Write(f.body); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func zipped(w io.Writer, folder string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(os.FileMode(f.mode))
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.body); err != nil {
			return err
		}
	}
	return z.Close()
}

// sums is the file with the SHA-256 of all others.
const sums = "SHA256SUMS"

func sum(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, e := range list {
		body, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		of := sha256.Sum256(body)
		fmt.Fprintf(&text, "%s  %s\n", hex.EncodeToString(of[:]), e.Name())
		fmt.Printf("%7.1f MB  %s\n", float64(len(body))/1e6, e.Name())
	}
	return os.WriteFile(filepath.Join(dir, sums), text.Bytes(), 0o644)
}
