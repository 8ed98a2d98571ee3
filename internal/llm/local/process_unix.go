//go:build unix && !linux

package local

import (
	"os/exec"
	"syscall"
)

// detached lets a command outlive this process and its terminal.
func detached(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func bound(*exec.Cmd) {}

// resident is not known here.
func resident(int) int64 { return 0 }
