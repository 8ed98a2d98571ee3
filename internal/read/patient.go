package read

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// What becomes of the patient whom a DICOM file names.
const (
	PatientOff    = "off"    // it stays in the file
	PatientHashed = "hashed" // codes, alike for all files of a patient, from which no name can be told without the key
	PatientPlain  = "plain"  // as the file has it
)

// Patient says what becomes of the id and the name of the patient of a DICOM file. They are attributes and never text.
type Patient struct {
	As    string // one of the constants; "" is PatientOff
	Level string // of confidentiality, that a file has whose patient is an attribute
	Key   string // of the hashes
}

// MinPatientKey is how many bytes a key has at least: who guesses it can try all numbers of patients.
const MinPatientKey = 16

// Check returns an error if the settings of p do not fit together.
func (p Patient) Check() error {
	switch {
	case p.As != "" && p.As != PatientOff && p.As != PatientHashed && p.As != PatientPlain:
		return spar.Errorf(spar.Invalid, "the setting dicom-patient is %q and must be off, hashed or plain", p.As)
	case p.on() && p.Level == "":
		return spar.Errorf(spar.Invalid, "the setting dicom-patient-level is empty and must be a level of confidentiality, such as confidential")
	case p.As == PatientHashed && len(p.Key) < MinPatientKey:
		return spar.Errorf(spar.Invalid, "hashed patients need a key of at least %d characters in the setting dicom-patient-key, or numbers could be found by trying all of them", MinPatientKey)
	}
	return nil
}

func (p Patient) on() bool { return p.As == PatientHashed || p.As == PatientPlain }

// recipe is the patient's part of a format's recipe: the properties of a patient change with the setting. It does not reveal the key.
func (p Patient) recipe(format string) string {
	if format != formatDICOM || !p.on() {
		return ""
	}
	r := " patient " + p.As + " " + p.Level
	if p.As == PatientHashed {
		r += " " + p.hash("recipe", "")
	}
	return r
}

const formatDICOM = "dicom"

// apply gives the patient's properties the wanted form, and the file its level.
func (p Patient) apply(out *outcome) {
	if out.Format != formatDICOM {
		return
	}
	named := false
	kept := out.Properties[:0]
	for _, property := range out.Properties {
		if property.Key == "patient-id" || property.Key == "patient-name" {
			if !p.on() {
				continue // nobody asked the worker for it
			}
			named = true
			if p.As == PatientHashed {
				property.Value = spar.Value{Kind: spar.Text, Text: p.hash(property.Key, property.Value.String())}
			}
		}
		kept = append(kept, property)
	}
	if named {
		kept = append(kept, spar.Property{Key: "confidentiality", Value: spar.Value{Kind: spar.Text, Text: p.Level}})
	}
	out.Properties = kept
}

// hash is alike for texts that differ in case and spaces alone: devices write names differently.
func (p Patient) hash(key, text string) string {
	mac := hmac.New(sha256.New, []byte(p.Key))
	mac.Write([]byte(key + "\x00" + strings.ToUpper(strings.Join(strings.Fields(text), " "))))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
