package main

import (
	"fmt"
	"math"
)

// konst is the address of a named constant, repeated to fill the widest register.
func (m *machine) konst(name string) string {
	for i, c := range constants {
		if c.name == name {
			return fmt.Sprintf("konst%s<>+%d(SB)", m.name, 64*i)
		}
	}
	panic("no constant " + name)
}

type constant struct {
	name string
	bits uint32
}

func f32(x float64) uint32 { return math.Float32bits(float32(x)) }

// The constants: 2^f for the softmax as a polynomial on [-1/2, 1/2], off by 8e-8 at most (Remez); erf(x/sqrt 2)/x as a
// ratio of two polynomials in x*x, fitted for |x| <= 5.5 by weighted least squares with an absolute error of 1.5e-8 in erf.
var constants = []constant{
	{"log2e", f32(math.Log2E)}, {"magic", f32(3 << 22)}, {"low2", f32(-125)}, {"one", f32(1)}, {"half", f32(.5)},
	{"x0", f32(1.00000007)}, {"x1", f32(0.693146967)}, {"x2", f32(0.240221197)}, {"x3", f32(0.0555071327)}, {"x4", f32(0.00967554133)}, {"x5", f32(0.0013276472)},
	{"neginf", f32(math.Inf(-1))}, {"abs", 0x7fffffff}, {"ones16", 0x00010001}, {"n128", 128}, {"x80", 0x80808080}, {"ones8", 0x01010101}, {"limit16", 0x00800080},
	{"gmax", f32(5.5)}, {"gmin", f32(-5.5)},
	{"p0", f32(0.7978844814116615)}, {"p1", f32(0.06762109536815136)}, {"p2", f32(0.009349034532248003)},
	{"p3", f32(0.00033674297384020467)}, {"p4", f32(1.269341292788426e-05)}, {"p5", f32(4.553784115088809e-08)},
	{"q1", f32(0.2514164556441948)}, {"q2", f32(0.028621333632850406)}, {"q3", f32(0.0018819088334105576)},
	{"q4", f32(7.348911577345315e-05)}, {"q5", f32(1.1976687003120266e-06)},
}

func (m *machine) constants() {
	for i, c := range constants {
		for j := 0; j < 64; j += 8 {
			fmt.Fprintf(&m.asm, "DATA konst%s<>+%d(SB)/8, $%#x\n", m.name, 64*i+j, uint64(c.bits)<<32|uint64(c.bits))
		}
	}
	fmt.Fprintf(&m.asm, "GLOBL konst%s<>(SB), RODATA|NOPTR, $%d\n", m.name, 64*len(constants))
	if !m.avx512() { // the masks for 0..7 elements: eight dwords from tail + 32 - 4*n
		for j := 0; j < 64; j += 8 {
			bits := uint64(0)
			if j < 32 {
				bits = math.MaxUint64
			}
			fmt.Fprintf(&m.asm, "DATA tail<>+%d(SB)/8, $%#x\n", j, bits)
		}
		fmt.Fprintf(&m.asm, "GLOBL tail<>(SB), RODATA|NOPTR, $64\n")
		// The dwords of 32 values that two packings in 128-bit halves have put out of order.
		for i, d := range []uint64{0, 1, 2, 3} {
			fmt.Fprintf(&m.asm, "DATA order<>+%d(SB)/8, $%#x\n", 8*i, d|(d+4)<<32)
		}
		fmt.Fprintf(&m.asm, "GLOBL order<>(SB), RODATA|NOPTR, $32\n")
	}
}

// The tail mask lives in K1 or Y15.

// each runs body over n elements (in CX, destroyed), whole registers first. The pointers are advanced by it. body
// gets whether it is at the tail, where it must use loadV and storeV with that flag and mask what it sums.
func (m *machine) each(pointers []string, body func(tail bool)) {
	loop, rest, done := m.newLabel("loop"), m.newLabel("rest"), m.newLabel("done")
	m.p("SUBQ $%d, CX", m.lanes)
	m.p("JL %s", rest)
	m.mark(loop)
	body(false)
	for _, r := range pointers {
		m.p("ADDQ $%d, %s", m.bytes(), r)
	}
	m.p("SUBQ $%d, CX", m.lanes)
	m.p("JGE %s", loop)
	m.mark(rest)
	m.p("ADDQ $%d, CX", m.lanes)
	m.p("JZ %s", done)
	m.tailMask()
	body(true)
	m.mark(done)
}

