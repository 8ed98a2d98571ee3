// Package pdfium reads PDF files with PDFium, run as WebAssembly in this process: no native code, its memory bounded, its work ended by the
// context. It gives the content of a page: characters with their places and fonts, pictures and ruled lines. Package extract makes blocks
// of it.
//
// The WebAssembly module is a build-time asset (scripts/assets.sh pdfium). A binary built without it says so: see
// [Available].
package pdfium

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"

	"github.com/tetratelabs/wazero"
)

//go:embed asset
var assets embed.FS

const assetName = "asset/pdfium.wasm"

// Available reports whether PDFium was built into this binary.
func Available() bool {
	f, err := assets.Open(assetName)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// The reasons why a document cannot be read, wrapped with the details.
var (
	ErrUnavailable = errors.New("this binary was built without PDFium")
	ErrPassword    = errors.New("a password is needed")
	ErrSecurity    = errors.New("it is encrypted in a way that PDFium does not know")
	ErrFormat      = errors.New("it is not a PDF, or too damaged")
	ErrCrash       = errors.New("PDFium failed on it")
	ErrMemory      = errors.New("it needs more memory than PDFium may have")
)

// Options of a Runtime.
type Options struct {
	CacheDir string // where compiled code is kept for the next process; "" compiles anew
	Memory   int64  // bytes that PDFium may use for one document: 1 GiB

	// Headlong leaves out of the compiled code the checks whether the context has ended, which stand in every loop and take two
	// thirds of the time. A call of PDFium then ends when it is done, however long that takes, and the collector of this
	// process waits for it: it is for processes that somebody else ends.
	Headlong bool
}

// pageSize is the unit of WebAssembly memory.
const pageSize = 64 << 10

// keepMemory is how much memory an instance may have grown to and still serve another document.
const keepMemory = 128 << 20

// A Runtime is PDFium compiled and ready. It serves one document at a time, from one goroutine at a time.
type Runtime struct {
	runtime  wazero.Runtime
	cache    wazero.CompilationCache
	compiled wazero.CompiledModule
	glue     wazero.CompiledModule
	memory   int64
	instance *instance // idle and healthy, or nil
	busy     bool
}

// New compiles PDFium, or loads it compiled from the cache. Without the asset the error is ErrUnavailable.
func New(ctx context.Context, o Options) (*Runtime, error) {
	wasm, err := assets.ReadFile(assetName)
	if err != nil {
		return nil, ErrUnavailable
	}
	if o.Memory <= 0 {
		o.Memory = 1 << 30
	}
	rt := &Runtime{memory: o.Memory}
	config := wazero.NewRuntimeConfig().
		WithCloseOnContextDone(!o.Headlong).
		WithMemoryLimitPages(uint32(min(o.Memory/pageSize, 1<<15)))
	if o.CacheDir != "" {
		if rt.cache, err = wazero.NewCompilationCacheWithDir(o.CacheDir); err != nil {
			return nil, fmt.Errorf("keep compiled code in %s: %w", o.CacheDir, err)
		}
		config = config.WithCompilationCache(rt.cache)
	}
	rt.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if rt.compiled, err = rt.runtime.CompileModule(ctx, wasm); err != nil {
		rt.Close(ctx)
		return nil, fmt.Errorf("compile PDFium: %w", err)
	}
	if rt.glue, err = rt.runtime.CompileModule(ctx, glueModule()); err != nil {
		rt.Close(ctx)
		return nil, fmt.Errorf("compile the glue to PDFium: %w", err)
	}
	if err = instantiateHost(ctx, rt.runtime, rt.compiled); err != nil {
		rt.Close(ctx)
		return nil, fmt.Errorf("prepare PDFium: %w", err)
	}
	return rt, nil
}

// Close frees everything. Documents that are still open are dead after it.
func (rt *Runtime) Close(ctx context.Context) error {
	err := rt.runtime.Close(ctx)
	if rt.cache != nil {
		err = errors.Join(err, rt.cache.Close(ctx))
	}
	return err
}

// Open opens the document of size bytes in r, which is read as needed and must stay open until the Doc is closed. A
// second document cannot be open at the same time. The context bounds Open only; the methods of Doc take their own.
func (rt *Runtime) Open(ctx context.Context, r io.ReaderAt, size int64) (*Doc, error) {
	if rt.busy {
		return nil, errors.New("pdfium: another document is open")
	}
	if rt.instance == nil {
		in, err := rt.instantiate(ctx)
		if err != nil {
			return nil, err
		}
		rt.instance = in
	}
	in := rt.instance
	rt.instance, rt.busy = nil, true
	in.file.set(r, size)
	d := &Doc{runtime: rt, in: in}
	if err := d.open(ctx); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// release takes an instance back. It throws away an instance that failed or grew large.
func (rt *Runtime) release(in *instance) {
	rt.busy = false
	in.file.set(nil, 0)
	if in.dead || in.module.IsClosed() || in.module.Memory().Size() > keepMemory {
		in.close()
		return
	}
	rt.instance = in
}
