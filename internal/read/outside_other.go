//go:build !linux

package read

import (
	"io/fs"
	"os"
	"os/exec"
)

const noFollow = 0

func links(fs.FileInfo) uint64 { return 1 }

// Landlock reports whether this kernel can confine a program to folders.
func Landlock() bool { return false }

// Confined becomes another program that is confined, which cannot be done here.
func Confined([]string) error { return supported() }

func ownGroup(*exec.Cmd) {}

func awaitExit(*os.Process) {}
