package main

// dotF32 keeps four sums while whole quadruples of registers last.
func (m *machine) dotF32() {
	args := []arg{{"a", "*float32"}, {"b", "*float32"}, {"n", "uintptr"}}
	m.text("dotF32"+m.name, args, "float32", "is the dot product of n values.")
	m.load(args, 0, "SI")
	m.load(args, 1, "DI")
	m.load(args, 2, "CX")
	v := m.v
	for i := range 4 {
		m.zero(i)
	}
	loop, rest := m.newLabel("loop"), m.newLabel("rest")
	m.p("SUBQ $%d, CX", 4*m.lanes)
	m.p("JL %s", rest)
	m.mark(loop)
	for i := range 4 {
		m.p("VMOVUPS %d(SI), %s", i*m.bytes(), v(4+i))
		m.p("VFMADD231PS %d(DI), %s, %s", i*m.bytes(), v(4+i), v(i))
	}
	m.p("ADDQ $%d, SI", 4*m.bytes())
	m.p("ADDQ $%d, DI", 4*m.bytes())
	m.p("SUBQ $%d, CX", 4*m.lanes)
	m.p("JGE %s", loop)
	m.mark(rest)
	m.p("ADDQ $%d, CX", 4*m.lanes)
	m.each([]string{"SI", "DI"}, func(tail bool) {
		m.loadV(tail, "(SI)", 4)
		m.loadV(tail, "(DI)", 5)
		m.p("VFMADD231PS %s, %s, %s", v(5), v(4), v(0))
	})
	m.p("VADDPS %s, %s, %s", v(1), v(0), v(0))
	m.p("VADDPS %s, %s, %s", v(3), v(2), v(2))
	m.p("VADDPS %s, %s, %s", v(2), v(0), v(0))
	m.reduce("VADDPS", 0, 1, false)
	m.p("VMOVSS X0, %s", result(args))
	m.ret()
}

// dotI8 widens to 16 bits, so that no pair can saturate, and leaves the last n%(2*lanes) values to its caller.
func (m *machine) dotI8() {
	args := []arg{{"a", "*int8"}, {"b", "*int8"}, {"n", "uintptr"}}
	m.text("dotI8"+m.name, args, "int32", "is the dot product of n values, n a multiple of twice the lanes.")
	m.load(args, 0, "SI")
	m.load(args, 1, "DI")
	m.load(args, 2, "CX")
	m.zero(0)
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("TESTQ CX, CX")
	m.p("JZ %s", done)
	m.mark(loop)
	m.p("VPMOVSXBW (SI), %s", m.v(1))
	m.p("VPMOVSXBW (DI), %s", m.v(2))
	m.p("VPMADDWD %s, %s, %s", m.v(1), m.v(2), m.v(1))
	m.p("VPADDD %s, %s, %s", m.v(1), m.v(0), m.v(0))
	m.p("ADDQ $%d, SI", 2*m.lanes)
	m.p("ADDQ $%d, DI", 2*m.lanes)
	m.p("SUBQ $%d, CX", 2*m.lanes)
	m.p("JNZ %s", loop)
	m.mark(done)
	m.reduce("VPADDD", 0, 1, false)
	m.p("VMOVD X0, AX")
	m.p("MOVL AX, %s", result(args))
	m.ret()
}

// dotF16 leaves the last n%lanes values to its caller.
func (m *machine) dotF16() {
	args := []arg{{"a", "*float32"}, {"h", "*uint16"}, {"n", "uintptr"}}
	m.text("dotF16"+m.name, args, "float32", "is the dot product of n float32 with n float16, n a multiple of the lanes.")
	m.load(args, 0, "SI")
	m.load(args, 1, "DI")
	m.load(args, 2, "CX")
	m.zero(0)
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("TESTQ CX, CX")
	m.p("JZ %s", done)
	m.mark(loop)
	m.p("VCVTPH2PS (DI), %s", m.v(1))
	m.p("VFMADD231PS (SI), %s, %s", m.v(1), m.v(0))
	m.p("ADDQ $%d, SI", m.bytes())
	m.p("ADDQ $%d, DI", m.bytes()/2)
	m.p("SUBQ $%d, CX", m.lanes)
	m.p("JNZ %s", loop)
	m.mark(done)
	m.reduce("VADDPS", 0, 1, false)
	m.p("VMOVSS X0, %s", result(args))
	m.ret()
}

