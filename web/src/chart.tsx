import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { type Computed } from './api'
import { download, table } from './keep'
import { legible } from './shown'
import { region, words } from './words'

const w = words.computed

// A Series is what a chart shows: a name and a number a row.
export interface Series { label: string; of: string; names: string[]; values: number[]; inTime: boolean }

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
    return { label: columns[0], of: columns[i], names, values, inTime }
  }
  return null
}

// heading is the label of a column of a result in words: a function of a column as its plan has it, such as average("Income"), by its name.
export function heading(label: string): string {
  const [, fn = '', of = ''] = /^(\w+)\("?([^()"]*)"?\)$/.exec(label) ?? []
  return legible(w.functions[fn as 'sum']?.(of) ?? label)
}

const rowHigh = 26, mostRoom = 190, lineHigh = 220

// readable is a number with two decimals, or what tells a small one from 0.
export function readable(v: number): string { return v.toLocaleString(region, Math.abs(v) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }) }

// Chart draws a series: bars, or a line where its names are days, months or years in their order. The table beside it says the same.
export function Chart({ s }: { s: Series }) {
  const svg = useRef<HTMLElement>(null)
  return <figure class="chart" ref={svg}><figcaption aria-hidden="true">{heading(s.of)} · {heading(s.label)}</figcaption>
    <Drawn s={s} wide={innerWidth < 600 ? 360 : 640} />
    <p class="tools"><button type="button" class="quiet" onClick={() => download(s.of + '.svg', alone(svg.current!.querySelector('svg')!), 'image/svg+xml')}>{w.png}</button></p>
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
        {s.values.map((v, i) => <circle class="bar-fill" key={i} cx={px(i)} cy={py(v)} r="3.5"><title>{`${legible(s.names[i])}: ${v}`}</title></circle>)}
        {s.names.map((n, i) => i % step === 0 && <text key={'n' + i} x={px(i)} y={lineHigh - 8} text-anchor="middle">{legible(n)}</text>)}
      </> : s.values.map((v, i) => <g key={i}>
        <text x={room - 10} y={i * rowHigh + 21} text-anchor="end">{cut(s.names[i], Math.max(4, Math.floor((room - 14) / 7.6)))}</text>
        <rect class="bar-fill" x={Math.min(x(0), x(v))} y={i * rowHigh + 7} width={Math.max(1, Math.abs(x(v) - x(0)))} height={rowHigh - 8} rx="4"><title>{`${legible(s.names[i])}: ${v}`}</title></rect>
        <text class="strong" x={Math.max(x(0), x(v)) + 8} y={i * rowHigh + 21}>{readable(v)}</text>
      </g>)}
    </svg>
}

// SaveRows keeps rows as CSV.
export function SaveRows({ columns, rows, name }: { columns: string[]; rows: string[][]; name: string }) {
  return <button type="button" class="quiet" onClick={() => download(name + '.csv', table([columns, ...rows]), 'text/csv')}>{w.csv}</button>
}

// What parts of a drawing look like where the styles of the page are not, on white paper. The latter count more.
const looks: [string, Record<string, string>][] = [
  ['text', { fill: '#3b404a', 'font-size': '13', 'font-family': 'system-ui, sans-serif' }], ['.strong', { fill: '#17191e', 'font-weight': '600' }],
  ['.bar-fill', { fill: '#2457c5' }], ['.drawn', { fill: 'none', stroke: '#2457c5', 'stroke-width': '2.5' }], ['.axis', { stroke: '#d5d7dd' }],
]

// alone is a drawing as SVG, which any size and program takes; a page that allows no pictures but its server's cannot make another of it.
function alone(svg: SVGSVGElement): string {
  const own = svg.cloneNode(true) as SVGSVGElement, [, , width, height] = own.getAttribute('viewBox')!.split(' ')
  for (const [of, look] of looks) for (const part of own.querySelectorAll(of)) for (const [k, v] of Object.entries(look)) part.setAttribute(k, v)
  own.setAttribute('width', width); own.setAttribute('height', height)
  return new XMLSerializer().serializeToString(own)
}

// drawing is the chart of what was computed, as SVG; "" where nothing of it can be drawn.
export function drawing(c: Computed): string {
  const s = seriesOf(c.columns ?? [], c.rows ?? []), at = document.createElement('div')
  if (!s) return ''
  render(<Drawn s={s} wide={640} />, at)
  const svg = alone(at.querySelector('svg')!)
  render(null, at)
  return svg
}
