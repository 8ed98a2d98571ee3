package pdfium

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/emscripten"
)

// What Emscripten's C library expects of its host. PDFium gets no file system, no environment and no local time: there
// are two files, the document and a font, and the folder of the font, each under one name and one descriptor, and they can only be read.
const (
	documentPath = "/document.pdf"
	documentFD   = 3
	folderFD     = 4
	fontFD       = 5

	enoent = 44 // in WASI's numbering, which Emscripten uses
	ebadf  = 8
	eio    = 29
	einval = 28
	enosys = 52
)

// file is the document, as the C library sees it.
type file struct {
	r       io.ReaderAt
	size    int64
	pos     int64
	err     error // the first fault of reading
	refused bool  // more memory was asked for than there may be

	block []byte // a read-ahead of the bytes from start
	start int64

	font   *file // the font that PDFium finds in the system; nil in that font itself
	listed bool  // its folder was read to the end
}

const blockSize = 64 << 10

func (f *file) set(r io.ReaderAt, size int64) {
	*f = file{r: r, size: size, block: f.block[:0], font: f.font}
}

// open gives the file of a descriptor, nil if there is none.
func (f *file) open(fd int32) *file {
	switch fd {
	case documentFD:
		return f
	case fontFD:
		return f.font
	}
	return nil
}

// read fills p from the current position as far as the file goes.
func (f *file) read(p []byte) (int, error) {
	n := 0
	for n < len(p) && f.pos < f.size {
		if f.pos < f.start || f.pos >= f.start+int64(len(f.block)) {
			if err := f.load(f.pos &^ (blockSize - 1)); err != nil {
				return n, err
			}
		}
		m := copy(p[n:], f.block[f.pos-f.start:])
		n, f.pos = n+m, f.pos+int64(m)
	}
	return n, nil
}

func (f *file) load(start int64) error {
	if cap(f.block) < blockSize {
		f.block = make([]byte, 0, blockSize)
	}
	want := int(min(blockSize, f.size-start))
	n, err := f.r.ReadAt(f.block[:want], start)
	f.block, f.start = f.block[:n], start
	if n == want {
		return nil
	}
	f.block = f.block[:0]
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if f.err == nil {
		f.err = err
	}
	return err
}

type fileKey struct{}

// withFile hands the file to the host functions, which all instances share.
func withFile(ctx context.Context, f *file) context.Context {
	return context.WithValue(ctx, fileKey{}, f)
}

func fileOf(ctx context.Context) *file { return ctx.Value(fileKey{}).(*file) }

var errAbort = errors.New("PDFium called abort")

// A hostFunc gets its arguments in stack and leaves its result in stack[0].
type hostFunc = func(ctx context.Context, m api.Module, stack []uint64)

// refuse is a system call that is not there.
func refuse(errno int32) hostFunc {
	return func(_ context.Context, _ api.Module, stack []uint64) { stack[0] = api.EncodeI32(errno) }
}

// hostFuncs are the imports by name. Imports of env return -errno, imports of WASI errno.
var hostFuncs = map[string]hostFunc{
	"env._abort_js":              func(context.Context, api.Module, []uint64) { panic(errAbort) },
	"env._tzset_js":              tzset,
	"env._localtime_js":          gmtime, // local time is UTC
	"env._gmtime_js":             gmtime,
	"env.emscripten_date_now":    dateNow,
	"env.emscripten_resize_heap": resizeHeap,

	"env.__syscall_openat":      openat,
	"env.__syscall_fstat64":     fstat,
	"env.__syscall_stat64":      stat,
	"env.__syscall_lstat64":     refuse(-enoent),
	"env.__syscall_newfstatat":  refuse(-enoent),
	"env.__syscall_fcntl64":     refuse(-einval),
	"env.__syscall_ioctl":       refuse(-enosys),
	"env.__syscall_ftruncate64": refuse(-enosys),
	"env.__syscall_getdents64":  getdents,
	"env.__syscall_unlinkat":    refuse(-enosys),
	"env.__syscall_rmdir":       refuse(-enosys),

	"wasi_snapshot_preview1.fd_close":          refuse(0),
	"wasi_snapshot_preview1.fd_sync":           refuse(0),
	"wasi_snapshot_preview1.fd_read":           fdRead,
	"wasi_snapshot_preview1.fd_write":          fdWrite,
	"wasi_snapshot_preview1.fd_seek":           fdSeek,
	"wasi_snapshot_preview1.environ_get":       refuse(0),
	"wasi_snapshot_preview1.environ_sizes_get": environSizes,
}

