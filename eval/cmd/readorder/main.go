// Command readorder measures how well programs read files of known text in order. The figure is the longest common subsequence of the
// file's words and the program's words, over the larger number of words. Beside each file lies its text: a.pdf and a.txt. The results are
// summed up by folder.
//
//	go -C eval run ./cmd/readorder FOLDER "spar=spar read text" "pdftotext=pdftotext -q {} -"
//
// {} stands for the file; without it the file is the last argument.
package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: readorder FOLDER NAME=COMMAND ...")
		os.Exit(2)
	}
	if err := measure(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "readorder:", err)
		os.Exit(1)
	}
}

func measure(folder string, programs []string) error {
	groups := map[string][]string{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(path) != ".txt" {
			if _, err := os.Stat(textOf(path)); err == nil {
				group := filepath.Base(filepath.Dir(path))
				groups[group] = append(groups[group], path)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, p := range programs {
		name, command, _ := strings.Cut(p, "=")
		for _, group := range names {
			var values []float64
			worst := ""
			for _, path := range groups[group] {
				want, err := os.ReadFile(textOf(path))
				if err != nil {
					return err
				}
				v := inOrder(words(string(want)), words(run(strings.Fields(command), path)))
				if len(values) == 0 || v < slices.Min(values) {
					worst = filepath.Base(path)
				}
				values = append(values, v)
			}
			slices.Sort(values)
			sum := 0.0
			for _, v := range values {
				sum += v
			}
			n := len(values)
			fmt.Printf("%-10s %-12s %3d files  mean %.3f  tenth percentile %.3f  least %.3f %s\n",
				name, group, n, sum/float64(n), values[n/10], values[0], worst)
		}
	}
	return nil
}

func textOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + ".txt" }

// run is what a program prints of a file; one that fails prints nothing.
func run(command []string, path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	args := slices.Clone(command)
	if i := slices.Index(args, "{}"); i >= 0 {
		args[i] = path
	} else {
		args = append(args, path)
	}
	out, err := exec.CommandContext(ctx, args[0], args[1:]...).Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "readorder: %s: %v\n", strings.Join(args, " "), err)
	}
	return string(out)
}

// words are runs of letters and digits, in their ordinary form; of scripts without blanks each letter is one.
func words(text string) []string {
	var b strings.Builder
	for _, r := range norm.NFKC.String(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			b.WriteRune(unicode.ToLower(r))
		case r == '\u00ad', r >= '\u200b' && r <= '\u200f':
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

// inOrder returns the share of words that two texts have in the same order.
func inOrder(a, b []string) float64 {
	most := max(len(a), len(b))
	if most == 0 {
		return 1
	}
	row := make([]int, len(b)+1)
	for _, w := range a {
		before := 0 // of the row before, one to the left
		for j, x := range b {
			above := row[j+1]
			if w == x {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			before = above
		}
	}
	return float64(row[len(b)]) / float64(most)
}
