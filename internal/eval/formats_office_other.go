//go:build !unix

package eval

import "os/exec"

func ownGroup(*exec.Cmd) {}
