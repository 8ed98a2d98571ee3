package main

import (
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"
)

// neon collects the kernels for arm64: Advanced SIMD, which every such processor has, and the products of small
// integers once more with the dot product instructions of Armv8.2 where a processor has them. Go's assembler lacks most
// arithmetic on vectors of float32; such instructions are written as words with their text beside them.
type neon struct{ machine }

// neonRows is how many rows of the left operand a GEMM kernel takes at most: six rows of sixteen columns are 24 of the
// 32 registers, four more hold the right operand, one the left, and three are scratch.
const neonRows = 6

// The words of instructions that the assembler lacks, for registers 0.
var neonWords = map[string]uint32{
	"fadd v%d.4s, v%d.4s, v%d.4s":     0x4e20d400,
	"faddp v%d.4s, v%d.4s, v%d.4s":    0x6e20d400,
	"fsub v%d.4s, v%d.4s, v%d.4s":     0x4ea0d400,
	"fmul v%d.4s, v%d.4s, v%d.4s":     0x6e20dc00,
	"fdiv v%d.4s, v%d.4s, v%d.4s":     0x6e20fc00,
	"fmax v%d.4s, v%d.4s, v%d.4s":     0x4e20f400,
	"fmin v%d.4s, v%d.4s, v%d.4s":     0x4ea0f400,
	"smull v%d.8h, v%d.8b, v%d.8b":    0x0e20c000,
	"smull2 v%d.8h, v%d.16b, v%d.16b": 0x4e20c000,
	"sdot v%d.4s, v%d.16b, v%d.16b":   0x4e809400,
	"sadalp v%d.4s, v%d.8h":           0x4e606800,
	"fabs v%d.4s, v%d.4s":             0x4ea0f800,
	"fmaxv s%d, v%d.4s":               0x6e30f800,
	"fcvtns v%d.4s, v%d.4s":           0x4e21a800,
	"scvtf v%d.4s, v%d.4s":            0x4e21d800,
	"fcvtl v%d.4s, v%d.4h":            0x0e217800,
	"fcvtl2 v%d.4s, v%d.8h":           0x4e217800,
	"fcvtn v%d.4h, v%d.4s":            0x0e216800,
	"fcvtn2 v%d.8h, v%d.4s":           0x4e216800,
	"sxtl v%d.8h, v%d.8b":             0x0f08a400,
	"sxtl v%d.4s, v%d.4h":             0x0f10a400,
	"sxtl2 v%d.4s, v%d.8h":            0x4f10a400,
	"sqxtn v%d.4h, v%d.4s":            0x0e614800,
	"sqxtn2 v%d.8h, v%d.4s":           0x4e614800,
	"sqxtn v%d.8b, v%d.8h":            0x0e214800,
}

// w writes an instruction as a word: op and its arrangement as in neonWords, then the registers in Arm's order,
// destination first.
func (m *neon) w(op string, regs ...int) {
	for text, word := range neonWords {
		if !strings.HasPrefix(text, op+" ") && text != op || strings.Count(text, "%d") != len(regs) {
			continue
		}
		args := make([]any, len(regs))
		for i, r := range regs {
			args[i] = r
			word |= uint32(r) << [...]int{0, 5, 16}[i]
		}
		m.p("WORD $%#08x // "+text, append([]any{word}, args...)...)
		return
	}
	panic("no word for " + op)
}

// open begins a kernel and loads its arguments into the registers.
func (m *neon) open(name string, args []arg, result, doc string, regs ...string) {
	m.text(name, args, result, doc)
	off := 0
	for i, a := range args {
		op := "MOVD"
		if a.typ == "float32" {
			op = "FMOVS"
		}
		m.p("%s %s+%d(FP), %s", op, a.name, off, regs[i])
		off += a.size()
	}
}

func (m *neon) end() { m.p("RET") }

// fill sets all lanes of a register to a constant; it destroys R19.
func (m *neon) fill(reg int, name string) {
	for _, c := range constants {
		if c.name == name {
			m.p("MOVW $%#x, R19", c.bits)
			m.p("VDUP R19, V%d.S4", reg)
			return
		}
	}
	panic("no constant " + name)
}

