package service

import (
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/engine/enginetest"
)

// TestGroupsAge: what a provider said of groups counts no longer than the session that it began, whoever makes another one by a token.
func TestGroupsAge(t *testing.T) {
	s := New(enginetest.Open(t, nil, nil).Opened, Options{})
	for age, want := range map[time.Duration]bool{0: true, accountLasts - time.Minute: true, accountLasts + time.Minute: false} {
		who, err := s.arrived(t.Context(), access.Account{ID: 1, Issuer: "i", Subject: "s", Groups: []string{"sid:S-1-5-7"}, Seen: time.Now().Add(-age)}, true)
		if err != nil {
			t.Fatal(err)
		}
		if is := who.Is != nil; is {
			is, _ = who.Is("sid:S-1-5-7")
			if is != want {
				t.Errorf("after %s: %t", age, is)
			}
		} else if want {
			t.Errorf("after %s nobody is in a group", age)
		}
	}
}
