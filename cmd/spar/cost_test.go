package main

import "testing"

func TestAmountText(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "0", 1: "1", 20: "20", 12.34: "12.3", 3.14159: "3.14", .5: "0.5", .0625: "0.0625", .00001234: "0.0000123",
		100: "100", 999.6: "1,000", 2000: "2,000", 1234567.8: "1,234,568", 2e20: "1,000,000,000,000,000,000",
	} {
		if got := amountText(v); got != want {
			t.Errorf("%g is written as %s, want %s", v, got, want)
		}
	}
	if got, want := costText("files", 2000), "2,000 files"; got != want {
		t.Errorf("a cost is written as %s, want %s", got, want)
	}
}
