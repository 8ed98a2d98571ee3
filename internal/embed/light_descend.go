package embed

import (
	"context"
	"math"
	"slices"
	"sync"
)

// fitBatch is how many samples one step of the descent looks at.
const fitBatch = 256

// Adam's constants, as its authors recommend them.
const (
	adamMean, adamSquare = .9, .999
	adamEps              = 1e-8
)

// A descent moves a table, step by step. Rows that no sample of a batch has are left alone, their moments too.
type descent struct {
	*fit
	table, slope, mean, square []float32
	unit, pull                 []float32 // Dim values for each sample of a batch
	length                     []float32
	steps, step                int
	touched                    []int32
	met                        []bool
}

// descend fits the table to the samples.
func (f *fit) descend(ctx context.Context, table []float32) error {
	batch := min(fitBatch, len(f.rows))
	d := &descent{
		fit: f, table: table, slope: make([]float32, len(table)), mean: make([]float32, len(table)), square: make([]float32, len(table)),
		unit: make([]float32, batch*f.Dim), pull: make([]float32, batch*f.Dim), length: make([]float32, batch),
		steps: f.Epochs * (len(f.rows) / batch), met: make([]bool, f.tokens.size()),
	}
	for epoch := range f.Epochs {
		if f.Progress != nil {
			f.Progress(epoch+1, f.Epochs)
		}
		order := f.random.Perm(len(f.rows))
		for at := 0; at+batch <= len(order); at += batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			d.look(order[at : at+batch])
			d.collect(order[at : at+batch])
			d.move()
		}
	}
	return nil
}

// look embeds a batch, and finds how each sum of rows should move: for u = s/|s| and a wanted vector y the slope of
// 1 - u y along s is -(y - (u y) u)/|s|.
func (d *descent) look(batch []int) {
	k := d.run.Kernels
	d.parallel(len(batch), func(b int) {
		u, pull, want := d.unit[b*d.Dim:][:d.Dim], d.pull[b*d.Dim:][:d.Dim], d.want[batch[b]*d.Dim:][:d.Dim]
		clear(u)
		eachRow(d.rows[batch[b]], func(row int32, weight float32) {
			for i, x := range d.table[int(row)*d.Dim:][:d.Dim] {
				u[i] += weight * x
			}
		})
		length := float32(math.Sqrt(float64(k.Dot(u, u))))
		if length == 0 {
			length = 1
		}
		for i := range u {
			u[i] /= length
		}
		cosine := k.Dot(u, want)
		for i, y := range want {
			pull[i] = (cosine*u[i] - y) / length
		}
	})
}

// collect adds what the samples want of each row, in their order, so that sums do not depend on the number of threads.
func (d *descent) collect(batch []int) {
	d.touched = d.touched[:0]
	for _, i := range batch {
		for _, row := range d.rows[i] {
			if !d.met[row] {
				d.met[row] = true
				d.touched = append(d.touched, row)
			}
		}
	}
	slices.Sort(d.touched)
	threads := int32(max(1, d.run.Threads))
	var wg sync.WaitGroup
	for mine := range threads { // each takes rows of its own
		wg.Go(func() {
			for b, i := range batch {
				pull := d.pull[b*d.Dim:][:d.Dim]
				eachRow(d.rows[i], func(row int32, weight float32) {
					if row%threads != mine {
						return
					}
					slope := d.slope[int(row)*d.Dim:][:d.Dim]
					for j, x := range pull {
						slope[j] += weight * x
					}
				})
			}
		})
	}
	wg.Wait()
}

// move makes a step of Adam.
func (d *descent) move() {
	d.step++
	rate := d.Rate * (1 - float64(d.step-1)/float64(d.steps))
	rate /= 1 - math.Pow(adamMean, float64(d.step))
	square := 1 / (1 - math.Pow(adamSquare, float64(d.step)))
	d.parallel(len(d.touched), func(i int) {
		row := int(d.touched[i])
		d.met[row] = false
		at := row * d.Dim
		slope, mean, sq, table := d.slope[at:][:d.Dim], d.mean[at:][:d.Dim], d.square[at:][:d.Dim], d.table[at:][:d.Dim]
		for j, g := range slope {
			mean[j] += (1 - adamMean) * (g - mean[j])
			sq[j] += (1 - adamSquare) * (g*g - sq[j])
			table[j] -= float32(rate) * mean[j] / (float32(math.Sqrt(float64(sq[j])*square)) + adamEps)
			slope[j] = 0
		}
	})
}
