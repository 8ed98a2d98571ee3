package share

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// FileSystemOf says what a root lies on, as far as the system tells it: the mount that its path leads to, and those
// below it (proc(5), /proc/pid/mountinfo).
func FileSystemOf(root string) FileSystem {
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return FileSystem{}
	}
	var st unix.Statx_t
	id := ""
	if err := unix.Statx(unix.AT_FDCWD, root, unix.AT_NO_AUTOMOUNT, unix.STATX_MNT_ID, &st); err == nil && st.Mask&unix.STATX_MNT_ID != 0 {
		id = strconv.FormatUint(st.Mnt_id, 10)
	}
	return fileSystem(root, id, string(table))
}

// fileSystem finds the mount of a root by its number, or failing that by its path, and the mounts below.
func fileSystem(root, id, table string) FileSystem {
	var f FileSystem
	var at, above string // type and place of the mount that the root lies on
	below := map[string]string{}
	for line := range strings.Lines(table) {
		left, right, ok := strings.Cut(line, " - ")
		fields, kind := strings.Fields(left), strings.Fields(right)
		if !ok || len(fields) < 5 || len(kind) == 0 {
			continue
		}
		point := unescape(fields[4])
		rel, err := filepath.Rel(root, point)
		switch {
		case fields[0] == id:
			at, above = kind[0], "\x00"
		case err == nil && rel != "." && filepath.IsLocal(rel):
			below[rel] = kind[0] // of several at one place the last one covers the others
		}
		if up, err := filepath.Rel(point, root); err == nil && above != "\x00" && (up == "." || filepath.IsLocal(up)) && len(point) >= len(above) && id == "" {
			at, above = kind[0], point
		}
	}
	if at == "" {
		return FileSystem{}
	}
	f.Mounts = append(f.Mounts, Mount{Root, at})
	for path, kind := range below {
		f.Mounts = append(f.Mounts, Mount{path, kind})
	}
	f.sort()
	return f
}

// unescape undoes the octal escapes of mountinfo.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