func (m *neon) mov(from, to int) { m.p("VMOV V%d.B16, V%d.B16", from, to) }

// fmla adds a times b to sum.
func (m *neon) fmla(sum, a, b int) { m.p("VFMLA V%d.S4, V%d.S4, V%d.S4", b, a, sum) }

// list names registers as VLD1 wants them.
func list(first, n int, kind string) string {
	var regs []string
	for i := range n {
		regs = append(regs, fmt.Sprintf("V%d.%s", first+i, kind))
	}
	return "[" + strings.Join(regs, ", ") + "]"
}

// rowPointers sets R8 and up to the rows of the left operand.
func (m *neon) rowPointers(rows int) {
	m.p("MOVD R2, R8")
	for i := 1; i < rows; i++ {
		m.p("ADD R3, R%d, R%d", 7+i, 8+i)
	}
}

func (m *neon) gemmF32(rows int) {
	m.open(fmt.Sprintf("gemmF32NEONx%d", rows), gemmF32Args, "", "", "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7")
	m.rowPointers(rows)
	m.p("VLD1 (R7), %s", list(24, 4, "S4"))
	for i := range 4 * rows {
		m.mov(24+i%4, i)
	}
	loop := m.newLabel("loop")
	m.mark(loop)
	m.p("VLD1 (R4), %s", list(24, 4, "S4"))
	m.p("ADD R5, R4")
	for i := range rows {
		m.p("VLD1R.P 4(R%d), [V%d.S4]", 8+i, 28+i%4)
		for j := range 4 {
			m.fmla(4*i+j, 24+j, 28+i%4)
		}
	}
	m.p("SUBS $1, R6")
	m.p("BNE %s", loop)
	for i := range rows {
		m.p("VST1 %s, (R0)", list(4*i, 4, "S4"))
		m.p("ADD R1, R0")
	}
	m.end()
}

// The arguments of a product in small integers. The left operand is turned into signed bytes on the way, so that there
// is no shift to take back.
var gemmI8NEONArgs = []arg{{"c", "*float32"}, {"ldc", "uintptr"}, {"a", "*uint8"}, {"lda", "uintptr"}, {"b", "*int8"},
	{"k4", "uintptr"}, {"wscale", "*float32"}, {"ascale", "*float32"}, {"bias", "*float32"}}

func (m *neon) gemmI8(rows int, dot bool) {
	m.open(fmt.Sprintf("gemmI8%sx%d", variant(dot), rows), gemmI8NEONArgs, "", "", "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R20")
	m.rowPointers(rows)
	for i := range 4 * rows {
		m.p("VEOR V%d.B16, V%d.B16, V%d.B16", i, i, i)
	}
	m.fill(31, "x80")
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("CBZ R5, %s", done)
	m.mark(loop)
	m.p("VLD1 (R4), %s", list(24, 4, "B16"))
	m.p("ADD $128, R4")
	for i := range rows {
		m.p("VLD1R.P 4(R%d), [V28.S4]", 8+i)
		m.p("VEOR V31.B16, V28.B16, V28.B16")
		for j := range 4 {
			m.dot4(dot, 4*i+j, 24+j, 28)
		}
	}
	m.p("SUBS $1, R5")
	m.p("BNE %s", loop)
	m.mark(done)
	m.p("VLD1 (R6), %s", list(24, 4, "S4"))
	for i := range rows {
		m.p("VLD1R.P 4(R7), [V28.S4]")
		for j := range 4 {
			m.w("scvtf", 4*i+j, 4*i+j)
			m.w("fmul", 4*i+j, 4*i+j, 28)
			m.w("fmul", 4*i+j, 4*i+j, 24+j)
		}
	}
	m.p("VLD1 (R20), %s", list(28, 4, "S4"))
	for i := range rows {
		for j := range 4 {
			m.w("fadd", 4*i+j, 4*i+j, 28+j)
		}
		m.p("VST1 %s, (R0)", list(4*i, 4, "S4"))
		m.p("ADD R1, R0")
	}
	m.end()
}