func (m *machine) widen() {
	args := []arg{{"dst", "*float32"}, {"src", "*uint16"}, {"n", "uintptr"}}
	m.text("widen"+m.name, args, "", "turns n float16 into float32, n a multiple of the lanes.")
	m.convert(args, func() {
		m.p("VCVTPH2PS (SI), %s", m.v(0))
		m.p("VMOVUPS %s, (DI)", m.v(0))
	}, m.bytes(), m.bytes()/2)
}

func (m *machine) narrow() {
	args := []arg{{"dst", "*uint16"}, {"src", "*float32"}, {"n", "uintptr"}}
	m.text("narrow"+m.name, args, "", "rounds n float32 to the nearest float16, n a multiple of the lanes.")
	m.convert(args, func() {
		m.p("VMOVUPS (SI), %s", m.v(0))
		m.p("VCVTPS2PH $0, %s, (DI)", m.v(0))
	}, m.bytes()/2, m.bytes())
}

// addI8 leaves the last n%lanes values to its caller.
func (m *machine) addI8() {
	args := []arg{{"dst", "*float32"}, {"row", "*int8"}, {"n", "uintptr"}, {"scale", "float32"}}
	m.text("addI8"+m.name, args, "", "adds scale times n int8 to n float32, n a multiple of the lanes.")
	m.load(args, 3, "X2")
	m.p("VBROADCASTSS X2, %s", m.v(2))
	m.convert(args, func() {
		m.p("VPMOVSXBD (SI), %s", m.v(0))
		m.p("VCVTDQ2PS %s, %s", m.v(0), m.v(0))
		m.p("VMOVUPS (DI), %s", m.v(1))
		m.p("VFMADD231PS %s, %s, %s", m.v(2), m.v(0), m.v(1))
		m.p("VMOVUPS %s, (DI)", m.v(1))
	}, m.bytes(), m.lanes)
}

func (m *machine) convert(args []arg, body func(), dst, src int) {
	m.load(args, 0, "DI")
	m.load(args, 1, "SI")
	m.load(args, 2, "CX")
	loop, done := m.newLabel("loop"), m.newLabel("done")
	m.p("TESTQ CX, CX")
	m.p("JZ %s", done)
	m.mark(loop)
	body()
	m.p("ADDQ $%d, DI", dst)
	m.p("ADDQ $%d, SI", src)
	m.p("SUBQ $%d, CX", m.lanes)
	m.p("JNZ %s", loop)
	m.mark(done)
	m.ret()
}

// scanI8 makes the stored side unsigned by flipping its top bits, which adds 128 times the sum of the query to every
// product; fix takes it away.
func (m *machine) scanI8() {
	args := []arg{{"out", "*int32"}, {"q", "*int8"}, {"rows", "*int8"}, {"stride", "uintptr"}, {"count", "uintptr"}, {"n", "uintptr"}, {"fix", "uintptr"}}
	m.text("scanI8"+m.name, args, "", "writes the dot products of q with count > 0 rows of n values, n > 0 a multiple of 64.")
	for i, reg := range []string{"DI", "SI", "BX", "DX", "R8", "R9", "R10"} {
		m.load(args, i, reg)
	}
	m.p("VMOVDQU32 %s, Z4", m.konst("x80"))
	row, loop := m.newLabel("row"), m.newLabel("loop")
	m.mark(row)
	m.p("XORQ AX, AX")
	m.zero(0)
	m.mark(loop)
	m.p("VPXORD (BX)(AX*1), Z4, Z1")
	m.p("VPDPBUSD (SI)(AX*1), Z1, Z0")
	m.p("ADDQ $64, AX")
	m.p("CMPQ AX, R9")
	m.p("JLT %s", loop)
	m.reduce("VPADDD", 0, 1, false)
	m.p("VMOVD X0, AX")
	m.p("SUBL R10, AX")
	m.p("MOVL AX, (DI)")
	m.p("ADDQ $4, DI")
	m.p("ADDQ DX, BX")
	m.p("DECQ R8")
	m.p("JNZ %s", row)
	m.ret()
}
