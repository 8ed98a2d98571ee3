package service_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// recogniser puts a program in the place of tesseract, which finds the same line in every picture.
func recogniser(t *testing.T) {
	t.Helper()
	bin := t.TempDir()
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'tesseract 5.3.0'; exit; fi\n"
	for i, word := range strings.Fields("The caretaker worked 25 hours in March.") {
		script += "printf '5\\t1\\t1\\t1\\t1\\t" + string(rune('1'+i)) + "\\t0\\t0\\t9\\t9\\t95\\t" + word + "\\n'\n"
	}
	if err := os.WriteFile(filepath.Join(bin, "tesseract"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":/usr/bin:/bin")
}

// scans are two pictures, which need recognition, and a text.
func scans(t *testing.T) (*service.Service, *enginetest.House) {
	t.Helper()
	files := map[string]string{"a.md": "# Garden\n\nThe garden opens in April.\n"}
	for i, name := range []string{"march.png", "april.png"} {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 400+i, 300))); err != nil {
			t.Fatal(err)
		}
		files[name] = b.String()
	}
	h := enginetest.Open(t, files, func(o *engine.Options) { o.Read.Confine = []string{"/usr/bin/env"} }).Scanned()
	if _, err := h.ReadAhead(t.Context(), engine.Selection{Who: enginetest.All}, nil); err != nil {
		t.Fatal(err)
	}
	return service.New(h.Opened, service.Options{}), h
}

// TestRecogniseWhatWaits: files whose text waits to be recognised say so, are not read again in vain, and are recognised as long work.
func TestRecogniseWhatWaits(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no programs
	s, _ := scans(t)
	ctx, pictures := t.Context(), api.Listing{Scope: "state:needs-ocr"}
	listed := func() []api.File {
		t.Helper()
		list, err := all(s.Files(ctx, owner, pictures))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	asked := func() spar.Coverage {
		t.Helper()
		events, err := all(s.Ask(ctx, owner, api.Question{Question: "When does the garden open?"}))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.Answer != nil {
				return e.Answer.Coverage
			}
		}
		t.Fatal("no answer")
		return spar.Coverage{}
	}
	if list := listed(); len(list) != 2 || list[0].Recoverable || !strings.Contains(list[0].Remedy, "install tesseract") {
		t.Fatalf("without the program: %+v", list)
	}
	if c := asked(); c.Recognise != 0 || c.Unreadable != 2 {
		t.Errorf("without the program: %+v", c)
	}
	recogniser(t)
	if list := listed(); len(list) != 2 || !list[0].Recoverable || !strings.Contains(list[0].Remedy, "SPAR recognises") {
		t.Fatalf("with the program: %+v", list)
	}
	if c := asked(); c.Recognise != 2 || c.Unreadable != 2 {
		t.Errorf("asking is told of %+v", c)
	}
	if _, err := s.Open(ctx, owner, "docs:march.png", ""); err == nil || !strings.Contains(err.Error(), "has not been recognised yet") || strings.Contains(err.Error(), "needs-ocr") {
		t.Errorf("opened: %v", err)
	}
	if r, err := s.Reread(ctx, owner, api.Target{}); err != nil || r.Files != 1 || r.Recognise != 2 || len(listed()) != 2 {
		t.Errorf("read again: %+v, %v, %d left in the list", r, err, len(listed()))
	}
	var at service.WorkAt
	tell := func(a service.WorkAt) { at = a }
	if err := s.Work(ctx, owner, api.NewWork{Kind: api.WorkRecognise, Scope: "path:march.png"}, service.WorkAt{}, tell); err != nil || at.Done != 1 || at.Total != 1 || len(listed()) != 1 {
		t.Errorf("recognised %+v, %v; %d wait", at, err, len(listed()))
	}
	if p, err := s.Open(ctx, owner, "docs:march.png", ""); err != nil || !strings.Contains(strings.Join(p.Text, " "), "worked 25 hours") {
		t.Errorf("its text is %+v, %v", p, err)
	}
	if err := s.Work(ctx, owner, api.NewWork{Kind: api.WorkRead}, service.WorkAt{}, tell); err != nil || at.Done != at.Total || len(listed()) != 0 {
		t.Errorf("reading all files leaves %d pictures; %+v, %v", len(listed()), at, err)
	}
}
