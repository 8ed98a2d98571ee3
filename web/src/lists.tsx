import { useEffect, useRef, useState } from 'preact/hooks'
import { type File, type Page, type Share, type Symptom, type Thread, type Workspace, get, remove } from './api'
import { go, to } from './route'
import { words } from './words'

// usePages gives a list page by page.
function usePages<T>(path: string, query: Record<string, string | number | boolean | undefined>) {
  const [items, setItems] = useState<T[] | null>(null)
  const [next, setNext] = useState<string | undefined>()
  const [fault, setFault] = useState('')
  // What was asked for before is of no interest when it comes after what is asked for now.
  const asked = useRef(0)
  const load = (after?: string) => {
    const mine = ++asked.current
    return get<Page<T>>(path, { ...query, after }).then(p => {
      if (mine !== asked.current) return
      setItems(l => after ? [...(l ?? []), ...p.items] : p.items); setNext(p.next); setFault('')
    }, e => { if (mine === asked.current) setFault(e.message) })
  }
  useEffect(() => { setItems(null); load() }, [path, JSON.stringify(query)])
  return { items, fault, more: next ? () => load(next) : undefined, reload: () => load() }
}

function size(n: number): string {
  for (const unit of ['B', 'kB', 'MB', 'GB']) {
    if (n < 1000) return `${unit === 'B' ? n : n.toFixed(1)} ${unit}`
    n /= 1000
  }
  return `${n.toFixed(1)} TB`
}

interface Facet { scope_key: string; present: number; values: { value: { type: string; value: string | number }; files: number }[] }

// narrowing are the attributes that narrow a scope best: many files have them, and in several values. What single passages name is no property of a file.
function narrowing(all: Facet[] | null): Facet[] {
  return (all ?? []).filter(f => f.values.length > 1 && !f.scope_key.startsWith('entity.') && f.values[0].value.type === 'text' && f.values[0].files > 1)
    .sort((a, b) => b.present - a.present).slice(0, 4)
}

export function Files({ at }: { at: URL }) {
  const w = words.files
  const scope = at.searchParams.get('scope') ?? '', skipped = at.searchParams.has('skipped'), sort = at.searchParams.get('sort') ?? 'path'
  const { items, fault, more } = usePages<File>('/files', { scope, skipped, sort })
  const facets = usePages<Facet>('/attributes', { scope, limit: 1000 })
  const [text, setText] = useState(scope)
  useEffect(() => setText(scope), [scope])
  const move = (change: Record<string, string>) => {
    const q = new URLSearchParams(at.searchParams)
    for (const [k, v] of Object.entries(change)) v ? q.set(k, v) : q.delete(k)
    to('/files' + (q.size ? '?' + q : ''))
  }
  const header = (key: string, name: string) => <th scope="col"><button type="button" onClick={() => move({ sort: sort === key ? '-' + key : key })}>{name}{sort === key ? ' ↑' : sort === '-' + key ? ' ↓' : ''}</button></th>
  return <section class="page">
    <form class="scope" onSubmit={e => { e.preventDefault(); move({ scope: text }) }}>
      <label class="hidden" for="fscope">{words.scope.label}</label>
      <input id="fscope" value={text} placeholder={words.scope.placeholder} spellcheck={false} onInput={e => setText(e.currentTarget.value)} />
      <label><input type="checkbox" checked={skipped} onChange={e => move({ skipped: e.currentTarget.checked ? 'true' : '' })} /> {w.skipped}</label>
    </form>
    {fault && <p class="error">{fault}</p>}
    {narrowing(facets.items).length > 0 && <p class="facets">{w.narrow} {narrowing(facets.items).flatMap(f => f.values.slice(0, 3).filter(v => v.value.type !== 'date').map(v => {
      const one = `${f.scope_key}:"${String(v.value.value).replace(/["\\]/g, '\\$&')}"`
      return <button type="button" key={one} onClick={() => move({ scope: (scope + ' ' + one).trim() })}>{f.scope_key}: {String(v.value.value).slice(0, 40)} <small>{v.files.toLocaleString()}</small></button>
    }))}</p>}
    {items?.length === 0 && <p class="lead">{w.empty}</p>}
    {items && items.length > 0 && <table><thead><tr>{header('path', w.name)}{header('size', w.size)}{header('modified', w.modified)}{header('state', w.state)}</tr></thead>
      <tbody>{items.map(f => <tr key={f.share + ':' + f.path}><td>{f.share}:{f.path}</td><td class="number">{size(f.size)}</td><td class="short">{f.modified.slice(0, 10)}</td><td class="short">{f.state}{f.reason && <small>{f.reason}{f.remedy && '; ' + f.remedy}</small>}</td></tr>)}</tbody></table>}
    {more && <button type="button" onClick={more}>{w.more}</button>}
  </section>
}

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
