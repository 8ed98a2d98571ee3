package engine

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// TestTurnBeginsWithItsReading: ordering a million files takes no time off their reading.
func TestTurnBeginsWithItsReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &purse{}
		p.begin(turn{most: amount{1, 1 << 20}, length: time.Second})
		time.Sleep(time.Minute) // the order
		if !p.turnEnds().IsZero() {
			t.Fatal("the turn ends before its reading began")
		}
		p.reads()
		if left := time.Until(p.turnEnds()); left != time.Second {
			t.Fatalf("the turn has %v to read", left)
		}
		p.charge(spar.File{ID: 1, Size: 5})
		p.reads() // another part of the same turn, such as members of an archive
		if !p.filled() || !p.took(1) || p.took(2) {
			t.Error("one file does not fill a turn of one")
		}
		time.Sleep(2 * time.Second)
		if !p.end() || !p.slow[1] {
			t.Error("a file that was not done in the time of a turn is not put off")
		}
		p.begin(turn{most: amount{1, 1 << 20}, length: time.Second})
		p.reads()
		time.Sleep(2 * time.Second)
		if p.end() {
			t.Error("a turn in which no file was left undone was late")
		}
	})
}