func variant(dot bool) string {
	if dot {
		return "DOT"
	}
	return "NEON"
}

// dot4 adds to each lane of sum the product of four bytes of w and of a. Without the instruction for it two products are
// added in 16 bits, where they fit as long as no weight is -128; V29 and V30 are scratch.
func (m *neon) dot4(dot bool, sum, w, a int) {
	if dot {
		m.w("sdot", sum, w, a)
		return
	}
	m.w("smull", 29, w, a)
	m.w("smull2", 30, w, a)
	m.p("VADDP V30.H8, V29.H8, V29.H8")
	m.w("sadalp", sum, 29)
}

// each4 runs body over R3 elements, destroyed, four at a time and then one at a time: scalar loads clear the other
// lanes.
func (m *neon) each4(body func(one bool)) {
	loop, rest, single, done := m.newLabel("loop"), m.newLabel("rest"), m.newLabel("single"), m.newLabel("done")
	m.p("SUBS $4, R3")
	m.p("BLT %s", rest)
	m.mark(loop)
	body(false)
	m.p("SUBS $4, R3")
	m.p("BGE %s", loop)
	m.mark(rest)
	m.p("ADDS $4, R3")
	m.p("BEQ %s", done)
	m.mark(single)
	body(true)
	m.p("SUBS $1, R3")
	m.p("BNE %s", single)
	m.mark(done)
}

// load reads the next elements and advances the pointer.
func (m *neon) load(one bool, from string, reg int) {
	if one {
		m.p("FMOVS.P 4(%s), F%d", from, reg)
	} else {
		m.p("VLD1.P 16(%s), [V%d.S4]", from, reg)
	}
}

func (m *neon) store(one bool, reg int, to string) {
	if one {
		m.p("FMOVS.P F%d, 4(%s)", reg, to)
	} else {
		m.p("VST1.P [V%d.S4], 16(%s)", reg, to)
	}
}

// alone clears all lanes but the first.
func (m *neon) alone(one bool, reg int) {
	if one {
		m.p("FMOVS F%d, F%d", reg, reg)
	}
}

// total puts the sum of all lanes into all lanes.
func (m *neon) total(reg int) {
	m.w("faddp", reg, reg, reg)
	m.w("faddp", reg, reg, reg)
}

// greatest puts the greatest lane into all lanes.
func (m *neon) greatest(reg int) {
	m.w("fmaxv", reg, reg)
	m.p("VDUP V%d.S[0], V%d.S4", reg, reg)
}

func (m *neon) restart() {
	m.p("MOVD R0, R2")
	m.p("MOVD R1, R3")
}

func (m *neon) softmax() {
	m.open("softmaxNEON", []arg{{"x", "*float32"}, {"n", "uintptr"}}, "", "replaces the n > 0 values at x by their softmax.", "R0", "R1")
	names := []string{"low", "magic", "log2e", "ln2hi", "ln2lo", "e6", "e5", "e4", "e3", "e2", "one"}
	for i, name := range names {
		m.fill(16+i, name)
	}
	c := func(name string) int {
		for i, n := range names {
			if n == name {
				return 16 + i
			}
		}
		panic(name)
	}
	m.fill(6, "neginf")
	m.restart()
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		if one {
			m.p("VDUP V0.S[0], V0.S4")
		}
		m.w("fmax", 6, 6, 0)
	})
	m.greatest(6)
	m.p("VEOR V7.B16, V7.B16, V7.B16")
	m.restart()
	m.p("MOVD R0, R4")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.w("fsub", 0, 0, 6)
		m.w("fmax", 0, 0, c("low"))
		m.mov(c("magic"), 1)
		m.fmla(1, 0, c("log2e"))
		m.w("fsub", 2, 1, c("magic"))
		m.p("VFMLS V%d.S4, V2.S4, V0.S4", c("ln2hi"))
		m.p("VFMLS V%d.S4, V2.S4, V0.S4", c("ln2lo"))
		p, next := 3, 4
		m.mov(c("e6"), p)
		for _, name := range []string{"e5", "e4", "e3", "e2", "one", "one"} {
			m.mov(c(name), next)
			m.fmla(next, p, 0)
			p, next = next, p
		}
		m.p("VSHL $23, V1.S4, V1.S4")
		m.p("VADD V1.S4, V%d.S4, V0.S4", p)
		m.alone(one, 0)
		m.w("fadd", 7, 7, 0)
		m.store(one, 0, "R4")
	})
	m.total(7)
	m.w("fdiv", 7, c("one"), 7)
	m.restart()
	m.p("MOVD R0, R4")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.w("fmul", 0, 0, 7)
		m.store(one, 0, "R4")
	})
	m.end()
}

