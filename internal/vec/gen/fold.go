package main

import "fmt"

// AVX2 has no instruction that multiplies bytes exactly: VPMADDUBSW adds two products in 16 bits, which may saturate.
// A product of two rows in twice as many bits would need one more instruction for the same number of products. So the
// weights are shifted to 1..255, the unsigned side, and the activations are laid out so that nothing can saturate: of
// any four that meet in one 16-bit sum, the positive ones add up to 128 at most, and so do the negative ones, 128 * 255
// being less than 2^15. Two VPMADDUBSW may then be added before VPMADDWD widens. What exceeds this is left out of the
// rows and added afterwards, four activations at a time: the parts (see LeftI8).

var gemmI8FoldArgs = []arg{{"c", "*float32"}, {"ldc", "uintptr"}, {"a", "*uint8"}, {"lda", "uintptr"}, {"b", "*int8"}, {"k8", "uintptr"},
	{"strips", "uintptr"}, {"parts", "*part"}, {"count", "uintptr"}, {"zero", "*int32"}, {"wscale", "*float32"}, {"ascale", "*float32"}, {"bias", "*float32"}}

// gemmI8Fold computes strips of eight columns, a register a row, eight steps of the inner dimension at once.
func (m *machine) gemmI8Fold(rows int) {
	args := gemmI8FoldArgs
	name := fmt.Sprintf("gemmI8%sx%d", m.name, rows)
	m.text(name, args, "", "")
	for i, reg := range []string{"DI", "SI", "", "DX", "BX", "", "CX"} {
		if reg != "" {
			m.load(args, i, reg)
		}
	}
	low, high, ones := m.v(m.rows), m.v(m.rows+1), m.v(m.rows+2)
	// two is a pair of registers for the products of a row.
	two := func(r int) (string, string) {
		i := m.rows + 3 + 2*(r%3)
		return m.v(i), m.v(i + 1)
	}
	m.p("XORQ R11, R11")
	strip, loop, parts, done := m.newLabel("strip"), m.newLabel("loop"), m.newLabel("parts"), m.newLabel("done")
	m.mark(strip)
	m.p("VMOVDQU %s, %s", m.konst("ones16"), ones)
	m.load(args, 2, "R8")
	m.rowBases(rows, "DX")
	m.load(args, 9, "R12")
	for r := range rows {
		m.p("VPBROADCASTD %d(R12), %s", 4*r, m.v(r))
	}
	m.load(args, 5, "AX")
	m.p("MOVQ BX, R10")
	m.p("PCALIGN $32")
	m.mark(loop)
	m.p("VMOVDQU (BX), %s", low)
	m.p("VMOVDQU 32(BX), %s", high)
	m.p("PREFETCHT0 2048(BX)")
	for r := range rows {
		x, y := two(r)
		m.p("VPBROADCASTD %s, %s", rowAddr(r, 0, "DX"), x)
		m.p("VPBROADCASTD %s, %s", rowAddr(r, 4, "DX"), y)
		m.p("VPMADDUBSW %s, %s, %s", x, low, x)
		m.p("VPMADDUBSW %s, %s, %s", y, high, y)
		m.p("VPADDW %s, %s, %s", x, y, x)
		m.p("VPMADDWD %s, %s, %s", ones, x, x)
		m.p("VPADDD %s, %s, %s", x, m.v(r), m.v(r))
	}
	m.p("ADDQ $64, BX")
	for i := 0; i*3 < rows; i++ {
		m.p("ADDQ $8, %s", bases[i])
	}
	m.p("DECQ AX")
	m.p("JNZ %s", loop)

	m.load(args, 8, "AX")
	m.p("TESTQ AX, AX")
	m.p("JZ %s", done)
	m.load(args, 7, "R12")
	m.mark(parts)
	for r := range rows {
		x, y := two(r)
		m.p("MOVL %d(R12), R13", 8*r)
		m.p("VMOVDQU (R10)(R13*1), %s", x)
		m.p("VPBROADCASTD %d(R12), %s", 8*r+4, y)
		m.p("VPMADDUBSW %s, %s, %s", y, x, x)
		m.p("VPMADDWD %s, %s, %s", ones, x, x)
		m.p("VPADDD %s, %s, %s", x, m.v(r), m.v(r))
	}
	m.p("ADDQ $%d, R12", 8*rows)
	m.p("DECQ AX")
	m.p("JNZ %s", parts)
	m.mark(done)

	m.load(args, 10, "R12")
	m.load(args, 12, "R13")
	m.p("VMOVUPS (R12)(R11*1), %s", low)
	m.p("VMOVUPS (R13)(R11*1), %s", high)
	m.load(args, 11, "R12")
	m.p("MOVQ DI, R8")
	m.rowBases(rows, "SI")
	for r := range rows {
		a, s := m.v(r), m.v(m.rows+2)
		m.p("VCVTDQ2PS %s, %s", a, a)
		m.p("VBROADCASTSS %d(R12), %s", 4*r, s)
		m.p("VMULPS %s, %s, %s", s, a, a)
		m.p("VFMADD213PS %s, %s, %s", high, low, a)
		m.p("VMOVUPS %s, %s", a, rowAddr(r, 0, "SI"))
	}
	m.p("ADDQ $32, DI")
	m.p("ADDQ $32, R11")
	m.p("DECQ CX")
	m.p("JNZ %s", strip)
	m.ret()
}

