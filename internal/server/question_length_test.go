package server

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// TestOneLengthOfQuestions: the page takes questions as long as the API does.
func TestOneLengthOfQuestions(t *testing.T) {
	query, err := os.ReadFile("../../web/src/query.ts")
	if err != nil {
		t.Fatal(err)
	}
	ask, err := os.ReadFile("../../web/src/ask.tsx")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(query), fmt.Sprintf("export const longestQuestion = %d\n", engine.MaxQuestion)) ||
		!strings.Contains(string(ask), "maxLength={longestQuestion}") {
		t.Errorf("the page does not take %d characters", engine.MaxQuestion)
	}
	s, secret := closed(t, spar.Reader, false)
	b := shower{t: t, s: s, token: secret}
	for n, want := range map[int]int{engine.MaxQuestion: 200, engine.MaxQuestion + 1: 400} {
		if status, text := b.do("POST", "/api/v1/ask", fmt.Sprintf(`{"question": "what is %s"}`, strings.Repeat("x", n-8))); status != want {
			t.Errorf("a question of %d characters: %d %s", n, status, text)
		}
	}
}
