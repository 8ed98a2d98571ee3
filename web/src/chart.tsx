import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { type Computed } from './api'
import { download, table } from './keep'
import { day, decimal, legible, visible } from './shown'
import { language, region, words } from './words'

const w = words.computed

// A Series is what a chart shows: a name and a number a row, and the number as the table writes it.
export interface Series { label: string; of: string; names: string[]; values: number[]; texts: string[]; inTime: boolean }

// So many rows make a chart: one is a figure, and of more than these no bar has a name beside it.
const fewest = 2, mostBars = 40

// numberOf reads a cell that is a number and nothing else besides the marks of thousands and of per cent; else NaN.
export function numberOf(cell: string): number {
  const text = cell.trim().replace(/\s?%$/, '')
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$|^-?\d+(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : NaN
}

// seriesOf finds what of rows can be drawn: names in the first column, and numbers in all rows of the last column that has them.
export function seriesOf(columns: string[], rows: string[][]): Series | null {
  if (columns.length < 2 || rows.length < fewest || rows.length > mostBars || rows.some(r => r.length !== columns.length)) return null
  for (let i = columns.length - 1; i > 0; i--) {
    const values = rows.map(r => numberOf(r[i]))
    if (values.some(Number.isNaN)) continue
    const names = rows.map(r => r[0])
    const inTime = names.length > 2 && names.every((n, j) => /^\d{4}(-\d\d){0,2}$/.test(n) && (j === 0 || n > names[j - 1]))
    return { label: columns[0], of: columns[i], names, values, texts: written(rows.map(r => r[i])), inTime }
  }
  return null
}

// heading is the label of a column of a result in words: a function of a column as its plan has it, such as average("Income"), by its name.
export function heading(label: string): string {
  const [, fn = '', of = ''] = /^(\w+)\("?([^()"]*)"?\)$/.exec(label) ?? []
  return legible(w.functions[fn as 'sum']?.(of) ?? label)
}

const point = decimal(.5).slice(1, 2)

// grouped is a number with the separators of the language; of years the thousands are not parted.
export function grouped(text: string, year = false): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(0|[1-9]\d*)(\.\d+)?$/.exec(text) ?? []
  return whole ? (year && whole.length < 5 ? sign + whole : BigInt(sign + whole).toLocaleString(region)) + rest.replace('.', point) : text
}

// written writes the numbers of a column, in the table as in the chart. Of many decimals it keeps as many as somebody reads; Save as CSV has all.
export function written(cells: string[]): string[] {
  const years = cells.every(c => /^(1[5-9]|20)\d\d$/.test(c.trim()))
  return cells.map(c => /^-?\d+\.\d{4,}$/.test(c.trim()) ? readable(numberOf(c)) : grouped(c.trim(), years))
}

const rowHigh = 26, mostRoom = 190, lineHigh = 220

// readable is a number with two decimals, or what tells a small one from 0.
export function readable(v: number): string { return v.toLocaleString(region, Math.abs(v) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }) }

// spoken is the plan in words, without the label by which it groups in front, which they end with.
export function spoken(c: Computed): string {
  const label = c.columns?.[0], text = c.spoken ?? ''
  return label && text.startsWith(label + ', ') && text.indexOf(label, label.length) > 0 ? text.slice(label.length + 2) : text
}

// titleOf is what a result shows, as its heading.
export function titleOf(c: Computed): string {
  const title = legible(spoken(c) || (c.columns ?? []).map(heading).reverse().join(' · '))
  return title.slice(0, 1).toLocaleUpperCase(region) + title.slice(1)
}

// underOf is what a picture of a result says below itself, for it leaves the page: its unit, its files, and the day.
function underOf(c: Computed): string[] {
  const files = [...new Set((c.tables ?? []).map(t => visible(t.path.slice(t.path.lastIndexOf('/') + 1))))]
  return [c.unit ? w.inUnit(legible(c.unit)) : '', [files.length ? w.source(files.slice(0, 3).join(', ') + (files.length > 3 ? ', …' : '')) : '', day(new Date().toISOString())].filter(Boolean).join(' · ')].filter(Boolean)
}