// quantizeFold works on 32 values at a time.
func (m *machine) quantizeFold() {
	args := []arg{{"dst", "*uint8"}, {"x", "*float32"}, {"n", "uintptr"}, {"heavy", "*uint32"}, {"inv", "float32"}}
	m.text("quantizeFold"+m.name, args, "int32", "writes round(x*inv) as signed bytes and gives their sum; n is a positive multiple of 32."+
		" Of every 32 values heavy gets a word with bits in the byte of each eight that would saturate.")
	for i, reg := range []string{"DI", "SI", "CX", "BX", "X15"} {
		m.load(args, i, reg)
	}
	m.p("VBROADCASTSS X15, Y15")
	m.zero(14)
	m.zero(13)
	m.p("VMOVDQU %s, Y12", m.konst("ones8"))
	m.p("VMOVDQU %s, Y11", m.konst("ones16"))
	m.p("VMOVDQU %s, Y10", m.konst("limit16"))
	m.p("VMOVDQU order<>+0(SB), Y9")
	loop := m.newLabel("loop")
	m.mark(loop)
	for i := range 4 {
		m.p("VMULPS %d(SI), Y15, Y%d", 32*i, i)
		m.p("VCVTPS2DQ Y%d, Y%d", i, i)
	}
	m.p("VPACKSSDW Y1, Y0, Y0")
	m.p("VPACKSSDW Y3, Y2, Y2")
	m.p("VPACKSSWB Y2, Y0, Y0")
	m.p("VPERMD Y0, Y9, Y0")
	m.p("VMOVDQU Y0, (DI)")
	m.p("VPMADDUBSW Y0, Y12, Y1") // sums of two
	m.p("VPMADDWD Y11, Y1, Y1")
	m.p("VPADDD Y1, Y14, Y14")
	m.p("VPMAXSB Y13, Y0, Y2") // the positive part, then the negative one
	m.p("VPSUBB Y0, Y2, Y3")
	for i := 2; i < 4; i++ {
		m.p("VPMADDUBSW Y12, Y%d, Y%d", i, i)
		m.p("VPSHUFD $0xb1, Y%d, Y%d", i, i+2)
		m.p("VPADDW Y%d, Y%d, Y%d", i+2, i, i)
	}
	m.p("VPMAXSW Y3, Y2, Y2")
	m.p("VPCMPGTW Y10, Y2, Y2")
	m.p("VPMOVMSKB Y2, AX")
	m.p("MOVL AX, (BX)")
	m.p("ADDQ $128, SI")
	m.p("ADDQ $32, DI")
	m.p("ADDQ $4, BX")
	m.p("SUBQ $32, CX")
	m.p("JNZ %s", loop)
	m.reduce("VPADDD", 14, 1, false)
	m.p("VMOVD X14, AX")
	m.p("MOVL AX, %s", result(args))
	m.ret()
}
