package read

import "golang.org/x/sys/unix"

// legacyCalls are refused calls that newer machines do not have any more.
var legacyCalls []uint32

// forkCalls start processes, beside clone.
var forkCalls []uint32

// accessCalls ask what may be done with a file, each with the place of what is asked in struct seccomp_data.
var accessCalls = map[uint32]uint32{unix.SYS_FACCESSAT: 32, unix.SYS_FACCESSAT2: 32}
