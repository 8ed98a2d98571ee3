// Command kept measures how many passages the readers of this tree leave as those of another commit made them. These keep their vectors when a data directory is
// opened by a new version; the others are embedded anew.
//
//	spar-eval make scifact pubmedqa rag-md tatqa --cache CACHE
//	go run ./bench/kept -since ebee588 CACHE/sets/{scifact,pubmedqa}/corpus.jsonl CACHE/sets/{rag-md,tatqa}/share
//
// It checks the other commit out into a temporary folder, reads the files below each folder with the readers of both, and prints by folder how many
// passages have the same headings and the same text. Without -since it prints a digest of each passage, as it does in the other commit.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
)

func main() {
	since := flag.String("since", "", "the `COMMIT` to compare with")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "kept: name the folders whose files are read")
		os.Exit(2)
	}
	if err := run(*since, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "kept:", err)
		os.Exit(1)
	}
}

func run(since string, folders []string) error {
	if since == "" {
		for _, folder := range folders {
			if err := digests(os.Stdout, folder); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Println("| folder | passages of " + since + " | of now | kept |")
	fmt.Println("|---|---|---|---|")
	other, done, err := checkout(since)
	if err != nil {
		return err
	}
	defer done()
	all := [3]int{}
	for _, folder := range folders {
		if folder, err = filepath.Abs(folder); err != nil {
			return err
		}
		var now bytes.Buffer
		if err := digests(&now, folder); err != nil {
			return err
		}
		then, err := output(other, "go", "run", "./bench/kept", folder)
		if err != nil {
			return err
		}
		count := compare(then, now.Bytes())
		fmt.Printf("| %s | %d | %d | %.1f %% (%d) |\n", filepath.Join(filepath.Base(filepath.Dir(folder)), filepath.Base(folder)), count[0], count[1], share(count), count[2])
		for i := range all {
			all[i] += count[i]
		}
	}
	fmt.Printf("| all | %d | %d | %.1f %% (%d) |\n", all[0], all[1], share(all), all[2])
	return nil
}

// share is the part of the passages of now, in per cent, that were there.
func share(count [3]int) float64 { return 100 * float64(count[2]) / float64(max(1, count[1])) }

// checkout puts another commit into a folder of its own, with this program in it.
func checkout(commit string) (folder string, done func(), err error) {
	if folder, err = os.MkdirTemp("", "spar-kept-"); err != nil {
		return "", nil, err
	}
	done = func() {
		output(".", "git", "worktree", "remove", "--force", folder)
		os.RemoveAll(folder)
	}
	if _, err := output(".", "git", "worktree", "add", "--quiet", "--force", "--detach", folder, commit); err != nil {
		done()
		return "", nil, err
	}
	program, err := os.ReadFile("bench/kept/main.go")
	if err == nil {
		err = os.MkdirAll(filepath.Join(folder, "bench/kept"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "bench/kept/main.go"), program, 0o644)
	}
	if err != nil {
		done()
		return "", nil, fmt.Errorf("%w; run it in the root of the source tree", err)
	}
	return folder, done, nil
}

func output(dir, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = dir, os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}

// digests writes a line for each passage of the files below a folder: the file, and a digest of what a vector is made of.
func digests(w io.Writer, folder string) error {
	out := bufio.NewWriter(w)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if filepath.Base(path) != "corpus.jsonl" {
			file(out, path, filepath.Base(path), text)
			return nil
		}
		for line := range bytes.Lines(text) { // a set without a share: each document is a text file
			var d struct{ ID, Title, Text string }
			if err := json.Unmarshal(bytes.Replace(line, []byte(`"_id"`), []byte(`"id"`), 1), &d); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			file(out, path+"/"+d.ID, d.ID+".txt", []byte(strings.TrimSpace(d.Title+"\n\n"+d.Text)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

func file(out io.Writer, path, name string, text []byte) {
	doc := extract.Document(context.Background(), extract.Input{Name: name, R: bytes.NewReader(text), Size: int64(len(text))})
	for _, p := range chunk.Split(slices.Values(doc.Blocks), chunk.Options{}) {
		fmt.Fprintf(out, "%s\t%x\n", path, sha256.Sum256([]byte(p.Ranked())))
	}
}

// compare counts the passages of then, of now, and those of now that were there then, each once.
func compare(then, now []byte) (count [3]int) {
	before := map[string]int{}
	for line := range strings.Lines(string(then)) {
		before[line]++
		count[0]++
	}
	for line := range strings.Lines(string(now)) {
		count[1]++
		if before[line] > 0 {
			before[line]--
			count[2]++
		}
	}
	return count
}
