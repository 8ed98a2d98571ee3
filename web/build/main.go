// Command build bundles the page of the server from TypeScript, with esbuild as a library, so that the build needs no Node. It is
// run at the root of the module: go run ./web/build
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// target is where the server embeds the page from.
const target = "internal/server/page/asset"

// What the page may weigh, in bytes as gzip leaves them.
const (
	mostScript = 120_000
	mostStyle  = 12_000
)

func main() {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func build() error {
	if _, err := os.Stat("web/node_modules/preact/package.json"); err != nil {
		fmt.Fprintln(os.Stderr, "page: preact is not in web/node_modules, which scripts/assets.sh fetches: the build goes on without the page")
		return nil
	}
	if err := shapes("internal/server/openapi.json", "web/src/shapes.ts"); err != nil {
		return err
	}
	out := api.Build(api.BuildOptions{
		EntryPoints: []string{"web/src/main.tsx", "web/src/style.css"}, Outdir: target, Bundle: true, Format: api.FormatESModule, Target: api.ES2023,
		Splitting: true, ChunkNames: "[name]", Charset: api.CharsetUTF8, // a language is a file of its own, which who reads another never loads
		JSX: api.JSXAutomatic, JSXImportSource: "preact", MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
		LegalComments: api.LegalCommentsNone, LogLevel: api.LogLevelWarning,
	})
	if len(out.Errors) > 0 {
		return fmt.Errorf("%d errors, see above", len(out.Errors))
	}
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	for _, f := range out.OutputFiles {
		name, most := filepath.Base(f.Path), mostScript
		switch name {
		case "main.js":
			name = "app.js"
		case "style.css":
			name, most = "app.css", mostStyle
		}
		small := packed(f.Contents)
		if len(small) > most {
			return fmt.Errorf("%s weighs %d bytes compressed, and may weigh %d", name, len(small), most)
		}
		for name, content := range map[string][]byte{name: f.Contents, name + ".gz": small} {
			if err := os.WriteFile(filepath.Join(target, name), content, 0o644); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"index.html", "icon.svg"} {
		text, err := os.ReadFile(filepath.Join("web/src", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(target, name), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func packed(b []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level exists
	z.Write(b)                                              // to memory, which takes all
	z.Close()
	return out.Bytes()
}
