import { useState } from 'preact/hooks'
import { type Query, all } from './api'
import { download, table } from './keep'
import { words } from './words'
import type { AuditEntry } from './shapes'

const w = words.operate

// mostTaken is how many entries of the trail a browser takes at once; the command line takes all.
const mostTaken = 100_000

const columns = ['at', 'who', 'name', 'via', 'operation', 'says', 'outcome', 'question', 'workspace', 'scope', 'about', 'files'] as const

// TakeTrail keeps what of the trail is asked for as a table, the last entry first.
export function TakeTrail({ query }: { query: Query }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const take = async () => {
    setBusy(true)
    setFault('')
    try {
      const list = (await all<AuditEntry>('/audit', query, mostTaken)).slice(0, mostTaken) as (AuditEntry & Record<string, unknown>)[]
      const has = columns.filter(c => list.some(e => e[c] !== undefined))
      download('audit.csv', table([[...has], ...list.map(e => has.map(c => Array.isArray(e[c]) ? (e[c] as string[]).join('; ') : String(e[c] ?? '')))]), 'text/csv')
    } catch (e) { setFault((e as Error).message) } finally { setBusy(false) }
  }
  return <p class="tools"><button type="button" disabled={busy} onClick={take}>{w.take}</button><span role="status" class={fault ? 'error' : 'note'}>{busy ? w.taking : fault}</span></p>
}
