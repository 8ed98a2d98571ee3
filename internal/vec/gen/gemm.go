package main

import "fmt"

// Both GEMM families keep a block of rows x 2 registers of the result in registers while they walk along the inner
// dimension; each result is one chain of additions in the order of that dimension, so that it does not depend on the
// rows beside it.

var gemmF32Args = []arg{{"c", "*float32"}, {"ldc", "uintptr"}, {"a", "*float32"}, {"lda", "uintptr"}, {"b", "*float32"}, {"ldb", "uintptr"}, {"k", "uintptr"}, {"bias", "*float32"}}

// With AVX2 a row may start from values of its own: ldbias is 0, or the distance of those of two rows.
var gemmF32AddArgs = append(gemmF32Args[:8:8], arg{"ldbias", "uintptr"})

func (m *machine) gemmF32Args() []arg {
	if m.avx512() {
		return gemmF32Args
	}
	return gemmF32AddArgs
}

// bases are the registers that point to every third row.
var bases = []string{"R8", "R9", "R10", "R11"}

// rowAddr is the address of row i at a displacement, with the row stride in register stride.
func rowAddr(i, disp int, stride string) string {
	d := ""
	if disp != 0 {
		d = fmt.Sprint(disp)
	}
	if i%3 == 0 {
		return fmt.Sprintf("%s(%s)", d, bases[i/3])
	}
	return fmt.Sprintf("%s(%s)(%s*%d)", d, bases[i/3], stride, i%3)
}

// rowBases points the base registers after the first to their rows.
func (m *machine) rowBases(rows int, stride string) {
	for i := 1; i*3 < rows; i++ {
		m.p("LEAQ (%s)(%s*2), %s", bases[i-1], stride, bases[i])
		m.p("ADDQ %s, %s", stride, bases[i])
	}
}

func (m *machine) gemmF32(rows int) {
	name := fmt.Sprintf("gemmF32%sx%d", m.name, rows)
	m.text(name, m.gemmF32Args(), "", "")
	for i, reg := range []string{"DI", "SI", "R8", "DX", "BX", "CX", "AX", "R12"} {
		m.load(gemmF32Args, i, reg)
	}
	m.rowBases(rows, "DX")
	acc := func(r, half int) string { return m.v(2*r + half) }
	b0, b1 := m.v(2*m.rows), m.v(2*m.rows+1)
	if m.avx512() {
		m.p("VMOVUPS (R12), %s", b0)
		m.p("VMOVUPS %d(R12), %s", m.bytes(), b1)
		for r := range rows {
			m.p("VMOVAPS %s, %s", b0, acc(r, 0))
			m.p("VMOVAPS %s, %s", b1, acc(r, 1))
		}
	} else {
		m.load(gemmF32AddArgs, 8, "R13")
		for r := range rows {
			m.p("VMOVUPS (R12), %s", acc(r, 0))
			m.p("VMOVUPS %d(R12), %s", m.bytes(), acc(r, 1))
			m.p("ADDQ R13, R12")
		}
		m.p("MOVQ CX, R13") // 32 steps ahead, where the weights of the first rows are still on their way
		m.p("SHLQ $5, R13")
	}
	const unroll = 4
	step := func(u int) {
		m.p("VMOVUPS (BX), %s", b0)
		m.p("VMOVUPS %d(BX), %s", m.bytes(), b1)
		if !m.avx512() {
			m.p("PREFETCHT0 (BX)(R13*1)")
		}
		m.p("ADDQ CX, BX")
		for r := range rows {
			t := m.v(2*m.rows + 2 + r%2)
			m.p("VBROADCASTSS %s, %s", rowAddr(r, 4*u, "DX"), t)
			m.p("VFMADD231PS %s, %s, %s", b0, t, acc(r, 0))
			m.p("VFMADD231PS %s, %s, %s", b1, t, acc(r, 1))
		}
	}
	advance := func(n int) {
		for i := 0; i*3 < rows; i++ {
			m.p("ADDQ $%d, %s", 4*n, bases[i])
		}
	}
	loop, rest, one, done := m.newLabel("loop"), m.newLabel("rest"), m.newLabel("one"), m.newLabel("done")
	m.p("SUBQ $%d, AX", unroll)
	m.p("JL %s", rest)
	m.p("PCALIGN $32")
	m.mark(loop)
	for u := range unroll {
		step(u)
	}
	advance(unroll)
	m.p("SUBQ $%d, AX", unroll)
	m.p("JGE %s", loop)
	m.mark(rest)
	m.p("ADDQ $%d, AX", unroll)
	m.p("JZ %s", done)
	m.mark(one)
	step(0)
	advance(1)
	m.p("DECQ AX")
	m.p("JNZ %s", one)
	m.mark(done)
	m.p("MOVQ DI, R8")
	m.rowBases(rows, "SI")
	for r := range rows {
		m.p("VMOVUPS %s, %s", acc(r, 0), rowAddr(r, 0, "SI"))
		m.p("VMOVUPS %s, %s", acc(r, 1), rowAddr(r, m.bytes(), "SI"))
	}
	m.ret()
}

