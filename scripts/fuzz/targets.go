package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// A target is a fuzz function of a package.
type target struct {
	pkg  string // below the module
	path string // import path
	dir  string
	name string
}

func (t target) String() string { return t.pkg + "." + t.name }

func (t target) short() string { return path.Base(t.pkg) + "." + t.name }

var fuzzFunc = regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9_]*)\(`)

// modules are the folders of the modules whose targets are run, the product's first.
var modules = []string{".", "eval"}

// targets lists the targets that this system builds, in the order of packages and files.
func targets(ctx context.Context) (all []target, err error) {
	product := ""
	for _, folder := range modules {
		cmd := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles,Module", "./...")
		cmd.Dir, cmd.Stderr = folder, os.Stderr
		list, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmd, err)
		}
		for dec := json.NewDecoder(bytes.NewReader(list)); ; {
			var p struct {
				ImportPath, Dir           string
				TestGoFiles, XTestGoFiles []string
				Module                    struct{ Path string }
			}
			if err := dec.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
			product = cmp.Or(product, p.Module.Path)
			for _, file := range append(p.TestGoFiles, p.XTestGoFiles...) {
				text, err := os.ReadFile(filepath.Join(p.Dir, file))
				if err != nil {
					return nil, err
				}
				for _, m := range fuzzFunc.FindAllSubmatch(text, -1) {
					all = append(all, target{strings.TrimPrefix(p.ImportPath, product+"/"), p.ImportPath, p.Dir, string(m[1])})
				}
			}
		}
	}
	return all, nil
}
