package embed

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// tinySamples are texts of the tiny vocabulary with the tiny encoder's vectors less their mean: its random weights give
// all texts nearly the same.
func tinySamples(t testing.TB, e Encoder, n int) []Sample {
	t.Helper()
	r := rand.New(rand.NewPCG(21, 22))
	words := []string{"a", "b", "c", "ab", "abc", "e", "1", "11", ".", "中", "abcabc", "zz"}
	texts := make([]string, n)
	for i := range texts {
		for range 1 + r.IntN(8) {
			texts[i] += words[r.IntN(len(words))] + " "
		}
	}
	vectors, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	samples, mean := make([]Sample, n), make([]float32, e.Dim())
	for _, v := range vectors {
		for j, x := range v {
			mean[j] += x / float32(n)
		}
	}
	for i, v := range vectors {
		for j := range v {
			v[j] -= mean[j]
		}
		normalise(vec.Best(), v)
		samples[i] = Sample{texts[i], v}
	}
	return samples
}

func tinyEncoder(t testing.TB) Encoder {
	t.Helper()
	e, err := Open(tinyFolder(t, nil), Options{Threads: 1, Arithmetic: Float32})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func fitTiny(t testing.TB, f Fitting, e Encoder, samples []Sample) *Light {
	t.Helper()
	l, err := f.Fit(context.Background(), e, samples)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func written(t testing.TB, l *Light) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := l.Write(&b, "a test"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// meanCosine is how near an encoder's vectors are to those of samples, both seen in all directions.
func meanCosine(t testing.TB, l *Light, samples []Sample) float64 {
	t.Helper()
	basis := make([]float32, len(l.basis))
	l.k.Widen(basis, l.basis)
	sum := 0.
	for _, s := range samples {
		got, err := l.Embed(context.Background(), []string{s.Text})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float32, l.dim)
		project(l.k, want, s.Vector, basis)
		normalise(l.k, want)
		sum += float64(l.k.Dot(got[0], want))
	}
	return sum / float64(len(samples))
}

func TestFitLight(t *testing.T) {
	e := tinyEncoder(t)
	fit, held := HoldBack(tinySamples(t, e, 3000), .2)
	if len(held) < 450 || len(held) > 750 {
		t.Fatalf("%d of 3000 are held back, not a fifth", len(held))
	}
	o := Fitting{Dim: 16, Words: 32, Seed: 3, Rate: .01}
	l := fitTiny(t, o, e, fit)
	still := o
	still.Rate = 1e-12
	start := fitTiny(t, still, e, fit)
	// No order of words can be known to it, so that the cosine stays below 1.
	if before, after := meanCosine(t, start, held), meanCosine(t, l, held); !(after > before+.3 && after > .65) {
		t.Errorf("fitting takes the mean cosine with texts held back from %.3f to %.3f", before, after)
	}
	ctx := context.Background()
	before, err := Agreement(ctx, start, held)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Agreement(ctx, l, held)
	if err != nil || !(after > before) {
		t.Errorf("fitting takes the agreement from %.3f to %.3f, %v", before, after, err)
	}

	// It depends on samples and seed alone.
	for threads := 1; threads <= 3; threads++ {
		again := o
		again.Run.Threads = threads
		if !bytes.Equal(written(t, l), written(t, fitTiny(t, again, e, fit))) {
			t.Errorf("on %d threads it is another table", threads)
		}
	}
	other := o
	other.Seed++
	if bytes.Equal(written(t, l), written(t, fitTiny(t, other, e, fit))) {
		t.Error("another seed gives the same table")
	}

	// Fitted on, it keeps its shape.
	more := fitTiny(t, Fitting{Begin: l, Epochs: 2}, e, fit)
	if more.Dim() != 16 || more.words != 32 || !slices.Equal(more.basis, l.basis) || more.Recipe() == l.Recipe() {
		t.Errorf("fitted on, it has %d values and %d rows for words", more.Dim(), more.words)
	}
	if was, is := meanCosine(t, l, held), meanCosine(t, more, held); is < was-.01 {
		t.Errorf("fitted on, the mean cosine falls from %.3f to %.3f", was, is)
	}
}

func TestFitLightRefuses(t *testing.T) {
	e := tinyEncoder(t)
	samples := tinySamples(t, e, 600)
	l := fitTiny(t, Fitting{Dim: 8, Epochs: 1}, e, samples)
	elsewhere, err := Open(tinyFolder(t, nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere.(*bert).shape.Name = "other"
	for name, c := range map[string]struct {
		f       Fitting
		e       Encoder
		samples []Sample
		want    string
	}{
		"too few":          {Fitting{}, e, samples[:511], "511 texts"},
		"too few to go on": {Fitting{Begin: l}, e, samples[:99], "99 texts"},
		"another encoder":  {Fitting{Begin: l}, elsewhere, samples, "was fitted to tiny"},
		"another length":   {Fitting{}, e, append(samples[:599:599], Sample{"a", []float32{1}}), "1 values"},
		"bad arithmetic":   {Fitting{Run: Options{Arithmetic: "int4"}}, e, samples, "int4"},
	} {
		if _, err := c.f.Fit(context.Background(), c.e, c.samples); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", name, err, c.want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := (Fitting{}).Fit(ctx, e, samples); err == nil {
		t.Error("a fit that is stopped goes on")
	}
}

// plainLight is the light encoder written down simply.
func plainLight(l *Light, text string) []float32 {
	ids := l.encode(nil, text, l.max)
	if len(ids) > 2 {
		ids = ids[1 : len(ids)-1]
	}
	counts := map[int]int{}
	for i, id := range ids {
		counts[int(id)]++
		word := []int32{id}
		for _, next := range ids[i+1:] {
			if !strings.HasPrefix(l.vocab.Tokens[next], "##") {
				break
			}
			word = append(word, next)
		}
		if l.words > 0 && len(word) > 1 && (i == 0 || !strings.HasPrefix(l.vocab.Tokens[id], "##")) {
			h := hashStart
			for _, w := range word {
				h = hashToken(h, w)
			}
			counts[len(l.vocab.Tokens)+int(h%uint32(l.words))]++
		}
	}
	sum := make([]float64, l.dim)
	for row, n := range counts {
		for i := range sum {
			sum[i] += math.Pow(float64(min(n, 63)), .75) * float64(l.scale[row]) * float64(l.rows[row*l.dim+i])
		}
	}
	length := 0.
	for _, x := range sum {
		length += x * x
	}
	out := make([]float32, l.dim)
	for i, x := range sum {
		out[i] = float32(x / math.Sqrt(length))
	}
	return out
}

func TestLightVectors(t *testing.T) {
	e := tinyEncoder(t)
	l := fitTiny(t, Fitting{Dim: 24, Words: 16, Epochs: 2}, e, tinySamples(t, e, 700))
	data := written(t, l)
	texts := []string{"", "a", "abc abc abc", "abcabca b 11", "zz zz", strings.Repeat("ab 1 ", 200), strings.Repeat("a ", 300), "中 e.", "\xff\xfe", "a\x00b"}
	for i := range 200 {
		texts = append(texts, fmt.Sprintf("a%d b%d abc", i, i*i))
	}
	for _, k := range vec.Available() {
		for _, threads := range []int{1, 3} {
			read, err := parseLight(data, Options{Kernels: k, Threads: threads}, true)
			if err != nil {
				t.Fatal(err)
			}
			if read.Recipe() != l.Recipe() || read.Name() != "light" || read.Source() != "tiny" || read.Fitted() != "a test" || !read.Fits(e) {
				t.Errorf("read again it is %q of %q, fitted to %q", read.Name(), read.Source(), read.Fitted())
			}
			got, err := read.Embed(context.Background(), texts)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range got {
				want := plainLight(l, texts[i])
				for j := range want {
					if !(math.Abs(float64(v[j]-want[j])) < 1e-5) {
						t.Fatalf("%s, %d threads: value %d of %q is %v, want %v", k.Name(), threads, j, texts[i], v[j], want[j])
					}
				}
			}
			alone, err := read.Embed(context.Background(), texts[5:6])
			if err != nil || !slices.Equal(alone[0], got[5]) {
				t.Errorf("%s: a text alone has another vector, %v", k.Name(), err)
			}
		}
	}
	if v, err := l.Embed(context.Background(), nil); err != nil || len(v) != 0 {
		t.Errorf("no texts give %v, %v", v, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := l.Embed(ctx, texts); err == nil {
		t.Error("stopped, it goes on")
	}
}

// TestLightWithoutLength: a table of nothing still gives vectors of length 1.
func TestLightWithoutLength(t *testing.T) {
	e := tinyEncoder(t)
	l := fitTiny(t, Fitting{Dim: 8, Epochs: 1}, e, tinySamples(t, e, 600))
	clear(l.rows)
	clear(l.scale)
	v, err := l.Embed(context.Background(), []string{"a", ""})
	if err != nil {
		t.Fatal(err)
	}
	want := []float32{1, 0, 0, 0, 0, 0, 0, 0}
	if diff := cmp.Diff([][]float32{want, want}, v); diff != "" {
		t.Error(diff)
	}
}

func TestLightFile(t *testing.T) {
	e := tinyEncoder(t)
	l := fitTiny(t, Fitting{Dim: 8, Words: 4, Epochs: 1}, e, tinySamples(t, e, 600))
	path := filepath.Join(t.TempDir(), "light.spar")
	good := written(t, l)
	write := func(data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(good)
	if _, err := OpenLight(path, Options{}); err != nil {
		t.Fatal(err)
	}
	for n := range good {
		bad := slices.Clone(good)
		bad[n] ^= 0x41
		for _, data := range [][]byte{good[:n], bad} {
			// The name, and the description of the fit, stand in the header, which has no checksum: there it may be another text.
			if read, err := parseLight(data, Options{}, true); err == nil && read.body != l.body {
				t.Fatalf("changed at byte %d of %d it is read as another table", n, len(good))
			}
		}
		if _, err := parseLight(good[:n], Options{}, true); err == nil {
			t.Fatalf("cut to %d of %d bytes it is read", n, len(good))
		}
	}
	for _, data := range [][]byte{nil, []byte("SPARENC1"), append(slices.Clone(good), 0)} {
		write(data)
		if _, err := OpenLight(path, Options{}); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want an error that names the file", err)
		}
	}
	if _, err := OpenLight(filepath.Join(t.TempDir(), "none"), Options{}); err == nil {
		t.Error("a file that is not there is read")
	}
}

func FuzzLight(f *testing.F) {
	v, err := parseVocab(strings.Join(tinyTokens, "\n"), bertFamily)
	if err != nil {
		f.Fatal(err)
	}
	o, err := Options{Threads: 1}.withDefaults()
	if err != nil {
		f.Fatal(err)
	}
	tokens := newLightTokens(newWordpiece(v), 2, 48)
	table := make([]float32, 4*tokens.size())
	for i := range table {
		table[i] = float32(i%7) - 3
	}
	l := newLight("light", "tiny", tokens, 4, table, make([]float32, 4*5), o)
	f.Add(written(f, l), "a abc")
	f.Add([]byte("SPARLGT1\x02\x00\x00\x00{}"), "")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		l, err := parseLight(data, Options{Threads: 1}, false)
		if err != nil {
			return
		}
		v, err := l.Embed(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		if d := l.k.Dot(v[0], v[0]); !(math.Abs(float64(d)-1) < 1e-3) {
			t.Fatalf("the vector has the length %v", math.Sqrt(float64(d)))
		}
	})
}

// TestBuiltInLight: the table in the program sees passages as the precise encoder does, much better than chance.
func TestBuiltInLight(t *testing.T) {
	l, err := BuiltInLight(Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, body, err := lightParts([]byte(builtInLight))
	if err != nil || h.Source != "all-MiniLM-L6-v2" || l.Bytes() > 12_000_000 || len(body) > 12_000_000 {
		t.Errorf("it was fitted to %q and has %d bytes, %v", h.Source, l.Bytes(), err)
	}
	if _, err := parseLight([]byte(builtInLight), Options{}, true); err != nil {
		t.Error(err)
	}
	v, err := l.Embed(context.Background(), []string{"parental leave of employees", "maternity and paternity time off", "invoice for office chairs", ""})
	if err != nil {
		t.Fatal(err)
	}
	if near, far := l.k.Dot(v[0], v[1]), l.k.Dot(v[0], v[2]); !(near > far+.2) {
		t.Errorf("parental leave is as near to paternity as %.2f, to office chairs as %.2f", near, far)
	}
	texts, vectors := referenceVectors(t)
	var samples []Sample
	for i, text := range texts {
		samples = append(samples, Sample{text, vectors[i*len(vectors)/len(texts):][:len(vectors)/len(texts)]})
	}
	agreement, err := Agreement(context.Background(), l, samples)
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("agreement %.3f on %d texts", agreement, len(samples)); agreement < .3 {
		t.Errorf("of the ten texts nearest by the precise encoder it finds %.3f", agreement)
	}
}

// BenchmarkLight embeds the same texts by the light and by the precise encoder in its fastest arithmetic, on one
// processor.
func BenchmarkLight(b *testing.B) {
	passages, _ := referenceVectors(b)
	texts := slices.DeleteFunc(slices.Clone(passages[1000:1128]), func(s string) bool { return s == "" })
	l, err := BuiltInLight(Options{Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	precise, err := builtIn(b)(Options{Arithmetic: Int8, Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range []Encoder{l, precise} {
		b.Run(e.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Embed(context.Background(), texts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "texts/s")
		})
	}
}
