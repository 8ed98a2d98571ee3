import { type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Computed, post } from './api'
import { Chart, SaveRows, heading, numberOf, readable, seriesOf } from './chart'
import { go } from './route'
import { count, decimal, legible, visible } from './shown'
import { region, words } from './words'

const w = words.computed

// ComputedView is a figure, large, with its rows and a chart of them, and below, shut, how it came about: the plan, which can be changed and
// run, the cells, and the rows that were left out. Each other reading of the question runs, too. Where none is surely meant, they are all that there is.
export function ComputedView({ c, children }: { c: Computed; children?: ComponentChildren }) { // the marks of its citations
  const [text, setText] = useState(c.plan)
  const { run, running, result } = useRun()
  const others = c.alternatives ?? []
  return <div class="figure">
    {!c.refused && <Value c={c}>{children}</Value>}
    {!c.refused && <Rows c={c} />}
    <details class="computed" open={c.refused}><summary>{c.refused ? w.unsure : c.about ? w.counted(count(c.used)) : w.how(count(c.used))}</summary>
      {c.refused && c.reason && <p class="note">{c.reason}</p>}
      {!c.refused && c.answers.length === 1 && rounded(c) !== c.answers[0] && <p class="note">{w.exact} {legible(figure(c.answers[0]))}</p>}
      {!c.refused && <Ground c={c} />}
      {others.map((o, i) => <p class="note" key={i}>{w.other(o.answers.map(figure).join('; ') + (o.unit ? ' ' + o.unit : '') + (o.of ? ` (${w.of(o.answers.length, o.of)})` : ''))} <code>{o.plan}</code>{' '}
        <button type="button" disabled={running} onClick={() => { setText(o.plan); void run(o.plan) }}>{w.run}</button></p>)}
      <form class="plan" onSubmit={ev => { ev.preventDefault(); void run(text) }}>
        <textarea aria-label={w.plan} rows={2} spellcheck={false} value={text} onInput={ev => setText(ev.currentTarget.value)} />
        <button disabled={running || !text.trim()}>{w.run}</button>
      </form>
      {result}
    </details></div>
}

// leastPlaces is how many decimals a quotient has where its cells have fewer, and mostPlaces where they have more.
const leastPlaces = 2, mostPlaces = 9

// rounded is the one value of a result, a quotient with as many decimals as its cells show, as the sentence above has it.
function rounded(c: Computed): string {
  const [number, ...unit] = c.answers[0].split(' '), value = Number(number)
  if (!/\bselect (average|median|percent|ratio|growth)\b/.test(c.plan) || !/^-?\d+\.\d+$/.test(number)) return c.answers[0]
  const places = Math.min(mostPlaces, c.cells.reduce((most, x) => Math.max(most, /^[^.]*\.(\d+)$/.exec(x.text)?.[1].length ?? 0), leastPlaces))
  const short = Number(value.toFixed(places))
  return short === 0 ? c.answers[0] : [short, ...unit].join(' ')
}

// Value is what was computed where it is one value: large, with its unit and the rows that it comes from.
function Value({ c, children }: { c: Computed; children?: ComponentChildren }) {
  const of = <>{children && <>{legible(spoken(c))}, </>}{w.from(count(c.used))} {children}</>
  if (c.answers.length !== 1 || c.answers[0].length > 40) return children ? <p class="value-of">{of}</p> : null
  const by = c.beside?.[0] && c.beside[0] !== c.answers[0] ? c.beside[0] : ''
  return <p class="value-large"><strong>{legible(figure(rounded(c)))}</strong>{c.unit && <span> {legible(c.unit)}</span>}{by && <span title={shorter(by) !== by ? by : undefined}> {legible(shorter(by))}</span>} <small>{of}</small></p>
}

// spoken is the plan in words, without the label by which it groups in front, which they end with.
function spoken(c: Computed): string {
  const label = c.columns?.[0], text = c.spoken ?? ''
  return label && text.startsWith(label + ', ') && text.includes(' for each ' + label) ? text.slice(label.length + 2) : text
}

const point = decimal(.5).slice(1, 2)

// grouped is a number with the separators of the language; thousands have one from five digits on, for a year has four.
function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(0|[1-9]\d*)(\.\d+)?$/.exec(text) ?? []
  return whole ? (whole.length < 5 ? sign + whole : BigInt(sign + whole).toLocaleString(region)) + rest.replace('.', point) : text
}

// figure is a value, the last part of which may be a number, with the separators of the language. Labels in front, such as years, stay.
function figure(value: string): string {
  const [, label, number, unit] = /^(.*, )?([^ ]*)(.*)$/.exec(value) ?? ['', '', value, '']
  return (label ?? '') + grouped(number) + unit
}

// useRun runs plans over tables and shows what the last one gave.
function useRun() {
  const [ran, setRan] = useState<Computed | null>(null)
  const [failed, setFailed] = useState('')
  const [running, setRunning] = useState(false)
  const run = async (plan: string) => {
    if (running) return
    setRunning(true)
    setFailed('')
    try { setRan(await post<Computed>('/table', { plan })) } catch (e) { setFailed((e as Error).message) } finally { setRunning(false) }
  }
  const result = <>
    {failed && <p class="error" role="alert">{failed}</p>}
    {ran && <div role="status" aria-label={w.result}>
      {ran.refused ? <p class="note">{ran.reason}</p> : <p class="result"><strong>{ran.answers.slice(0, 20).map(figure).join('; ')}{ran.unit ? ' ' + ran.unit : ''}</strong>{ran.answers.length > 20 && ` (${w.of(20, ran.answers.length)})`} {w.from(count(ran.used))}</p>}
      <Rows c={ran} /><Ground c={ran} />
    </div>}
  </>
  return { run, running, result }
}

