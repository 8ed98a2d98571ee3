import { useState } from 'preact/hooks'
import { type Failure, type FileName, all, named, post } from './api'
import { join, quote, terms } from './query'
import { go } from './route'
import { Completed } from './scope'
import { words } from './words'
import type { Assignment } from './shapes'

const w = words.bulk

// What is chosen: some files, or all of a scope.
export interface Chosen { files: string[]; scope?: string; n: number }

interface Done { said: string; tag?: string; undo?: () => Promise<void> }

// As many files are listed before a tag is put on them, so that it can be taken off just these again.
const mostListed = 5000

// without gives those files that do not have a tag yet; undefined where they are too many to list.
async function lacking(c: Chosen, tag: string): Promise<string[] | undefined> {
  if (c.n > mostListed) return undefined
  const among = c.scope === undefined ? [`file:(${c.files.map(f => '"' + f.replace(/["\\]/g, '\\$&') + '"').join('|')})`] : terms(c.scope)
  // Addresses are short: a long choice is asked for in pieces.
  if (c.scope === undefined && c.files.length > 50) {
    const parts = await Promise.all(Array.from({ length: Math.ceil(c.files.length / 50) }, (_, i) => lacking({ files: c.files.slice(50 * i, 50 * i + 50), n: 50 }, tag)))
    return parts.flatMap(p => p ?? [])
  }
  return (await all<FileName>('/files', { scope: join([...among, `-tag:${quote(tag)}`]) })).map(named)
}

// Bulk puts a tag on what is chosen or takes it off, and takes that back.
export function Bulk({ chosen, clear, changed }: { chosen: Chosen; clear: () => void; changed: () => void }) {
  const [tag, setTag] = useState('')
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const [fault, setFault] = useState<Failure | null>(null)
  const path = (what: string) => `/tags/${encodeURIComponent(tag.trim())}/${what}`
  const target = chosen.scope === undefined ? { files: chosen.files } : { scope: chosen.scope }
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
  return <div class="bulk" role="region" aria-label={w.title}>
    {chosen.n > 0 && <div class="row"><strong>{w.n(chosen.n)}</strong>
      <Completed id="bulk-tag" label={w.tag} kind="tag" value={tag} input={setTag} commit={() => tag.trim() && add(false)} placeholder={w.tag} />
      <button type="button" class="first" disabled={!tag.trim() || busy} onClick={() => add(false)}>{w.add(chosen.n)}</button>
      <button type="button" disabled={!tag.trim() || busy} onClick={take}>{w.take}</button>
      <button type="button" onClick={clear}>{w.clear}</button></div>}
    <div role="status">{done && <p class="note">{done.said} {done.tag && <><a href={'/files?' + new URLSearchParams({ scope: 'tag:' + quote(done.tag) })} onClick={go}>{w.show}</a> </>}{done.undo && <button type="button" disabled={busy} onClick={() => run(async () => { await done.undo!(); return { said: w.undone } })}>{w.undo}</button>}</p>}
      {fault && <p class="error">{fault.code === 'not-found' ? w.unknown(tag.trim()) : fault.message} {fault.code === 'not-found' && <button type="button" disabled={busy} onClick={() => add(true)}>{w.make(tag.trim())}</button>}</p>}</div>
  </div>
}
