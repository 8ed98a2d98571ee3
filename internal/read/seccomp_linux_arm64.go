package read

import "golang.org/x/sys/unix"

// legacyCalls are refused calls that newer machines do not have any more.
var legacyCalls []uint32

// forkCalls start processes, beside clone.
var forkCalls []uint32

// accessCalls test access to a file, each with the offset of its mode in struct seccomp_data.
var accessCalls = map[uint32]uint32{unix.SYS_FACCESSAT: 32, unix.SYS_FACCESSAT2: 32}
