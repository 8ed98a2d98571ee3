import { useState } from 'preact/hooks'
import { get, named, post, remove } from './api'
import { useMay, useOne, usePages } from './pages'
import { quote } from './query'
import { Rights } from './rights'
import { go, to } from './route'
import { Field } from './field'
import { Progress, useScan } from './scan'
import { count, minute, stateName, visible } from './shown'
import { useAct } from './space'
import { Operating, shareScope } from './state'
import { words } from './words'
import type { FileChange, Ignore, Limits, Share as Kept } from './shapes'

const w = words.share

// asSaid is limits as people write them.
function asSaid(l: Limits) {
  return {
    bytes: String(l.bytes_per_second), opens: String(l.opens_per_second), names: String(l.names_per_second), hours: l.hours || 'all', interval: l.interval_seconds ? l.interval_seconds + 's' : 'auto',
    offline: l.offline, sketches: l.sketches ? 'on' : 'off', letters: l.letters,
  }
}
type Said = ReturnType<typeof asSaid>

// SharePage is one share: how it is doing, how it may be read, what it leaves out, who may read its files.
export function SharePage({ name }: { name: string }) {
  const path = '/shares/' + encodeURIComponent(name)
  const operate = useMay('operate'), owns = useMay('administer')
  const share = useOne(signal => get<Kept>(path, {}, signal), [name])
  const { act, line } = useAct(share.again)
  const scans = useScan(share.again)
  const [to_, setTo] = useState('')
  const s = share.value
  if (!s) return <Operating tab=""><h2>{visible(name)}</h2>{line}{share.fault && <p class="error">{share.fault}</p>}</Operating>
  const scope = 'share:' + quote(s.name)
  return <Operating tab="">
    <div class="head"><h2>{visible(s.name)}</h2><span class="tools">{operate && <button type="button" class="first" disabled={scans.runs(s.name)} onClick={() => scans.begin(s.name)}>{words.state.scan}</button>}<a class="button" href={'/?' + shareScope(s.name)} onClick={go}>{words.files.ask}</a></span></div>
    <Progress scans={scans} share={s.name} />{line}
    {s.trouble && <p class="error">{s.trouble}</p>}
    <dl class="facts">
      {s.root && <><dt>{w.root}</dt><dd><code>{visible(s.root.path)}</code></dd></>}
      {s.file_system && <><dt>{w.system}</dt><dd>{s.file_system}</dd></>}
      <dt>{w.scanned}</dt><dd>{s.scanned ? `${minute(s.scanned)}, ${w.whole}` : words.state.never}{s.failing && <span class="error"> {w.failing(minute(s.failing))}</span>}</dd>
      {operate && <><dt>{w.next}</dt><dd>{s.next ? minute(s.next) : w.byHand}</dd></>}
      <dt>{words.nav.files}</dt><dd><ul class="chips">{Object.entries(s.states ?? {}).map(([state, n]) => <li key={state}><a href={'/files?' + new URLSearchParams({ scope: `${scope} state:${state}` })} onClick={go}>{stateName(state)}</a> {count(n)}</li>)}</ul></dd>
      {!!s.unlisted_folders && <><dt>{w.unlisted}</dt><dd>{count(s.unlisted_folders)}{s.unlisted?.map(f => <small key={f.path}> {visible(f.path)}: {f.reason}</small>)}</dd></>}
    </dl>
    <Changes share={s.name} key={s.scanned} />
    {owns ? <Rights share={s.name} key={s.name} scanned={s.scanned} saved={share.again} /> : <section><h2>{words.file.rights}</h2><p>{w.rights[s.rights as 'auto'] ?? s.rights}</p></section>}
    {operate && <LimitsOf share={s.name} changed={share.again} />}
    {operate && <LeftOut share={s.name} counts={s.ignored ?? {}} />}
    {operate && <section class="edit"><h2>{words.space.life}</h2>
      <form class="row" onSubmit={async e => { e.preventDefault(); if (await act(() => post(path + '/rename', { to: to_.trim() }), words.space.done)) to('/state/shares/' + encodeURIComponent(to_.trim())) }}>
        <Field name={words.space.rename}><input value={to_} onInput={e => setTo(e.currentTarget.value)} /></Field><button disabled={!to_.trim()}>{words.tag.renameDo}</button>
        <button type="button" class="stop" onClick={() => act(() => remove<{ id: string }>(path), w.removed, r => post(`/trash/${encodeURIComponent(r.id)}/restore`, {}))}>{w.remove}</button></form>
      <p class="note">{w.removeNote}</p></section>}
  </Operating>
}

