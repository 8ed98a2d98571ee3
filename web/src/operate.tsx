import { useState } from 'preact/hooks'
import { get, post, remove } from './api'
import { TakeTrail } from './trail'
import { toClipboard } from './copy'
import { useMay, useOne, usePages } from './pages'
import { isoDay, minute, visible } from './shown'
import { useAct } from './space'
import { Operating } from './state'
import { words } from './words'
import type { AuditEntry as Entry, Config, Setting, Token } from './shapes'

const w = words.operate

// Settings are all settings with where each value came from.
export function Settings() {
  const { value, fault, again } = useOne(signal => get<Config>('/settings', {}, signal), [])
  const { act, line } = useAct(again)
  const [find, setFind] = useState('')
  const [set, setSet] = useState(false)
  const [acted, setActed] = useState('') // the setting that was changed last: what came of it stands beside it
  const list = value?.settings.filter(s => (s.title + ' ' + s.name + ' ' + s.usage).toLowerCase().includes(find.trim().toLowerCase()) && (!set || s.from !== 'default')).sort((a, b) => Number(!!b.changeable) - Number(!!a.changeable)) ?? []
  return <Operating tab="settings">
    {fault && <p class="error">{fault}</p>}{!list.some(s => s.name === acted) && line}
    {value && <><p class="note">{w.settings} {value.file ? w.writes(visible(value.file), !!value.named) : w.noFile}</p>
      <div class="row"><input aria-label={w.find} placeholder={w.find} value={find} onInput={e => setFind(e.currentTarget.value)} /><label class="check-label"><input type="checkbox" checked={set} onChange={e => setSet(e.currentTarget.checked)} /> {w.changed}</label></div>
      <table class="stacked"><thead><tr><th scope="col">{w.name}</th><th scope="col">{w.value}</th><th scope="col">{w.from}</th></tr></thead>
        <tbody>{list.map(s => <tr key={s.name} class={s.from === 'default' ? '' : 'chosen'}><th scope="row" class="wraps">{s.title} <small class="mono">{s.name}</small><small>{s.usage}</small></th><td>{s.changeable ? <><Changing key={s.value} of={s} act={(...how) => { setActed(s.name); return act(...how) }} />{acted === s.name && line}</> : <code>{visible(s.value) || '—'}</code>}{s.faults?.map(f => <small key={f} class="error">{visible(f)}</small>)}</td><td>{origin(s.from)}</td></tr>)}</tbody></table></>}
  </Operating>
}

// origin is where a value comes from, in words: the default, a flag, the environment, or a line of a file.
function origin(from: string): string {
  const [kind, ...name] = from.split(' '), known = w.origins[kind as 'flag']
  return visible(known ? [known, ...name].join(' ') : from)
}

// What a setting says that is on or off.
const switches = ['on', 'off'] as const

// Changing is the value of a setting that may be changed from here. An empty one is its default.
function Changing({ of, act }: { of: Setting; act: ReturnType<typeof useAct>['act'] }) {
  const [text, setText] = useState(of.value)
  const set = (value?: string) => post('/settings/' + encodeURIComponent(of.name), { value })
  const before = of.from === 'default' ? undefined : of.value
  return <form class="row" onSubmit={e => { e.preventDefault(); const form = e.currentTarget; act(() => set(text.trim() || undefined), w.saved(of.title), () => set(before)).then(ok => ok || requestAnimationFrame(() => form.parentElement?.querySelector('[role=status]')?.scrollIntoView({ block: 'nearest' }))) }}>
    {switches.includes(of.value as 'on') ? <select aria-label={of.title} value={text} onChange={e => setText(e.currentTarget.value)}>{switches.map(s => <option key={s} value={s}>{w.switches[s]}</option>)}</select>
      : <input aria-label={of.title} value={text} onInput={e => setText(e.currentTarget.value)} />}
    {text !== of.value && <button class="first" aria-label={`${w.save}: ${of.title}`}>{w.save}</button>}
    {before !== undefined && <button type="button" aria-label={`${w.initial}: ${of.title}`} onClick={() => act(() => set(), w.saved(of.title), () => set(before))}>{w.initial}</button>}</form>
}

