package vec

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// words are the instructions of kernels_arm64.s that Go's assembler does not know and that are written as numbers, with
// the bits of each for registers 0 as the Arm Architecture Reference Manual has them (DDI 0487, C7.2).
var words = map[string]uint32{
	"fabs v.4s, v.4s":           0b0_1_0_01110_1_0_10000_01111_10_00000_00000,
	"fadd v.4s, v.4s, v.4s":     0b0_1_0_01110_0_0_1_00000_11010_1_00000_00000,
	"faddp v.4s, v.4s, v.4s":    0b0_1_1_01110_0_0_1_00000_11010_1_00000_00000,
	"fcvtl v.4s, v.4h":          0b0_0_0_01110_0_0_10000_10111_10_00000_00000,
	"fcvtl2 v.4s, v.8h":         0b0_1_0_01110_0_0_10000_10111_10_00000_00000,
	"fcvtn v.4h, v.4s":          0b0_0_0_01110_0_0_10000_10110_10_00000_00000,
	"fcvtn2 v.8h, v.4s":         0b0_1_0_01110_0_0_10000_10110_10_00000_00000,
	"fcvtns v.4s, v.4s":         0b0_1_0_01110_0_0_10000_11010_10_00000_00000,
	"fdiv v.4s, v.4s, v.4s":     0b0_1_1_01110_0_0_1_00000_11111_1_00000_00000,
	"fmax v.4s, v.4s, v.4s":     0b0_1_0_01110_0_0_1_00000_11110_1_00000_00000,
	"fmaxv s, v.4s":             0b0_1_1_01110_0_0_11000_01111_10_00000_00000,
	"fmin v.4s, v.4s, v.4s":     0b0_1_0_01110_1_0_1_00000_11110_1_00000_00000,
	"fmul v.4s, v.4s, v.4s":     0b0_1_1_01110_0_0_1_00000_11011_1_00000_00000,
	"fsub v.4s, v.4s, v.4s":     0b0_1_0_01110_1_0_1_00000_11010_1_00000_00000,
	"sadalp v.4s, v.8h":         0b0_1_0_01110_01_10000_00110_10_00000_00000,
	"scvtf v.4s, v.4s":          0b0_1_0_01110_0_0_10000_11101_10_00000_00000,
	"sdot v.4s, v.16b, v.16b":   0b0_1_0_01110_10_0_00000_1_0010_1_00000_00000,
	"smull v.8h, v.8b, v.8b":    0b0_0_0_01110_00_1_00000_1100_00_00000_00000,
	"smull2 v.8h, v.16b, v.16b": 0b0_1_0_01110_00_1_00000_1100_00_00000_00000,
	"sqxtn v.4h, v.4s":          0b0_0_0_01110_01_10000_10100_10_00000_00000,
	"sqxtn v.8b, v.8h":          0b0_0_0_01110_00_10000_10100_10_00000_00000,
	"sqxtn2 v.8h, v.4s":         0b0_1_0_01110_01_10000_10100_10_00000_00000,
	"sxtl v.4s, v.4h":           0b0_0_0_011110_0010_000_10100_1_00000_00000,
	"sxtl v.8h, v.8b":           0b0_0_0_011110_0001_000_10100_1_00000_00000,
	"sxtl2 v.4s, v.8h":          0b0_1_0_011110_0010_000_10100_1_00000_00000,
}

// A word is a line of kernels_arm64.s such as WORD $0x4e20d400 // fadd v0.4s, v0.4s, v0.4s.
type word struct {
	line int
	bits uint32
	text string
}

func readWords(t *testing.T) []word {
	f, err := os.Open("kernels_arm64.s")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []word
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		rest, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "WORD $")
		if !ok {
			continue
		}
		number, text, ok := strings.Cut(rest, " // ")
		bits, err := strconv.ParseUint(number, 0, 32)
		if err != nil || !ok {
			t.Fatalf("line %d: %q is no word with its instruction", n, lines.Text())
		}
		list = append(list, word{n, uint32(bits), text})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

var register = regexp.MustCompile(`\b[vs]([0-9]+)`)

// Each word is the instruction that its comment names, and no others are written as words than those listed here.
func TestWords(t *testing.T) {
	met := map[string]bool{}
	for _, w := range readWords(t) {
		kind := register.ReplaceAllStringFunc(w.text, func(s string) string { return s[:1] })
		want, ok := words[kind]
		if !ok {
			t.Fatalf("line %d: %q is not among the instructions that are written as words", w.line, w.text)
		}
		met[kind] = true
		for i, r := range register.FindAllStringSubmatch(w.text, -1) {
			n, err := strconv.Atoi(r[1])
			if err != nil || n > 31 {
				t.Fatalf("line %d: %q names no register", w.line, w.text)
			}
			want |= uint32(n) << [...]int{0, 5, 16}[i]
		}
		if w.bits != want {
			t.Errorf("line %d: %#08x stands for %q, which is %#08x", w.line, w.bits, w.text, want)
		}
	}
	for kind := range words {
		if !met[kind] {
			t.Errorf("%q is written nowhere", kind)
		}
	}
}

// The words are what GNU's assembler for arm64 makes of their comments, where it is installed (on Debian the package
// binutils-aarch64-linux-gnu).
func TestWordsAgainstAssembler(t *testing.T) {
	const as, objcopy = "aarch64-linux-gnu-as", "aarch64-linux-gnu-objcopy"
	for _, tool := range []string{as, objcopy} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	list := readWords(t)
	dir := t.TempDir()
	var source strings.Builder
	source.WriteString(".arch armv8.2-a+dotprod\n")
	for _, w := range list {
		fmt.Fprintln(&source, w.text)
	}
	in, object, out := filepath.Join(dir, "words.s"), filepath.Join(dir, "words.o"), filepath.Join(dir, "words.bin")
	if err := os.WriteFile(in, []byte(source.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{as, "-o", object, in}, {objcopy, "-O", "binary", "-j", ".text", object, out}} {
		if said, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, said)
		}
	}
	code, err := os.ReadFile(out)
	if err != nil || len(code) != 4*len(list) {
		t.Fatalf("%d bytes of %d words, error %v", len(code), len(list), err)
	}
	for i, w := range list {
		if got := binary.LittleEndian.Uint32(code[4*i:]); got != w.bits {
			t.Errorf("line %d: %q is %#08x, and %#08x stands there", w.line, w.text, got, w.bits)
		}
	}
}
