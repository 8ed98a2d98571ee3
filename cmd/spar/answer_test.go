package main

import "testing"

func TestChanceText(t *testing.T) {
	for p, want := range map[float64]string{.002: "less than 1 %", .01: "1 %", .426: "43 %", .99: "99 %", .996: "more than 99 %"} {
		if got := chanceText(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}
