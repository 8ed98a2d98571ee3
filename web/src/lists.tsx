import { useState } from 'preact/hooks'
import { type Share, type Symptom, type Thread, type Workspace, remove } from './api'
import { usePages } from './pages'
import { go } from './route'
import { words } from './words'

export function Workspaces() {
  const w = words.workspaces
  const { items, fault, reload } = usePages<Workspace>('/workspaces', { limit: 1000 })
  const [said, setSaid] = useState('')
  return <section class="page">
    {fault && <p class="error">{fault}</p>}
    <p role="status">{said}</p>
    {items?.length === 0 && <p class="lead">{w.empty}</p>}
    <ul class="cards">{items?.map(s => <li key={s.owner + s.name}><h2><a href={'/w/' + encodeURIComponent(s.name)} onClick={go}>{s.name}</a></h2><code>{s.scope}</code>
      <p><a href={'/w/' + encodeURIComponent(s.name)} onClick={go}>{w.ask}</a> · <a href={'/files?scope=' + encodeURIComponent(s.scope)} onClick={go}>{w.files}</a> · <button type="button" onClick={async () => {
        await remove('/workspaces/' + encodeURIComponent(s.name)); setSaid(w.restored); reload()
      }}>{w.remove}</button></p></li>)}</ul>
  </section>
}

export function Threads() {
  const w = words.threads
  const { items, fault, more, reload } = usePages<Thread>('/threads', {})
  return <section class="page">
    {fault && <p class="error">{fault}</p>}
    {items?.length === 0 && <p class="lead">{w.empty}</p>}
    <ul class="cards">{items?.map(t => <li key={t.id}><h2><a href={'/t/' + encodeURIComponent(t.id)} onClick={go}>{t.title}</a></h2>
      <p class="note">{[t.workspace, w.questions(t.questions), t.asked.slice(0, 16).replace('T', ' ')].filter(Boolean).join(' · ')} <button type="button" onClick={async () => { await remove('/threads/' + encodeURIComponent(t.id)); reload() }}>{w.remove}</button></p></li>)}</ul>
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
  </section>
}

export function State() {
  const w = words.state
  const shares = usePages<Share>('/shares', { limit: 1000 })
  const health = usePages<Symptom>('/doctor', { limit: 1000 })
  return <section class="page">
    <h2>{w.shares}</h2>
    {shares.items?.length === 0 && <p class="lead">{w.noShares}</p>}
    <ul class="cards">{shares.items?.map(s => <li key={s.name}><h3>{s.name}</h3><p class="note">{s.scanned ? w.scanned(s.scanned.slice(0, 16).replace('T', ' ')) : w.never}{s.trouble && <span class="error"> {s.trouble}</span>}</p></li>)}</ul>
    <h2>{w.health}</h2>
    {health.fault && <p class="error">{health.fault}</p>}
    <ul class="symptoms">{health.items?.map((s, i) => <li key={i} class={s.level}><strong>{s.what}</strong> {s.detail}{s.remedy && <em> {s.remedy}</em>}</li>)}</ul>
  </section>
}
