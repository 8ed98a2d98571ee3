//go:build unix

package formats

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the end of cmd that of the programs that it started too.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
