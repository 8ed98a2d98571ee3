import { type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Computed, post } from './api'
import { Chart, SaveRows, grouped, heading, numberOf, rowsOf, seriesOf, spoken, titleOf, written } from './chart'
import { go } from './route'
import { count, legible, visible } from './shown'
import { words } from './words'

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
      <p class="note">{w.planWhy}</p>
      <form class="plan" onSubmit={ev => { ev.preventDefault(); void run(text) }}>
        <textarea aria-label={w.plan} rows={2} spellcheck={false} value={text} onInput={ev => setText(ev.currentTarget.value)} />
        <button disabled={running || !text.trim()}>{w.runPlan}</button>
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

// figure is a value, the last part of which may be a number, with the separators of the language. Labels in front, such as years, stay.
function figure(value: string): string {
  const [, label, number, unit] = /^(.*, )?([^ ]*)(.*)$/.exec(value) ?? ['', '', value, '']
  return (label ?? '') + grouped(number, true) + unit
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

// shorter is a number with as many decimals as somebody reads.
function shorter(cell: string): string { return written([cell])[0] }

// At most so many rows of a result are put into the page.
const mostRows = 200

// Rows are what a plan gave, as a table that can be kept, below a chart where they can be drawn.
function Rows({ c }: { c: Computed }) {
  const { columns, rows } = rowsOf(c)
  if (!rows.length) return null
  const series = seriesOf(columns, rows)
  const numbers = columns.map((_, i) => rows.every(r => !Number.isNaN(numberOf(r[i] ?? ''))) ? 'number' : ''), texts = columns.map((_, i) => numbers[i] && written(rows.map(r => r[i])))
  return <>
    {series && <Chart s={series} c={c} />}
    <div class="wide rows" tabIndex={0} role="region" aria-label={words.view.table}><table><thead><tr>{columns.map((x, i) => <th key={i} scope="col" class={numbers[i]}>{heading(x)}</th>)}</tr></thead>
      <tbody>{rows.slice(0, mostRows).map((r, i) => <tr key={i}>{r.map((x, j) => <td key={j} class={numbers[j]} title={numbers[j] && texts[j][i] !== x ? x : undefined}>{legible(numbers[j] ? texts[j][i] : x)}</td>)}</tr>)}</tbody></table></div>
    <p class="tools"><SaveRows columns={columns} rows={rows} name={titleOf(c)} />{rows.length > mostRows && <span class="note">{w.of(mostRows, rows.length)}</span>}
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
