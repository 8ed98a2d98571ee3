import { useState } from 'preact/hooks'
import { type FileName, get, named, post } from './api'
import { Hint } from './hint'
import { useMay, useOne, usePages } from './pages'
import { go } from './route'
import { Name, count, minute, visible } from './shown'
import { useAct } from './space'
import { words } from './words'
import type { Batch, BatchSample as Sample, Rule, Tagging } from './shapes'

const w = words.rules

function File({ f }: { f: FileName }) { return <a class="plain" href={'/file?' + new URLSearchParams({ f: named(f) })} onClick={go}><Name f={f} /></a> }

// Rules are those that tag files, what they would do, and what they did, batch by batch, to be taken back.
export function Rules() {
  const rules = usePages<Rule>('/rules', { limit: 1000 })
  const check = useOne(signal => get<{ file: string }>('/rules/check', {}, signal), [])
  const batches = usePages<Batch>('/batches', { limit: 50 })
  const { act, line } = useAct(() => { rules.reload(); batches.reload() })
  const [tagging, setTagging] = useState<Tagging | null>(null)
  const [busy, setBusy] = useState(false)
  const curate = useMay('curate')
  const apply = async (dry_run: boolean, only?: string) => {
    setBusy(true)
    await act(async () => { const t = await post<Tagging>('/rules/apply', { dry_run, rules: only ? [only] : undefined }); setTagging(t); return t }, t => dry_run ? w.would(t.changed_files) : w.did(t.changed_files),
      dry_run ? undefined : t => Promise.all(t.sources.filter(s => s.batch && s.new).map(s => undo(s.batch!))))
    setBusy(false)
  }
  const undo = (n: number) => post<{ tags: number; attributes: number; kept: number }>(`/batches/${n}/undo`, {})
  return <section class="page">
    <div class="head"><h1>{w.title}</h1><span class="tools"><a href="/tags" onClick={go}>{words.nav.tags}</a><a href="/review" onClick={go}>{words.tags.review}</a></span></div>
    <Hint of="rules">{w.lead}</Hint>
    {(rules.fault || check.fault) && <p class="error">{check.fault || rules.fault}</p>}
    {line}
    {rules.items?.length === 0 && <p class="empty">{w.empty} {check.value?.file && <code>{visible(check.value.file)}</code>}<br /><span class="note">{w.such}</span> <code>{w.example}</code></p>}
    {curate && !!rules.items?.length && <p class="tools"><button type="button" class="first" disabled={busy} onClick={() => apply(true)}>{w.dry}</button><button type="button" disabled={busy} onClick={() => apply(false)}>{w.apply}</button></p>}
    {tagging && <div class="panel"><h2>{tagging.dry_run ? w.would(tagging.changed_files) : w.did(tagging.changed_files)}</h2>
      {tagging.trouble?.map(t => <p class="error" key={t.where}>{t.where}: {t.reason}</p>)}
      {tagging.missing_tags?.map(m => <p key={m.name} class="error">{w.missing(m.name, m.files)} <button type="button" onClick={() => act(() => post('/tags', { name: m.name }), words.space.done)}>{words.bulk.make(m.name)}</button></p>)}
      <ul class="cards">{tagging.sources.map(s => <li key={s.kind + s.name}><b>{visible(s.name)}</b> <small>{w.sum(s)}</small>
        {!!s.examples_new?.length && <p class="note">{w.gets} {s.examples_new.slice(0, 5).map(f => <><File f={f} />{' '}</>)}</p>}
        {!!s.examples_withdrawn?.length && <p class="note">{w.loses} {s.examples_withdrawn.slice(0, 5).map(f => <><File f={f} />{' '}</>)}</p>}</li>)}</ul>
      {tagging.dry_run && tagging.changed_files > 0 && <p><button type="button" class="first" disabled={busy} onClick={() => apply(false)}>{w.applyNow}</button></p>}</div>}
    <ul class="cards">{rules.items?.map(r => <li key={r.kind + r.name}><div class="head"><h2>{visible(r.name)}</h2><span class="badge">{w.states[r.state as 'applied'] ?? r.state}</span></div>
      {r.condition && <p><code>{visible(r.condition)}</code> → {visible(r.gives ?? '')}</p>}<p class="note">{w.kinds[r.kind as 'rule'] ?? r.kind}{r.confidence ? `, ${Math.round(100 * r.confidence)} %` : ''}{r.review === 'pending' && `, ${w.pending}`}
        {curate && r.kind === 'rule' && <> <button type="button" disabled={busy} aria-label={`${w.dry}: ${r.name}`} onClick={() => apply(true, r.name)}>{w.dry}</button></>}</p></li>)}</ul>
    <section><h2>{w.batches}</h2>
      {batches.items?.length === 0 && <p class="empty">{w.noBatch}</p>}
      <ol class="cards" aria-label={w.batches}>{batches.items?.map(b => <li key={b.batch}><BatchView b={b} undo={curate && !b.undone ? () => act(() => undo(b.batch), r => w.undone(r.tags + r.attributes, r.kept)) : undefined} /></li>)}</ol>
      {batches.more && <button type="button" onClick={batches.more}>{words.files.more}</button>}</section>
  </section>
}

function BatchView({ b, undo }: { b: Batch; undo?: () => void }) {
  const [sample, setSample] = useState<Sample[] | null>(null)
  const [fault, setFault] = useState('')
  const look = async () => { try { setSample((await get<{ items: Sample[] }>(`/batches/${b.batch}/sample`, { n: 10 })).items) } catch (e) { setFault((e as Error).message) } }
  return <>
    <div class="head"><span><b>{visible(b.name)}</b> <small>{minute(b.started)}, {w.left(count(b.files), b.tags, b.attributes)}{b.undone && `, ${w.wasUndone(minute(b.undone))}`}</small></span>
      <span class="tools"><button type="button" aria-label={`${w.look} ${b.batch}`} onClick={() => sample ? setSample(null) : look()}>{w.look}</button>{undo && <button type="button" aria-label={`${w.undo} ${b.batch}`} onClick={undo}>{w.undo}</button>}</span></div>
    {fault && <p class="error">{fault}</p>}
    {sample && <ul>{sample.map(s => <li key={named(s)}><File f={s} /> {s.made.map((m, i) => <small key={i}>{m.tag ?? `${m.key}: ${m.value}`}{m.evidence && ` (${visible(m.evidence)})`} </small>)}</li>)}</ul>}
  </>
}
