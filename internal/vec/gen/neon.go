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
	for _, c := range append(constants, expConstants...) {
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