// fileName is a name that every system takes for a file.
export function fileName(text: string, ending: string): string { return (text.replace(/[\/\\:*?"<>|\p{Cc}\s]+/gu, ' ').trim().slice(0, 80).trim() || w.figure) + ending }

// Chart draws a series: bars, or a line where its names are days, months or years in their order. The table beside it says the same.
export function Chart({ s, c }: { s: Series; c: Computed }) {
  const figure = useRef<HTMLElement>(null), title = titleOf(c)
  const pictured = () => alone(figure.current!.querySelector('svg')!, title, underOf(c))
  return <figure class="chart" ref={figure}><figcaption aria-hidden="true">{title}{c.unit && ` (${legible(c.unit)})`}</figcaption>
    <Drawn s={s} wide={innerWidth < 600 ? 360 : 640} />
    <p class="tools"><button type="button" class="quiet" onClick={() => painted(pictured()).toBlob(b => b && download(fileName(title, '.png'), b, 'image/png'))}>{w.png}</button>
      <button type="button" class="quiet" onClick={() => download(fileName(title, '.svg'), new XMLSerializer().serializeToString(pictured()), 'image/svg+xml')}>{w.svg}</button></p>
  </figure>
}

// Drawn is the drawing itself, as wide as makes its words as large as those around it.
function Drawn({ s, wide }: { s: Series; wide: number }) {
  const low = Math.min(0, ...s.values), high = Math.max(0, ...s.values), span = high - low || 1
  const high_ = s.inTime ? lineHigh : s.names.length * rowHigh + 8
  const title = w.chart(`${heading(s.of)}, ${heading(s.label)}`)
  const cut = (text: string, n: number) => { const v = legible(text); return v.length > n ? v.slice(0, n - 1) + '…' : v }
  const room = Math.min(mostRoom, wide * .4, 24 + 7.5 * Math.max(...s.names.map(n => legible(n).length))) // of the names, before the bars
  const x = (v: number) => room + (wide - room - 90) * (v - low) / span
  const px = (i: number) => 60 + (wide - 90) * i / (s.names.length - 1), py = (v: number) => 14 + (lineHigh - 46) * (high - v) / span
  const step = Math.ceil(s.names.length / 8)
  return <svg viewBox={`0 0 ${wide} ${high_}`} role="img" aria-label={title}>
      {s.inTime ? <>
        {[low, high].map(v => <><line class="axis" key={v} x1="56" x2={wide - 30} y1={py(v)} y2={py(v)} /><text x="50" y={py(v) + 4} text-anchor="end">{readable(v)}</text></>)}
        <polyline class="drawn" points={s.values.map((v, i) => `${px(i)},${py(v)}`).join(' ')} />
        {s.values.map((v, i) => <circle class="bar-fill" key={i} cx={px(i)} cy={py(v)} r="3.5"><title>{`${legible(s.names[i])}: ${s.texts[i]}`}</title></circle>)}
        {s.names.map((n, i) => i % step === 0 && <text key={'n' + i} x={px(i)} y={lineHigh - 8} text-anchor="middle">{legible(n)}</text>)}
      </> : s.values.map((v, i) => <g key={i}>
        <text x={room - 10} y={i * rowHigh + 21} text-anchor="end">{cut(s.names[i], Math.max(4, Math.floor((room - 14) / 7.6)))}</text>
        <rect class="bar-fill" x={Math.min(x(0), x(v))} y={i * rowHigh + 7} width={Math.max(1, Math.abs(x(v) - x(0)))} height={rowHigh - 8} rx="4"><title>{`${legible(s.names[i])}: ${s.texts[i]}`}</title></rect>
        <text class="strong" x={Math.max(x(0), x(v)) + 8} y={i * rowHigh + 21}>{legible(s.texts[i])}</text>
      </g>)}
    </svg>
}

// SaveRows keeps rows as CSV, with its columns in words.
export function SaveRows({ columns, rows, name }: { columns: string[]; rows: string[][]; name: string }) {
  return <button type="button" class="quiet" onClick={() => download(fileName(name, '.csv'), table([columns.map(heading), ...rows]), 'text/csv')}>{w.csv}</button>
}

// What parts of a drawing look like where the styles of the page are not, on white paper. The latter count more.
const looks: [string, Record<string, string>][] = [
  ['text', { fill: '#3b404a', 'font-size': '13', 'font-family': 'system-ui, sans-serif' }], ['.strong', { fill: '#17191e', 'font-weight': '600' }],
  ['.bar-fill', { fill: '#2457c5' }], ['.drawn', { fill: 'none', stroke: '#2457c5', 'stroke-width': '2.5' }], ['.axis', { stroke: '#d5d7dd' }],
]

const lineRoom = 20

// alone is a drawing as SVG that says of itself what it shows: a title above it, and lines below.
function alone(svg: SVGSVGElement, title: string, under: string[]): SVGSVGElement {
  const own = svg.cloneNode(true) as SVGSVGElement, [, , width, height] = own.getAttribute('viewBox')!.split(' ').map(Number)
  const heads = broken(title, Math.floor(width / 8)), above = heads.length * lineRoom + 12, whole = above + height + under.length * lineRoom + 8
  const part = (name: string, of: Record<string, string | number>, text = '') => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [k, v] of Object.entries(of)) made.setAttribute(k, String(v))
    made.textContent = text
    return made
  }
  const moved = part('g', { transform: `translate(0 ${above})` })
  moved.append(...own.childNodes)
  own.append(part('rect', { width, height: whole, fill: '#fff' }), ...heads.map((t, i) => part('text', { class: 'strong', x: 8, y: lineRoom * (i + 1) }, t)), moved,
    ...under.map((t, i) => part('text', { x: 8, y: above + height + lineRoom * i + 14 }, t)))
  for (const [of, look] of looks) for (const p of own.querySelectorAll(of)) for (const [k, v] of Object.entries(look)) p.setAttribute(k, v)
  own.setAttribute('viewBox', `0 0 ${width} ${whole}`); own.setAttribute('width', String(width)); own.setAttribute('height', String(whole))
  return own
}

// broken is a text in lines of at most so many letters.
function broken(text: string, most: number): string[] {
  const list = ['']
  for (const word of text.split(' ')) { if (list[0] && (list[list.length - 1] + ' ' + word).length > most) list.push(word); else list[list.length - 1] += (list[list.length - 1] && ' ') + word }
  return list
}

// painted is a drawing as points, which every program takes. The page loads no picture but its server's, so each of its parts is painted.
function painted(svg: SVGSVGElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas'), g = canvas.getContext('2d')!, finer = 2
  canvas.width = finer * Number(svg.getAttribute('width')); canvas.height = finer * Number(svg.getAttribute('height'))
  g.scale(finer, finer)
  for (const p of svg.querySelectorAll('rect, line, polyline, circle, text')) {
    const of = (k: string) => p.getAttribute(k) ?? '', n = (k: string) => Number(of(k))
    g.save()
    g.translate(0, Number(/ (.+)\)/.exec(p.closest('g[transform]')?.getAttribute('transform') ?? '')?.[1] ?? 0))
    g.fillStyle = of('fill'); g.strokeStyle = of('stroke'); g.lineWidth = n('stroke-width') || 1
    g.beginPath()
    if (p.tagName === 'text') {
      g.font = `${of('font-weight')} ${of('font-size')}px ${of('font-family')}`.trim(); g.textAlign = (of('text-anchor').replace('middle', 'center') || 'start') as CanvasTextAlign
      g.fillText(p.textContent ?? '', n('x'), n('y'))
    } else if (p.tagName === 'rect') { g.roundRect(n('x'), n('y'), n('width'), n('height'), n('rx')); g.fill() }
    else if (p.tagName === 'circle') { g.arc(n('cx'), n('cy'), n('r'), 0, 7); g.fill() }
    else {
      const points = p.tagName === 'line' ? [[n('x1'), n('y1')], [n('x2'), n('y2')]] : of('points').split(' ').map(x => x.split(',').map(Number))
      for (const [x, y] of points) g.lineTo(x, y)
      g.stroke()
    }
    g.restore()
  }
  return canvas
}

// drawing is the chart of what was computed, as SVG; "" where nothing of it can be drawn.
export function drawing(c: Computed): string {
  const { columns, rows } = rowsOf(c), s = seriesOf(columns, rows), at = document.createElement('div')
  if (!s) return ''
  render(<Drawn s={s} wide={640} />, at)
  const svg = new XMLSerializer().serializeToString(alone(at.querySelector('svg')!, titleOf(c), underOf(c)))
  render(null, at)
  return svg
}

// Names of months and of days of the week stand in an order of their own.
function namesOfTime(): string[] { return [language, 'en'].flatMap(l => (['long', 'short'] as const).flatMap(form => [
  ...Array.from({ length: 12 }, (_, m) => new Date(2024, m, 1).toLocaleString(l, { month: form })), ...Array.from({ length: 7 }, (_, d) => new Date(2024, 0, d + 1).toLocaleString(l, { weekday: form }))])).map(n => n.toLowerCase()) }

// inOrder says that the order of names means something: they are numbers, days or steps.
function inOrder(names: string[]): boolean {
  if (names.every(n => /^\W*\d/.test(n))) return true
  const known = new Set(namesOfTime())
  return names.every(n => known.has(n.trim().toLowerCase()))
}

// rowsOf gives the rows of a result, each with the figure by which it is among the first, unless a column has that already. Those
// whose order means nothing come with the largest first.
export function rowsOf(c: Computed): { columns: string[]; rows: string[][] } {
  const columns = c.columns ?? [], rows = c.rows ?? [], by = c.beside ?? []
  const of = / order (.+?) (?:asc|desc)(?: limit \d+)?$/.exec(c.plan)?.[1].replace(/^"(.*)"$/, '$1')
  if (of && by.length === rows.length && columns.length === 1 && rows.some((r, i) => r[0] !== by[i])) return { columns: [...columns, of], rows: rows.map((r, i) => [...r, by[i]]) }
  const s = of ? null : seriesOf(columns, rows)
  if (!s || s.inTime || inOrder(s.names)) return { columns, rows }
  return { columns, rows: rows.map((r, i) => ({ r, v: s.values[i] })).sort((a, b) => b.v - a.v).map(x => x.r) }
}
