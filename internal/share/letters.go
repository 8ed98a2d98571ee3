package share

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// AnyCase reports whether names in a folder are the same whatever the case of their letters. It asks for some of them in the
// other case; where none has a letter, the operating system decides.
func AnyCase(root string) bool {
	names := []string{filepath.Base(root)}
	folder := filepath.Dir(root)
	if d, err := openFolder(root); err == nil {
		defer d.Close()
		if list, err := d.Readdirnames(20); len(list) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			names, folder = list, root
		}
	}
	for _, name := range names {
		other := strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z':
				return r - 'a' + 'A'
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return r
		}, name)
		if other == name {
			continue
		}
		is, err := os.Lstat(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		as, err := os.Lstat(filepath.Join(folder, other))
		if errors.Is(err, fs.ErrNotExist) {
			return false
		}
		if err == nil {
			return os.SameFile(is, as)
		}
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin"
}
