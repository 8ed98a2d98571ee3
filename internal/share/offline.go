package share

import "errors"

// Sleep says how files are recognised whose bytes lie on a tape or in another tier, so that opening them would fetch them.
type Sleep string

// The ways to recognise them.
const (
	SleepAuto   Sleep = ""       // by their attributes; by their blocks where the file system is known to count them
	SleepBlocks Sleep = "blocks" // also by their blocks, whatever the file system is
	SleepNever  Sleep = "never"  // not at all: every file is awake
)

// ErrOffline is in the chain of an error of Open that means: the file is asleep, and is left so.
var ErrOffline = errors.New(OfflineReason)

// OfflineReason is the reason of a file in the state spar.Offline.
const OfflineReason = "its bytes lie on a tape or in another tier, and reading it would fetch them"

const (
	sector    = 512       // bytes of what stat(2) calls a block
	stub      = 4096      // bytes that tiering systems leave of a file at most
	large     = 256 << 10 // bytes that no file system compresses into a stub
	inlined   = 4096      // bytes that file systems keep beside the name, outside of all blocks
	offline   = 0x1000    // FILE_ATTRIBUTE_OFFLINE
	recall    = 0x40000   // FILE_ATTRIBUTE_RECALL_ON_OPEN
	recallAny = 0x400000  // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
)

// hollow reports whether a file has so few blocks that its bytes must lie elsewhere. A file of nothing but a hole looks the
// same, and has nothing to read.
func hollow(size, blocks int64) bool {
	return size > inlined && blocks == 0 || size >= large && blocks*sector <= stub
}

// dosOffline reports whether Windows attributes say that a file is asleep.
func dosOffline(attributes uint32) bool { return attributes&(offline|recall|recallAny) != 0 }
