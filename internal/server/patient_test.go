package server

import (
	"encoding/binary"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// dicomOf is a file of a patient, who may be in a sequence as in a directory of files.
func dicomOf(id, name string, within bool) string {
	element := func(group, number uint16, vr, value string) string {
		if len(value)%2 == 1 {
			value += " "
		}
		b := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, group), number)
		switch vr {
		case "":
			return string(binary.LittleEndian.AppendUint32(b, uint32(len(value)))) + value
		case "SQ":
			return string(binary.LittleEndian.AppendUint32(append(b, "SQ\x00\x00"...), uint32(len(value)))) + value
		}
		return string(binary.LittleEndian.AppendUint16(append(b, vr...), uint16(len(value)))) + value
	}
	who := element(0x10, 0x10, "PN", name) + element(0x10, 0x20, "LO", id)
	if within {
		who = element(4, 0x1220, "SQ", element(0xfffe, 0xe000, "", who))
	}
	return strings.Repeat("\x00", 128) + "DICM" + element(2, 0x10, "UI", "1.2.840.10008.1.2.1\x00") + element(8, 0x60, "CS", "CT") + element(8, 0x80, "LO", "Zebra Merger Hospital") + who
}

// clinic is a server over an open share with a note and, if full, files of a patient; the key is that of somebody without the clearance.
func clinic(t *testing.T, form string, full bool) (s *Server, key, own string) {
	t.Helper()
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	people := filepath.Join(t.TempDir(), "people.yaml")
	must(nil, os.WriteFile(people, []byte("people:\n  - {name: eve, uid: 4000009}\n"), 0o600))
	// The requests ask for these names and words.
	files := map[string]string{"note.md": "# Parking\n\nThe car park opens at six.\n"}
	if full {
		files["secret/plan.md"], files["secret/copy.md"] = dicomOf("Z-4711", "Zebra^Zoe", false), dicomOf("Z-4711", "Zebra^Zoe", true)
	}
	h := enginetest.Open(t, files, func(o *engine.Options) {
		o.Read.Patient = read.Patient{As: form, Level: "confidential", Key: "the key of the house"}
	})
	must(nil, os.Chtimes(filepath.Join(h.Root, "note.md"), time.Unix(1e9, 0), time.Unix(1e9, 0)))
	svc := service.New(h.Opened, service.Options{People: service.PeopleOptions{File: people}})
	if _, err := svc.SetRights(ctx, enginetest.All, api.RightsPlan{Name: "docs", Rights: "open"}); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for _, err := range svc.Ask(ctx, enginetest.All, api.Question{Question: "When does the car park of the hospital open?"}) {
		must(nil, err)
	}
	made, err := svc.CreateToken(ctx, enginetest.All, api.NewToken{For: "eve"})
	must(nil, err)
	mine, err := svc.CreateToken(ctx, enginetest.All, api.NewToken{})
	must(nil, err)
	return New(Options{Service: svc, Base: &url.URL{Scheme: "http", Host: "spar.test"}}), made.Secret, mine.Secret
}

// TestPatientsAreHidden: if patients are attributes, every operation and tool replies to a person without the clearance, byte by byte, as
// if there were no files of patients. The owner finds these files.
func TestPatientsAreHidden(t *testing.T) {
	for _, form := range []string{read.PatientHashed, read.PatientPlain} {
		full, key, own := clinic(t, form, true)
		empty, emptyKey, _ := clinic(t, form, false)
		for _, op := range full.operations() {
			if op.needs != spar.CanRead {
				continue
			}
			r := requests[op.id]
			got, want := reply(full, key, op, r.query, r.body, ""), reply(empty, emptyKey, op, r.query, r.body, "")
			full.jobs.running.Wait()
			empty.jobs.running.Wait()
			if got != want {
				t.Errorf("%s: %s tells a stranger\n%s\nand where no patient is\n%s", form, op.id, got, want)
			}
			if op.id == "file" {
				shown := reply(full, own, op, r.query, r.body, "")
				if !strings.Contains(shown, "patient-id") || strings.Contains(shown, "Z-4711") != (form == read.PatientPlain) {
					t.Errorf("%s: the owner is told %s", form, shown)
				}
			}
		}
		got, want := elsewhere(t, full, key), elsewhere(t, empty, emptyKey)
		for name, text := range got {
			if text != want[name] {
				t.Errorf("%s: %s tells a stranger\n%s\nand where no patient is\n%s", form, name, text, want[name])
			}
		}
	}
}