func (m *neon) gelu() {
	m.open("geluNEON", []arg{{"x", "*float32"}, {"n", "uintptr"}}, "", "replaces each of the n values x by x/2 (1 + erf(x/sqrt 2)).", "R0", "R1")
	const gmax, gmin, half, p0, q0 = 16, 17, 18, 19, 25
	m.fill(gmax, "gmax")
	m.fill(gmin, "gmin")
	m.fill(half, "half")
	m.fill(q0, "one")
	for i := range 6 {
		m.fill(p0+i, fmt.Sprintf("p%d", i))
		if i > 0 {
			m.fill(q0+i, fmt.Sprintf("q%d", i))
		}
	}
	m.restart()
	m.p("MOVD R0, R4")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.w("fmin", 1, 0, gmax)
		m.w("fmax", 1, 1, gmin)
		m.w("fmul", 2, 1, 1)
		p, q, nextP, nextQ := 3, 4, 5, 6
		m.mov(p0+5, p)
		m.mov(q0+5, q)
		for i := 4; i >= 0; i-- {
			m.mov(p0+i, nextP)
			m.mov(q0+i, nextQ)
			m.fmla(nextP, p, 2)
			m.fmla(nextQ, q, 2)
			p, q, nextP, nextQ = nextP, nextQ, p, q
		}
		m.w("fmul", p, p, 1)
		m.w("fdiv", p, p, q)
		m.w("fmul", 0, 0, half)
		m.fmla(0, p, 0)
		m.store(one, 0, "R4")
	})
	m.end()
}

func (m *neon) layerNorm() {
	m.open("layerNormNEON", []arg{{"x", "*float32"}, {"y", "*float32"}, {"gamma", "*float32"}, {"beta", "*float32"}, {"n", "uintptr"}, {"inv", "float32"}, {"eps", "float32"}},
		"", "replaces x by gamma (x + y - mean)/sqrt(var + eps) + beta; inv is 1/n.", "R0", "R5", "R6", "R7", "R1", "F8", "F9")
	m.p("VEOR V6.B16, V6.B16, V6.B16")
	m.p("VEOR V7.B16, V7.B16, V7.B16")
	m.restart()
	m.p("MOVD R0, R4")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.load(one, "R5", 1)
		m.w("fadd", 0, 0, 1)
		m.w("fadd", 6, 6, 0)
		m.store(one, 0, "R4")
	})
	m.total(6)
	m.p("FMULS F8, F6, F6")
	m.p("VDUP V6.S[0], V6.S4")
	m.restart()
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.w("fsub", 0, 0, 6)
		m.alone(one, 0)
		m.fmla(7, 0, 0)
	})
	m.total(7)
	m.p("FMULS F8, F7, F7")
	m.p("FADDS F9, F7, F7")
	m.p("FSQRTS F7, F7")
	m.p("FMOVS $1.0, F1")
	m.p("FDIVS F7, F1, F7")
	m.p("VDUP V7.S[0], V7.S4")
	m.restart()
	m.p("MOVD R0, R4")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.load(one, "R6", 1)
		m.load(one, "R7", 2)
		m.w("fsub", 0, 0, 6)
		m.w("fmul", 0, 0, 7)
		m.fmla(2, 0, 1)
		m.store(one, 2, "R4")
	})
	m.end()
}

