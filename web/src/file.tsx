import { useState } from 'preact/hooks'
import { type File as FileItem, type FileName, type Value, get, named, post } from './api'
import { WhyList } from './narrow'
import { useMay, useOne } from './pages'
import { reasons } from './review'
import { quote } from './query'
import { go } from './route'
import { Completed } from './scope'
import { Name, Original, day, legible, minute, size, stateName, visible } from './shown'
import { Summed } from './summed'
import { words } from './words'
import { LongWork, readAgain } from './work'
import type { Edition, Versions } from './shapes'

const w = words.file

function href(f: FileName): string { return '/file?' + new URLSearchParams({ f: named(f) }) }

// Family is the versions and copies of a document, which of them is in force, and why each belongs to it.
function Family({ name }: { name: string }) {
  const { value: v, fault } = useOne(signal => get<Versions>('/versions', { file: name }, signal), [name])
  if (fault) return <p class="error">{fault}</p>
  if (!v) return <p class="note">{words.ask.searching}</p>
  return <>{v.doubtful && v.why && <p class="note">{w.doubtful} {visible(v.why)}</p>}
    {v.members.length < 2 && !v.members[0]?.copies?.length && !v.maybe?.length && <p class="note">{w.alone}</p>}
    <ul class="cards">{v.members.map(m => <li key={named(m)}><a class="plain" href={href(m)} onClick={go}><Name f={m} /></a> {m.in_force && <span class="badge good">{words.ask.inForce}</span>} {m.doc_version && <span class="badge">{words.ask.version(m.doc_version)}</span>} {m.doc_status && <span class="badge">{m.doc_status}</span>}
      <p class="note">{[m.effective && w.from(m.effective), day(m.modified), m.why && visible(m.why)].filter(Boolean).join(' · ')}</p>{m.says?.map(s => <p class="note" key={s}>“{legible(s)}”</p>)}
      {m.copies?.map(c => <p key={named(c)} class="note">{w.copy} <a class="plain" href={href(c)} onClick={go}><Name f={c} /></a></p>)}</li>)}
      {v.maybe?.map(m => <li key={named(m)}><a class="plain" href={href(m)} onClick={go}><Name f={m} /></a> <p class="note">{w.maybe} {visible(m.why)}</p></li>)}</ul></>
}

interface Tagged { tag: string; origin: string; confidence: number; evidence?: string; review?: string; kinds?: string[]; says?: string }
interface Held { key: string; scope_key?: string; label: string; value: Value; origin: string; holds: boolean }
interface Detail extends FileItem { owner: number; owner_name?: string; group: number; mode: string; tags: Tagged[]; attributes: Held[]; selected?: string; scope?: { constraint: string; holds: 'true' | 'false' | 'unknown'; has: string }[] }

function valueOf(v: Value): string { return v.type === 'date' ? String(v.value).replace(/T00:00:00Z$/, '') : String(v.value) }

