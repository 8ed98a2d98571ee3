package pdfium

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf16"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// An instance is a running PDFium with its memory.
type instance struct {
	module  api.Module
	glue    api.Module
	collect api.Function
	fns     map[string]api.Function
	file    *file
	dead    bool   // a trap left it in an unknown state
	buf     uint32 // scratch of bufSize bytes
	stack   [12]uint64
}

// bufSize is the size of the scratch through which everything passes.
const bufSize = 64 << 10

var errNoMemory = errors.New("no memory")

func (rt *Runtime) instantiate(ctx context.Context) (*instance, error) {
	in := &instance{file: &file{font: newFontFile()}, fns: map[string]api.Function{}}
	if err := in.start(withFile(ctx, in.file), rt); err != nil {
		in.close()
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return in, nil
}

func (in *instance) start(ctx context.Context, rt *Runtime) (err error) {
	config := wazero.NewModuleConfig().WithStartFunctions()
	if in.module, err = rt.runtime.InstantiateModule(ctx, rt.compiled, config.WithName(pdfiumName)); err != nil {
		return err
	}
	if in.glue, err = rt.runtime.InstantiateModule(ctx, rt.glue, config.WithName("")); err != nil {
		return err
	}
	in.collect = in.glue.ExportedFunction("collect")
	for _, name := range []string{"emscripten_stack_init", "__wasm_call_ctors", "FPDF_InitLibrary"} {
		if _, err := in.call(ctx, name); err != nil {
			return err
		}
	}
	p, err := in.call(ctx, "malloc", bufSize)
	if err == nil && p == 0 {
		err = errNoMemory
	}
	in.buf = uint32(p)
	return err
}

func (in *instance) close() {
	for _, m := range []api.Module{in.glue, in.module} {
		if m != nil {
			m.Close(context.Background())
		}
	}
}

// call calls an exported function of PDFium and gives its result, 0 when it has none. The context must hold the file.
func (in *instance) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	fn := in.fns[name]
	if fn == nil {
		if fn = in.module.ExportedFunction(name); fn == nil {
			return 0, fmt.Errorf("pdfium: no function %s", name)
		}
		in.fns[name] = fn
	}
	return in.invoke(ctx, fn, args...)
}

func (in *instance) invoke(ctx context.Context, fn api.Function, args ...uint64) (uint64, error) {
	switch {
	case in.dead:
		return 0, ErrCrash
	case ctx.Err() != nil: // which code that runs headlong does not find out by itself
		return 0, ctx.Err()
	}
	clear(in.stack[:])
	copy(in.stack[:], args)
	if err := fn.CallWithStack(ctx, in.stack[:]); err != nil {
		in.dead = true
		return 0, in.explain(ctx, err)
	}
	return in.stack[0], nil
}

// explain says why a call failed: time, the file, memory, or a fault of PDFium.
func (in *instance) explain(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case in.file.err != nil:
		return in.file.err
	case in.file.refused:
		return ErrMemory
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w: %s", ErrCrash, strings.TrimSuffix(line, " (recovered by wazero)"))
}

// put writes into the scratch and gives the address.
func (in *instance) put(offset uint32, s string) uint64 {
	in.module.Memory().WriteString(in.buf+offset, s)
	return uint64(in.buf + offset)
}

// scratch is n bytes of the scratch, valid until the next call.
func (in *instance) scratch(offset, n uint32) []byte {
	b, _ := in.module.Memory().Read(in.buf+offset, min(n, bufSize-offset))
	return b
}

// floats reads n float32 from the scratch.
func (in *instance) floats(offset uint32, into []float32) {
	b := in.scratch(offset, uint32(4*len(into)))
	for i := range into {
		into[i] = finite(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
}

// finite keeps coordinates within what arithmetic on them can bear.
func finite(f float32) float32 {
	const far = 1e6
	switch {
	case f != f:
		return 0
	case f > far:
		return far
	case f < -far:
		return -far
	}
	return f
}

// wide decodes UTF-16 up to its NUL.
func wide(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		c := binary.LittleEndian.Uint16(b[i:])
		if c == 0 {
			break
		}
		u = append(u, c)
	}
	return string(utf16.Decode(u))
}