// tailMask makes the mask of the first CX elements, 0 < CX < lanes. It destroys CX and R13.
func (m *machine) tailMask() {
	if m.avx512() {
		m.p("MOVL $1, R13")
		m.p("SHLL CX, R13")
		m.p("DECL R13")
		m.p("KMOVW R13, K1")
		return
	}
	m.p("LEAQ tail<>+32(SB), R13")
	m.p("NEGQ CX")
	m.p("VMOVDQU (R13)(CX*4), Y15")
}

// loadV reads a register; elements past the tail become zero.
func (m *machine) loadV(tail bool, from string, reg int) {
	switch {
	case !tail:
		m.p("VMOVUPS %s, %s", from, m.v(reg))
	case m.avx512():
		m.p("VMOVUPS.Z %s, K1, %s", from, m.v(reg))
	default:
		m.p("VMASKMOVPS %s, Y15, %s", from, m.v(reg))
	}
}

func (m *machine) storeV(tail bool, reg int, to string) {
	switch {
	case !tail:
		m.p("VMOVUPS %s, %s", m.v(reg), to)
	case m.avx512():
		m.p("VMOVUPS %s, K1, %s", m.v(reg), to)
	default:
		m.p("VMASKMOVPS %s, Y15, %s", m.v(reg), to)
	}
}

// zeroTail clears the elements past the tail.
func (m *machine) zeroTail(tail bool, reg int) {
	switch {
	case !tail:
	case m.avx512():
		m.p("VMOVAPS.Z %s, K1, %s", m.v(reg), m.v(reg))
	default:
		m.p("VANDPS Y15, %s, %s", m.v(reg), m.v(reg))
	}
}

// lowTail sets the elements past the tail to minus infinity.
func (m *machine) lowTail(tail bool, reg, low int) {
	switch {
	case !tail:
	case m.avx512():
		m.p("VBLENDMPS %s, %s, K1, %s", m.v(reg), m.v(low), m.v(reg))
	default:
		m.p("VBLENDVPS Y15, %s, %s, %s", m.v(reg), m.v(low), m.v(reg))
	}
}

// reduce folds register reg with op into its lowest element, which is then broadcast when all is set.
func (m *machine) reduce(op string, reg, tmp int, all bool) {
	if m.avx512() {
		m.p("VEXTRACTF64X4 $1, Z%d, Y%d", reg, tmp)
		m.p("%s Y%d, Y%d, Y%d", op, tmp, reg, reg)
	}
	m.p("VEXTRACTF128 $1, Y%d, X%d", reg, tmp)
	m.p("%s X%d, X%d, X%d", op, tmp, reg, reg)
	for _, imm := range []string{"$0x4e", "$0xb1"} {
		m.p("VPSHUFD %s, X%d, X%d", imm, reg, tmp)
		m.p("%s X%d, X%d, X%d", op, tmp, reg, reg)
	}
	if all {
		m.p("VBROADCASTSS X%d, %s", reg, m.v(reg))
	}
}

func (m *machine) zero(reg int) { m.p("VXORPS X%d, X%d, X%d", reg, reg, reg) }

// softmax keeps the constants of the exponential in registers. It is computed as a power of two: the largest value is taken away first, so
// that the rounding of large exponents falls on small results.
func (m *machine) softmax() {
	args := []arg{{"x", "*float32"}, {"n", "uintptr"}}
	m.text("softmax"+m.name, args, "", "replaces the n > 0 values at x by their softmax.")
	m.load(args, 0, "SI")
	m.load(args, 1, "DX")
	v := m.v
	const top, sum, log2e, low, magic, coefficients = 4, 5, 6, 7, 8, 9
	m.p("VMOVUPS %s, %s", m.konst("neginf"), v(sum))
	m.p("VMOVAPS %s, %s", v(sum), v(top))
	m.p("MOVQ SI, DI")
	m.p("MOVQ DX, CX")
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.lowTail(tail, 0, sum)
		m.p("VMAXPS %s, %s, %s", v(0), v(top), v(top))
	})
	m.reduce("VMAXPS", top, 1, true)
	m.zero(sum)
	m.p("VMOVUPS %s, %s", m.konst("log2e"), v(log2e))
	m.p("VMOVUPS %s, %s", m.konst("low2"), v(low))
	m.p("VMOVUPS %s, %s", m.konst("magic"), v(magic))
	for i := range 6 {
		m.p("VMOVUPS %s, %s", m.konst(fmt.Sprintf("x%d", 5-i)), v(coefficients+i))
	}
	m.p("MOVQ SI, DI")
	m.p("MOVQ DX, CX")
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.p("VSUBPS %s, %s, %s", v(top), v(0), v(0))
		m.p("VMULPS %s, %s, %s", v(log2e), v(0), v(0))
		m.p("VMAXPS %s, %s, %s", v(low), v(0), v(0))
		m.p("VADDPS %s, %s, %s", v(magic), v(0), v(1)) // the nearest whole number, in the low bits
		m.p("VSUBPS %s, %s, %s", v(magic), v(1), v(2))
		m.p("VSUBPS %s, %s, %s", v(2), v(0), v(0))
		m.p("VPSLLD $23, %s, %s", v(1), v(1))
		m.p("VMOVAPS %s, %s", v(coefficients), v(2))
		for i := 1; i < 6; i++ {
			m.p("VFMADD213PS %s, %s, %s", v(coefficients+i), v(0), v(2))
		}
		m.p("VPADDD %s, %s, %s", v(1), v(2), v(0))
		m.zeroTail(tail, 0)
		m.p("VADDPS %s, %s, %s", v(0), v(sum), v(sum))
		m.storeV(tail, 0, "(DI)")
	})
	m.reduce("VADDPS", sum, 1, false)
	m.p("VMOVSS %s, X1", m.konst("one"))
	m.p("VDIVSS X%d, X1, X%d", sum, sum)
	m.p("VBROADCASTSS X%d, %s", sum, v(sum))
	m.p("MOVQ SI, DI")
	m.p("MOVQ DX, CX")
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.p("VMULPS %s, %s, %s", v(sum), v(0), v(0))
		m.storeV(tail, 0, "(DI)")
	})
	m.ret()
}