func (m *neon) absMax() {
	args := []arg{{"x", "*float32"}, {"n", "uintptr"}}
	m.open("absMaxNEON", args, "float32", "is the largest magnitude of the n values at x.", "R2", "R3")
	m.p("VEOR V6.B16, V6.B16, V6.B16")
	m.each4(func(one bool) {
		m.load(one, "R2", 0)
		m.w("fabs", 0, 0)
		m.w("fmax", 6, 6, 0)
	})
	m.greatest(6)
	m.p("FMOVS F6, %s", result(args))
	m.end()
}

// quantize leaves the last n%16 values to its caller.
func (m *neon) quantize() {
	m.open("quantizeNEON", []arg{{"dst", "*uint8"}, {"x", "*float32"}, {"n", "uintptr"}, {"inv", "float32"}}, "",
		"writes round(x*inv) + 128 as bytes; n is a multiple of 8.", "R0", "R2", "R3", "F4")
	m.p("VDUP V4.S[0], V4.S4")
	m.fill(5, "x80")
	m.loop(8, func() {
		m.p("VLD1.P 32(R2), [V0.S4, V1.S4]")
		for i := range 2 {
			m.w("fmul", i, i, 4)
			m.w("fcvtns", i, i)
		}
		m.w("sqxtn v%d.4h, v%d.4s", 0, 0)
		m.w("sqxtn2", 0, 1)
		m.w("sqxtn v%d.8b, v%d.8h", 0, 0)
		m.p("VEOR V5.B16, V0.B16, V0.B16")
		m.p("VST1.P [V0.B8], 8(R0)")
	})
	m.end()
}

// loop runs body for each step of the R3 elements, a multiple of step.
func (m *neon) loop(step int, body func()) {
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("CBZ R3, %s", done)
	m.mark(loop)
	body()
	m.p("SUBS $%d, R3", step)
	m.p("BNE %s", loop)
	m.mark(done)
}

func (m *neon) dotF32() {
	args := []arg{{"a", "*float32"}, {"b", "*float32"}, {"n", "uintptr"}}
	m.open("dotF32NEON", args, "float32", "is the dot product of n values.", "R0", "R1", "R3")
	for i := range 4 {
		m.p("VEOR V%d.B16, V%d.B16, V%d.B16", 16+i, 16+i, 16+i)
	}
	loop, rest := m.newLabel("loop"), m.newLabel("rest")
	m.p("SUBS $16, R3")
	m.p("BLT %s", rest)
	m.mark(loop)
	m.p("VLD1.P 64(R0), %s", list(0, 4, "S4"))
	m.p("VLD1.P 64(R1), %s", list(4, 4, "S4"))
	for i := range 4 {
		m.fmla(16+i, i, 4+i)
	}
	m.p("SUBS $16, R3")
	m.p("BGE %s", loop)
	m.mark(rest)
	m.p("ADD $16, R3")
	m.each4(func(one bool) {
		m.load(one, "R0", 0)
		m.load(one, "R1", 1)
		m.fmla(16, 0, 1)
	})
	m.w("fadd", 16, 16, 17)
	m.w("fadd", 18, 18, 19)
	m.w("fadd", 16, 16, 18)
	m.total(16)
	m.p("FMOVS F16, %s", result(args))
	m.end()
}

func (m *neon) dotI8(dot bool) {
	args := []arg{{"a", "*int8"}, {"b", "*int8"}, {"n", "uintptr"}}
	m.open("dotI8"+variant(dot), args, "int32", "is the dot product of n values, n a multiple of 16.", "R0", "R1", "R3")
	m.p("VEOR V16.B16, V16.B16, V16.B16")
	m.p("VEOR V17.B16, V17.B16, V17.B16")
	m.loop(16, func() {
		m.p("VLD1.P 16(R0), [V0.B16]")
		m.p("VLD1.P 16(R1), [V1.B16]")
		if dot {
			m.w("sdot", 16, 0, 1)
			return
		}
		m.w("smull", 2, 0, 1)
		m.w("smull2", 3, 0, 1)
		m.w("sadalp", 16, 2)
		m.w("sadalp", 17, 3)
	})
	m.p("VADD V17.S4, V16.S4, V16.S4")
	m.p("VADDV V16.S4, V16")
	m.p("FMOVS F16, %s", result(args))
	m.end()
}

