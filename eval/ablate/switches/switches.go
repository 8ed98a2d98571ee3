// Package switches is called by an instrumented build at each condition that package ablate numbered. It records whether the condition
// held, and forces conditions that are off. Nothing else imports it.
package switches

import (
	"os"
	"strconv"
	"strings"
)

// Most bounds the number of conditions of a build.
const Most = 1 << 15

// The values of a condition in Seen, and in Off.
const (
	Held, Failed = 1, 2
	False, True  = 1, 2
)

// Variables of the environment: a file of Most bytes that all processes map as Seen, and a file that lists the conditions to force, one a
// line.
const (
	SeenEnv = "SPAR_ABLATE_SEEN"
	OffEnv  = "SPAR_ABLATE_OFF"
)

var (
	Seen = mapped(os.Getenv(SeenEnv)) // by condition: Held, Failed or both
	Off  [Most]byte                   // by condition: 0, False or True

	Left int // conditions until a run counts as endless and is given up; 0: never
)

// Endless is the panic of a run that exhausted Left.
const Endless = "ablate: without end"

func init() {
	if file := os.Getenv(OffEnv); file != "" {
		b, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		for _, line := range strings.Fields(string(b)) {
			n, err := strconv.Atoi(line)
			if err != nil {
				panic(err)
			}
			Off[n] = False
		}
	}
}

// Is is condition n, which is c by itself.
func Is[T ~bool](n int, c T) T {
	if c {
		Seen[n] |= Held
	} else {
		Seen[n] |= Failed
	}
	if Left > 0 {
		if Left--; Left == 0 {
			panic(Endless)
		}
	}
	switch Off[n] {
	case False:
		return false
	case True:
		return true
	}
	return c
}
