package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShapes: what the API gives comes out as TypeScript, with what may be missing marked.
func TestShapes(t *testing.T) {
	to := filepath.Join(t.TempDir(), "shapes.ts")
	if err := shapes("../../internal/server/openapi.json", to); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"export interface Answer {", " bullets: (Bullet)[];", " thread?: string;", " bytes?: [number, number];", "export interface View {", " marks: ((number)[])[];"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the types lack %q", want)
		}
	}
}
