package read

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// begin forgets the most memory that the process ever held, and gives the processor time that it had until now.
func (p *process) begin(cost *Cost) time.Duration {
	if cost != nil {
		os.WriteFile(p.proc("clear_refs"), []byte("5"), 0) // see proc_pid_clear_refs(5)
	}
	return p.time()
}

// end puts what the process used since begin into cost.
func (p *process) end(cost *Cost, before time.Duration) {
	if cost == nil {
		return
	}
	cost.CPU = p.used(before)
	status, err := os.ReadFile(p.proc("status"))
	if err != nil {
		return
	}
	_, rest, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	if fields := bytes.Fields(rest); len(fields) > 0 {
		kb, _ := strconv.ParseInt(string(fields[0]), 10, 64)
		cost.Peak = kb << 10
	}
}

// used is the processor time since begin. Of a process that has ended it is all that it ever used.
func (p *process) used(before time.Duration) time.Duration {
	select {
	case <-p.exited:
		s := p.cmd.ProcessState
		return max(0, s.UserTime()+s.SystemTime()-before)
	default:
		return max(0, p.time()-before)
	}
}

// time is the processor time of the process, 0 when it cannot be told: its clock is one system call, where its threads in
// /proc are dozens for each file.
func (p *process) time() time.Duration {
	const schedClock = 2 // CPUCLOCK_SCHED of MAKE_PROCESS_CPUCLOCK in linux/posix-timers_types.h
	var used unix.Timespec
	if unix.ClockGettime(int32(^p.cmd.Process.Pid<<3|schedClock), &used) != nil {
		return 0
	}
	return time.Duration(used.Nano())
}

// holds is the memory that the process holds between two files, 0 when that cannot be told.
func (p *process) holds() int64 {
	text, err := os.ReadFile(p.proc("statm"))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}

func (p *process) proc(name string) string {
	return fmt.Sprintf("/proc/%d/%s", p.cmd.Process.Pid, name)
}
