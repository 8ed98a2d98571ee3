package local

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

const (
	tick     = 200 * time.Millisecond // how often a keeper looks
	longest  = 10 * time.Minute       // that a model may take to load
	firstTry = 2 * time.Second        // for the lock, which who looks at it holds for a moment
	saidLast = 2 << 10                // bytes of a server's last output
)

// Keep is the life of a keeper: it starts the server that its input orders, and ends it when nobody has needed it for a while, when it
// holds too much memory, or when ctx ends. Where another keeper is, it does nothing.
func Keep(ctx context.Context, in io.Reader) error {
	runtime.LockOSThread() // the server ends with the thread that started it
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	try, stop := context.WithTimeout(ctx, firstTry)
	held, err := durable.Lock(try, filepath.Join(o.Dir, "lock"), nil)
	stop()
	switch {
	case errors.Is(err, durable.ErrHeld):
		return nil
	case err != nil:
		return err
	}
	defer held.Unlock()
	os.Remove(filepath.Join(o.Dir, "stop"))
	k := &keeper{order: o, key: rand.Text(), said: &tail{}}
	failed := k.run(ctx)
	last := state{Born: o.Born}
	if failed != nil {
		last.Failed = strings.ReplaceAll(failed.Error(), k.key, "(key)")
	}
	return errors.Join(k.tell(last), failed)
}

type keeper struct {
	order
	key  string
	said *tail
}

func (k *keeper) tell(s state) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return durable.WriteFile(filepath.Join(k.Dir, "state.json"), text, 0o600)
}

// run is the life of a server. The error says why it ended by itself.
func (k *keeper) run(ctx context.Context) error {
	program, err := exec.LookPath(k.Program)
	if err != nil {
		return fmt.Errorf("there is no program %s: install llama.cpp, or set llm-program to its server", k.Program)
	}
	info, err := os.Stat(k.File)
	if err != nil {
		return fmt.Errorf("its file cannot be read: %w", err)
	}
	most := k.Memory
	if most == 0 {
		most = 2*info.Size() + 2<<30
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	if err := k.tell(state{Born: k.Born}); err != nil {
		return err
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	cmd := exec.CommandContext(ctx, program, "--model", k.File, "--alias", k.Name, "--host", "127.0.0.1", "--port", strconv.Itoa(port),
		"--ctx-size", strconv.Itoa(k.Context), "--parallel", "1", "--threads", strconv.Itoa(k.Threads))
	cmd.Env = append(environment(), "LLAMA_API_KEY="+k.key, "LLAMA_ARG_CACHE_RAM=0")
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = k.Dir, k.said, k.said, time.Second
	bound(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s does not start: %w", k.Program, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	failed := k.watch(ctx, cmd.Process.Pid, fmt.Sprintf("http://127.0.0.1:%d", port), most, ended)
	if failed != errEnded {
		end()
		<-ended
	}
	return k.reason(failed, cmd.ProcessState)
}

// errEnded says that a server ended by itself.
var errEnded = errors.New("the server ended")

func (k *keeper) reason(failed error, how fmt.Stringer) error {
	if failed != errEnded {
		return failed
	}
	return fmt.Errorf("%s ended (%s) and said: %s", k.Program, how, k.said)
}

// watch looks after a server until it is to end. An error says why, nil that nobody needs it.
func (k *keeper) watch(ctx context.Context, pid int, url string, most int64, ended chan error) error {
	began, ready, asked := time.Now(), false, make(chan bool, 1)
	look := func() { asked <- healthy(ctx, url) }
	go look()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ended:
			return errEnded
		case well := <-asked:
			if !well {
				time.AfterFunc(tick, look)
				break
			}
			ready = true
			if err := k.tell(state{Born: k.Born, URL: url + "/v1", Key: k.key}); err != nil {
				return err
			}
		case <-time.After(tick):
		}
		if has := resident(pid); has > most {
			return fmt.Errorf("it held %d MiB of memory, more than the %d that llm-memory allows: set that higher, or take a smaller model",
				has>>20, most>>20)
		}
		if !ready && time.Since(began) > longest {
			return fmt.Errorf("it was not loaded within %s", longest)
		}
		if _, err := os.Stat(filepath.Join(k.Dir, "stop")); err == nil {
			return nil
		}
		used, err := os.Stat(filepath.Join(k.Dir, "used"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // the data directory was removed
		case err == nil && time.Since(used.ModTime()) > k.Idle && ready:
			return nil
		}
	}
}

// healthy asks a server whether its model is loaded. It is shown no key: until it answers, who listens there is not known.
func healthy(ctx context.Context, url string) bool {
	ctx, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/health", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// environment is that of this process without what belongs to SPAR, and without other keys.
func environment() (list []string) {
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name)
		secret := slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD"}, func(s string) bool { return strings.Contains(name, s) })
		if secret || strings.HasPrefix(name, "SPAR_") || strings.HasPrefix(name, "LLAMA_") {
			continue
		}
		list = append(list, v)
	}
	return list
}

// A tail keeps the end of a server's output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if more := len(t.text) - saidLast; more > 0 {
		t.text = append(t.text[:0], t.text[more:]...)
	}
	return len(p), nil
}

// String is its last lines, joined.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(bytes.TrimSpace(t.text), []byte("\n"))
	last := bytes.Join(lines[max(0, len(lines)-3):], []byte("; "))
	return strings.ToValidUTF8(string(last), "")
}
