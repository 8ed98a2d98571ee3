package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A component is a part of the program, as CycloneDX 1.6 describes it.
type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Purl    string `json:"purl"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// materials lists the modules that are linked into the program on any system, Go itself, and the assets that scripts/assets.sh fetches.
func materials(version string, at time.Time) ([]byte, error) {
	seen := map[string]component{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/spar")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				Module *struct {
					Path, Version string
					Main          bool
				}
			}
			if err := d.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
			if m := p.Module; m != nil && !m.Main {
				purl := "pkg:golang/" + m.Path + "@" + m.Version
				seen[purl] = component{"library", purl, m.Path, m.Version, purl, nil}
			}
		}
	}
	goVersion, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return nil, err
	}
	std := strings.TrimPrefix(strings.TrimSpace(string(goVersion)), "go")
	seen["std"] = component{"library", "pkg:golang/std@" + std, "std", std, "pkg:golang/std@" + std, nil}
	assets, err := assets()
	if err != nil {
		return nil, err
	}
	parts := assets
	for _, c := range seen {
		parts = append(parts, c)
	}
	slices.SortFunc(parts, func(a, b component) int { return strings.Compare(a.Purl, b.Purl) })
	self := "pkg:golang/github.com/sparsearch/spar@" + version
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":   map[string]any{"timestamp": at.Format(time.RFC3339), "component": component{"application", self, "spar", version, self, nil}},
		"components": parts,
	}, "", "  ")
	return append(text, '\n'), err
}

var (
	fetched  = regexp.MustCompile(`local package=(\S+) version=(\S+)`)
	expected = regexp.MustCompile(`local (?:wasm|wheel)?_?sum=([0-9a-f]{64})`)
)

// assets are what the script that fetches them names, each with the sum that it compares.
func assets() ([]component, error) {
	script, err := os.ReadFile("scripts/assets.sh")
	if err != nil {
		return nil, err
	}
	text := string(script)
	var list []component
	for _, at := range fetched.FindAllStringSubmatchIndex(text, -1) {
		name, version := text[at[2]:at[3]], text[at[4]:at[5]]
		sum := expected.FindStringSubmatch(text[at[1]:])
		if sum == nil {
			return nil, fmt.Errorf("scripts/assets.sh names no sum of %s", name)
		}
		kind := "npm"
		if strings.Contains(strings.SplitN(text[at[0]:], "\n}", 2)[0], "pip download") {
			kind = "pypi"
		}
		scope, base, scoped := strings.Cut(name, "/")
		escaped := url.PathEscape(name)
		if scoped {
			escaped = strings.ReplaceAll(scope, "@", "%40") + "/" + url.PathEscape(base)
		}
		purl := fmt.Sprintf("pkg:%s/%s@%s", kind, escaped, version)
		list = append(list, component{"library", purl, name, version, purl, []hash{{"SHA-256", sum[1]}}})
	}
	if len(list) < 3 {
		return nil, fmt.Errorf("scripts/assets.sh names %d assets", len(list))
	}
	return list, nil
}
