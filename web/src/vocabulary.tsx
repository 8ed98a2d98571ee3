import { useState } from 'preact/hooks'
import { bring, post } from './api'
import { count, visible } from './shown'
import { useAct } from './space'
import { words } from './words'
import type { BatchUndo, Import } from './shapes'

const w = words.vocabulary

// Vocabulary brings in a file of tags: first it says what that would change, and changes nothing; what was brought in is taken back by a click.
export function Vocabulary({ changed, open }: { changed: () => void; open: boolean }) {
  const [begins] = useState(open) // open at first, and then as somebody leaves it
  const [file, setFile] = useState<File | null>(null)
  const [would, setWould] = useState<Import | null>(null)
  const [speech, setSpeech] = useState('en')
  const [busy, setBusy] = useState(false)
  const { act, line } = useAct(changed)
  const send = (f: File, dry: boolean, in_: string) => bring<Import>('/vocabularies/import', 'application/octet-stream', f, { dry_run: dry, file: f.name, language: in_ })
  const during = async (work: () => Promise<unknown>) => { setBusy(true); try { await work() } finally { setBusy(false) } }
  const look = (f: File, in_: string) => during(async () => { setFile(f); setWould(null); await act(() => send(f, true, in_).then(setWould), '') })
  const take = () => during(async () => {
    const done = await act(() => send(file!, false, speech), r => w.did(visible(r.vocabulary), r.concepts), r => r.batch ? post<BatchUndo>(`/batches/${r.batch}/undo`, {}) : Promise.resolve())
    if (done) { setWould(null); setFile(null) }
  })
  const changes = would?.changes.reduce((n, c) => n + c.count, 0) ?? 0
  return <details class="panel" id="import" open={begins}><summary>{w.title}</summary>
    <p class="note">{w.lead}</p><details><summary class="note">{w.sampled}</summary><pre tabIndex={0}><code>{w.sample}</code></pre></details>
    <div class="row"><label class="button">{w.choose}<input class="hidden" type="file" disabled={busy} accept=".xml,.rdf,.ttl,.nt,.jsonl,.json,.csv,.tsv,.yaml,.yml,.bin,.txt" onChange={e => { const f = e.currentTarget.files?.[0]; e.currentTarget.value = ''; if (f) look(f, speech) }} /></label>
      <label>{w.language} <input class="short" value={speech} maxLength={12} size={4} onInput={e => setSpeech(e.currentTarget.value.trim())} onChange={() => file && would && look(file, speech)} /></label>
      {busy && <span class="note" role="status">{w.reading}</span>}</div>
    {line}
    {would && file && <section aria-label={w.dry}><p><b>{visible(would.vocabulary)}</b> ({visible(would.format)}): {w.would(would.concepts, changes)}</p>
      <ul>{would.changes.map(c => <li key={c.kind}>{w.kinds[c.kind as 'added'] ?? c.kind}: {count(c.count)}{!!c.changes?.length && <small> {w.such} {c.changes.slice(0, 3).map(x => visible(x.name)).join(', ')}</small>}</li>)}</ul>
      {would.remarks.length > 0 && <details><summary>{w.remarks(would.remarks.length)}</summary><ul>{would.remarks.map(r => <li key={r.what}>{r.what}: {count(r.count)}</li>)}</ul></details>}
      <p class="tools"><button type="button" class="first" disabled={busy || changes === 0} onClick={take}>{w.take(would.concepts)}</button><button type="button" disabled={busy} onClick={() => { setWould(null); setFile(null) }}>{words.ask.cancel}</button></p></section>}
  </details>
}
