package read

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

func TestPatientForms(t *testing.T) {
	text := func(key, v string) spar.Property {
		return spar.Property{Key: key, Value: spar.Value{Kind: spar.Text, Text: v}}
	}
	found := func(format string, p Patient, id, name string) map[string]string {
		out := outcome{Format: format, Properties: []spar.Property{text("modality", "CT"), text("patient-id", id), text("patient-name", name)}}
		p.apply(&out)
		got := map[string]string{}
		for _, p := range out.Properties {
			got[p.Key] = p.Value.String()
		}
		return got
	}
	key := "0123456789abcdef"
	plain, hashed := Patient{As: PatientPlain, Level: "secret"}, Patient{As: PatientHashed, Level: "secret", Key: key}
	// A worker that hands a patient on unasked is not believed.
	if got := found("dicom", Patient{}, "4711", "Doe, John"); len(got) != 1 || got["modality"] != "CT" {
		t.Errorf("off: %v", got)
	}
	if got := found("dicom", plain, "4711", "Doe, John"); got["patient-id"] != "4711" || got["patient-name"] != "Doe, John" || got["confidentiality"] != "secret" {
		t.Errorf("plain: %v", got)
	}
	if got := found("markdown", Patient{}, "4711", "Doe, John"); len(got) != 3 {
		t.Errorf("what other formats say is theirs: %v", got)
	}
	a, b := found("dicom", hashed, "4711", "Doe, John"), found("dicom", hashed, "4711", "DOE,  John")
	if a["patient-name"] != b["patient-name"] || len(a["patient-id"]) != 32 || a["confidentiality"] != "secret" {
		t.Errorf("hashed: %v and %v", a, b)
	}
	other := found("dicom", Patient{As: PatientHashed, Level: "secret", Key: strings.ToUpper(key)}, "Doe, John", "4711")
	if same := found("dicom", hashed, "Doe, John", "4711"); other["patient-id"] == same["patient-id"] || same["patient-id"] == a["patient-name"] {
		t.Error("a hash that tells nothing of its key or kind")
	}
	recipes := []string{Patient{}.recipe("dicom"), plain.recipe("dicom"), hashed.recipe("dicom"), Patient{As: PatientHashed, Level: "secret", Key: key + "x"}.recipe("dicom")}
	slices.Sort(recipes)
	if len(slices.Compact(recipes)) != 4 || plain.recipe("pdf") != "" || strings.Contains(hashed.recipe("dicom"), key) {
		t.Errorf("recipes: %q", recipes)
	}
	for _, bad := range []Patient{{As: "clear"}, {As: PatientPlain}, {As: PatientHashed, Level: "secret", Key: "short"}} {
		if bad.Check() == nil {
			t.Errorf("%+v is allowed", bad)
		}
	}
}
