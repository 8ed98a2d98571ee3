//go:build unix

package formats

import (
	"os/exec"
	"syscall"
)

// ownGroup puts cmd into a process group of its own, so that cancelling cmd also ends the programs that it started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
