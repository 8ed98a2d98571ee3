import { useRef } from 'preact/hooks'
import { download, table } from './copy'
import { visible } from './shown'
import { words } from './words'

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

const wide = 640, rowHigh = 26, mostRoom = 190, lineHigh = 220

// Chart draws a series: bars, or a line where its names are days, months or years in their order. The table beside it says the same.
export function Chart({ s }: { s: Series }) {
  const svg = useRef<SVGSVGElement>(null)
  const low = Math.min(0, ...s.values), high = Math.max(0, ...s.values), span = high - low || 1
  const high_ = s.inTime ? lineHigh : s.names.length * rowHigh + 8
  const title = w.chart(`${visible(s.of)}, ${visible(s.label)}`)
  const cut = (text: string, n: number) => { const v = visible(text); return v.length > n ? v.slice(0, n - 1) + '…' : v }
  const room = Math.min(mostRoom, 24 + 7.5 * Math.max(...s.names.map(n => visible(n).length))) // of the names, before the bars
  const x = (v: number) => room + (wide - room - 90) * (v - low) / span
  const px = (i: number) => 60 + (wide - 90) * i / (s.names.length - 1), py = (v: number) => 14 + (lineHigh - 46) * (high - v) / span
  const step = Math.ceil(s.names.length / 8)
  return <figure class="chart"><figcaption aria-hidden="true">{visible(s.of)} · {visible(s.label)}</figcaption>
    <svg ref={svg} viewBox={`0 0 ${wide} ${high_}`} role="img" aria-label={title}>
      {s.inTime ? <>
        {[low, high].map(v => <><line class="axis" key={v} x1="56" x2={wide - 30} y1={py(v)} y2={py(v)} /><text x="50" y={py(v) + 4} text-anchor="end">{v.toLocaleString()}</text></>)}
        <polyline class="drawn" points={s.values.map((v, i) => `${px(i)},${py(v)}`).join(' ')} />
        {s.values.map((v, i) => <circle class="bar-fill" key={i} cx={px(i)} cy={py(v)} r="3.5"><title>{`${visible(s.names[i])}: ${v}`}</title></circle>)}
        {s.names.map((n, i) => i % step === 0 && <text key={'n' + i} x={px(i)} y={lineHigh - 8} text-anchor="middle">{visible(n)}</text>)}
      </> : s.values.map((v, i) => <g key={i}>
        <text x={room - 10} y={i * rowHigh + 21} text-anchor="end">{cut(s.names[i], 26)}</text>
        <rect class="bar-fill" x={Math.min(x(0), x(v))} y={i * rowHigh + 7} width={Math.max(1, Math.abs(x(v) - x(0)))} height={rowHigh - 8} rx="4"><title>{`${visible(s.names[i])}: ${v}`}</title></rect>
        <text class="strong" x={Math.max(x(0), x(v)) + 8} y={i * rowHigh + 21}>{v.toLocaleString()}</text>
      </g>)}
    </svg>
    <p class="tools"><button type="button" class="quiet" onClick={() => svg.current && picture(svg.current, s.of + '.svg')}>{w.png}</button></p>
  </figure>
}

// SaveRows keeps rows as CSV.
export function SaveRows({ columns, rows, name }: { columns: string[]; rows: string[][]; name: string }) {
  return <button type="button" class="quiet" onClick={() => download(name + '.csv', table([columns, ...rows]), 'text/csv')}>{w.csv}</button>
}

// picture keeps a drawing as SVG, which any size and program takes; a page that allows no pictures but its server's cannot make another of it. What
// its styles say goes with it as attributes, for a picture has no styles of the page.
function picture(svg: SVGSVGElement, name: string) {
  const own = svg.cloneNode(true) as SVGSVGElement, drawn = svg.querySelectorAll('*')
  own.querySelectorAll('*').forEach((el, i) => {
    const style = getComputedStyle(drawn[i])
    for (const a of ['fill', 'stroke', 'stroke-width', 'font-size', 'font-family', 'font-weight']) el.setAttribute(a, style.getPropertyValue(a))
  })
  const { width, height } = svg.viewBox.baseVal
  own.setAttribute('width', String(2 * width)); own.setAttribute('height', String(2 * height))
  download(name, new XMLSerializer().serializeToString(own), 'image/svg+xml')
}
