package service_test

import "testing"

// TestServedAt: another process learns at which address a server serves, for as long as it does.
func TestServedAt(t *testing.T) {
	s := closed(t, true)
	if at := s.ServedAt(); at != "" {
		t.Fatalf("nobody serves, and %s is told", at)
	}
	first, err := s.TellServed("http://127.0.0.1:7727")
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.TellServed("https://spar.example")
	if err != nil {
		t.Fatal(err)
	}
	if at := s.ServedAt(); at != "https://spar.example" {
		t.Errorf("the last server is at %q", at)
	}
	for _, end := range []func() error{second, first} {
		if err := end(); err != nil {
			t.Error(err)
		}
	}
	if at := s.ServedAt(); at != "" {
		t.Errorf("all have ended, and %s is told", at)
	}
}
