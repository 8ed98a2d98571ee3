//go:build !unix

package read

import "os"

func stampOf(f *os.File) (stamp, error) {
	info, err := f.Stat()
	if err != nil {
		return stamp{}, err
	}
	return stamp{size: info.Size(), modTime: info.ModTime()}, nil
}
