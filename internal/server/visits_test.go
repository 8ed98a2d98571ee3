package server

import (
	"fmt"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// TestVisits: what a page shows again and again is one look for as long as it stays; another file, another browser, or a return later is one more.
func TestVisits(t *testing.T) {
	var v visits
	began := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	look := func(after time.Duration, key int64, about string) api.AuditEntry {
		return api.AuditEntry{At: began.Add(after), Who: "person:ada", Key: key, Via: "page", Operation: "shares", Outcome: "done", About: []string{about}, Look: true, Request: fmt.Sprint(after), TimingMS: int64(after)}
	}
	noted := 0
	for at := time.Duration(0); at < time.Hour; at += 5 * time.Second {
		if !v.again(look(at, 1, "states=true")) {
			noted++
		}
	}
	if noted != 1 {
		t.Errorf("a page that is open for an hour is noted %d times", noted)
	}
	for name, e := range map[string]api.AuditEntry{
		"another question":     look(time.Hour, 1, "states=false"),
		"another browser":      look(time.Hour, 2, "states=true"),
		"a return a day later": look(25*time.Hour, 1, "states=true"),
	} {
		if v.again(e) {
			t.Errorf("%s is not noted", name)
		}
	}
	for i := range 2 * mostVisits {
		v.again(look(26*time.Hour, int64(i), "many"))
	}
	if len(v.last) > mostVisits {
		t.Errorf("%d visits are kept", len(v.last))
	}
}
