package propose

import (
	"cmp"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// freed is how many files with a tag count beside each labelled file of their folder that lacks it. Labels that never differ may come of
// one decision about a folder, however many files it has; labels that differ were given file by file.
const freed = 4

// Voters are files with tags.
type Voters struct {
	files   []Tagged
	count   map[spar.TagID]int
	folders map[string][]int
	sizes   map[string]int // files of a folder, with and without tags; none: only files with tags
	pieces  map[holding]piece
	worth   map[spar.TagID]float64 // what the files with a tag count for together
	alike   map[string]bool        // folders of several labelled files that all have the same tags
	spare   float64                // files of these beyond the first of each
	spared  map[spar.TagID]float64 // of those with a tag
}

// A holding is a tag in a folder that has files with it.
type holding struct {
	tag    spar.TagID
	folder string
}

// A piece is the files with a tag below a folder that count for less than they are, because nearly all labelled files there have it.
type piece struct {
	top   string
	worth float64
	files int
}

// NewVoters takes the files that have tags. sizes says how many files each of their folders has, with and without tags; nil: these.
func NewVoters(files []Tagged, sizes map[string]int) *Voters {
	v := &Voters{
		files: files, count: map[spar.TagID]int{}, folders: map[string][]int{}, sizes: sizes, pieces: map[holding]piece{}, worth: map[spar.TagID]float64{},
		alike: map[string]bool{}, spared: map[spar.TagID]float64{},
	}
	for i, f := range files {
		v.folders[f.Folder] = append(v.folders[f.Folder], i)
		for _, t := range f.Tags {
			v.count[t]++
		}
	}
	v.weigh()
	for folder, list := range v.folders {
		first := slices.Sorted(slices.Values(files[list[0]].Tags))
		if len(list) < 2 || len(first) == 0 || slices.ContainsFunc(list[1:], func(i int) bool { return !slices.Equal(slices.Sorted(slices.Values(files[i].Tags)), first) }) {
			continue
		}
		v.alike[folder] = true
		v.spare += float64(len(list) - 1)
		for _, t := range first {
			v.spared[t] += float64(len(list) - 1)
		}
	}
	return v
}

// weigh finds the pieces. From the leaves upwards the files with a tag below a folder count for as many as they are, or for what the
// labelled files there that lack it free.
func (v *Voters) weigh() {
	labelled, with := map[string]int{}, map[holding]int{}
	inner := map[holding]float64{}
	for folder, list := range v.folders {
		own := map[spar.TagID]int{}
		for _, i := range list {
			for _, t := range v.files[i].Tags {
				own[t]++
			}
		}
		for at, more := folder, true; more; at, more = above(at) {
			labelled[at] += len(list)
			for t, n := range own {
				with[holding{t, at}] += n
			}
		}
		for t, n := range own {
			inner[holding{t, folder}] += float64(n)
		}
	}
	order := make([]holding, 0, len(with))
	for h := range with {
		order = append(order, h)
	}
	slices.SortFunc(order, func(a, b holding) int {
		return cmp.Or(cmp.Compare(depth(b.folder), depth(a.folder)), cmp.Compare(a.tag, b.tag))
	})
	bound := map[holding]float64{}
	for _, h := range order {
		worth := inner[h]
		if most := 1 + freed*float64(labelled[h.folder]-with[h]); most < worth {
			bound[h], worth = most, most
		}
		if up, more := above(h.folder); more {
			inner[holding{h.tag, up}] += worth
		} else {
			v.worth[h.tag] = worth
		}
	}
	for folder, list := range v.folders {
		for _, i := range list {
			for _, t := range v.files[i].Tags {
				if _, met := v.pieces[holding{t, folder}]; met {
					continue
				}
				for at, more := folder, true; more; at, more = above(at) {
					h := holding{t, at}
					if worth, bounded := bound[h]; bounded {
						v.pieces[holding{t, folder}] = piece{at, worth, with[h]}
					}
				}
			}
		}
	}
}

// above is the folder that a folder with its share lies in: at last the share, and then all shares, which are "".
func above(folder string) (up string, more bool) {
	if i := strings.LastIndexByte(folder, '/'); i > 0 {
		return folder[:i], true
	}
	if share, rest, ok := strings.Cut(folder, ":"); ok && rest != "." {
		return share + ":.", true
	}
	return "", folder != ""
}

func depth(folder string) (n int) {
	for at, more := folder, true; more; at, more = above(at) {
		n++
	}
	return n
}

// Have reports whether any of the files has a tag.
func (v *Voters) Have(t spar.TagID) bool { return v.count[t] > 0 }

// Files returns the files that vote.
func (v *Voters) Files() []Tagged { return v.files }

// mostly reports whether at least half of the files of a folder have tags, so that these tell its habit.
func (v *Voters) mostly(folder string) bool { return 2*len(v.folders[folder]) >= v.sizes[folder] }

// nearest are the files that are most like one, the nearest first, as far as they are like it at all.
func (v *Voters) nearest(f File) (list []Neighbour) {
	if f.Vector == nil {
		return nil
	}
	for i, o := range v.files {
		if o.File == f.ID || o.Vector == nil {
			continue
		}
		dot := float32(0)
		for k, x := range o.Vector {
			dot += x * f.Vector[k]
		}
		if dot >= alikeFrom {
			list = append(list, Neighbour{spar.FileID(i), float64(dot)})
		}
	}
	slices.SortFunc(list, func(a, b Neighbour) int { return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.File, b.File)) })
	return list[:min(len(list), manyFiles)]
}