// Tokens are the keys of programs and browsers: one's own, or everybody's for the owner.
export function Tokens() {
  const { items, fault, reload } = usePages<Token>('/tokens', { limit: 1000 })
  const { act, line } = useAct(reload)
  const owns = useMay('administer')
  const [made, setMade] = useState<Token | null>(null)
  const [f, set] = useState({ whose: '', may: 'read', expires: '90d' })
  const create = () => act(async () => setMade(await post<Token>('/tokens', { for: f.whose.trim() || undefined, may: [f.may], expires: f.expires })), w.made)
  return <Operating tab="tokens">
    <p class="note">{w.tokens}</p>{fault && <p class="error">{fault}</p>}{line}
    {made?.secret && <p class="panel"><span>{w.secret}</span><code class="secret">{made.secret}</code><span class="tools"><button type="button" onClick={() => toClipboard(made.secret!)}>{words.ask.copy}</button><button type="button" onClick={() => setMade(null)}>{w.stored}</button></span></p>}
    <form class="fields" onSubmit={e => { e.preventDefault(); create() }}>
      {owns && <label>{w.whose} <input value={f.whose} placeholder={w.you} onInput={e => set({ ...f, whose: e.currentTarget.value })} /></label>}
      <label>{w.may} <select value={f.may} onChange={e => set({ ...f, may: e.currentTarget.value })}>{(['read', 'curate', 'operate', 'administer'] as const).map(m => <option key={m} value={m}>{w.mays[m]}</option>)}</select></label>
      <label>{w.expires} <select value={f.expires} onChange={e => set({ ...f, expires: e.currentTarget.value })}>{['1d', '30d', '90d', '365d'].map(d => <option key={d} value={d}>{w.days(parseInt(d))}</option>)}</select></label>
      <button class="first">{w.create}</button></form>
    <ul class="cards">{items?.map(t => <li key={t.id} class="head"><span><b>{w.kinds[t.kind as 'token'] ?? t.kind} {t.id}</b> {visible(t.name || t.who)}{t.kind === 'token' && ', ' + w.mays[t.may.at(-1) as 'read']}<small> {w.lasts(minute(t.expires), t.used ? minute(t.used) : '')}</small></span>
      <button type="button" class="stop" aria-label={`${w.revoke}: ${t.id}`} onClick={() => act(() => remove('/tokens/' + t.id), w.revoked)}>{w.revoke}</button></li>)}</ul>
  </Operating>
}

// once leaves out that something was begun where it is told how it ended.
function once(list: Entry[]): Entry[] {
  const ended = new Set(list.filter(e => e.outcome !== 'begun').map(e => e.request))
  return list.filter(e => e.outcome !== 'begun' || !ended.has(e.request))
}

// What was done, what was only looked at, or both.
const shows = ['deeds', 'looks', 'both'] as const

// Audit is what people had the server do, a sentence each. The name of the operation and the exact time are behind them.
export function Audit() {
  const [q, setQ] = useState({ who: '', kind: '', find: '', file: '', since: isoDay(new Date(Date.now() - 7 * 864e5).toISOString()), until: '', deeds: true, looks: false })
  const { items, fault, more } = usePages<Entry>('/audit', { ...q, limit: 100 })
  const choose = (form: HTMLFormElement) => {
    const d = new FormData(form), text = (name: string) => String(d.get(name)).trim(), show = text('show')
    setQ({ who: text('who'), kind: text('kind'), find: text('find'), file: text('file'), since: text('since'), until: text('until'), deeds: show === 'deeds', looks: show === 'looks' })
  }
  const at = (e: { currentTarget: HTMLSelectElement }) => e.currentTarget.form!.requestSubmit()
  return <Operating tab="audit">
    <p class="note">{w.audit}</p>
    {fault && <p class="error">{fault}</p>}
    <form class="fields" onSubmit={e => { e.preventDefault(); choose(e.currentTarget) }}>
      <label>{w.having} <input name="find" defaultValue={q.find} /></label><label>{w.who} <input name="who" defaultValue={q.who} /></label>
      <label>{w.about} <select name="kind" onChange={at}><option value="">{w.all}</option>{Object.entries(w.things).map(([kind, name]) => <option key={kind} value={kind}>{name}</option>)}</select></label>
      <label>{w.operation} <select name="show" onChange={at}>{shows.map(s => <option key={s} value={s}>{w.shows[s]}</option>)}</select></label>
      <label>{w.since} <input type="date" name="since" defaultValue={q.since} /></label><label>{w.until} <input type="date" name="until" defaultValue={q.until} /></label>
      <label>{w.file} <input name="file" defaultValue={q.file} placeholder="share:path" /></label><button>{words.files.show}</button></form>
    {items?.length === 0 && <p class="empty">{w.nothing}</p>}
    {!!items?.length && <TakeTrail query={q} />}
    {!!items?.length && <table class="stacked audit"><thead><tr><th scope="col">{w.at}</th><th scope="col">{w.who}</th><th scope="col">{w.operation}</th><th scope="col">{w.details}</th></tr></thead>
      <tbody>{once(items).map(e => <Done key={e.id} e={e} />)}</tbody></table>}
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
  </Operating>
}

// Done is one entry of the trail.
function Done({ e }: { e: Entry }) {
  const says = e.says ?? e.operation
  // What the sentence has is not said again.
  const files = [...new Set(e.files?.map(f => f.split('#')[0]))] // where in a file is for programs
  const rest = [...[e.question, e.workspace?.replace(/^(uid|person):[^/]*\//, ''), e.scope, ...files.slice(0, 3)].filter(t => t && !says.includes(t)), ...e.details ?? []]
  return <tr><td class="short" title={e.at}>{minute(e.at)}</td><td>{visible(e.name || e.who || '')}<small title={e.via}>{w.vias[e.via as 'page'] ?? e.via}</small></td>
    <td title={e.operation}>{visible(says)}{e.ended && <small class={e.outcome === 'begun' || e.outcome === 'done' ? '' : 'error'} title={e.outcome}>{visible(e.ended)}</small>}</td>
    <td>{rest.map(t => <small key={t}>{visible(t!)}</small>)}{files.length > 3 && <small>{words.facets.more(files.length - 3)}</small>}</td></tr>
}
