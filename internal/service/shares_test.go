package service_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
)

var operator = spar.Principal{Name: "olga", UID: 4_000_002, Served: true, Role: spar.Operator}

// TestOperators keep shares, and others do not.
func TestOperators(t *testing.T) {
	s, h := open(t, letters)
	text := func(t string) *string { return &t }
	folder := filepath.Join(t.TempDir(), "more")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		do   func(who spar.Principal) error
	}{
		{"add", func(who spar.Principal) error {
			_, _, err := s.AddShare(t.Context(), who, api.NewShare{Name: "more", Folder: folder})
			return err
		}},
		{"rename", func(who spar.Principal) error { _, err := s.RenameShare(t.Context(), who, "more", "other"); return err }},
		{"relocate", func(who spar.Principal) error { return s.RelocateShare(t.Context(), who, "other", folder) }},
		{"ignore", func(who spar.Principal) error {
			i, err := s.Ignore(t.Context(), who, api.IgnoreEdit{Share: "docs", Rules: []string{"*.tmp"}})
			if err == nil && !slices.Equal(i.Rules, []string{"*.tmp"}) {
				t.Errorf("the rules are %v", i.Rules)
			}
			return err
		}},
		{"limits", func(who spar.Principal) error {
			l, err := s.Limits(t.Context(), who, api.LimitsEdit{Share: "docs", Bytes: text("20MB"), Hours: text("19-7"), Interval: text("30m")})
			if err == nil && (l.Bytes != 20e6 || l.Hours != "19-7" || l.Interval != 1800 || l.Offline != "auto") {
				t.Errorf("the limits are %+v", l)
			}
			return err
		}},
		{"scan", func(who spar.Principal) error {
			list, err := all(s.Scan(t.Context(), who, api.ScanRequest{What: []string{"docs"}}))
			if n := len(list); err == nil && (n == 0 || list[n-1].Scan == nil || list[n-1].Scan.Added != 2) {
				t.Errorf("the scan is %+v", list)
			}
			return err
		}},
		{"watch", func(who spar.Principal) error {
			list, err := all(s.Watch(t.Context(), who, api.WatchRequest{Shares: []string{"docs"}, Once: true}))
			if err == nil && (len(list) != 1 || list[0].Event != api.WatchScanned || list[0].Seen != 2) {
				t.Errorf("the watch is %+v", list)
			}
			return err
		}},
	} {
		for _, who := range []spar.Principal{reader, curator} {
			if err := tc.do(who); spar.CodeOf(err) != spar.Invalid {
				t.Errorf("%s: %s gets %v", tc.name, who.Name, err)
			}
		}
		if err := tc.do(operator); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	for _, edit := range []api.LimitsEdit{{Bytes: text("fast")}, {Opens: text("-1")}, {Names: text("NaN")}, {Hours: text("25-3")}, {Offline: text("tape")}, {Interval: text("1ms")}} {
		edit.Share = "docs"
		if _, err := s.Limits(t.Context(), operator, edit); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", edit, err)
		}
	}
	one, err := s.Share(t.Context(), operator, "docs")
	if err != nil || one.Root.Name != h.Root || one.States[spar.Unread] != 2 || !one.Reachable || one.Scanned == "" {
		t.Errorf("the operator sees %+v, %v", one, err)
	}
	if one, err = s.Share(t.Context(), reader, "docs"); err != nil || one.Root != (api.Path{}) || one.States[spar.Unread] != 2 {
		t.Errorf("the reader sees %+v, %v", one, err)
	}
	if err := os.RemoveAll(h.Root); err != nil {
		t.Fatal(err)
	}
	if one, err = s.Share(t.Context(), reader, "docs"); err != nil || one.Reachable || one.Trouble != "it cannot be reached now" {
		t.Errorf("of a share that is gone the reader sees %+v, %v", one, err)
	}
}

// TestStrangersSeeAnEmptyInstallation: who may know of no file is told of shares and of what is stored what one is told where
// there is nothing.
func TestStrangersSeeAnEmptyInstallation(t *testing.T) {
	empty, h := open(t, nil)
	h.Scanned()
	full, h := open(t, letters)
	for path := range letters {
		if err := os.Chmod(filepath.Join(h.Root, path), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.Scanned()
	ask(t, full, owner, api.Question{Question: howMany})
	for name, told := range map[string]func(*service.Service) (any, error){
		"shares": func(s *service.Service) (any, error) { return s.Shares(t.Context(), reader) },
		"status": func(s *service.Service) (any, error) { return s.Status(t.Context(), reader) },
		"share": func(s *service.Service) (any, error) {
			_, err := s.Share(t.Context(), reader, "docs")
			return err.Error(), nil
		},
	} {
		var texts [2]string
		for i, s := range []*service.Service{empty, full} {
			v, err := told(s)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: a stranger is told\n%s\nand where there is nothing\n%s", name, texts[1], texts[0])
		}
	}
	if st, err := full.Status(t.Context(), operator); err != nil || st.Store == nil || st.Store.Segments != 2 || st.Data == nil || len(st.Shares) != 1 {
		t.Errorf("the operator's status is %+v, %v", st, err)
	}
}
