import { useEffect, useState } from 'preact/hooks'
import { type Page, type Workspace, get, post } from './api'
import { to } from './route'
import { words } from './words'

const w = words.scope

// ScopeLine is the scope of a question as a line of the query language, with what could stand next and how many files it has.
export function ScopeLine({ scope, setScope, workspace }: { scope: string; setScope: (s: string) => void; workspace: string }) {
  const [list, setList] = useState<{ text: string; files?: number }[]>([])
  const [files, setFiles] = useState('')
  const [fault, setFault] = useState('')
  const [spaces, setSpaces] = useState<Workspace[]>([])
  useEffect(() => { get<Page<Workspace>>('/workspaces', { limit: 1000 }).then(p => setSpaces(p.items), () => {}) }, [workspace])
  useEffect(() => {
    let gone = false
    const soon = setTimeout(async () => {
      // A scope that is still being typed may be wrong, and can be completed all the same.
      const [named, n] = await Promise.allSettled([
        get<Page<{ text: string; files?: number }>>('/complete', { kind: 'scope', begin: scope, limit: 12 }), get<{ states: Record<string, number> }>('/files/count', { scope }),
      ])
      if (gone) return
      if (named.status === 'fulfilled') setList(named.value.items)
      setFault(n.status === 'rejected' ? n.reason.message : '')
      setFiles(n.status === 'rejected' ? '' : Object.values(n.value.states).reduce((a, b) => a + b, 0).toLocaleString())
    }, 200)
    return () => { gone = true; clearTimeout(soon) }
  }, [scope])
  const save = async () => {
    const name = prompt(w.name)
    if (!name) return
    try {
      await post('/workspaces', { name, scope })
      setScope(''); to('/w/' + encodeURIComponent(name))
    } catch (e) { setFault((e as Error).message) }
  }
  return <div class="scope">
    <select aria-label={w.workspace} value={workspace} onChange={e => to(e.currentTarget.value ? '/w/' + encodeURIComponent(e.currentTarget.value) : '/')}>
      <option value="">{w.none}</option>
      {spaces.map(s => <option key={s.name} value={s.name}>{s.name}</option>)}
    </select>
    <label class="hidden" for="scope">{w.label}</label>
    <input id="scope" list="scopes" value={scope} placeholder={w.placeholder} spellcheck={false} autocomplete="off" aria-invalid={!!fault} aria-describedby="scope-said"
      onInput={e => setScope(e.currentTarget.value)} />
    <datalist id="scopes">{list.map(s => <option key={s.text} value={s.text} label={s.files === undefined ? s.text : `${s.text}  ${w.files(s.files.toLocaleString())}`} />)}</datalist>
    {scope && !fault && !workspace && <button type="button" onClick={save}>{w.save}</button>}
    <span id="scope-said" class={fault ? 'error' : 'note'}>{fault || files && w.files(files)}</span>
  </div>
}