// FilePage is all that is known of one file, and why a scope selects it or not.
export function FilePage({ name, scope }: { name: string; scope: string }) {
  const { value: f, fault, again } = useOne(signal => get<Detail>('/file', { file: name, scope }, signal), [name, scope])
  const curate = useMay('curate'), operate = useMay('operate')
  const [said, setSaid] = useState('')
  const [tag, setTag] = useState('')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [family, setFamily] = useState(false)
  const [begun, setBegun] = useState(0)
  if (fault) return <section class="page"><h1>{visible(name)}</h1><p class="error">{fault}</p></section>
  if (!f) return null
  const at = named(f)
  const act = async (work: () => Promise<unknown>, told: string) => { try { const other = await work(); setSaid(typeof other === 'string' ? other : told); again() } catch (e) { setSaid((e as Error).message) } }
  const put = () => tag.trim() && act(async () => { await post(`/tags/${encodeURIComponent(tag.trim())}/assign`, { files: [at] }); setTag('') }, words.bulk.added(tag.trim(), 1))
  return <section class="page">
    <h1><Name f={f} /></h1>
    <p class="tools"><a class="button" href={'/open?' + new URLSearchParams({ at })} onClick={go}>{w.text}</a>
      <Original at={at} class="button">{w.original}</Original>
      <a class="button" href={'/?' + new URLSearchParams({ scope: `file:"${at.replace(/["\\]/g, '\\$&')}"` })} onClick={go}>{w.ask}</a>
      {operate && <button type="button" onClick={() => act(async () => { if ((await readAgain({ files: [at] })).recognises) { setBegun(n => n + 1); return words.skipped.recognising(1) } }, words.skipped.again1)}>{f.recoverable ? words.skipped.now : w.reread}</button>}</p>
    <p role="status" class="note">{said}</p>
    {begun > 0 && <LongWork kind="recognise" begun={begun} ended={() => { setSaid(''); again() }} />}
    {f.scope && f.scope.length > 0 && <section><h2>{f.selected === 'true' ? words.narrow.in(f.path) : f.selected === 'false' ? words.narrow.out(f.path) : words.narrow.open(f.path)}</h2><WhyList list={f.scope} /></section>}
    <Summed of={{ files: [at] }} />
    <section><h2>{w.properties}</h2><dl class="facts">
      <dt>{words.files.state}</dt><dd>{stateName(f.state)}{f.reason && <>: {f.reason}</>}{f.remedy && <><br /><em>{f.remedy}</em></>}</dd>
      <dt>{words.files.format}</dt><dd>{f.format ?? '–'}</dd><dt>{words.files.size}</dt><dd>{size(f.size)}</dd><dt>{words.files.modified}</dt><dd>{minute(f.modified)}</dd>
      <dt>{w.rights}</dt><dd>{f.mode} · {w.owner(f.owner_name ? `${visible(f.owner_name)} (${f.owner})` : String(f.owner), f.group)}</dd>{f.sha256 && <><dt>SHA-256</dt><dd><code>{f.sha256}</code></dd></>}
    </dl></section>
    <section><h2>{w.tags}</h2>
      {f.tags.length === 0 && <p class="note">{w.noTags}</p>}
      <ul class="cards">{f.tags.map(t => <li key={t.tag + t.origin} class="head"><span><a href={'/tags/' + encodeURIComponent(t.tag)} onClick={go}><b>{visible(t.tag)}</b></a> <span class="note">{reasons(t)}{t.confidence < 1 && `, ${Math.round(100 * t.confidence)} %`}{t.review && `, ${w.review[t.review as keyof typeof w.review] ?? t.review}`}</span>
        {t.evidence && <small> {w.evidence} {legible(t.evidence)}</small>}</span>
        {curate && <span class="tools">{t.review === 'pending' && <><button type="button" onClick={() => act(() => post('/review', { file: at, tag: t.tag, review: 'accepted' }), w.accepted)}>{w.accept}</button>
          <button type="button" onClick={() => act(() => post('/review', { file: at, tag: t.tag, review: 'rejected' }), w.rejected)}>{w.reject}</button></>}
          {t.origin === 'person' && <button type="button" aria-label={`${words.bulk.take}: ${t.tag}`} onClick={() => act(() => post(`/tags/${encodeURIComponent(t.tag)}/unassign`, { files: [at] }), words.bulk.taken(t.tag, 1))}>{words.bulk.take}</button>}</span>}</li>)}</ul>
      {curate && <form class="row" onSubmit={e => { e.preventDefault(); put() }}><Completed id="file-tag" label={words.bulk.tag} kind="tag" value={tag} input={setTag} commit={put} placeholder={words.bulk.tag} /><button disabled={!tag.trim()}>{w.add}</button></form>}
    </section>
    <section><h2>{w.versions}</h2>{family ? <Family name={at} /> : <p><button type="button" onClick={() => setFamily(true)}>{w.compare}</button></p>}</section>
    <section><h2>{w.attributes}</h2>
      <div class="wide"><table><thead><tr><th scope="col">{w.key}</th><th scope="col">{w.value}</th><th scope="col">{w.origin}</th></tr></thead>
        <tbody>{f.attributes.map((a, i) => { const k = a.scope_key ?? a.key; return <tr key={i} class={a.holds ? '' : 'lost'}>
          <td title={a.key}>{legible(a.label)}</td><td><a class="plain" href={'/files?' + new URLSearchParams({ scope: `${/^[\w.-]+$/.test(k) ? k : quote(k)}:${quote(valueOf(a.value))}` })} onClick={go}>{legible(valueOf(a.value))}</a></td><td>{w.by[a.origin as keyof typeof w.by] ?? a.origin}{!a.holds && <small>{w.lost}</small>}</td></tr> })}</tbody></table></div>
      {curate && <form class="row" onSubmit={e => { e.preventDefault(); act(async () => { await post('/attributes/set', { files: [at], set: [{ key: key.trim(), value: value.trim() }] }); setValue('') }, w.kept) }}>
        <Completed id="file-key" label={w.key} kind="attribute" value={key} input={setKey} placeholder={w.key} /><input aria-label={w.value} placeholder={w.value} value={value} onInput={e => setValue(e.currentTarget.value)} /><button disabled={!key.trim() || !value.trim()}>{w.add}</button></form>}
    </section>
  </section>
}
