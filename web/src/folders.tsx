import { type ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Share, get, post } from './api'
import { Command, shell } from './command'
import { useOne } from './pages'
import { Progress, useScan } from './scan'
import { visible } from './shown'
import { words } from './words'
import type { Folders } from './shapes'

const w = words.folders, plan = words.share.plan

// Within goes through the folders of the server's machine that a page may see, and shows what can be done with the one that is open. Below the
// outermost ones, or in their place where there is none, stands how others are named.
export function Within({ at, open, none, others, children }: { at: string; open: (folder: string) => void; none: ComponentChildren; others?: (f: Folders) => ComponentChildren; children: (f: Folders) => ComponentChildren }) {
  const { value: f, fault } = useOne(signal => get<Folders>('/folders', { in: at }, signal), [at])
  return <>
    {fault && <p class="error">{fault} {at && <button type="button" onClick={() => open('')}>{w.roots}</button>}</p>}
    {f && <>
      {f.in && <nav class="tools" aria-label={w.where}><button type="button" onClick={() => open(f.up ?? '')}>↑ {f.up ? w.up : w.roots}</button><code>{visible(f.in)}</code></nav>}
      {!f.in && f.folders.length === 0 && <p class="empty">{none}</p>}
      {f.in && (f.share ? <p class="note">{w.is(f.share)}</p> : children(f))}
      {f.in && f.folders.length > 0 && <p class="note">{w.inside}</p>}
      {f.folders.length > 0 && <ul class="folders" aria-label={w.folders}>{f.folders.map(x => <li key={x.folder}><button type="button" class="link" onClick={() => open(x.folder)}>{visible(x.name)}</button> {x.share && <small>{w.is(x.share)}</small>}</li>)}</ul>}
      {!f.in && others?.(f)}
      {f.more && <p class="note">{w.more}</p>}
    </>}
  </>
}

// Another says how a folder may become a share that none of those is which may: by a click where whoever asks is on the machine of the
// server as its user, and else by the command that allows it.
function Another({ f, open }: { f: Folders; open: (folder: string) => void }) {
  const [folder, setFolder] = useState('')
  const [fault, setFault] = useState('')
  const typed = folder.trim()
  const allow = async () => {
    setFault('')
    try { open((await post<Folders>('/folders', { folder: typed })).in!) } catch (e) { setFault((e as Error).message) }
  }
  return <form class="fields another" onSubmit={e => { e.preventDefault(); if (f.allows && typed) allow() }}>
    <label>{w.another} <input value={folder} spellcheck={false} autocapitalize="off" onInput={e => setFolder(e.currentTarget.value)} /></label>
    {f.allows && <button disabled={!typed}>{w.allow}</button>}
    {fault && <p class="error" role="alert">{fault}</p>}
    <p class="note">{f.allows ? w.here : w.others} <Command text={'spar serve --share-roots ' + shell([f.roots, typed || 'FOLDER'].filter(Boolean).join(f.joint))} /></p>
  </form>
}

// AddShare is the way to a new share: through the folders of the server's machine to the one that is meant, which is then looked at.
export function AddShare({ added }: { added: (name: string, files: number) => void }) {
  const [at, setAt] = useState('')
  const [name, setName] = useState('')
  const [fault, setFault] = useState('')
  const [adding, setAdding] = useState('')
  const [rights, setRights] = useState<'auto' | 'table' | 'open'>('auto')
  const scans = useScan(j => { if (j.share === adding && j.scan) added(j.share, j.scan.seen) })
  const open = (folder: string) => { setFault(''); setName(''); setAt(folder) }
  const add = async (f: Folders) => {
    setFault('')
    try { const made = (await post<Share>('/shares/within', { folder: f.in, name: name.trim(), rights })).name; setAdding(made); scans.begin(made) } catch (e) { setFault((e as Error).message) }
  }
  return <div class="panel add-share">
    <p>{w.lead}</p>
    <Within at={at} open={open} none={w.none} others={f => <Another f={f} open={open} />}>{f => <form class="row" onSubmit={e => { e.preventDefault(); add(f) }}>
      <label>{w.name} <input value={name || f.name} maxLength={80} onInput={e => setName(e.currentTarget.value)} /></label>
      <label>{plan.start} <select value={rights} onChange={e => setRights(e.currentTarget.value as 'auto')}>{(['auto', 'table', 'open'] as const).map(r => <option key={r} value={r}>{plan.starts[r]}</option>)}</select></label>
      <button class="first" disabled={scans.runs(adding)}>{w.add}</button>
      <small>{w.holds(f.folders.length, f.files)}</small>{rights === 'auto' && f.readers && <small>{plan.own[f.readers as 'all']}</small>}</form>}</Within>
    <Progress scans={scans} share={adding} />
    {fault && <p class="error" role="alert">{fault}</p>}
  </div>
}