var gemmI8Args = []arg{{"c", "*float32"}, {"ldc", "uintptr"}, {"a", "*uint8"}, {"lda", "uintptr"}, {"b", "*int8"}, {"k4", "uintptr"},
	{"offset", "*int32"}, {"wscale", "*float32"}, {"ascale", "*float32"}, {"bias", "*float32"}}

// gemmI8 takes four steps of the inner dimension at once: one instruction of VNNI multiplies and adds four unsigned by
// four signed bytes exactly; the offset takes back the shift of the left operand.
func (m *machine) gemmI8(rows int) {
	name := fmt.Sprintf("gemmI8%sx%d", m.name, rows)
	m.text(name, gemmI8Args, "", "")
	for i, reg := range []string{"DI", "SI", "R8", "DX", "BX", "AX", "R12"} {
		m.load(gemmI8Args, i, reg)
	}
	m.rowBases(rows, "DX")
	acc := func(r, half int) string { return m.v(2*r + half) }
	b0, b1 := m.v(2*m.rows), m.v(2*m.rows+1)
	for r := range rows {
		m.p("VMOVDQU32 (R12), %s", acc(r, 0))
		m.p("VMOVDQU32 %d(R12), %s", m.bytes(), acc(r, 1))
	}
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("TESTQ AX, AX")
	m.p("JZ %s", done)
	m.p("PCALIGN $32")
	m.mark(loop)
	m.p("VMOVDQU32 (BX), %s", b0)
	m.p("VMOVDQU32 64(BX), %s", b1)
	for r := range rows {
		t := m.v(2*m.rows + 2 + r%4)
		m.p("VPBROADCASTD %s, %s", rowAddr(r, 0, "DX"), t)
		m.p("VPDPBUSD %s, %s, %s", b0, t, acc(r, 0))
		m.p("VPDPBUSD %s, %s, %s", b1, t, acc(r, 1))
	}
	m.p("ADDQ $%d, BX", 4*panelWidth)
	for i := 0; i*3 < rows; i++ {
		m.p("ADDQ $4, %s", bases[i])
	}
	m.p("DECQ AX")
	m.p("JNZ %s", loop)
	m.mark(done)
	m.load(gemmI8Args, 7, "BX")
	m.load(gemmI8Args, 8, "CX")
	m.load(gemmI8Args, 9, "R12")
	m.p("MOVQ DI, R8")
	m.rowBases(rows, "SI")
	s := m.v(2 * m.rows)
	for r := range rows {
		m.p("VBROADCASTSS %d(CX), %s", 4*r, s)
		for half := range 2 {
			a := acc(r, half)
			m.p("VCVTDQ2PS %s, %s", a, a)
			m.p("VMULPS %s, %s, %s", s, a, a)
			m.p("VMOVUPS %d(BX), %s", half*m.bytes(), m.v(2*m.rows+1))
			m.p("VFMADD213PS %d(R12), %s, %s", half*m.bytes(), m.v(2*m.rows+1), a)
			m.p("VMOVUPS %s, %s", a, rowAddr(r, half*m.bytes(), "SI"))
		}
	}
	m.ret()
}

// panelWidth is the number of columns that stand side by side in a packed matrix.
const panelWidth = 32
