package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// scanOf is how the scan of a share is told to be.
func (h *house) scanOf(token, share string) api.ScanJob {
	h.t.Helper()
	_, text, _ := h.do(token, "GET", "/api/v1/scans", "")
	for _, j := range decode[api.Page[api.ScanJob]](h.t, text).Items {
		if j.Share == share {
			return j
		}
	}
	return api.ScanJob{}
}

// root is where the share lies.
func (h *house) root(token string) string {
	h.t.Helper()
	_, text, _ := h.do(token, "GET", "/api/v1/shares/docs", "")
	return decode[api.Share](h.t, text).Root.Name
}

// TestScanJob: a scan goes on when the request that began it is answered, everybody who keeps shares sees how far it is and how it
// ended, and others see nothing.
func TestScanJob(t *testing.T) {
	h := open(t, files, administered)
	token, eve := h.token(""), h.token("eve")
	if err := os.WriteFile(filepath.Join(h.root(token), "new.md"), []byte("# New\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, text, _ := h.do(token, "POST", "/api/v1/scans", `{"share": "docs"}`)
	if j := decode[api.ScanJob](t, text); status != http.StatusAccepted || j.Share != "docs" || j.State != api.JobRunning && j.State != api.JobDone {
		t.Fatalf("%d %s", status, text)
	}
	var j api.ScanJob
	for begin := time.Now(); time.Since(begin) < 2*time.Minute && j.Ended == nil; time.Sleep(10 * time.Millisecond) {
		j = h.scanOf(token, "docs")
	}
	if j.State != api.JobDone || j.Scan == nil || j.Scan.Added != 1 || j.Seen != j.Scan.Seen || j.Ended.Before(j.Begun) {
		t.Errorf("%+v", j)
	}
	if status, text, _ := h.do(token, "DELETE", "/api/v1/scans/docs", ""); status != http.StatusNotFound {
		t.Errorf("a scan that has ended is stopped: %d %s", status, text)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/scans", `{"share": "nowhere"}`); status != http.StatusNotFound {
		t.Errorf("%d %s", status, text)
	}
	for _, r := range [][2]string{{"POST", "/api/v1/scans"}, {"GET", "/api/v1/scans"}, {"DELETE", "/api/v1/scans/docs"}} {
		if status, text, _ := h.do(eve, r[0], r[1], map[bool]string{true: `{"share": "docs"}`}[r[0] == "POST"]); status != http.StatusForbidden {
			t.Errorf("%s %s of a reader: %d %s", r[0], r[1], status, text)
		}
	}
	var ends []string
	for _, e := range h.traced() {
		if e.Operation == "endScan" {
			ends = append(ends, strings.Join(e.About, " "))
		}
	}
	if len(ends) != 1 || ends[0] != "share=docs" {
		t.Errorf("the trail has %q", ends)
	}
}

// TestScanJobStops: a scan is stopped by who keeps shares, and one that failed says why.
func TestScanJobStops(t *testing.T) {
	h := open(t, files, administered)
	token := h.token("")
	if status, text, _ := h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "names": "1"}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	h.do(token, "POST", "/api/v1/scans", `{"share": "docs"}`)
	if status, text, _ := h.do(token, "DELETE", "/api/v1/scans/docs", ""); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	ended := func() (j api.ScanJob) {
		for begin := time.Now(); time.Since(begin) < 2*time.Minute && j.Ended == nil; time.Sleep(10 * time.Millisecond) {
			j = h.scanOf(token, "docs")
		}
		return j
	}
	if j := ended(); j.State != api.JobStopped || j.Fault != nil {
		t.Errorf("%+v", j)
	}
	root := h.root(token)
	if err := os.Rename(root, root+"-away"); err != nil {
		t.Fatal(err)
	}
	h.do(token, "POST", "/api/v1/scans", `{"share": "docs"}`)
	failed := ended()
	if failed.State != api.JobFailed || failed.Fault == nil || failed.Fault.Message == "" {
		t.Fatalf("%+v", failed)
	}
	var outcomes []string
	for _, e := range h.traced() {
		if e.Operation == "endScan" {
			outcomes = append(outcomes, e.Outcome)
		}
	}
	slices.Sort(outcomes)
	want := []string{string(failed.Fault.Code), string(api.JobStopped)}
	if slices.Sort(want); !slices.Equal(outcomes, want) {
		t.Errorf("the trail says that the scans ended as %q, want %q", outcomes, want)
	}
}
