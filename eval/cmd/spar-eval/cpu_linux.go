package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// clockTicks is how many ticks of /proc/PID/stat make a second.
const clockTicks = 100

// treeCPU is the processor time in seconds that a process, and all that it started and waited for or that still run, have used.
func treeCPU(pid int) float64 {
	children := map[int][]int{}
	ticks := map[int]float64{}
	entries, _ := os.ReadDir("/proc") // without it nothing is known
	for _, e := range entries {
		id, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(data), ") ")
		f := strings.Fields(rest)
		if len(f) < 15 {
			continue
		}
		parent, _ := strconv.Atoi(f[1])
		children[parent] = append(children[parent], id)
		for _, i := range []int{11, 12, 13, 14} { // user and system time, of it and of its finished children
			n, _ := strconv.ParseFloat(f[i], 64)
			ticks[id] += n
		}
	}
	sum := 0.0
	var walk func(int)
	walk = func(id int) {
		sum += ticks[id] / clockTicks
		for _, c := range children[id] {
			walk(c)
		}
	}
	walk(pid)
	return sum
}
