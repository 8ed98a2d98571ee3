import { useState } from 'preact/hooks'
import { type Thread, type Workspace, post, remove } from './api'
import { usePages } from './pages'
import { go } from './route'
import { visible } from './shown'
import { space } from './space'
import { words } from './words'

export function Workspaces() {
  const w = words.workspaces
  const { items, fault, reload } = usePages<Workspace>('/workspaces', { limit: 1000 })
  const [gone, setGone] = useState<{ id: string; name: string } | null>(null)
  const [said, setSaid] = useState('')
  const act = async (work: () => Promise<unknown>) => { try { await work(); reload() } catch (e) { setSaid((e as Error).message) } }
  return <section class="page">
    <h1>{words.nav.workspaces}</h1>
    {fault && <p class="error">{fault}</p>}
    <p role="status" class="note">{said} {gone && <button type="button" onClick={() => act(async () => { await post(`/trash/${encodeURIComponent(gone.id)}/restore`, {}); setGone(null); setSaid(words.bulk.undone) })}>{words.bulk.undo}</button>}</p>
    {items?.length === 0 && <p class="empty">{w.empty}</p>}
    <ul class="cards">{items?.map(s => <li key={s.ref}><div class="head"><h2><a href={space(s.ref)} onClick={go}>{visible(s.ref)}</a></h2>{s.state !== 'open' && <span class="badge bad">{words.space.states[s.state as 'archived'] ?? s.state}</span>}</div><code>{visible(s.scope)}</code>
      <p class="tools"><a href={space(s.ref)} onClick={go}>{w.ask}</a><a href={space(s.ref, 'files')} onClick={go}>{w.files}</a><a href={space(s.ref, 'settings')} onClick={go}>{words.space.settings}</a>{s.role === 'owner' && <button type="button" class="quiet" aria-label={`${w.remove}: ${s.ref}`} onClick={() => act(async () => {
        setGone({ id: (await remove<{ id: string }>('/workspaces/' + encodeURIComponent(s.ref))).id, name: s.ref }); setSaid(`${s.ref}: ${w.restored}`)
      })}>{w.remove}</button>}</p></li>)}</ul>
  </section>
}

export function Threads() {
  const w = words.threads
  const { items, fault, more, reload } = usePages<Thread>('/threads', {})
  return <section class="page">
    <h1>{words.nav.threads}</h1>
    {fault && <p class="error">{fault}</p>}
    {items?.length === 0 && <p class="empty">{w.empty}</p>}
    <ul class="cards">{items?.map(t => <li key={t.id}><h2><a href={(t.workspace ? space(t.workspace) : '') + '/t/' + encodeURIComponent(t.id)} onClick={go}>{t.title}</a></h2>
      <p class="note">{[t.workspace, w.questions(t.questions), t.asked.slice(0, 16).replace('T', ' ')].filter(Boolean).join(' · ')} <button type="button" onClick={async () => { await remove('/threads/' + encodeURIComponent(t.id)); reload() }}>{w.remove}</button></p></li>)}</ul>
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
  </section>
}
