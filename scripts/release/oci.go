package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"time"
)

// nobody is who runs the image: an account that owns nothing but its data directory.
const nobody = 65532

// Media types of the image specification (OCI 1.1).
const (
	typeIndex    = "application/vnd.oci.image.index.v1+json"
	typeManifest = "application/vnd.oci.image.manifest.v1+json"
	typeConfig   = "application/vnd.oci.image.config.v1+json"
	typeLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    map[string]string `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// oci writes an image that holds the program and its licences and nothing else, as an archive that podman, docker, skopeo and nerdctl
// load: an image is a few files by their sums, so that nothing but this makes it.
func oci(w io.Writer, version, processor string, program []byte, texts []file, at time.Time) error {
	layer, err := layerOf(program, texts, at)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	z.Write(layer) // into memory
	if err := z.Close(); err != nil {
		return err
	}
	blobs := map[string][]byte{}
	var names []string
	keep := func(kind string, body []byte) descriptor {
		name := digest(body)
		names, blobs[name] = append(names, name), body
		return descriptor{MediaType: kind, Digest: "sha256:" + name, Size: len(body)}
	}
	of := keep(typeLayer, packed.Bytes())
	config := keep(typeConfig, asJSON(map[string]any{
		"created": at.Format(time.RFC3339), "architecture": processor, "os": "linux",
		"config": map[string]any{
			"User": "65532:65532", "Env": []string{"PATH=/usr/local/bin", "HOME=/data", "SPAR_DATA_DIR=/data"}, "Entrypoint": []string{"/usr/local/bin/spar"}, "Cmd": []string{"--help"},
			"Volumes": map[string]any{"/data": map[string]any{}}, "StopSignal": "SIGTERM",
			"Labels": map[string]string{"org.opencontainers.image.title": "SPAR", "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "Apache-2.0"},
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + digest(layer)}},
		"history": []map[string]any{{"created": at.Format(time.RFC3339), "created_by": "scripts/release"}},
	}))
	manifest := keep(typeManifest, asJSON(map[string]any{"schemaVersion": 2, "mediaType": typeManifest, "config": config, "layers": []descriptor{of}}))
	manifest.Platform = map[string]string{"os": "linux", "architecture": processor}
	manifest.Annotations = map[string]string{"org.opencontainers.image.ref.name": version, "io.containerd.image.name": "localhost/spar:" + version}

	t := tar.NewWriter(w)
	put := func(name string, body []byte) error {
		if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(body)), ModTime: at, Format: tar.FormatGNU}); err != nil {
			return err
		}
		_, err := t.Write(body)
		return err
	}
	if err := put("oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`)); err != nil {
		return err
	}
	if err := put("index.json", asJSON(map[string]any{"schemaVersion": 2, "mediaType": typeIndex, "manifests": []descriptor{manifest}})); err != nil {
		return err
	}
	for _, name := range names {
		if err := put("blobs/sha256/"+name, blobs[name]); err != nil {
			return err
		}
	}
	return t.Close()
}

// layerOf returns the file system of the image: nobody owns the data directory and the one of temporary files, and may write nowhere else.
func layerOf(program []byte, texts []file, at time.Time) ([]byte, error) {
	var layer bytes.Buffer
	t := tar.NewWriter(&layer)
	entry := func(name string, mode int64, owner int, body []byte) error {
		h := &tar.Header{Name: name, Mode: mode, Uid: owner, Gid: owner, Size: int64(len(body)), ModTime: at, Format: tar.FormatGNU}
		if body == nil {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		_, err := t.Write(body)
		return err
	}
	files := []struct {
		file
		owner int
	}{
		{file{"usr/", 0o755, nil}, 0}, {file{"usr/local/", 0o755, nil}, 0}, {file{"usr/local/bin/", 0o755, nil}, 0}, {file{"usr/local/bin/spar", 0o755, program}, 0},
		{file{"data/", 0o700, nil}, nobody}, {file{"tmp/", 0o700, nil}, nobody}, {file{"licences/", 0o755, nil}, 0},
	}
	for _, f := range files {
		if err := entry(f.name, f.mode, f.owner, f.body); err != nil {
			return nil, err
		}
	}
	for _, f := range texts {
		if err := entry("licences/"+f.name, f.mode, 0, f.body); err != nil {
			return nil, err
		}
	}
	err := t.Close()
	return layer.Bytes(), err
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

func asJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil { // texts and numbers
		panic(err)
	}
	return text
}
