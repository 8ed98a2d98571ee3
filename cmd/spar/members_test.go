package main

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract/ziptest"
)

// TestMembers asks for what lies in archives, in archives in archives and in attachments, and has the answers follow them.
func TestMembers(t *testing.T) {
	t.Parallel()
	root, data := t.TempDir(), t.TempDir()
	put := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("old.zip", ziptest.Parts(map[string]string{"in/inner.zip": string(ziptest.Parts(map[string]string{"deep.md": "# Heating\n\nThe boiler was replaced by the firm Ekholm.\n"})), "note.txt": "The harbour office moved to Lund."}))
	put("mail.eml", []byte("From: ada@example.org\nTo: bob@example.org\nSubject: Minutes\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee the attachment.\n"+
		"--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=minutes.txt\nContent-Transfer-Encoding: base64\n\n"+
		base64.StdEncoding.EncodeToString([]byte("The committee chose the colour teal for the ferry.\n"))+"\n--b--\n"))
	ask := func(question, want string) {
		t.Helper()
		out, exit := runSpar(t, data, nil, "ask", root, question)
		if want == "" {
			if exit == exitOK && !strings.Contains(out, "answers this for sure") {
				t.Errorf("%s: exit %d, %s", question, exit, out)
			}
		} else if exit != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, want %q in %s", question, exit, want, out)
		}
	}
	ask("who replaced the boiler?", "old.zip!/in/inner.zip!/deep.md")
	ask("which colour did the committee choose for the ferry?", "mail.eml!/minutes.txt")
	if out, exit := runSpar(t, data, nil, "open", "1"); exit != exitOK || !strings.Contains(out, "teal") {
		t.Errorf("open: exit %d, %s", exit, out)
	}
	if out, exit := runSpar(t, data, nil, "files", "--skipped"); exit != exitOK || strings.Contains(out, "zip") {
		t.Errorf("an archive whose members are read was skipped: exit %d, %s", exit, out)
	}

	// What is in an archive now is found, and nothing else.
	put("old.zip", ziptest.Parts(map[string]string{"deep.md": "The boiler was replaced by the firm Nyman.\n"}))
	if err := os.Chtimes(filepath.Join(root, "old.zip"), time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	ask("who replaced the boiler?", "Nyman")
	if err := os.Remove(filepath.Join(root, "old.zip")); err != nil {
		t.Fatal(err)
	}
	ask("who replaced the boiler?", "")
	if out, exit := runSpar(t, data, nil, "scan"); exit != exitOK || !strings.Contains(out, "1 file") {
		t.Errorf("scan: exit %d, %s", exit, out)
	}
	if out, exit := runSpar(t, data, nil, "files"); exit != exitOK || strings.Contains(out, "old.zip") || !strings.Contains(out, "mail.eml!/minutes.txt") {
		t.Errorf("files: exit %d, %s", exit, out)
	}
}
