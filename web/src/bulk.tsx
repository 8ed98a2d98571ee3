import { useState } from 'preact/hooks'
import { type Failure, type FileName, type Page, type Workspace, all, get, named, post } from './api'
import { keep } from './keep'
import { useMay, useOne } from './pages'
import { join, quote, terms } from './query'
import { go } from './route'
import { Completed, SaveWorkspace } from './scope'
import { visible } from './shown'
import { space } from './space'
import { words } from './words'
import { readAgain } from './work'
import type { Assignment } from './shapes'

const w = words.bulk

// What is chosen: some files, or all of a scope.
export interface Chosen { files: string[]; scope?: string; n: number }

interface Done { said: string; tag?: string; to?: string; undo?: () => Promise<void> }

// everyFile is the scope of all files, where one has to be named.
const everyFile = 'path:**'

// A longer scope is no address: a workspace is made of such a choice first.
const longestAddress = 24_000

// scopeOf is what is chosen as a line of the query language.
function scopeOf(c: Chosen): string { return c.scope ?? `file:(${c.files.map(f => '"' + f.replace(/["\\]/g, '\\$&') + '"').join('|')})` }

// As many files are listed before a tag is put on them, so that it can be taken off just these again.
const mostListed = 5000

// without gives those files that do not have a tag yet; undefined where they are too many to list.
async function lacking(c: Chosen, tag: string): Promise<string[] | undefined> {
  if (c.n > mostListed) return undefined
  const among = terms(scopeOf(c))
  // Addresses are short: a long choice is asked for in pieces.
  if (c.scope === undefined && c.files.length > 50) {
    const parts = await Promise.all(Array.from({ length: Math.ceil(c.files.length / 50) }, (_, i) => lacking({ files: c.files.slice(50 * i, 50 * i + 50), n: 50 }, tag)))
    return parts.flatMap(p => p ?? [])
  }
  return (await all<FileName>('/files', { scope: join([...among, `-tag:${quote(tag)}`]) })).map(named)
}

// Bulk says what can be done with what is chosen: ask it, make a workspace of it or put it into one, keep its list, read it again, tag it.
export function Bulk({ chosen, clear, changed }: { chosen: Chosen; clear: () => void; changed: () => void }) {
  const [tag, setTag] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const [fault, setFault] = useState<Failure | null>(null)
  const curate = useMay('curate'), operate = useMay('operate')
  const some = chosen.n > 0
  const spaces = useOne(signal => some ? get<Page<Workspace>>('/workspaces', { limit: 200 }, signal) : Promise.resolve(null), [some])
  const mine = spaces.value?.items.filter(s => s.state === 'open' && s.role !== 'viewer') ?? []
  const [into, setInto] = useState('')
  const path = (what: string) => `/tags/${encodeURIComponent(tag.trim())}/${what}`
  const target = chosen.scope === undefined ? { files: chosen.files } : { scope: chosen.scope || everyFile }
  const scope = scopeOf(chosen)
  const run = async (work: () => Promise<Done>) => {
    setBusy(true); setFault(null)
    try { setDone(await work()); changed() } catch (e) { setFault(e as Failure) } finally { setBusy(false) }
  }
  const add = (make: boolean) => run(async () => {
    if (make) await post('/tags', { name: tag.trim() })
    const list = await lacking(chosen, tag.trim())
    if (list?.length === 0) return { said: w.none(tag.trim()) }
    const a = await post<Assignment>(path('assign'), list ? { files: list } : target)
    const off = path('unassign')
    return { said: w.added(tag.trim(), a.changed), tag: tag.trim(), undo: list || a.changed === a.matched ? async () => { await post(off, list ? { files: list } : target) } : undefined }
  })
  const take = () => run(async () => {
    const a = await post<Assignment>(path('unassign'), target)
    const on = path('assign')
    const undo = a.trash ? async () => { await post(`/trash/${encodeURIComponent(a.trash!)}/restore`, {}) } : a.changed && chosen.files.length === 1 ? async () => { await post(on, target) } : undefined
    return { said: w.taken(tag.trim(), a.changed), undo }
  })
  // Single files are put in and taken out by hand; a scope joins that of the workspace, or is taken from it.
  const move = (in_: boolean) => run(async () => {
    const s = mine.find(s => s.ref === into)!, at = `/workspaces/${encodeURIComponent(s.ref)}/update`
    const body = chosen.scope === undefined ? in_ ? { in: chosen.files } : { out: chosen.files } : in_ ? { add: chosen.scope || everyFile } : { narrow: `-(${chosen.scope || everyFile})` }
    const r = await post<Workspace & { change: { added: number; dropped: number; waiting: number } }>(at, body)
    return { said: `${visible(s.name)}: ${words.space.changed(r.change)}`, to: space(s.ref, 'files'), undo: async () => { await post(at, { scope: s.scope || everyFile }) } }
  })
  const list = () => run(async () => {
    await keep('/files/table', { scope: chosen.scope === '' ? undefined : scope, sort: 'path' }, 'files.csv')
    return { said: w.listed(chosen.n) }
  })
  const again = () => run(async () => ({ said: (await readAgain(target)).said }))
  return <div class="bulk" role="region" aria-label={w.title}>
    {some && <><div class="row"><strong>{w.n(chosen.n)}</strong>
      {scope.length < longestAddress && <a class="button first" href={'/?' + new URLSearchParams(scope ? { scope } : undefined)} onClick={go}>{w.ask}</a>}
      <SaveWorkspace scope={scope || everyFile} />
      <button type="button" disabled={busy} onClick={list}>{w.list}</button>
      {operate && <button type="button" disabled={busy} onClick={again}>{words.file.reread}</button>}
      <button type="button" onClick={clear}>{w.clear}</button></div>
      {mine.length > 0 && <div class="row"><select aria-label={words.scope.workspace} value={into} onChange={e => setInto(e.currentTarget.value)}><option value="">{words.scope.workspace} …</option>{mine.map(s => <option key={s.ref} value={s.ref}>{visible(s.name)}</option>)}</select>
        <button type="button" disabled={!into || busy} onClick={() => move(true)}>{words.space.put}</button>
        <button type="button" disabled={!into || busy} onClick={() => move(false)}>{words.space.take}</button></div>}
      {curate && <div class="row"><Completed id="bulk-tag" label={w.tag} kind="tag" value={tag} input={setTag} commit={() => tag.trim() && add(false)} placeholder={w.tag} />
        <button type="button" disabled={!tag.trim() || busy} onClick={() => add(false)}>{w.add(chosen.n)}</button>
        <button type="button" disabled={!tag.trim() || busy} onClick={take}>{w.take}</button></div>}</>}
    <div role="status">{done && <p class="note">{done.said} {done.tag && <><a href={'/files?' + new URLSearchParams({ scope: 'tag:' + quote(done.tag) })} onClick={go}>{w.show}</a> </>}{done.to && <><a href={done.to} onClick={go}>{words.space.files}</a> </>}{done.undo && <button type="button" disabled={busy} onClick={() => run(async () => { await done.undo!(); return { said: w.undone } })}>{w.undo}</button>}</p>}
      {fault && <p class="error">{fault.code === 'not-found' && tag.trim() ? w.unknown(tag.trim()) : fault.message} {fault.code === 'not-found' && tag.trim() && <button type="button" disabled={busy} onClick={() => add(true)}>{w.make(tag.trim())}</button>}</p>}</div>
  </div>
}