func (m *machine) gelu() {
	args := []arg{{"x", "*float32"}, {"n", "uintptr"}}
	m.text("gelu"+m.name, args, "", "replaces each of the n values x by x/2 (1 + erf(x/sqrt 2)).")
	m.load(args, 0, "DI")
	m.load(args, 1, "CX")
	v := m.v
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.p("VMINPS %s, %s, %s", m.konst("gmax"), v(0), v(1))
		m.p("VMAXPS %s, %s, %s", m.konst("gmin"), v(1), v(1))
		m.p("VMULPS %s, %s, %s", v(1), v(1), v(2))
		m.p("VMOVUPS %s, %s", m.konst("p5"), v(3))
		m.p("VMOVUPS %s, %s", m.konst("q5"), v(4))
		for i := 4; i >= 0; i-- {
			q := fmt.Sprintf("q%d", i)
			if i == 0 {
				q = "one"
			}
			m.p("VFMADD213PS %s, %s, %s", m.konst(fmt.Sprintf("p%d", i)), v(2), v(3))
			m.p("VFMADD213PS %s, %s, %s", m.konst(q), v(2), v(4))
		}
		m.p("VMULPS %s, %s, %s", v(1), v(3), v(3))
		m.p("VDIVPS %s, %s, %s", v(4), v(3), v(3))
		m.p("VMULPS %s, %s, %s", m.konst("half"), v(0), v(0))
		m.p("VFMADD213PS %s, %s, %s", v(0), v(0), v(3))
		m.storeV(tail, 3, "(DI)")
	})
	m.ret()
}

func (m *machine) layerNorm() {
	args := []arg{{"x", "*float32"}, {"y", "*float32"}, {"gamma", "*float32"}, {"beta", "*float32"}, {"n", "uintptr"}, {"inv", "float32"}, {"eps", "float32"}}
	m.text("layerNorm"+m.name, args, "", "replaces x by gamma (x + y - mean)/sqrt(var + eps) + beta; inv is 1/n.")
	for i, reg := range []string{"SI", "BX", "R8", "R9", "DX", "X8", "X9"} {
		m.load(args, i, reg)
	}
	v := m.v
	restart := func() {
		m.p("MOVQ SI, DI")
		m.p("MOVQ DX, CX")
	}
	m.zero(6)
	restart()
	m.each([]string{"DI", "BX"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.loadV(tail, "(BX)", 1)
		m.p("VADDPS %s, %s, %s", v(1), v(0), v(0))
		m.p("VADDPS %s, %s, %s", v(0), v(6), v(6))
		m.storeV(tail, 0, "(DI)")
	})
	m.reduce("VADDPS", 6, 1, false)
	m.p("VMULSS X8, X6, X6")
	m.p("VBROADCASTSS X6, %s", v(6))
	m.zero(7)
	restart()
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.p("VSUBPS %s, %s, %s", v(6), v(0), v(0))
		m.zeroTail(tail, 0)
		m.p("VFMADD231PS %s, %s, %s", v(0), v(0), v(7))
	})
	m.reduce("VADDPS", 7, 1, false)
	m.p("VMULSS X8, X7, X7")
	m.p("VADDSS X9, X7, X7")
	m.p("VSQRTSS X7, X7, X7")
	m.p("VMOVSS %s, X1", m.konst("one"))
	m.p("VDIVSS X7, X1, X7")
	m.p("VBROADCASTSS X7, %s", v(7))
	restart()
	m.each([]string{"DI", "R8", "R9"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.loadV(tail, "(R8)", 1)
		m.loadV(tail, "(R9)", 2)
		m.p("VSUBPS %s, %s, %s", v(6), v(0), v(0))
		m.p("VMULPS %s, %s, %s", v(7), v(0), v(0))
		m.p("VFMADD213PS %s, %s, %s", v(2), v(1), v(0))
		m.storeV(tail, 0, "(DI)")
	})
	m.ret()
}