// Changes are what scans found in a share, the latest first.
function Changes({ share }: { share: string }) {
  const { items, fault, more } = usePages<FileChange>('/changes', { share, limit: 50 })
  return <section><h2>{w.changes}</h2>{fault && <p class="error">{fault}</p>}
    {items?.length === 0 && <p class="note">{w.noChanges}</p>}
    {!!items?.length && <details><summary>{w.lastChange(minute(items[0]!.at))}</summary><ul class="cards">{items.map((c, i) => <li key={i}><span class="badge">{w.kinds[c.kind as 'new'] ?? c.kind}</span> {c.kind === 'gone' ? visible(c.path) : <a class="plain" href={'/file?' + new URLSearchParams({ f: named(c) })} onClick={go}>{visible(c.path)}</a>}{c.was && <small> {w.was(visible(c.was))}</small>}{c.reason && <small> {c.reason}</small>} <small>{minute(c.at)}</small></li>)}</ul>
      {more && <button type="button" onClick={more}>{words.files.more}</button>}</details>}</section>
}

// LimitsOf are what somebody set for a share. Its next scan follows from them.
function LimitsOf({ share, changed }: { share: string; changed: () => void }) {
  const { value, again, fault } = useOne(() => post<Limits>('/shares/limits', { share }), [share])
  const { act, line } = useAct(() => { again(); changed() })
  const [edit, setEdit] = useState<Partial<Said>>({})
  if (!value) return fault ? <p class="error">{fault}</p> : null
  const now = asSaid(value)
  // When a share is scanned is chosen in words; what somebody set otherwise stays among them.
  const times = (key: 'hours' | 'interval') => {
    const said: Record<string, string> = w.times[key], is = edit[key] ?? now[key]
    return <label key={key}>{w.limits[key]} <select value={is} onChange={e => setEdit({ ...edit, [key]: e.currentTarget.value })}>{[...new Set([...Object.keys(said), now[key]])].map(c => <option key={c} value={c}>{said[c] ?? c}</option>)}</select></label>
  }
  const field = (key: keyof Said) => key === 'hours' || key === 'interval' ? times(key) : <label key={key}>{w.limits[key]} {w.choices[key as 'offline']
    ? <select value={edit[key] ?? now[key]} onChange={e => setEdit({ ...edit, [key]: e.currentTarget.value })}>{Object.entries<string>(w.choices[key as 'offline']).map(([c, name]) => <option key={c} value={c}>{name}</option>)}</select>
    : <input value={edit[key] ?? now[key]} onInput={e => setEdit({ ...edit, [key]: e.currentTarget.value })} />}</label>
  const set = (change: Partial<Said>) => post('/shares/limits', { share, ...change })
  const before = Object.fromEntries(Object.keys(edit).map(k => [k, now[k as keyof Said]]))
  return <section><h2>{w.limit}</h2><p class="note">{w.limitNote}</p>{line}
    <form class="fields" onSubmit={async e => { e.preventDefault(); if (await act(() => set(edit), words.space.done, () => set(before))) setEdit({}) }}>
      {(Object.keys(now) as (keyof Said)[]).map(field)}<button disabled={!Object.keys(edit).length}>{words.space.change}</button></form>
  </section>
}

function LeftOut({ share, counts }: { share: string; counts: Record<string, number> }) {
  const { value, again, fault } = useOne(() => post<Ignore>('/shares/ignore', { share }), [share])
  const { act, line } = useAct(again)
  const [rule, setRule] = useState('')
  const edit = (change: object) => post('/shares/ignore', { share, ...change })
  const one = (r: string) => <li key={r}><code>{visible(r)}</code>{!!counts[r] && <small>{count(counts[r])}</small>}<button type="button" aria-label={w.dropRule(r)} onClick={() => act(() => edit({ rules: [r], remove: true }), words.space.done, () => edit({ rules: [r] }))}>×</button></li>
  return <section class="edit"><h2>{w.leftOut}</h2><p class="note">{w.leftOutNote}</p>{line}{fault && <p class="error">{fault}</p>}
    {value && <ul class="chips">{value.rules.map(one)}</ul>}
    {!!value?.default.length && <details><summary>{w.litter(value.default.length)}</summary><ul class="chips">{value.default.map(one)}</ul></details>}
    <form class="row" onSubmit={async e => { e.preventDefault(); if (await act(() => edit({ rules: [rule.trim()] }), words.space.done, () => edit({ rules: [rule.trim()], remove: true }))) setRule('') }}>
      <Field name={w.rule}><input value={rule} onInput={e => setRule(e.currentTarget.value)} /></Field><button disabled={!rule.trim()}>{words.tag.add}</button></form>
  </section>
}
