//go:build !linux

package main

import "os"

func limitMemory(int) error { return nil }

func peakMemory(*os.ProcessState) int64 { return 0 }