// instantiateHost defines the modules that PDFium imports.
func instantiateHost(ctx context.Context, r wazero.Runtime, guest wazero.CompiledModule) error {
	longjmp, err := emscripten.NewFunctionExporterForModule(guest) // invoke_* and longjmp
	if err != nil {
		return err
	}
	modules := map[string]wazero.HostModuleBuilder{}
	for _, f := range guest.ImportedFunctions() {
		module, name, _ := f.Import()
		b := modules[module]
		if b == nil {
			b = r.NewHostModuleBuilder(module)
			modules[module] = b
			if module == "env" {
				longjmp.ExportFunctions(b)
			}
		}
		fn := hostFuncs[module+"."+name]
		if fn == nil {
			if strings.HasPrefix(name, "invoke_") || name == "_emscripten_throw_longjmp" {
				continue
			}
			return errors.New("unknown import " + module + "." + name)
		}
		b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(fn), f.ParamTypes(), f.ResultTypes()).Export(name)
	}
	for _, b := range modules {
		if _, err := b.Instantiate(ctx); err != nil {
			return err
		}
	}
	return nil
}

// resizeHeap grows the memory to at least the size asked for, or says no.
func resizeHeap(ctx context.Context, m api.Module, stack []uint64) {
	want, have := int64(uint32(stack[0])), int64(m.Memory().Size())
	stack[0] = 0
	roomy := max(want, min(have+have/5, want+(64<<20)))
	for _, size := range []int64{roomy, want} {
		if _, ok := m.Memory().Grow(uint32((size - have + pageSize - 1) / pageSize)); ok {
			stack[0] = 1
			return
		}
	}
	fileOf(ctx).refused = true
}

func dateNow(_ context.Context, _ api.Module, stack []uint64) {
	stack[0] = api.EncodeF64(float64(time.Now().UnixMilli()))
}

// gmtime writes a struct tm.
func gmtime(_ context.Context, m api.Module, stack []uint64) {
	sec, tm := int64(stack[0]), uint32(stack[1])
	const longest = 1 << 40 // beyond it the year does not fit
	t := time.Unix(max(-longest, min(sec, longest)), 0).UTC()
	fields := []int{t.Second(), t.Minute(), t.Hour(), t.Day(), int(t.Month()) - 1, t.Year() - 1900, int(t.Weekday()), t.YearDay() - 1, 0, 0}
	for i, v := range fields {
		m.Memory().WriteUint32Le(tm+uint32(4*i), uint32(int32(v)))
	}
}

func tzset(_ context.Context, m api.Module, stack []uint64) {
	m.Memory().WriteUint32Le(uint32(stack[0]), 0)
	m.Memory().WriteUint32Le(uint32(stack[1]), 0)
	m.Memory().WriteString(uint32(stack[2]), "UTC\x00")
	m.Memory().WriteString(uint32(stack[3]), "UTC\x00")
}

func environSizes(_ context.Context, m api.Module, stack []uint64) {
	m.Memory().WriteUint32Le(uint32(stack[0]), 0)
	m.Memory().WriteUint32Le(uint32(stack[1]), 0)
	stack[0] = 0
}

func openat(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx)
	const writing = 0o3 | 0o100 | 0o1000 // O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
	name := pathAt(m, stack[1])
	switch {
	case stack[2]&writing != 0:
	case name == documentPath && f.r != nil:
		f.pos = 0
		stack[0] = documentFD
		return
	case name == fontPath:
		f.font.pos = 0
		stack[0] = fontFD
		return
	case name == fontFolder:
		f.listed = false
		stack[0] = folderFD
		return
	}
	stack[0] = api.EncodeI32(-enoent)
}

