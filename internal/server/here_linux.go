package server

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// userOf is the number of the user whose program has the connection from one address of this machine to another, as the kernel lists it.
func userOf(from, to netip.AddrPort) (user int, known bool) {
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		if user, known = userIn(table, from, to); known {
			return user, true
		}
	}
	return 0, false
}

// established is the state of a connection that is open, as the kernel writes it.
const established = "01"

func userIn(table string, from, to netip.AddrPort) (user int, known bool) {
	f, err := os.Open(table)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		// sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid ...
		fields := strings.Fields(lines.Text())
		if len(fields) < 8 || fields[3] != established || !same(fields[1], from) || !same(fields[2], to) {
			continue
		}
		user, err := strconv.Atoi(fields[7])
		return user, err == nil
	}
	return 0, false
}

// same says whether an address of the kernel's table is this one: words in the order of the processor, and a port.
func same(text string, a netip.AddrPort) bool {
	address, port, _ := strings.Cut(text, ":")
	bytes, err := hex.DecodeString(address)
	n, perr := strconv.ParseUint(port, 16, 16)
	if err != nil || perr != nil || uint16(n) != a.Port() || len(bytes)%4 != 0 {
		return false
	}
	for i := 0; i < len(bytes); i += 4 {
		binary.NativeEndian.PutUint32(bytes[i:], binary.BigEndian.Uint32(bytes[i:]))
	}
	got, ok := netip.AddrFromSlice(bytes)
	return ok && got.Unmap() == a.Addr().Unmap().WithZone("")
}
