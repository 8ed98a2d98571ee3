package extract

// table reads a table of XHTML, of CALS (DocBook, JATS), of TEI or of OpenDocument.
func (x xmlProse) table(n *xmlNode) error {
	caption := n.caption()
	bodies := []*xmlNode{n}
	if n.name == "table-wrap" {
		if bodies = n.all("table"); len(bodies) == 0 {
			if err := x.out.paragraph(caption, n.place()); err != nil { // a picture of one
				return err
			}
		}
	}
	for _, body := range bodies {
		groups := body.all("tgroup")
		if len(groups) == 0 {
			groups = []*xmlNode{body}
		}
		for _, g := range groups {
			grid := grid{out: x.out, caption: caption, at: n.place(), guess: true}
			if err := x.rows(&grid, g, columnsOfCALS(g), false, 0); err != nil {
				return err
			}
			if err := grid.close(); err != nil {
				return err
			}
		}
	}
	for _, foot := range n.all("table-wrap-foot") {
		if err := x.note(foot); err != nil {
			return err
		}
	}
	return nil
}

// columnsOfCALS numbers the names of columns.
func columnsOfCALS(group *xmlNode) map[string]int {
	columns := map[string]int{}
	for i, c := range group.all("colspec") {
		columns[c.attr("colname")] = i + 1
	}
	return columns
}

func (x xmlProse) rows(g *grid, n *xmlNode, columns map[string]int, head bool, depth int) error {
	for _, k := range n.kids {
		switch k.name {
		case "tr", "row", "table-row", "sthead", "strow", "prophead", "property":
			var cells []cell
			for _, c := range k.kids {
				switch c.name {
				case "td", "th", "entry", "cell", "table-cell", "covered-table-cell", "stentry", "proptypehd", "propvaluehd", "propdeschd", "proptype", "propvalue", "propdesc":
					if len(cells) < x.out.limits.Columns {
						cells = append(cells, xmlCell(c, columns, head || c.name == "th" || k.name == "sthead" || k.name == "prophead" || c.attr("role") == "label" && k.attr("role") == "label" || k.attr("role") == "label"))
					}
				}
			}
			if err := g.add(cells, k.place()); err != nil {
				return err
			}
		case "thead", "table-header-rows", "tbody", "tfoot", "tgroup", "table-rows", "table-row-group":
			if depth < 20 {
				if err := x.rows(g, k, columns, k.name == "thead" || k.name == "table-header-rows", depth+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func xmlCell(n *xmlNode, columns map[string]int, header bool) cell {
	c := cell{text: n.plain(), header: header, cols: countOf(n.attr("colspan")), rows: countOf(n.attr("rowspan"))}
	if from, to := columns[n.attr("namest")], columns[n.attr("nameend")]; from > 0 && to >= from {
		c.cols = to - from + 1
	}
	if more := countOf(n.attr("morerows")); more > 0 {
		c.rows = more + 1
	}
	for _, name := range []string{"cols", "number-columns-spanned", "number-columns-repeated"} {
		if k := countOf(n.attr(name)); k > 1 && (name != "number-columns-repeated" || k < 50) {
			c.cols = k
		}
	}
	return c
}
