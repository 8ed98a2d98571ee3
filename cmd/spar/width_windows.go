package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// terminalWidth is how many characters fit a line of a terminal, 0 where that is not known.
func terminalWidth(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
