package eval

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// processTime returns the processor time that a process has used, to the nanosecond: the ticks of /proc/PID/stat are as long as a request.
// That of threads that have ended is left out; those of Go stay.
func processTime(pid int) (sum time.Duration) {
	tasks, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "schedstat")) // the pattern is right
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		ran, _, _ := bytes.Cut(text, []byte(" "))
		if n, err := strconv.ParseInt(string(ran), 10, 64); err == nil {
			sum += time.Duration(n)
		}
	}
	return sum
}

// familyTime is processTime of a process and the children that it has now.
func familyTime(pid int) time.Duration {
	sum := processTime(pid)
	all, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is right
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// After the name, which may have any character, come the state and the parent.
		_, rest, _ := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ")
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			sum += processTime(child)
		}
	}
	return sum
}