// pathAt reads a name; no other is as long.
func pathAt(m api.Module, at uint64) string {
	const longest = 64
	size := uint64(m.Memory().Size())
	b, _ := m.Memory().Read(uint32(at), uint32(min(longest, size-min(size, uint64(uint32(at))))))
	name, _, _ := strings.Cut(string(b), "\x00")
	return name
}

// getdents lists the folder of the font.
func getdents(ctx context.Context, m api.Module, stack []uint64) {
	f, entry := fileOf(ctx), listing()
	switch {
	case int32(stack[0]) != folderFD:
		stack[0] = api.EncodeI32(-ebadf)
	case f.listed, uint32(stack[2]) < uint32(len(entry)):
		stack[0] = 0
	case !m.Memory().Write(uint32(stack[1]), entry):
		stack[0] = api.EncodeI32(-einval)
	default:
		f.listed = true
		stack[0] = uint64(len(entry))
	}
}

// stat knows the font alone.
func stat(ctx context.Context, m api.Module, stack []uint64) {
	if pathAt(m, stack[0]) != fontPath {
		stack[0] = api.EncodeI32(-enoent)
		return
	}
	writeStat(m, stack, fileOf(ctx).font.size)
}

func fstat(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx).open(int32(stack[0]))
	if f == nil {
		stack[0] = api.EncodeI32(-ebadf)
		return
	}
	writeStat(m, stack, f.size)
}

// writeStat writes a struct stat. Only its type and size matter.
func writeStat(m api.Module, stack []uint64, size int64) {
	const length, modeAt, sizeAt, blockAt, regularFile = 96, 4, 24, 32, 0o100444
	var st [length]byte
	binary.LittleEndian.PutUint32(st[modeAt:], regularFile)
	binary.LittleEndian.PutUint64(st[sizeAt:], uint64(size))
	binary.LittleEndian.PutUint32(st[blockAt:], 4096)
	if !m.Memory().Write(uint32(stack[1]), st[:]) {
		stack[0] = api.EncodeI32(-einval)
		return
	}
	stack[0] = 0
}

// vectors calls do for each of the n buffers that p describes, until it fails, and gives the sum of its results.
func vectors(m api.Memory, p, n uint32, do func(b []byte) (int, error)) (uint32, int32) {
	total := uint32(0)
	for i := range min(n, 1024) {
		at, ok1 := m.ReadUint32Le(p + 8*i)
		size, ok2 := m.ReadUint32Le(p + 8*i + 4)
		b, ok3 := m.Read(at, size)
		if !ok1 || !ok2 || !ok3 {
			return total, einval
		}
		k, err := do(b)
		total += uint32(k)
		if err != nil {
			return total, eio
		}
		if k < len(b) {
			break
		}
	}
	return total, 0
}

func fdRead(ctx context.Context, m api.Module, stack []uint64) {
	f := fileOf(ctx).open(int32(stack[0]))
	if f == nil {
		stack[0] = ebadf
		return
	}
	n, errno := vectors(m.Memory(), uint32(stack[1]), uint32(stack[2]), f.read)
	m.Memory().WriteUint32Le(uint32(stack[3]), n)
	stack[0] = uint64(errno)
}

// fdWrite discards the output.
func fdWrite(_ context.Context, m api.Module, stack []uint64) {
	n, errno := vectors(m.Memory(), uint32(stack[1]), uint32(stack[2]), func(b []byte) (int, error) { return len(b), nil })
	m.Memory().WriteUint32Le(uint32(stack[3]), n)
	stack[0] = uint64(errno)
}

func fdSeek(ctx context.Context, m api.Module, stack []uint64) {
	offset, whence := int64(stack[1]), uint32(stack[2]) // the upper half of an argument is anything
	f := fileOf(ctx).open(int32(stack[0]))
	if f == nil {
		stack[0] = ebadf
		return
	}
	switch whence {
	case io.SeekCurrent:
		offset += f.pos
	case io.SeekEnd:
		offset += f.size
	}
	if offset < 0 {
		stack[0] = einval
		return
	}
	f.pos = offset
	m.Memory().WriteUint64Le(uint32(stack[3]), uint64(offset))
	stack[0] = 0
}
