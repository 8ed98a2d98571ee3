package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// clockTicks is the number of ticks a second in /proc/PID/stat.
const clockTicks = 100

// treeCPU returns the processor time, in seconds, of a process and of the processes that it started, if they still run or it waited for
// them.
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
		for _, i := range []int{11, 12, 13, 14} { // user and system time of the process, and of the processes that it waited for
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
