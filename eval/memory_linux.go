package eval

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// peakMemory returns the largest resident size that a process has until ended is closed, in bytes, as it tells itself: what
// wait4(2) tells begins with the size of the process that started it.
func peakMemory(pid int, ended <-chan struct{}) (peak int64) {
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ended:
			return peak
		case <-look.C:
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			continue
		}
		_, line, _ := bytes.Cut(status, []byte("VmHWM:"))
		var kB int64
		if _, err := fmt.Sscan(string(line), &kB); err == nil {
			peak = kB << 10 // never less than before, but for what stood there before exec(2)
		}
	}
}