func (m *machine) absMax() {
	args := []arg{{"x", "*float32"}, {"n", "uintptr"}}
	m.text("absMax"+m.name, args, "float32", "is the largest magnitude of the n values at x.")
	m.load(args, 0, "DI")
	m.load(args, 1, "CX")
	m.zero(1)
	m.each([]string{"DI"}, func(tail bool) {
		m.loadV(tail, "(DI)", 0)
		m.p("VANDPS %s, %s, %s", m.konst("abs"), m.v(0), m.v(0))
		m.p("VMAXPS %s, %s, %s", m.v(0), m.v(1), m.v(1))
	})
	m.reduce("VMAXPS", 1, 2, false)
	m.p("VMOVSS X1, %s", result(args))
	m.ret()
}

// quantize leaves the last n%16 values to its caller.
func (m *machine) quantize() {
	args := []arg{{"dst", "*uint8"}, {"x", "*float32"}, {"n", "uintptr"}, {"inv", "float32"}}
	m.text("quantize"+m.name, args, "", "writes round(x*inv) + 128 as bytes; n is a multiple of 16.")
	m.load(args, 0, "DI")
	m.load(args, 1, "SI")
	m.load(args, 2, "CX")
	m.load(args, 3, "X3")
	m.p("VBROADCASTSS X3, %s", m.v(3))
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("TESTQ CX, CX")
	m.p("JZ %s", done)
	m.mark(loop)
	m.p("VMULPS (SI), Z3, Z0")
	m.p("VCVTPS2DQ Z0, Z0")
	m.p("VPADDD %s, Z0, Z0", m.konst("n128"))
	m.p("VPMOVUSDB Z0, (DI)")
	m.p("ADDQ $64, SI")
	m.p("ADDQ $16, DI")
	m.p("SUBQ $16, CX")
	m.p("JNZ %s", loop)
	m.mark(done)
	m.ret()
}

// transpose takes eight rows, and four values of each at a time.
func (m *machine) transpose() {
	args := []arg{{"dst", "*float32"}, {"ldd", "uintptr"}, {"src", "*float32"}, {"lds", "uintptr"}, {"fours", "uintptr"}}
	m.text("transpose"+m.name, args, "", "writes 4*fours columns of eight rows as rows; fours is positive, strides are in bytes.")
	for i, reg := range []string{"DI", "BX", "R8", "DX", "CX"} {
		m.load(args, i, reg)
	}
	m.rowBases(8, "DX")
	m.p("LEAQ (BX)(BX*2), R12")
	loop := m.newLabel("loop")
	m.mark(loop)
	for i := range 4 { // of each two rows one half of a register
		m.p("VMOVUPS %s, X%d", rowAddr(i, 0, "DX"), i)
		m.p("VINSERTF128 $1, %s, Y%d, Y%d", rowAddr(i+4, 0, "DX"), i, i)
	}
	m.p("VUNPCKLPS Y1, Y0, Y4")
	m.p("VUNPCKHPS Y1, Y0, Y5")
	m.p("VUNPCKLPS Y3, Y2, Y6")
	m.p("VUNPCKHPS Y3, Y2, Y7")
	m.p("VUNPCKLPD Y6, Y4, Y0")
	m.p("VUNPCKHPD Y6, Y4, Y1")
	m.p("VUNPCKLPD Y7, Y5, Y2")
	m.p("VUNPCKHPD Y7, Y5, Y3")
	m.p("VMOVUPS Y0, (DI)")
	m.p("VMOVUPS Y1, (DI)(BX*1)")
	m.p("VMOVUPS Y2, (DI)(BX*2)")
	m.p("VMOVUPS Y3, (DI)(R12*1)")
	m.p("LEAQ (DI)(BX*4), DI")
	for i := range 3 {
		m.p("ADDQ $16, %s", bases[i])
	}
	m.p("DECQ CX")
	m.p("JNZ %s", loop)
	m.ret()
}
