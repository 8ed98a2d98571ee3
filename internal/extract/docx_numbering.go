package extract

import "encoding/xml"

const maxLists = 50_000

// docxNumbering are the lists of a document (ECMA-376 part 1, clause 17.9). A paragraph names an instance, which names
// a definition; instances of one definition go on counting, unless one says where it begins.
type docxNumbering struct {
	lists     map[string]*docxList     // definitions by their number
	instances map[string]*docxInstance // by theirs
	count     map[*docxList]*numbering
}

type docxList struct {
	levels [maxListLevels]listLevel
	styles [maxListLevels]string // paragraph style that a level belongs to
	link   string                // the style of lists that has the levels instead
	name   string                // the style of lists whose levels these are
}

type docxInstance struct {
	list   string
	own    *docxList // levels with what the instance changes, nil for none
	starts map[int]int
	used   bool
}

// readNumbering reads the part with the lists.
func readNumbering(c *container, part string) (*docxNumbering, error) {
	n := &docxNumbering{lists: map[string]*docxList{}, instances: map[string]*docxInstance{}, count: map[*docxList]*numbering{}}
	var list *docxList
	var instance *docxInstance
	own := map[*docxInstance]map[int]listLevel{}
	var cur listLevel
	level, override, total := -1, -1, 0
	style := ""
	err := c.tokens(part, func(tok xml.Token, _ int) error {
		switch t := tok.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "abstractNum":
				list = &docxList{}
				for i := range list.levels {
					list.levels[i] = listLevel{start: 1, format: "none", restart: -1}
				}
				if total++; total <= maxLists {
					n.lists[attr(t, "abstractNumId")] = list
				}
			case "num":
				instance = &docxInstance{starts: map[int]int{}}
				if total++; total <= maxLists {
					n.instances[attr(t, "numId")] = instance
				}
			case "abstractNumId":
				if instance != nil {
					instance.list = attr(t, "val")
				}
			case "lvlOverride":
				override = number(attr(t, "ilvl"), -1)
			case "startOverride":
				if instance != nil && override >= 0 && override < maxListLevels {
					instance.starts[override] = number(attr(t, "val"), 1)
				}
			case "lvl":
				level, style = number(attr(t, "ilvl"), -1), ""
				cur = listLevel{start: 0, format: "decimal", restart: -1}
			case "start":
				cur.start = number(attr(t, "val"), 0)
			case "numFmt":
				cur.format = attr(t, "val")
			case "lvlText":
				cur.label = percentLabel(attr(t, "val"))
			case "lvlRestart":
				cur.restart = number(attr(t, "val"), -1)
			case "isLgl":
				cur.legal = isOn(attr(t, "val"), true)
			case "pStyle":
				style = attr(t, "val")
			case "numStyleLink":
				if list != nil {
					list.link = attr(t, "val")
				}
			case "styleLink":
				if list != nil {
					list.name = attr(t, "val")
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "lvl":
				if level < 0 || level >= maxListLevels {
					break
				}
				if instance != nil {
					if own[instance] == nil {
						own[instance] = map[int]listLevel{}
					}
					own[instance][level] = cur
				} else if list != nil {
					list.levels[level], list.styles[level] = cur, style
				}
				level = -1
			case "abstractNum":
				list = nil
			case "num":
				instance = nil
			case "lvlOverride":
				override = -1
			}
		}
		return nil
	})
	for i, changed := range own {
		list := *n.definition(i)
		for level, l := range changed {
			list.levels[level] = l
		}
		i.own = &list
	}
	return n, err
}

// definition returns the levels of an instance; nil if it names none.
func (n *docxNumbering) definition(i *docxInstance) *docxList {
	if i.own != nil {
		return i.own
	}
	list := n.lists[i.list]
	if list != nil && list.link != "" {
		for _, l := range n.lists {
			if l.name == list.link {
				return l
			}
		}
	}
	if list == nil {
		return &docxList{}
	}
	return list
}

// next counts a paragraph of a list and returns its label. A level of -1 stands for the level of the paragraph's style.
func (n *docxNumbering) next(id, style string, level int) string {
	if n == nil || n.instances[id] == nil {
		return ""
	}
	i := n.instances[id]
	list := n.definition(i)
	if level < 0 {
		level = 0
		for k, s := range list.styles {
			if s != "" && s == style {
				level = k
			}
		}
	}
	level = min(level, maxListLevels-1)
	shared := n.lists[i.list]
	if shared == nil {
		return ""
	}
	c := n.count[shared]
	if c == nil {
		c = &numbering{}
		n.count[shared] = c
	}
	if !i.used {
		i.used = true
		for k, start := range i.starts {
			c.count[k], c.begun[k] = start-1, true
		}
	}
	return c.next(&list.levels, level)
}
