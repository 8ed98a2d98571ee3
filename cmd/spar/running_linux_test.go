package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// written collects what a program writes while it runs.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(b)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// certify writes a certificate with a number, and its key.
func certify(t *testing.T, dir string, number int64) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(number), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	text, err := x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: text}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// TestServing runs a server as systemd would. It says when it is ready, takes a new certificate and new settings at SIGHUP, but keeps the
// old ones if the new have a fault. It logs no question and no path, shows metrics and profiles to this machine alone, and ends with
// status 0.
func TestServing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	socket := filepath.Join(dir, "notify")
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	settings := filepath.Join(dir, "config.yaml")
	configure := func(text string) {
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configure("log: requests\n")
	cert, key := certify(t, dir, 1)
	env := map[string]string{"HOME": dir, "SPAR_CONFIG": settings, "NOTIFY_SOCKET": socket, "SPAR_ENCODER": "none"}
	look := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	share := filepath.Join(dir, "share")
	if err := os.MkdirAll(share, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(share, "wombat.md"), []byte("# Leave\n\nLeave is 26 days.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, nil, &out, &errs, look); code != 0 {
			t.Fatalf("%v: %d %s", args, code, &errs)
		}
		return strings.TrimSpace(out.String())
	}
	do("share", "add", "docs", share)
	token, weak := do("token", "create", "--may", "operate"), do("token", "create")

	debug := "127.0.0.1:" + freePort(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, log written
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--json", "--no-watch", "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key, "--debug-listen", debug}, nil, &out, &log, look)
	}()
	says := func(want string) {
		t.Helper()
		b := make([]byte, 100)
		told.SetReadDeadline(time.Now().Add(2 * time.Minute))
		if n, err := told.Read(b); err != nil || string(b[:n]) != want {
			t.Fatalf("systemd is told %q, %v", b[:n], err)
		}
	}
	says("READY=1")
	var ready api.Serving
	if err := json.Unmarshal([]byte(out.String()), &ready); err != nil {
		t.Fatal(err)
	}

	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}}
	get := func(token, address string, body string) (int, string, *tls.ConnectionState) {
		t.Helper()
		method := "GET"
		if body != "" {
			method = "POST"
		}
		r, err := http.NewRequest(method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		r.Header.Set("Content-Type", "application/json")
		reply, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, _ := io.ReadAll(reply.Body)
		return reply.StatusCode, string(text), reply.TLS
	}
	serial := func() int64 {
		_, _, state := get("", ready.URL+"/healthz", "")
		return state.PeerCertificates[0].SerialNumber.Int64()
	}
	if status, text, _ := get(token, ready.URL+"/api/v1/ask", `{"question": "How many numbat days of leave are there?"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if status, _, _ := get(weak, ready.URL+"/metrics", ""); status != 403 {
		t.Errorf("metrics without the capability: %d", status)
	}
	for _, from := range []string{ready.URL, "http://" + debug} {
		status, text, _ := get(token, from+"/metrics", "")
		if status != 200 || !strings.Contains(text, `spar_requests_total{operation="ask",status="200"} 1`) || !strings.Contains(text, "spar_ready 1") || !strings.Contains(text, "go_goroutines") {
			t.Errorf("%s: %d %s", from, status, text)
		}
		for _, name := range []string{"wombat", "docs", "numbat", "person:", "uid:"} {
			if strings.Contains(text, name) {
				t.Errorf("the metrics name %s", name)
			}
		}
	}
	if status, text, _ := get("", "http://"+debug+"/debug/pprof/goroutine?debug=1", ""); status != 200 || !strings.Contains(text, "goroutine profile") {
		t.Errorf("%d %s", status, text)
	}
	if status, _, _ := get("", ready.URL+"/debug/pprof/goroutine", ""); status != 200 && status != 404 {
		t.Errorf("profiles where everybody listens: %d", status)
	} else if _, text, _ := get("", ready.URL+"/debug/pprof/goroutine?debug=1", ""); strings.Contains(text, "goroutine profile") {
		t.Error("profiles are shown where everybody listens")
	}
	if got := serial(); got != 1 {
		t.Errorf("certificate %d", got)
	}

	hangup := func(heard string) {
		t.Helper()
		before := strings.Count(log.String(), heard)
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(2 * time.Minute); strings.Count(log.String(), heard) == before; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no %q in %s", heard, &log)
			}
		}
	}
	certify(t, dir, 2)
	configure("log: requests\nbudget: 10s\nworkers: 1\n")
	hangup("the settings were read again")
	if got := serial(); got != 2 {
		t.Errorf("certificate %d after SIGHUP", got)
	}
	if text := log.String(); !strings.Contains(text, `"setting":["workers"]`) {
		t.Errorf("what needs a new start: %s", text)
	}
	configure("log: requests\nbudget: soon\n")
	if err := os.WriteFile(cert, []byte("none"), 0o600); err != nil {
		t.Fatal(err)
	}
	hangup("the settings were not read again")
	if got := serial(); got != 2 || !strings.Contains(log.String(), "the certificate was not read again") {
		t.Errorf("certificate %d after a fault: %s", got, &log)
	}
	if status, text, _ := get(token, ready.URL+"/api/v1/ask", `{"question": "How many numbat days of leave are there?"}`); status != 200 {
		t.Errorf("after a fault: %d %s", status, text)
	}

	stop()
	if code := <-status; code != exitOK {
		t.Errorf("status %d: %s", code, &log)
	}
	says("STOPPING=1")
	for _, name := range []string{"numbat", "wombat", dir} {
		if strings.Contains(log.String(), name) {
			t.Errorf("the log names %s: %s", name, &log)
		}
	}
	if !strings.Contains(log.String(), `"operation":"ask","status":200`) {
		t.Errorf("the log: %s", &log)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer on.Close()
	_, port, _ := net.SplitHostPort(on.Addr().String())
	return port
}

// TestDiscreet leaves out of a log what may name something.
func TestDiscreet(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{ReplaceAttr: discreet}))
	log.Warn("it happened", "request", "1a", "path", "secret/plan.md", "ms", 12, "files", []string{"plan.md"}, "err",
		spar.Errorf(spar.Unavailable, "docs:secret/plan.md cannot be read: %w", fmt.Errorf("open /srv/plan.md: %w", syscall.EACCES)), "other", errors.New("plan.md is odd"), "at", time.Now())
	for _, part := range []string{"plan", "secret", "srv"} {
		if strings.Contains(out.String(), part) {
			t.Errorf("%q in %s", part, &out)
		}
	}
	for _, part := range []string{`"request":"1a"`, `"ms":12`, `"err":"unavailable: permission denied"`, "it happened"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in %s", part, &out)
		}
	}
}
