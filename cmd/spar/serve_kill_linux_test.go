package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// A killed server leaves threads and finished answers whole: six kills, 50 with SPAR_LONG=1, each while people ask and follow their
// answers. What was running is interrupted and can be asked again; who follows and connects again sees one sequence of events.
func TestKillServer(t *testing.T) {
	t.Parallel()
	kills := 6
	if os.Getenv("SPAR_LONG") != "" {
		kills = 50
	}
	const files = 8
	data, root := t.TempDir(), crashShare(t, files)
	for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}, {"ws", "create", "doors", "--share", "s", "--read"}} {
		if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
			t.Fatalf("spar %v: exit %d: %s", args, exit, out)
		}
	}
	token, exit := runSpar(t, data, nil, "token", "create")
	if exit != exitOK {
		t.Fatal(token)
	}
	token = strings.TrimSpace(token)
	answered := map[string]int{}   // thread of a finished answer -> the door that was asked for
	life := 500 * time.Millisecond // at most; longer where the machine is too busy for an answer in that time
	for kill := 0; kill < kills || len(answered) == 0; kill++ {
		if kill == 4*kills {
			t.Fatal("no answer was finished before a kill")
		}
		for thread, door := range answeredWhileKilled(t, data, token, kill, files, life) {
			answered[thread] = door
		}
		if len(answered) == 0 {
			life += 500 * time.Millisecond
		}
	}
	out, exit := runSpar(t, data, nil, "store", "check")
	if exit != exitOK {
		t.Fatalf("store check: exit %d: %s", exit, out)
	}
	for thread, door := range answered {
		if state, text := turnOf(t, data, thread); state != "done" || !strings.Contains(text, fmt.Sprintf("keyword%02d", door)) {
			t.Errorf("thread %s: the answer that somebody had is lost: %s", thread, text)
		}
	}
	interrupted := 0
	for _, thread := range threadsOf(t, data) {
		if _, had := answered[thread]; had {
			continue
		}
		switch state, text := turnOf(t, data, thread); state {
		case "interrupted":
			if interrupted++; interrupted > 5 {
				continue
			}
			if out, exit := runSpar(t, data, nil, "ask", "--thread", thread, "password of door 3"); exit != exitOK || !strings.Contains(out, "keyword03") {
				t.Errorf("asking again in %s: exit %d: %s", thread, exit, out)
			}
		case "done": // it was kept, and the server died before it told
		default:
			t.Errorf("thread %s is neither whole nor interrupted: %s", thread, text)
		}
	}
	t.Logf("%d kills, %d answers were had, %d were interrupted", kills, len(answered), interrupted)
}

// turnOf is the state of the first turn of a thread, with the whole thread as JSON.
func turnOf(t *testing.T, data, thread string) (state, text string) {
	t.Helper()
	out, exit := runSpar(t, data, nil, "thread", "show", thread, "--json")
	var got api.Thread
	if exit != exitOK || json.Unmarshal([]byte(out), &got) != nil || len(got.Turns) == 0 {
		t.Fatalf("thread %s: exit %d: %s", thread, exit, out)
	}
	return got.Turns[0].State, out
}

// threadsOf are the IDs of all threads.
func threadsOf(t *testing.T, data string) (ids []string) {
	t.Helper()
	out, exit := runSpar(t, data, nil, "thread", "list", "--json")
	if exit != exitOK {
		t.Fatalf("thread list: exit %d: %s", exit, out)
	}
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var one api.Thread
		if err := d.Decode(&one); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, one.ID)
	}
	return ids
}

// answeredWhileKilled serves until a moment of its life drawn by chance, at which the server is killed, while four people ask. It gives the
// threads of the answers that came.
func answeredWhileKilled(t *testing.T, data, token string, kill, files int, life time.Duration) map[string]int {
	t.Helper()
	server := sparProcess(data, nil, "serve", "--listen", "127.0.0.1:0", "--no-watch", "--json", "--requests-a-minute", "0", "--answers-at-once", "0")
	stdout, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var ready api.Serving
	if line, err := bufio.NewReader(stdout).ReadBytes('\n'); err != nil || json.Unmarshal(line, &ready) != nil {
		t.Fatalf("kill %d: the server says %q, %v", kill, line, err)
	}
	answered := map[string]int{}
	var mu sync.Mutex
	var people sync.WaitGroup
	for person := range 4 {
		people.Go(func() {
			for n := 0; ; n++ {
				door := (person + n) % files
				thread, err := askAndFollow(ready.URL, token, door)
				if err != nil {
					if !strings.HasPrefix(err.Error(), "gone: ") {
						t.Errorf("kill %d: %v", kill, err)
					}
					return
				}
				mu.Lock()
				answered[thread] = door
				mu.Unlock()
			}
		})
	}
	time.Sleep(life/5 + rand.N(life*4/5))
	if err := server.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = server.Wait()
	people.Wait()
	return answered
}

// askAndFollow begins an answer and follows it in pieces: every second event the connection is given up and made again after the last event
// that came. An error that begins with "gone: " is of a server that is there no more.
func askAndFollow(base, token string, door int) (thread string, err error) {
	do := func(method, path, body string, take func(io.Reader) error) error {
		r, err := http.NewRequest(method, base+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		if method == http.MethodGet {
			r.Header.Set("Accept", "text/event-stream")
		}
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			return fmt.Errorf("gone: %w", err)
		}
		defer reply.Body.Close()
		if reply.StatusCode >= 300 {
			text, _ := io.ReadAll(reply.Body)
			return fmt.Errorf("%s %s: %d %s", method, path, reply.StatusCode, text)
		}
		return take(reply.Body)
	}
	var job api.AnswerJob
	question := fmt.Sprintf(`{"question": "password of door %d", "workspace": "doors", "thread": "new"}`, door)
	if err := do(http.MethodPost, "/answers", question, func(r io.Reader) error {
		if err := json.NewDecoder(r).Decode(&job); err != nil {
			return fmt.Errorf("gone: %w", err)
		}
		return nil
	}); err != nil {
		return "", err
	}
	last := 0
	for {
		var final *api.Answer
		err := do(http.MethodGet, fmt.Sprintf("/answers/%s/events?after=%d", job.ID, last), "", func(r io.Reader) error {
			lines, n, came := bufio.NewScanner(r), 0, 0
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
					if _, err := fmt.Sscan(id, &n); err != nil || n != last+1 {
						return fmt.Errorf("event %s comes after %d", id, last)
					}
				}
				text, ok := strings.CutPrefix(lines.Text(), "data: ")
				if !ok {
					continue
				}
				var e api.AnswerEvent
				if err := json.Unmarshal([]byte(text), &e); err != nil {
					return fmt.Errorf("gone: %w", err) // the server died while it wrote
				}
				last, final = n, e.Answer
				if e.Stage == api.StageFinal {
					return nil
				}
				if e.Stage == api.StageError {
					return fmt.Errorf("gone: %v", e.Fault)
				}
				if final, came = nil, came+1; came == 2 {
					return nil
				}
			}
			return fmt.Errorf("gone: %v", lines.Err())
		})
		switch {
		case err != nil:
			return "", err
		case final != nil && !strings.Contains(final.Answer, fmt.Sprintf("keyword%02d", door)):
			return "", fmt.Errorf("the answer of door %d is %q", door, final.Answer)
		case final != nil:
			return final.Thread, nil
		}
	}
}
