package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// terminalWidth returns the number of characters in a line of a terminal, or 0.
func terminalWidth(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
