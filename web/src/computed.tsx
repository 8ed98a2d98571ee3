import { type Computed } from './api'
import { go } from './route'
import { count } from './shown'
import { words } from './words'

const w = words.computed

// ComputedView is how a figure came about: the plan, the rows that it used and those that it left out.
export function ComputedView({ c }: { c: Computed }) {
  return <details class="computed"><summary>{w.how(count(c.used), count(c.of))}</summary>
    <p><code>{c.plan}</code></p>
    {!!c.rows?.length && <div class="wide"><table><thead><tr>{c.columns?.map((x, i) => <th key={i} scope="col">{x}</th>)}</tr></thead>
      <tbody>{c.rows.map((r, i) => <tr key={i}>{r.map((x, j) => <td key={j}>{x}</td>)}</tr>)}</tbody></table></div>}
    {!!c.rest && <p class="note">{w.rest(c.rest)}</p>}
    {c.cells.length > 0 && <p class="note">{w.cells} {c.cells.slice(0, 20).map((x, i) => <><a key={i} href={'/open?' + new URLSearchParams({ at: x.open })} onClick={go}>{x.label}: {x.text}</a>{' '}</>)}</p>}
    {c.left_out.map(l => <p class="note" key={l.reason}>{w.leftOut(l.rows, l.reason)}</p>)}
    {c.notes?.map((n, i) => <p class="note" key={i}>{n}</p>)}
    {c.alternatives?.map((o, i) => <p class="note" key={i}>{w.other(o.answers.join(', '))} <code>{o.plan}</code></p>)}
  </details>
}