// Readings are what a question may mean, each in words with what it gives. Choosing one runs its plan.
export function Readings({ list }: { list: { text: string; value: string; plan: string }[] }) {
  const { run, running, result } = useRun()
  const [chosen, setChosen] = useState('')
  return <><span class="readings">{list.map(r => <button type="button" key={r.plan} disabled={running} aria-pressed={chosen === r.plan} onClick={() => { setChosen(r.plan); void run(r.plan) }}>{legible(r.text)}: <strong>{legible(r.value)}</strong></button>)}</span>{result}</>
}

// shorter is a number of many decimals with as many as somebody reads; Save as CSV has all.
function shorter(cell: string): string { return /^-?\d+\.\d{4,}$/.test(cell.trim()) ? readable(numberOf(cell)) : grouped(cell) }

// At most so many rows of a result are put into the page.
const mostRows = 200

// withFigures gives the rows of a result, each with the figure by which it is among the first, unless a column has that already.
function withFigures(c: Computed): { columns: string[]; rows: string[][] } {
  const columns = c.columns ?? [], rows = c.rows ?? [], by = c.beside ?? []
  const of = / order (.+?) (?:asc|desc)(?: limit \d+)?$/.exec(c.plan)?.[1].replace(/^"(.*)"$/, '$1')
  if (!of || by.length !== rows.length || columns.length !== 1 || rows.every((r, i) => r[0] === by[i])) return { columns, rows }
  return { columns: [...columns, of], rows: rows.map((r, i) => [...r, by[i]]) }
}

// Rows are what a plan gave, as a table that can be kept, below a chart where they can be drawn.
function Rows({ c }: { c: Computed }) {
  const { columns, rows } = withFigures(c)
  if (!rows.length) return null
  const series = seriesOf(columns, rows)
  const numbers = columns.map((_, i) => rows.every(r => !Number.isNaN(numberOf(r[i] ?? ''))) ? 'number' : '')
  return <>
    {series && <Chart s={series} />}
    <div class="wide rows" tabIndex={0} role="region" aria-label={words.view.table}><table><thead><tr>{columns.map((x, i) => <th key={i} scope="col" class={numbers[i]}>{heading(x)}</th>)}</tr></thead>
      <tbody>{rows.slice(0, mostRows).map((r, i) => <tr key={i}>{r.map((x, j) => <td key={j} class={numbers[j]} title={numbers[j] && shorter(x) !== x ? x : undefined}>{legible(numbers[j] ? shorter(x) : x)}</td>)}</tr>)}</tbody></table></div>
    <p class="tools"><SaveRows columns={columns} rows={rows} name={columns.join(' ').slice(0, 60) || w.figure} />{rows.length > mostRows && <span class="note">{w.of(mostRows, rows.length)}</span>}
      {!!c.rest && <span class="note">{w.same(c.rest, [...(c.tied ?? []).map(legible), ...c.rest > (c.tied?.length ?? 0) ? ['…'] : []].join('; ').replace(/^…$/, ''))}</span>}</p>
  </>
}

// Of so many cells each is named; of more, their columns are.
const mostCells = 12

// columnsOf are the columns that the cells of many rows stand in, each with the address of all of it.
function columnsOf(c: Computed): { open: string; file: string; label: string }[] {
  const by = new Map<string, { open: string; file: string; label: string }>()
  if (c.of > mostCells) for (const x of c.cells) {
    const cut = x.open.lastIndexOf('#'), at = new URLSearchParams(x.open.slice(cut + 1)), cell = at.get('cell')
    if (cell) at.set('column', String([...cell.replace(/\d+$/, '')].reduce((n, l) => 26 * n + l.charCodeAt(0) - 64, 0)))
    for (const part of ['row', 'cell', 'bytes']) at.delete(part)
    const path = x.open.slice(0, cut), open = path + '#' + at
    if (at.has('column')) by.set(open, { open, file: path.slice(path.lastIndexOf('/') + 1).replace(/^[^:/]*:/, ''), label: x.label })
  }
  return [...by.values()]
}

// Ground is what a figure rests on: its cells, the rows that were left out, and notes.
function Ground({ c }: { c: Computed }) {
  return <>
    {columnsOf(c).map(g => <p class="note" key={g.open}><a href={'/open?' + new URLSearchParams({ at: g.open })} onClick={go}>{w.column(columnsOf(c).length === 1 ? count(c.used) : '', visible(g.file), legible(g.label))}</a></p>)}
    {c.cells.length > 0 && c.of <= mostCells && <p class="note">{w.cells} {c.cells.slice(0, 20).map((x, i) => <><a key={i} href={'/open?' + new URLSearchParams({ at: x.open })} onClick={go}>{x.label}: {x.text}</a>{' '}</>)}{c.of > 20 && w.of(Math.min(20, c.cells.length), c.of)}</p>}
    {c.left_out.map(l => <p class="note" key={l.reason}>{w.leftOut(l.rows, l.reason)}</p>)}
    {c.notes?.map((n, i) => <p class="note" key={i}>{n}</p>)}
  </>
}
