import { useRef, useState } from 'preact/hooks'
import { type Share, get, post } from './api'
import { useOne } from './pages'
import { Progress, useScan } from './scan'
import { visible } from './shown'
import { words } from './words'
import type { Folders } from './shapes'

const w = words.folders

// AddShare is the way to a new share: through the folders of the server's machine to the one that is meant, which is then looked at.
export function AddShare({ added }: { added: (name: string, files: number) => void }) {
  const [at, setAt] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { value: f, fault: lost } = useOne(signal => get<Folders>('/folders', { in: at }, signal), [at])
  const [adding, setAdding] = useState('')
  const scans = useScan(j => { if (j.share === adding && j.scan) added(j.share, j.scan.seen) })
  const open = (folder: string) => { setFault(''); setName(''); setAt(folder) }
  const add = async () => {
    setFault('')
    try { const made = (await post<Share>('/shares/within', { folder: f!.in, name: name.trim() })).name; setAdding(made); scans.begin(made) } catch (e) { setFault((e as Error).message) }
  }
  return <div class="panel add-share">
    <p>{w.lead}</p>
    {lost && <p class="error">{lost} {at && <button type="button" onClick={() => open('')}>{w.roots}</button>}</p>}
    {f && <>
      {f.in && <nav class="tools" aria-label={w.where}><button type="button" onClick={() => open(f.up ?? '')}>↑ {f.up ? w.up : w.roots}</button><code>{visible(f.in)}</code></nav>}
      {!f.in && f.folders.length === 0 && <p class="empty">{w.none}</p>}
      {f.in && (f.share ? <p class="note">{w.is(f.share)}</p> : <form class="row" onSubmit={e => { e.preventDefault(); add() }}>
        <label>{w.name} <input value={name || f.name} maxLength={80} onInput={e => setName(e.currentTarget.value)} /></label>
        <button class="first" disabled={scans.runs(adding)}>{w.add}</button>
        <small>{w.holds(f.folders.length, f.files)}</small></form>)}
      {f.in && f.folders.length > 0 && <p class="note">{w.inside}</p>}
      {f.folders.length > 0 && <ul class="folders" ref={list} aria-label={w.folders}>{f.folders.map(x => <li key={x.folder}><button type="button" class="link" onClick={() => open(x.folder)}>{visible(x.name)}</button> {x.share && <small>{w.is(x.share)}</small>}</li>)}</ul>}
      {f.more && <p class="note">{w.more}</p>}
    </>}
    <Progress scans={scans} share={adding} />
    {fault && <p class="error" role="alert">{fault}</p>}
  </div>
}
