import { post } from './api'
import { Hint } from './hint'
import { usePages } from './pages'
import { day, visible } from './shown'
import { told, useAct } from './space'
import { words } from './words'
import type { Trashed } from './shapes'

const w = words.trash

// Trash is what was removed and can be restored, long after its Undo is gone from the page.
export function Trash() {
  const { items, fault, more, reload } = usePages<Trashed>('/trash', {})
  const { act, line } = useAct(reload)
  return <section class="page"><h1>{w.title}</h1><Hint of="trash">{w.lead}</Hint>{fault && <p class="error">{fault}</p>}{line}
    {items?.length === 0 && <p class="empty">{w.empty}</p>}
    <ul class="cards">{items?.map(t => <li key={t.id} class="head"><span><span class="badge">{w.kinds[t.kind as 'share'] ?? t.kind}</span> <b>{visible(t.name)}</b> {t.scope && <code>{visible(t.scope)}</code>}<small> {w.when(day(t.removed), day(t.until))}</small></span>
      <button type="button" aria-label={`${w.restore}: ${t.name}`} onClick={() => act(() => post(`/trash/${encodeURIComponent(t.id)}/restore`, {}).then(told), w.restored(visible(t.name)))}>{w.restore}</button></li>)}</ul>
    {more && <button type="button" onClick={more}>{words.files.more}</button>}</section>
}