// byVotes adds the tags of the files that are most like one.
func byVotes(ranked []Neighbour, v *Voters, of func(spar.TagID) *Candidate) {
	for _, r := range ranked {
		voter := v.files[r.File]
		for _, t := range voter.Tags {
			c := of(t)
			c.Of = len(ranked)
			c.Neighbours = append(c.Neighbours, Neighbour{voter.File, r.Cosine})
			if c.Signs[closest] == 0 {
				c.Signs[closest] = r.Cosine
			}
		}
	}
}

// A poll is the weight of neighbours, and of the tagged ones.
type poll struct{ with, all float64 }

// votes weighs neighbours for a tag. Those of one piece count together for no more than it does, whether they have the tag or, in a
// folder whose labels are all the same, lack it.
func (v *Voters) votes(t spar.TagID, folder string, ranked []Neighbour) (p poll) {
	type group struct {
		piece
		has    bool
		count  int
		weight float64
	}
	var groups []group
	for _, r := range ranked {
		voter := v.files[r.File]
		has, weight := slices.Contains(voter.Tags, t), r.Cosine*r.Cosine
		of, within := v.pieceOf(t, voter.Folder, has)
		if !within || v.counted(t, folder) == of.top {
			if p.all += weight; has {
				p.with += weight
			}
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool { return g.top == of.top && g.has == has })
		if i < 0 {
			i, groups = len(groups), append(groups, group{piece: of, has: has})
		}
		groups[i].count++
		groups[i].weight += weight
	}
	for _, g := range groups {
		weight := g.weight * min(1, g.worth/float64(g.count))
		if p.all += weight; g.has {
			p.with += weight
		}
	}
	return p
}

func (v *Voters) pieceOf(t spar.TagID, folder string, has bool) (of piece, within bool) {
	if has {
		of, within = v.pieces[holding{t, folder}]
		return of, within
	}
	return piece{folder, 1, len(v.folders[folder])}, v.alike[folder]
}

// counted is the top of the piece whose files count one by one for a file of a folder, as most files of the folder have labels; "-": none.
func (v *Voters) counted(t spar.TagID, folder string) string {
	if of, ok := v.pieces[holding{t, folder}]; ok && v.mostly(folder) {
		return of.top
	}
	return "-"
}

// habits makes logarithms of odds of the votes, and says how common each tag is, in all and in the folder.
func (v *Voters) habits(f File, ranked []Neighbour, at map[spar.TagID]*Candidate) {
	own, all := map[spar.TagID]bool{}, len(v.files)
	inFolder, ofFolder, self := map[spar.TagID]int{}, 0, 0
	for _, i := range v.folders[f.Folder] {
		o := v.files[i]
		if o.File == f.ID {
			self = 1
			for _, t := range o.Tags {
				own[t] = true
			}
			continue
		}
		ofFolder++
		for _, t := range o.Tags {
			inFolder[t]++
		}
	}
	for t := range inFolder {
		if at[t] == nil && 2*inFolder[t] >= ofFolder {
			at[t] = &Candidate{Tag: t, Signs: make([]float64, len(Signs)), Text: -1}
		}
	}
	// The fewer files are like this one, the less the labels of all say of it.
	alike := min(1, float64(len(ranked))/fewFiles)
	usual := max(float64(ofFolder), float64(v.sizes[f.Folder]-1)/2)
	for t, c := range at {
		has, none := v.worth[t], float64(all-v.count[t])-v.spare+v.spared[t]
		if of, ok := v.pieces[holding{t, f.Folder}]; ok && v.mostly(f.Folder) {
			has += float64(of.files) - of.worth
		}
		if own[t] {
			if _, ok := v.pieces[holding{t, f.Folder}]; !ok || v.mostly(f.Folder) {
				has--
			}
		} else if self > 0 && !v.alike[f.Folder] {
			none--
		}
		part := (alike*has + .5) / (alike*(has+none) + unseen)
		few8, many30 := v.votes(t, f.Folder, ranked[:min(len(ranked), fewFiles)]), v.votes(t, f.Folder, ranked)
		c.Signs[common] = logit(part)
		c.Signs[few] = logit((few8.with + pull*part) / (few8.all + pull))
		c.Signs[many] = logit((many30.with + pull*part) / (many30.all + pull))
		c.InFolder, c.OfFolder = inFolder[t], ofFolder
		if ofFolder > 0 {
			c.Signs[habit] = logit((float64(inFolder[t])+pull*part)/(usual+pull)) - c.Signs[common]
		}
	}
}
