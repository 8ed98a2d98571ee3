import { useState } from 'preact/hooks'
import { type Computed, post } from './api'
import { Chart, SaveRows, numberOf, seriesOf } from './chart'
import { go } from './route'
import { count, visible } from './shown'
import { words } from './words'

const w = words.computed

// ComputedView is a figure, large, with its rows and a chart of them, and below, shut, how it came about: the plan, which can be changed and
// run, the cells, and the rows that were left out. Each other reading of the question runs, too. Where none is surely meant, they are all that there is.
export function ComputedView({ c }: { c: Computed }) {
  const [text, setText] = useState(c.plan)
  const { run, running, result } = useRun()
  const others = c.alternatives ?? []
  return <div class="figure">
    {!c.refused && <Value c={c} />}
    {!c.refused && <Rows c={c} />}
    <details class="computed" open={c.refused}><summary>{c.refused ? w.unsure : c.about ? w.counted(count(c.used)) : w.how(count(c.used))}</summary>
      {c.refused && c.reason && <p class="note">{c.reason}</p>}
      {!c.refused && c.answers.length === 1 && rounded(c) !== c.answers[0] && <p class="note">{w.exact} {visible(c.answers[0])}</p>}
      {!c.refused && <Ground c={c} />}
      {others.map((o, i) => <p class="note" key={i}>{w.other(o.answers.join(', ') + (o.unit ? ' ' + o.unit : '') + (o.of ? ` (${w.of(o.answers.length, o.of)})` : ''))} <code>{o.plan}</code>{' '}
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
function Value({ c }: { c: Computed }) {
  if (c.answers.length !== 1 || c.answers[0].length > 40) return null
  return <p class="value-large"><strong>{visible(rounded(c))}</strong>{c.unit && <span> {visible(c.unit)}</span>} <small>{w.from(count(c.used))}</small></p>
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
      {ran.refused ? <p class="note">{ran.reason}</p> : <p class="result"><strong>{ran.answers.slice(0, 20).join('; ')}{ran.unit ? ' ' + ran.unit : ''}</strong>{ran.answers.length > 20 && ` (${w.of(20, ran.answers.length)})`} {w.from(count(ran.used))}</p>}
      <Rows c={ran} /><Ground c={ran} />
    </div>}
  </>
  return { run, running, result }
}

// Readings are what a question may mean, each in words with what it gives. Choosing one runs its plan.
export function Readings({ list }: { list: { text: string; value: string; plan: string }[] }) {
  const { run, running, result } = useRun()
  const [chosen, setChosen] = useState('')
  return <><span class="readings">{list.map(r => <button type="button" key={r.plan} disabled={running} aria-pressed={chosen === r.plan} onClick={() => { setChosen(r.plan); void run(r.plan) }}>{visible(r.text)}: <strong>{visible(r.value)}</strong></button>)}</span>{result}</>
}

// At most so many rows of a result are put into the page.
const mostRows = 200

// Rows are what a plan gave, as a table that can be kept, below a chart where they can be drawn.
function Rows({ c }: { c: Computed }) {
  const columns = c.columns ?? [], rows = c.rows ?? []
  if (!rows.length) return null
  const series = seriesOf(columns, rows)
  const numbers = columns.map((_, i) => rows.every(r => !Number.isNaN(numberOf(r[i] ?? ''))) ? 'number' : '')
  return <>
    {series && <Chart s={series} />}
    <div class="wide rows" tabIndex={0} role="region" aria-label={words.view.table}><table><thead><tr>{columns.map((x, i) => <th key={i} scope="col" class={numbers[i]}>{visible(x)}</th>)}</tr></thead>
      <tbody>{rows.slice(0, mostRows).map((r, i) => <tr key={i}>{r.map((x, j) => <td key={j} class={numbers[j]}>{visible(x)}</td>)}</tr>)}</tbody></table></div>
    <p class="tools"><SaveRows columns={columns} rows={rows} name={columns.join(' ').slice(0, 60) || w.figure} />{rows.length > mostRows && <span class="note">{w.of(mostRows, rows.length)}</span>}
      {!!c.rest && <span class="note">{w.rest(c.rest)}</span>}</p>
  </>
}

// Ground is what a figure rests on: its cells, the rows that were left out, and notes.
function Ground({ c }: { c: Computed }) {
  return <>
    {c.cells.length > 0 && <p class="note">{w.cells} {c.cells.slice(0, 20).map((x, i) => <><a key={i} href={'/open?' + new URLSearchParams({ at: x.open })} onClick={go}>{x.label}: {x.text}</a>{' '}</>)}{c.of > 20 && w.of(Math.min(20, c.cells.length), c.of)}</p>}
    {c.left_out.map(l => <p class="note" key={l.reason}>{w.leftOut(l.rows, l.reason)}</p>)}
    {c.notes?.map((n, i) => <p class="note" key={i}>{n}</p>)}
  </>
}
