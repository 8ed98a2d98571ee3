package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// everything is the model that answers from all files that one may read; the others are workspaces.
const everything = "spar"

// chatModel is a model as OpenAI's API describes it.
type chatModel struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

// chatRequest has the fields of a request that matter here. Answers come from the files, so instructions and sampling parameters are
// accepted, as clients always send them, and ignored.
type chatRequest struct {
	Model    string        `json:"model"`
	Messages []chatMessage `json:"messages"`
	Stream   bool          `json:"stream"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	Spar struct {
		Full   bool     `json:"full"`   // give the answer as the API has it, too
		Scope  string   `json:"scope"`  // narrows the workspace
		Budget string   `json:"budget"` // as that of a question
		Until  *float64 `json:"until"`  // the same
	} `json:"spar"`
}

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// text is the text of a message, which is a string or a list of parts, and the kind of a part that is none.
func (m chatMessage) text() (text, other string) {
	if json.Unmarshal(m.Content, &text) == nil {
		return text, ""
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return "", ""
	}
	for _, p := range parts {
		if p.Type == "text" {
			text += p.Text
		} else {
			other = p.Type
		}
	}
	return text, other
}

type (
	chatUsage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
	}
	annotation struct {
		Type string      `json:"type"`
		URL  urlCitation `json:"url_citation"`
	}
	// urlCitation cites a place: the characters from Start to End of the text are the marker.
	urlCitation struct {
		URL   string `json:"url"`
		Title string `json:"title"`
		Start int    `json:"start_index"`
		End   int    `json:"end_index"`
	}
	chatPart struct {
		Role        string       `json:"role,omitempty"`
		Content     *string      `json:"content,omitempty"`
		Annotations []annotation `json:"annotations,omitempty"`
	}
	chatChoice struct {
		Index   int       `json:"index"`
		Message *chatPart `json:"message,omitempty"`
		Delta   *chatPart `json:"delta,omitempty"`
		Finish  *string   `json:"finish_reason"`
	}
	chatReply struct {
		ID      string       `json:"id"`
		Object  string       `json:"object"`
		Created int64        `json:"created"`
		Model   string       `json:"model"`
		Choices []chatChoice `json:"choices"`
		Usage   *chatUsage   `json:"usage,omitempty"`
		Spar    *api.Answer  `json:"spar,omitempty"`
	}
)

// chatFail tells an error as clients of OpenAI's API read it.
func (s *Server) chatFail(w http.ResponseWriter, r *http.Request, err error) {
	f := s.faultOf(r, err).in(inquiryOf(r).language)
	kind := "invalid_request_error"
	if f.status >= http.StatusInternalServerError {
		kind = "server_error"
	}
	f.advise(w.Header())
	writeJSON(w, r, f.status, map[string]any{"error": map[string]any{"message": f.Message, "type": kind, "code": f.Code, "param": nil, "request": inquiryOf(r).id}})
}

// chatModels returns the models that the asker may use.
func (s *Server) chatModels(r *http.Request, who spar.Principal) ([]chatModel, error) {
	list := []chatModel{{everything, "model", 0, "spar"}}
	all, err := s.o.Service.Workspaces(r.Context(), who)
	for _, w := range all {
		created, _ := time.Parse(time.RFC3339, w.Created) // a time that cannot be read is none
		list = append(list, chatModel{w.Name, "model", max(created.Unix(), 0), "spar"})
	}
	return list, err
}

func (s *Server) models(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "models"
	who, err := s.who(r, false)
	var list []chatModel
	if err == nil {
		list, err = s.chatModels(r, who)
	}
	if err != nil {
		s.chatFail(w, r, err)
		return
	}
	writeJSON(w, r, http.StatusOK, map[string]any{"object": "list", "data": list})
}

func (s *Server) model(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "model"
	who, err := s.who(r, false)
	if err == nil {
		var m chatModel
		if m, err = s.chatModel(r, who, r.PathValue("model")); err == nil {
			writeJSON(w, r, http.StatusOK, m)
			return
		}
	}
	s.chatFail(w, r, err)
}

func (s *Server) chatModel(r *http.Request, who spar.Principal, name string) (chatModel, error) {
	list, err := s.chatModels(r, who)
	if err != nil {
		return chatModel{}, err
	}
	for _, m := range list {
		if m.ID == name {
			return m, nil
		}
	}
	return chatModel{}, problem(http.StatusNotFound, "model_not_found", "there is no model %q; /v1/models lists the models that you may ask", name)
}

// chat answers the last message of a conversation. It does not send drafts of a model: such clients cannot take back what they showed.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "chat"
	if err := s.chatted(w, r); err != nil {
		s.chatFail(w, r, err)
	}
}

func (s *Server) chatted(w http.ResponseWriter, r *http.Request) error {
	who, err := s.who(r, false)
	if err != nil {
		return err
	}
	var in chatRequest
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil {
		return bodyFault(err)
	}
	if err := exactKeys(text, reflect.TypeOf(in)); err != nil {
		return err
	}
	model, err := s.chatModel(r, who, in.Model)
	if err != nil {
		return err
	}
	inquiryOf(r).entry.Via = "openai"
	q := api.Question{Scope: in.Spar.Scope, Budget: in.Spar.Budget, Until: in.Spar.Until}
	if model.ID != everything {
		q.Workspace = model.ID
	}
	for _, m := range in.Messages[max(0, len(in.Messages)-1):] {
		if _, other := m.text(); other != "" { // the text of an earlier message is enough
			return spar.Errorf(spar.Invalid, "the question has a part of the kind %q, and SPAR takes text alone: ask about a file of a share", other)
		}
	}
	q.Question, q.Earlier = conversation(in.Messages)
	if strings.TrimSpace(q.Question) == "" {
		return spar.Errorf(spar.Invalid, "there is no message of the role user with a text, which is the question")
	}
	inquiryOf(r).asked(q)
	leave, err := s.enter(r.Context(), who, waitForPlace)
	if err != nil {
		return err
	}
	defer leave()
	ctx, done, err := s.compute(r.Context(), who)
	if err != nil {
		return err
	}
	defer done()
	r = r.WithContext(ctx)

	id, created := "chatcmpl-"+inquiryOf(r).id, time.Now().Unix()
	reply := func(object string, choices []chatChoice) chatReply {
		return chatReply{ID: id, Object: object, Created: created, Model: model.ID, Choices: choices}
	}
	var out *sender
	if in.Stream {
		out = s.send(r.Context(), w, stream)
		defer out.stop()
	}
	chunk := func(part chatPart, finish *string) error {
		return out.data(reply("chat.completion.chunk", []chatChoice{{Delta: &part, Finish: finish}}))
	}
	if in.Stream {
		none := ""
		if chunk(chatPart{Role: "assistant", Content: &none}, nil) != nil {
			return nil // nobody reads any more
		}
	}
	end := func(pieces []string, notes []annotation, full *api.Answer) {
		if !in.Spar.Full {
			full = nil
		}
		stop, usage := "stop", &chatUsage{}
		if !in.Stream {
			whole := strings.Join(pieces, "")
			done := reply("chat.completion", []chatChoice{{Message: &chatPart{Role: "assistant", Content: &whole, Annotations: notes}, Finish: &stop}})
			done.Usage, done.Spar = usage, full
			writeJSON(w, r, http.StatusOK, done)
			return
		}
		for _, piece := range pieces {
			if chunk(chatPart{Content: &piece}, nil) != nil {
				return
			}
		}
		if len(notes) > 0 {
			chunk(chatPart{Annotations: notes}, nil)
		}
		last := reply("chat.completion.chunk", []chatChoice{{Delta: &chatPart{}, Finish: &stop}})
		last.Spar = full
		out.data(last)
		if in.Options.Usage {
			counted := reply("chat.completion.chunk", []chatChoice{})
			counted.Usage = usage
			out.data(counted)
		}
		out.raw("data: [DONE]\n\n")
	}
	if chore(q.Question) {
		end([]string{noChore}, nil, nil)
		return nil
	}
	var last time.Time
	for e, err := range question(r.Context(), s.o.Service, who, q, false, s.o.Service.Ask) {
		switch {
		case err != nil && in.Stream:
			f := s.faultOf(r, err).in(inquiryOf(r).language)
			out.data(map[string]any{"error": map[string]any{"message": f.Message, "code": f.Code, "request": inquiryOf(r).id}})
			return nil
		case err != nil:
			return err
		case e.Reading != nil && in.Stream && time.Since(last) > 2*time.Second:
			last = time.Now()
			out.comment(fmt.Sprintf("read %d of %d files", e.Read, e.ToRead))
		}
		if e.Stage != api.StageFinal || e.Answer == nil {
			continue
		}
		pieces, notes := s.chatText(*e.Answer)
		end(pieces, notes, e.Answer)
		return nil
	}
	return nil
}

// noChore is the answer to a chore of a chat: an object without a title, tags or questions, in whose place a client takes its own.
const noChore = "{}"

// chore reports whether a message asks for something about the chat and not about files: Open WebUI has the model of a chat make its
// title, tags and follow-up questions, too. No file says them, and they are no question of the person.
func chore(message string) bool {
	return strings.HasPrefix(strings.TrimSpace(message), "### Task:") && strings.Contains(message, "<chat_history>")
}

// conversation returns the last message of a user, and the questions and answers before it.
func conversation(messages []chatMessage) (last string, earlier []api.Said) {
	for _, m := range messages {
		switch text, _ := m.text(); {
		case m.Role == "user" && strings.TrimSpace(text) != "":
			if last != "" {
				earlier = append(earlier, api.Said{Question: last})
			}
			last = text
		case m.Role == "assistant" && last != "":
			earlier = append(earlier, api.Said{Question: last, Answer: statements(text)})
			last = ""
		}
	}
	if last == "" && len(earlier) > 0 { // the client wants the last answer once more
		last, earlier = earlier[len(earlier)-1].Question, earlier[:len(earlier)-1]
	}
	return last, earlier
}

// What chatText writes around statements.
const (
	sourcesTitle = "Sources"
	understood   = "Understood as: "
)

var markers = regexp.MustCompile(`(?: \[\d+\])+`)

// statements returns the statements of an answer that chatText wrote.
func statements(text string) (list []string) {
	text, _, _ = strings.Cut(text, "\n\n"+sourcesTitle+"\n")
	for _, part := range strings.Split(text, "\n\n") {
		if part = strings.TrimSpace(markers.ReplaceAllString(part, "")); part != "" && !strings.HasPrefix(part, understood) {
			list = append(list, part)
		}
	}
	return list
}

// evidenceShown is the number of units below a refusal in a chat.
const evidenceShown = 3

// chatText is an answer as one text in pieces, statement by statement, with its sources below, and the citations in it.
func (s *Server) chatText(a api.Answer) (pieces []string, notes []annotation) {
	at := 0 // characters, as JavaScript and Python count most of them
	add := func(text string) {
		pieces = append(pieces, text)
		at += len([]rune(text))
	}
	titles := map[int]api.Citation{}
	for _, c := range a.Citations {
		titles[c.N] = c
	}
	if a.Rewritten != "" {
		add(understood + a.Rewritten + "\n\n")
	}
	if len(a.Bullets) == 0 {
		add(a.Answer + "\n")
	}
	for i, b := range a.Bullets {
		text := b.Whole()
		if b.Code {
			text = answer.Fenced(text, "") + "\n"
		}
		if i > 0 {
			text = "\n\n" + text
		}
		add(text)
		for _, n := range b.Citations {
			marker := fmt.Sprintf(" [%d]", n)
			c := titles[n]
			start := at + 1
			add(marker)
			notes = append(notes, annotation{"url_citation", urlCitation{openURL(s.o.Base, c.Open), titled(c.Share, c.Path, c.Locator), start, at}})
		}
	}
	for _, e := range a.Evidence[:min(len(a.Evidence), evidenceShown)] {
		if len(a.Bullets) == 0 { // the answer shows no other text of the files
			add("\n" + titled(e.Share, e.Path, e.Locator) + ":\n" + e.Text + "\n")
		}
	}
	if len(a.Citations) > 0 {
		add("\n\n" + sourcesTitle + "\n")
		for _, c := range a.Citations {
			add(fmt.Sprintf("\n[%d] %s\n%s\n", c.N, titled(c.Share, c.Path, c.Locator), openURL(s.o.Base, c.Open)))
		}
	}
	return pieces, notes
}
