// Package asked has shares of invented organisations, with documents of all kinds and tables beside each other, and questions as people ask
// spar ask. Set "mixed" has questions that texts answer, that rows answer, about files as such, and without an answer. Set "files" has
// questions about files as such, in four languages. Halves b are held back. Only spar-eval uses the package.
package asked

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/internal/spar"
)

//go:embed shares
var shares embed.FS

// A Share is an organisation's files with the questions about them.
type Share struct {
	Name      string // such as mixed-a, or files-a-fr
	Language  string // by ISO 639-1
	Files     []File
	Questions []registers.AboutQuestion
}

// A File is written in the format that the end of its name says.
type File struct {
	Path, Author, To, Title, Body string
	Date                          time.Time
}

// Kinds of questions without an answer in the files: the files say nothing about it, or only something near.
const (
	None = "none"
	Near = "near"
)

// HeldBack reports whether only totals of a half may be shown.
func HeldBack(half string) bool { return half == "b" }

// Make makes the shares of a set, "mixed" or "files", of a half, "a" or "b".
func Make(set, half string) ([]Share, error) {
	names := []string{set + "-" + half}
	if set == "files" {
		for _, language := range []string{"de", "fr", "es"} {
			names = append(names, names[0]+"-"+language)
		}
	}
	var list []Share
	for _, name := range names {
		text, err := shares.ReadFile("shares/" + name + "/files.txt")
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "there is no half %q of set %q: choose a or b", half, set)
		}
		s := Share{Name: name, Language: "en"}
		if parts := strings.Split(name, "-"); len(parts) > 2 {
			s.Language = parts[2]
		}
		if s.Files, err = readFiles(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if text, err = shares.ReadFile("shares/" + name + "/questions.txt"); err != nil {
			return nil, err
		}
		if s.Questions, err = registers.ReadAbout(name, string(text)); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// Sum returns the SHA-256 of the texts that the shares of a set's half are made from, in the order of their paths.
func Sum(set, half string) (string, error) {
	h := sha256.New()
	list, err := fs.Glob(shares, "shares/"+set+"-"+half+"*/*.txt")
	for _, name := range list {
		text, err := shares.ReadFile(name)
		if err != nil {
			return "", err
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// readFiles reads files as they stand in a text: a line "=== PATH", lines "date:", "author:", "to:" and "title:", an empty line and the
// body.
func readFiles(text string) ([]File, error) {
	var list []File
	for part := range strings.SplitSeq("\n"+text, "\n=== ") {
		if part = strings.TrimSpace(part); part == "" || strings.HasPrefix(part, "#") {
			continue
		}
		head, body, _ := strings.Cut(part, "\n\n")
		lines := strings.Split(head, "\n")
		f := File{Path: strings.TrimSpace(lines[0]), Body: body + "\n"}
		for _, line := range lines[1:] {
			key, value, _ := strings.Cut(line, ": ")
			switch key {
			case "date":
				var err error
				if f.Date, err = time.Parse(time.DateOnly, value); err != nil {
					return nil, fmt.Errorf("%s: %w", f.Path, err)
				}
			case "author":
				f.Author = value
			case "to":
				f.To = value
			case "title":
				f.Title = value
			default:
				return nil, fmt.Errorf("%s: %q is no line of its head", f.Path, line)
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// Write writes the files of a share below a folder.
func (s Share) Write(dir string) error {
	for _, f := range s.Files {
		content, err := f.bytes()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(path.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return err
		}
		if err := os.Chtimes(to, f.Date, f.Date); err != nil {
			return err
		}
	}
	return nil
}