func (m *neon) dotF16() {
	args := []arg{{"a", "*float32"}, {"h", "*uint16"}, {"n", "uintptr"}}
	m.open("dotF16NEON", args, "float32", "is the dot product of n float32 with n float16, n a multiple of 8.", "R0", "R1", "R3")
	m.p("VEOR V16.B16, V16.B16, V16.B16")
	m.p("VEOR V17.B16, V17.B16, V17.B16")
	m.loop(8, func() {
		m.p("VLD1.P 32(R0), [V0.S4, V1.S4]")
		m.p("VLD1.P 16(R1), [V2.H8]")
		m.w("fcvtl", 3, 2)
		m.w("fcvtl2", 4, 2)
		m.fmla(16, 0, 3)
		m.fmla(17, 1, 4)
	})
	m.w("fadd", 16, 16, 17)
	m.total(16)
	m.p("FMOVS F16, %s", result(args))
	m.end()
}

func (m *neon) widen() {
	m.open("widenNEON", []arg{{"dst", "*float32"}, {"src", "*uint16"}, {"n", "uintptr"}}, "", "turns n float16 into float32, n a multiple of 8.", "R0", "R1", "R3")
	m.loop(8, func() {
		m.p("VLD1.P 16(R1), [V2.H8]")
		m.w("fcvtl", 0, 2)
		m.w("fcvtl2", 1, 2)
		m.p("VST1.P [V0.S4, V1.S4], 32(R0)")
	})
	m.end()
}

func (m *neon) narrow() {
	m.open("narrowNEON", []arg{{"dst", "*uint16"}, {"src", "*float32"}, {"n", "uintptr"}}, "", "rounds n float32 to the nearest float16, n a multiple of 8.", "R0", "R1", "R3")
	m.loop(8, func() {
		m.p("VLD1.P 32(R1), [V0.S4, V1.S4]")
		m.w("fcvtn", 2, 0)
		m.w("fcvtn2", 2, 1)
		m.p("VST1.P [V2.H8], 16(R0)")
	})
	m.end()
}

func (m *neon) addI8() {
	m.open("addI8NEON", []arg{{"dst", "*float32"}, {"row", "*int8"}, {"n", "uintptr"}, {"scale", "float32"}}, "", "adds scale times n int8 to n float32, n a multiple of 8.", "R0", "R1", "R3", "F4")
	m.p("VDUP V4.S[0], V4.S4")
	m.loop(8, func() {
		m.p("VLD1.P 8(R1), [V0.B8]")
		m.p("VLD1 (R0), [V2.S4, V3.S4]")
		m.w("sxtl v%d.8h, v%d.8b", 0, 0)
		m.w("sxtl2", 1, 0)
		m.w("sxtl v%d.4s, v%d.4h", 0, 0)
		for i := range 2 {
			m.w("scvtf", i, i)
			m.fmla(2+i, i, 4)
		}
		m.p("VST1.P [V2.S4, V3.S4], 32(R0)")
	})
	m.end()
}

// writeNEON writes the files for arm64.
func writeNEON() {
	m := &neon{machine: machine{name: "NEON", rows: neonRows}}
	for r := 1; r <= m.rows; r++ {
		m.gemmF32(r)
		m.gemmI8(r, false)
		m.gemmI8(r, true)
	}
	m.rowFuncs("gemmF32", gemmF32Args)
	m.rowFuncs("gemmI8", gemmI8NEONArgs)
	m.name = "DOT"
	m.rowFuncs("gemmI8", gemmI8NEONArgs)
	m.softmax()
	m.gelu()
	m.layerNorm()
	m.absMax()
	m.quantize()
	m.dotF32()
	m.dotI8(false)
	m.dotI8(true)
	m.dotF16()
	m.widen()
	m.narrow()
	m.addI8()
	if err := os.WriteFile("kernels_arm64.s", []byte(head+"#include \"textflag.h\"\n"+m.asm.String()), 0o644); err != nil {
		log.Fatal(err)
	}
	src, err := format.Source([]byte(head + "package vec\n" + m.stubs.String()))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("kernels_arm64.go", src, 0o644); err != nil {
		log.Fatal(err)
	}
}
