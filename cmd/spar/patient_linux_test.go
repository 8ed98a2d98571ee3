package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// dicom is a file of a patient in explicit little endian.
func dicom(id, name string) string {
	element := func(group, number uint16, vr, value string) string {
		if len(value)%2 == 1 {
			value += " "
		}
		b := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, group), number)
		return string(binary.LittleEndian.AppendUint16(append(b, vr...), uint16(len(value)))) + value
	}
	return strings.Repeat("\x00", 128) + "DICM" + element(2, 0x10, "UI", "1.2.840.10008.1.2.1\x00") + element(8, 0x60, "CS", "CT") +
		element(8, 0x80, "LO", "Garden Hospital") + element(0x10, 0x10, "PN", name) + element(0x10, 0x20, "LO", id)
}

// TestPatients has patients as attributes in each form. Who lacks the clearance finds nothing of the files.
func TestPatients(t *testing.T) {
	t.Parallel()
	root, people := t.TempDir(), filepath.Join(t.TempDir(), "people.yaml")
	for path, text := range map[string]string{
		filepath.Join(root, "a.dcm"): dicom("4711", "Xyzzy^John"), filepath.Join(root, "b.dcm"): dicom("4711", "XYZZY^JOHN"), filepath.Join(root, "c.dcm"): dicom("12", "Plover"),
		people: "people:\n  - name: ada\n    uid: 70010\n    clearance: confidential\n  - name: bob\n    uid: 70011\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	key := "SPAR_DICOM_PATIENT_KEY=the key of the house"
	for form, lines := range map[string]int{"off": 0, "hashed": 2, "plain": 2} {
		data := t.TempDir()
		spar := func(args ...string) string {
			t.Helper()
			out, err := sparProcess(data, []string{"SPAR_DICOM_PATIENT=" + form, "SPAR_PRINCIPALS=" + people, key}, args...).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: spar %q: %v: %s", form, args, err, out)
			}
			return string(out)
		}
		spar("share", "add", "s", root)
		spar("share", "rights", "s", "open")
		spar("scan")
		if out := spar("search", "Garden Hospital", "-k", "10"); strings.Contains(out, "4711") || !strings.Contains(out, "Garden Hospital") {
			t.Errorf("%s: a search: %s", form, out)
		}
		values := spar("attributes", "patient-id")
		if got := strings.Contains(values, "4711"); got != (form == "plain") {
			t.Errorf("%s: patients: %s", form, values)
		}
		shown := spar("show", "s:a.dcm")
		if got := strings.Count(shown, "patient-"); got != lines || strings.Contains(shown, "Xyzzy") != (form == "plain") {
			t.Errorf("%s: %s", form, shown)
		}
		if form == "plain" {
			if got := strings.Fields(spar("files", "--scope", "patient-id:4711", "--as", "ada")); len(got) == 0 || !strings.Contains(strings.Join(got, " "), "b.dcm") || strings.Contains(strings.Join(got, " "), "c.dcm") {
				t.Errorf("ada's files of the patient: %q", got)
			}
		}
		for _, args := range [][]string{{"files"}, {"attributes"}, {"attributes", "patient-id"}, {"search", "Garden Hospital"}, {"search", "Xyzzy"}} {
			out, _ := sparProcess(data, []string{"SPAR_DICOM_PATIENT=" + form, "SPAR_PRINCIPALS=" + people, key}, append(args, "--as", "bob")...).CombinedOutput()
			if form == "off" && args[0] == "files" && !strings.Contains(string(out), "a.dcm") {
				t.Errorf("bob has rights over files without patients: %s", out)
			}
			if form != "off" && (strings.Contains(string(out), ".dcm") || strings.Contains(string(out), "4711") || strings.Contains(string(out), "modality")) {
				t.Errorf("%s: bob's %q: %s", form, args, out)
			}
		}
	}
}
