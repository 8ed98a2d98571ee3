package server

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
)

// TestUserIn: the kernel's table says whose program has a connection; one that is not open, or goes elsewhere, counts for nobody.
func TestUserIn(t *testing.T) {
	const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1E2F 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 17 1 0
   1: 0100007F:C350 0100007F:1E2F 01 00000000:00000000 00:00000000 00000000  1001        0 18 1 0
   2: 0100007F:C351 0100007F:1E2F 06 00000000:00000000 00:00000000 00000000  1001        0 19 1 0
   3: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1E2F 01 00000000:00000000 00:00000000 00000000  1002        0 20 1 0
   4: 00000000000000000000000001000000:C353 00000000000000000000000001000000:1E2F 01 00000000:00000000 00:00000000 00000000     0        0 21 1 0
`
	file := filepath.Join(t.TempDir(), "tcp")
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		user     int
		known    bool
	}{
		{"127.0.0.1:50000", "127.0.0.1:7727", 1001, true},
		{"127.0.0.1:50000", "127.0.0.1:7728", 0, false},
		{"127.0.0.1:50001", "127.0.0.1:7727", 0, false},
		{"127.0.0.1:50002", "127.0.0.1:7727", 1002, true},
		{"[::1]:50003", "[::1]:7727", 0, true},
		{"[::1]:50000", "[::1]:7727", 0, false},
	} {
		if user, known := userIn(file, netip.MustParseAddrPort(c.from), netip.MustParseAddrPort(c.to)); user != c.user || known != c.known {
			t.Errorf("%s: %d, %v", c.from, user, known)
		}
	}
	if _, known := userIn(filepath.Join(t.TempDir(), "none"), netip.AddrPort{}, netip.AddrPort{}); known {
		t.Error("without a table somebody is known")
	}
}
