package main

import (
	"fmt"
	"math"
)

// expConstants are what arm64 needs more: there exp is 2^n times a polynomial on [-ln2/2, ln2/2].
var expConstants = []constant{
	{"low", f32(-87)}, {"ln2hi", f32(0.693359375)}, {"ln2lo", f32(math.Ln2 - 0.693359375)},
	{"e2", f32(1. / 2)}, {"e3", f32(1. / 6)}, {"e4", f32(1. / 24)}, {"e5", f32(1. / 120)}, {"e6", f32(1. / 720)},
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
