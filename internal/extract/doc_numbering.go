package extract

import "strings"

// docLists are the lists of a document (MS-DOC, 2.9.150 and 2.9.151): paragraphs name an instance by its place, an
// instance a list by its number. Instances of one list go on counting, unless one says where it begins.
type docLists struct {
	levels    map[int64]*[maxListLevels]listLevel
	instances []docInstance
	count     map[int64]*numbering
}

type docInstance struct {
	list   int64
	own    *[maxListLevels]listLevel // the levels with what the instance changes, nil for none
	starts map[int]int
	used   bool
}

// docFormats are the formats of numbers (MS-OSHARED, 2.2.1.3); others count as decimals.
var docFormats = map[byte]string{1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 5: "ordinal", 22: "decimalZero", 23: "bullet", 0xFF: "none"}

// readLists reads the lists of Word 97 to 2003. What is damaged has no numbers.
func (d *docReader) readLists() {
	d.lists = docLists{levels: map[int64]*[maxListLevels]listLevel{}, count: map[int64]*numbering{}}
	if !d.h.word8 || d.h.lists.n < 2 || d.h.instances.n < 4 {
		return
	}
	b := d.table.bytes(d.h.lists.at, maxTable)
	n := min(u16(b, 0), maxLists)
	at := 2 + 28*n // the levels stand behind the lists
	for i := range n {
		list := piece(b, 2+28*i, 28)
		if len(list) < 28 {
			return
		}
		count := 9
		if list[26]&1 != 0 {
			count = 1
		}
		levels := &[maxListLevels]listLevel{}
		for k := range count {
			l, size := docListLevel(b, at)
			if size == 0 {
				return
			}
			levels[k] = l
			at += size
		}
		d.lists.levels[u32(list, 0)] = levels
	}
	d.readInstances()
}

// readInstances reads the instances of lists: all of them, then what each changes.
func (d *docReader) readInstances() {
	b := d.table.bytes(d.h.instances.at, min(d.h.instances.n, maxTable))
	n := int(min(u32(b, 0), maxLists))
	at := 4 + 16*n
	for i := range n {
		head := piece(b, 4+16*i, 16)
		if len(head) < 16 {
			return
		}
		l := docInstance{list: u32(head, 0), starts: map[int]int{}}
		at += 4
		for range head[12] {
			if at+8 > len(b) {
				break
			}
			start, flags := int(u32(b, at)), b[at+4]
			at += 8
			level := min(int(flags&0xF), maxListLevels-1)
			if flags&0x10 != 0 {
				l.starts[level] = start
			}
			if flags&0x20 == 0 {
				continue
			}
			changed, size := docListLevel(b, at)
			if size == 0 {
				at = len(b)
				break
			}
			at += size
			if l.own == nil {
				l.own = &[maxListLevels]listLevel{}
				if levels := d.lists.levels[l.list]; levels != nil {
					*l.own = *levels
				}
			}
			l.own[level] = changed
			if flags&0x10 != 0 {
				l.starts[level] = changed.start
			}
		}
		d.lists.instances = append(d.lists.instances, l)
	}
}

// docListLevel reads one level (MS-DOC, 2.9.148) and returns its size. The size is 0 if the level is cut off.
func docListLevel(b []byte, at int) (listLevel, int) {
	head := piece(b, at, 28)
	if len(head) < 28 {
		return listLevel{}, 0
	}
	size := 28 + int(head[24]) + int(head[25])
	chars := u16(b, at+size)
	text := piece(b, at+size+2, int64(2*chars))
	if len(text) < 2*chars {
		return listLevel{}, 0
	}
	l := listLevel{start: int(int32(u32(head, 0))), format: docFormats[head[4]], legal: head[5]&4 != 0, restart: -1}
	if head[5]&8 != 0 {
		l.restart = int(head[26])
	}
	var label strings.Builder
	for i := range min(chars, maxLabelTemplate) {
		switch c := u16(text, 2*i); {
		case c < maxListLevels-1:
			label.WriteByte(byte(c + 1))
		case c >= ' ':
			label.WriteString(utf16Text(text[2*i : 2*i+2]))
		}
	}
	l.label = label.String()
	return l, size + 2 + 2*chars
}

// next counts a paragraph of an instance, from 1, and gives its label.
func (l *docLists) next(instance, level int) string {
	if instance < 1 || instance > len(l.instances) {
		return ""
	}
	i := &l.instances[instance-1]
	levels := l.levels[i.list]
	if i.own != nil {
		levels = i.own
	}
	if levels == nil {
		return ""
	}
	c := l.count[i.list]
	if c == nil {
		c = &numbering{}
		l.count[i.list] = c
	}
	if !i.used {
		i.used = true
		for k, start := range i.starts {
			c.count[k], c.begun[k] = start-1, true
		}
	}
	return c.next(levels, level)
}
