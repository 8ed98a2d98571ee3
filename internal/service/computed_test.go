package service

import (
	"slices"
	"testing"
	"unsafe"
)

// TestTablesCalled keeps names that are only lent: the index gives each in the bytes of the one before.
func TestTablesCalled(t *testing.T) {
	lent := make([]byte, 0, 100)
	files := func(yield func(share, path string) bool) {
		for _, p := range []string{"people/HR-Employees.CSV", "people/employees of the office.docx", "stock/figures.xlsx"} {
			lent = append(lent[:0], p...)
			if !yield("s", unsafe.String(unsafe.SliceData(lent), len(lent))) {
				return
			}
		}
	}
	if got, want := tablesCalled("How many employees left?", files), []sharePath{{"s", "people/HR-Employees.CSV"}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
