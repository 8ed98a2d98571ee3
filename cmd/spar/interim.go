package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
)

// An interim shows the best answer so far on the screen; each replaces the one before, and the last is cleared.
type interim struct {
	a     *app
	p     *progress // drawn below it
	lines int       // on the screen

	best *api.Answer // nil: none yet
}

// interimLines bounds the lines of an answer on the screen: a line that scrolls away cannot be replaced.
const interimLines = 16

// show replaces the answer on the screen by a better one.
func (i *interim) show(answer *api.Answer) {
	i.best = answer
	if i.a.screen == nil || i.a.quiet || i.a.json {
		return
	}
	i.clear()
	var text bytes.Buffer
	plain := *i.a
	plain.out, plain.quiet = &text, true
	plain.printAnswer(*answer)
	lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	lines = append([]string{"so far:"}, lines[:min(len(lines), interimLines)]...)
	width := max(40, screenWidth(i.a.screen)) - 1
	for _, line := range lines {
		if utf8.RuneCountInString(line) > width {
			line = string([]rune(line)[:width-1]) + "…"
		}
		fmt.Fprintln(i.a.screen, line)
	}
	i.lines = len(lines)
}

// clear takes the answer off the screen.
func (i *interim) clear() {
	i.p.done()
	if i.lines > 0 {
		fmt.Fprintf(i.a.screen, "\x1b[%dA\r\x1b[J", i.lines)
		i.lines = 0
	}
}

// stay leaves the answer on the screen; the text of a model follows below it.
func (i *interim) stay() {
	i.p.done()
	i.lines = 0
}

// interrupted prints the best answer so far, if somebody ended the question that it answers.
func (i *interim) interrupted() error {
	i.clear()
	if i.best == nil {
		return nil
	}
	return printOne(i.a, i.best, nil, func() { i.a.printAnswer(*i.best) })
}

// screenWidth returns the number of characters in a line of the screen.
func screenWidth(f *os.File) int {
	if n := terminalWidth(f); n > 0 {
		return n
	}
	return 80
}
