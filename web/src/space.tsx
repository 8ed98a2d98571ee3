import { type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Failure, type FileName, type Page, type Workspace, all, get, named, post, remove } from './api'
import { broughtBy } from './copy'
import { download, table } from './keep'
import { Names } from './names'
import { useOne, usePages } from './pages'
import { go, to } from './route'
import { Field } from './field'
import { Icon } from './icons'
import { Chips, Completed, ScopeWords, useCount } from './scope'
import { Name, count, day, isoDay, minute, stateName, visible } from './shown'
import { Summed } from './summed'
import { words } from './words'
import type { Inquiry, Member, WorkspaceFile as SpaceFile } from './shapes'

const w = words.space

export function space(ref: string, tab = ''): string { return '/w/' + encodeURIComponent(ref) + (tab && '/' + tab) }
function path(ref: string, what = ''): string { return '/workspaces/' + encodeURIComponent(ref) + what }

// SpaceHead is the name of a workspace with its state and its pages.
export function SpaceHead({ ref_, tab, space: s, seen, known }: { ref_: string; tab: string; space?: Workspace | null; seen?: number; known?: (s: Workspace) => void }) {
  const own = useOne(signal => s === undefined ? get<Workspace>(path(ref_), {}, signal) : Promise.resolve(null), [ref_, seen])
  const now = s ?? own.value
  useEffect(() => { if (now) known?.(now) }, [now])
  const link = (t: string, name: string) => <a href={space(ref_, t)} onClick={go} aria-current={tab === t ? 'page' : undefined}>{name}</a>
  return <header class="spacehead">
    <div class="head"><h1><a class="plain soft" href="/w" onClick={go}>{words.nav.workspaces}</a> <span class="soft">/</span> {visible(now?.name ?? ref_)}{now && <Star s={now} />}</h1>
      {now && <span class="tools">{now.role !== 'owner' && <span class="badge">{words.workspaces.whose(visible(now.owner_name || now.owner))}</span>}{now.state !== 'open' && <span class="badge bad">{w.states[now.state as keyof typeof w.states] ?? now.state}</span>}{now.pinned && <span class="badge">{w.pinned(day(now.pinned))}</span>}{now.expires && <span class="badge">{w.expires(day(now.expires))}</span>}
        {now.coverage && <span class="note">{w.coverage(count(now.coverage.in_scope), count(now.coverage.read))}</span>}</span>}</div>
    <nav class="tabs" aria-label={w.pages}>{link('', words.nav.ask)}{link('files', w.files)}{link('history', w.history)}{link('settings', w.settings)}</nav>
    {own.fault && <p class="error">{own.fault}</p>}
    {now && <Moved s={now} taken={own.again} />}
  </header>
}

// starred is told to whoever lists workspaces: one got a star or lost it, was removed or restored.
export const starred = 'spar-starred'
export function told() { dispatchEvent(new Event(starred)) }

// Star keeps a workspace at hand, for who looks at it alone.
export function Star({ s }: { s: Workspace }) {
  const [on, setOn] = useState(!!s.starred)
  useEffect(() => setOn(!!s.starred), [s])
  return <button type="button" class={on ? 'quiet star on' : 'quiet star'} aria-pressed={on} aria-label={words.history.star(visible(s.name))} title={words.history.starWhy}
    onClick={async () => { setOn(!on); try { await post(path(s.ref, '/star'), { starred: !on }); told() } catch { setOn(on) } }}><Icon of="star" /></button>
}

// Closed says above a field why nothing can be asked of a workspace, and who changes that.
export function Closed({ space: s, reactivated }: { space: Workspace; reactivated: () => void }) {
  const { act, line } = useAct(reactivated)
  const mine = s.role === 'owner'
  return <div class="empty"><p id="closed">{w.closed[s.state as keyof typeof w.closed] ?? s.state} {s.state === 'archived' && !mine && w.ownerOpens(visible(s.owner_name || s.owner))}</p>
    {s.state === 'archived' && mine && <button type="button" class="first" onClick={() => act(() => post(path(s.ref, '/reactivate'), {}), '')}>{w.reactivate}</button>}{line}</div>
}

// Moved says what the scope of a workspace names by an old name, and offers to write the new one.
function Moved({ s, taken }: { s: Workspace; taken: () => void }) {
  const { act, line } = useAct(taken)
  const [done, setDone] = useState(false)
  if (!s.moved?.length) return null
  if (done) return <>{line}</>
  return <div class="note">{s.moved.map(m => <p key={m.from}>{w.moved(visible(m.share + ':' + m.from), visible(m.to), m.files)}</p>)}
    {s.state === 'open' && s.role !== 'viewer' && <p><button type="button" class="first" onClick={() => act(() => post<Workspace & { change: Change }>(path(s.ref, '/moved'), {}), r => w.changed(r.change), () => post(path(s.ref, '/update'), { scope: s.scope })).then(setDone)}>{w.take_moved}</button></p>}{line}</div>
}

type Change = { added: number; dropped: number; reused: number; waiting: number; failed: number }

// useAct does what a button says, tells of it, and offers to take it back.
export function useAct(changed: () => void) {
  const [said, setSaid] = useState('')
  const [bad, setBad] = useState(false)
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null)
  const act = async <T,>(work: () => Promise<T>, told: string | ((r: T) => string), back?: (r: T) => Promise<unknown>) => {
    try { const r = await work(); setBad(false); setSaid(typeof told === 'string' ? told : told(r)); setUndo(back ? () => () => back(r) : null); changed(); return true } catch (e) { setBad(true); setSaid((e as Failure).message); setUndo(null); return false }
  }
  const line: ComponentChildren = <p role="status" class={bad ? 'error' : 'note'}>{said}{undo && <> <button type="button" onClick={() => act(undo, words.bulk.undone)}>{words.bulk.undo}</button></>}</p>
  return { act, line }
}

// SpaceFiles are the documents of a workspace with what was made of each, in and out by hand.
export function SpaceFiles({ ref_ }: { ref_: string }) {
  const one = useOne(signal => get<Workspace>(path(ref_), {}, signal), [ref_])
  const { items, fault, more, reload } = usePages<SpaceFile>(path(ref_, '/files'), { limit: 200 })
  const { act, line } = useAct(() => { reload(); one.again() })
  const [name, setName] = useState('')
  const edits = one.value?.state === 'open' && one.value.role !== 'viewer'
  const before = one.value?.scope
  const update = (body: unknown) => post<Workspace & { change: Change }>(path(ref_, '/update'), body)
  const put = () => act(() => update({ in: [name.trim()] }), r => w.changed(r.change), () => update({ scope: before })).then(ok => ok && setName(''))
  return <section class="page wide"><SpaceHead ref_={ref_} tab="files" space={one.value ?? null} />
    {edits && <form class="row" onSubmit={e => { e.preventDefault(); put() }}><Completed id="in" label={w.put} kind="path" value={name} input={setName} commit={put} placeholder={w.putPlaceholder} /><button disabled={!name.trim()}>{w.put}</button></form>}
    {line}{fault && <p class="error">{fault}</p>}
    {items?.length === 0 && <p class="empty">{words.files.empty}</p>}
    {!!items?.length && one.value && <Summed of={{ scope: one.value.scope }} />}
    {!!items?.length && <table class="files"><thead><tr><th scope="col">{words.files.name}</th><th scope="col" class="less">{words.files.state}</th><th scope="col" class="less">{w.made}</th><th scope="col" class="less">{w.why}</th>{edits && <th scope="col"><span class="hidden">{w.take}</span></th>}</tr></thead>
      <tbody>{items.map(f => <tr key={named(f)}><td><a class="plain" href={'/file?' + new URLSearchParams({ f: named(f), scope: one.value?.scope ?? '' })} onClick={go}><Name f={f} /></a>{f.reason && <small class="reason">{f.reason}</small>}<small class="phone">{stateName(f.state)}: {w.madeOf(f.passages, f.vectors ?? 0, f.entities ?? 0, f.rows ?? 0)}</small></td><td class="short less">{stateName(f.state)}</td>
        <td class="less">{w.madeOf(f.passages, f.vectors ?? 0, f.entities ?? 0, f.rows ?? 0)}</td><td class="less">{w.by[f.by as keyof typeof w.by] ?? f.by}</td>
        {edits && <td><button type="button" class="quiet" aria-label={`${w.take}: ${f.path}`} onClick={() => act(() => update({ out: [named(f)] }), r => w.changed(r.change), () => update({ scope: before }))}>{w.take}</button></td>}</tr>)}</tbody></table>}
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
  </section>
}

// SpaceHistory is who asked what, and from which files the answer came.
export function SpaceHistory({ ref_ }: { ref_: string }) {
  const { items, fault, more, reload } = usePages<Inquiry>(path(ref_, '/history'), {})
  const { act, line } = useAct(reload)
  const keepHistory = async (form: 'csv' | 'json') => {
    const whole = await all<Inquiry>(path(ref_, '/history'))
    const rows = whole.map(h => [h.at, h.name || h.who, h.did, h.question ?? '', h.state ?? '', (h.files ?? []).map(named).join(' '), h.open ?? '', String(h.dwelt ?? ''), h.imported ? broughtBy(h.imported) : ''])
    download(ref_ + '-history.' + form, form === 'json' ? JSON.stringify(whole, null, 2) : table([['at', 'who', 'did', 'question', 'state', 'files', 'open', 'dwelt', 'imported'], ...rows]), form === 'json' ? 'application/json' : 'text/csv')
  }
  return <section class="page"><SpaceHead ref_={ref_} tab="history" />
    {fault && <p class="error">{fault}</p>}{line}
    {items?.length === 0 && <p class="empty">{words.threads.empty}</p>}
    <ol class="cards">{items?.map((h, i) => <li key={i}><p class="note">{minute(h.at)} · {visible(h.name || h.who)} · {w.did[h.did as keyof typeof w.did] ?? h.did}{h.state && h.state !== 'done' && ` · ${words.state.work.states[h.state] ?? h.state}`}{h.imported && ` · ${broughtBy(h.imported)}`}</p>
      {h.question ? <b>{h.thread ? <a href={space(ref_, 't/' + encodeURIComponent(h.thread))} onClick={go}>{h.question}</a> : h.question}</b> : h.open ? <span><a class="plain" href={'/open?' + new URLSearchParams({ at: h.open })} onClick={go}>{visible(h.open)}</a>{!!h.dwelt && <span class="note"> {w.dwelt(h.dwelt)}</span>}</span> : <span class="note">{h.files?.length ? '' : words.ask.withheld}</span>}
      {!!h.files?.length && <p class="note">{w.from} {h.files.map(f => <a key={named(f)} class="plain" href={'/file?' + new URLSearchParams({ f: named(f) })} onClick={go}><Name f={f} /> </a>)}</p>}</li>)}</ol>
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
    {!!items?.length && <p class="tools">{w.save} <button type="button" onClick={() => act(() => keepHistory('csv'), '')}>CSV</button><button type="button" onClick={() => act(() => keepHistory('json'), '')}>JSON</button></p>}
    {!!items?.length && <p><button type="button" onClick={() => act(() => remove(path(ref_, '/history')), w.forgotten)}>{w.forget}</button></p>}
  </section>
}

// Between what somebody writes of a name and the count of what the person may read, in milliseconds.
const pause = 300

// useWould is the person whom a workspace would be shared with, with how many of its files they may read; null where the name is nobody's yet.
function useWould(ref: string, who: string, owns: boolean): Member | null {
  const [would, setWould] = useState<Member | null>(null)
  useEffect(() => {
    setWould(null)
    if (!who || !owns) return
    const leaving = new AbortController()
    const soon = setTimeout(() => post<Workspace>(path(ref, '/share'), { who, role: 'viewer', dry_run: true }, leaving.signal).then(r => setWould(r.members?.find(m => m.files !== undefined) ?? null), () => {}), pause)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [ref, who, owns])
  return would
}

// SpaceSettings is the life of a workspace: its scope, with whom it is shared, its end.
export function SpaceSettings({ ref_ }: { ref_: string }) {
  const { value: s, fault, again } = useOne(signal => get<Workspace>(path(ref_), {}, signal), [ref_])
  const { act, line } = useAct(again)
  const [scope, setScope] = useState<string | null>(null)
  const typed = useCount(scope ?? '')
  const [gone, setGone] = useState(false)
  const [ending, setEnding] = useState(false)
  const [f, set] = useState({ who: '', role: 'viewer', name: '', day: '', heir: '' })
  const would = useWould(ref_, f.who.trim(), s?.role === 'owner')
  const put = (change: Partial<typeof f>) => set(x => ({ ...x, ...change }))
  const call = (what: string, body: unknown = {}) => post<Workspace & { change?: Change }>(path(ref_, what), body)
  if (!s) return <section class="page"><SpaceHead ref_={ref_} tab="settings" space={null} />{line}{gone ? <p><a href="/trash" onClick={go}>{words.trash.title}</a></p> : fault && <p class="error">{fault}</p>}</section>
  const owns = s.role === 'owner', edits = owns || s.role === 'editor', open = s.state === 'open', now = scope ?? s.scope
  const change = () => act(() => call('/update', { scope: now.trim() }), r => r.change ? w.changed(r.change) : w.done, () => call('/update', { scope: s.scope })).then(ok => ok && setScope(null))
  return <section class="page"><SpaceHead ref_={ref_} tab="settings" space={s} />
    {line}
    {s.notes?.map(n => <p class="note" key={n}>{n}</p>)}
    {s.drift && <p class="note">{w.drift(minute(s.drift.since), s.drift)}</p>}
    <section><h2>{words.scope.label}</h2>
      {edits && open ? <form class="scope" onSubmit={e => { e.preventDefault(); change() }}><Completed id="scope" label={words.scope.label} kind="scope" mono value={now} input={setScope} commit={change} invalid={!!typed.fault} described="scope-wrong" spot={typed.spot} /><button disabled={scope === null || scope.trim() === s.scope}>{w.change}</button></form> : <p><ScopeWords scope={s.scope} /></p>}
      {edits && open && <p id="scope-wrong" class="error" role="status">{typed.fault}</p>}
      {edits && open && <Chips scope={now} set={setScope} />}
      {edits && open && <p class="tools">{s.pinned ? <button type="button" onClick={() => act(() => call('/follow'), w.done, () => call('/pin'))}>{w.follow}</button> : <button type="button" onClick={() => act(() => call('/pin'), w.done, () => call('/follow'))}>{w.pin}</button>}
        <button type="button" onClick={() => act(() => call('/reset'), r => r.change ? w.changed(r.change) : w.done)}>{w.reset}</button></p>}
      {edits && open && <p class="note">{s.pinned ? w.followNote : w.pinNote} {w.resetNote}</p>}</section>
    <section class="edit"><h2>{w.members}</h2>
      <ul class="cards"><li>{visible(s.owner_name || s.owner)} <small>{w.roles.owner}</small></li>{s.members?.map(m => <li key={m.who}>{visible(m.name || m.who)} <small>{w.roles[m.role as keyof typeof w.roles] ?? m.role}, {day(m.since)}{m.files !== undefined && <> · <span class={m.files < (m.of ?? 0) ? 'error' : ''}>{w.mayRead(m.files, m.of ?? 0)}</span></>}</small> {owns && <button type="button" aria-label={w.leave(m.name || m.who)} onClick={() => act(() => call('/share', { who: m.who, role: 'none' }), w.done, () => call('/share', { who: m.who, role: m.role }))}>{w.leave('')}</button>}</li>)}</ul>
      <Names id="people" />
      {owns && <form class="row" onSubmit={e => { e.preventDefault(); const { who, role } = f; act(() => call('/share', { who: who.trim(), role }), r => { const m = r.members?.find(m => m.name === who.trim() || m.who === who.trim()); return w.shared(who) + (m?.files !== undefined ? ` ${who.trim()} ${w.mayRead(m.files, m.of ?? 0)}.` : '') }, () => call('/share', { who: who.trim(), role: 'none' })); put({ who: '' }) }}>
        <Field name={w.who}><input value={f.who} list="people" onInput={e => put({ who: e.currentTarget.value })} /></Field><Field name={w.role}><select value={f.role} onChange={e => put({ role: e.currentTarget.value })}>{(['viewer', 'editor', 'owner'] as const).map(r => <option key={r} value={r}>{w.roles[r]}</option>)}</select></Field><button disabled={!f.who.trim()}>{w.share}</button></form>}
      {would && <p role="status" class={would.files! < (would.of ?? 0) ? 'error' : 'note'}>{visible(would.name || would.who)}: {w.mayRead(would.files!, would.of ?? 0)}.</p>}
      <p class="note">{w.rights}</p></section>
    <section><h2>{w.carry}</h2><p class="note">{w.carryNote}</p>
      <p class="tools"><a class="button" href={`/api/v1${path(ref_, '/export')}`} download={ref_.replace(/[^\p{L}\p{N}]+/gu, '-') + '.tar'}>{w.export}</a><a class="button" href={`/api/v1${path(ref_, '/export')}?text=true`} download={ref_.replace(/[^\p{L}\p{N}]+/gu, '-') + '-text.tar'}>{w.exportText}</a></p></section>
    {owns && <section class="edit"><h2>{w.life}</h2>
      <form class="row" onSubmit={async e => { e.preventDefault(); try { await call('/rename', { to: f.name.trim() }); to(space(f.name.trim(), 'settings')) } catch (x) { act(() => Promise.reject(x), '') } }}><Field name={w.rename}><input value={f.name} onInput={e => put({ name: e.currentTarget.value })} /></Field><button disabled={!f.name.trim()}>{words.tag.renameDo}</button></form>
      {open && <form class="row" onSubmit={e => { e.preventDefault(); act(() => call('/expire', { at: f.day || 'never' }), f.day ? w.expires(day(f.day)) : w.never, () => call('/expire', { at: s.expires ? isoDay(s.expires) : 'never' })) }}><Field name={w.expire}><input type="date" value={f.day || isoDay(s.expires)} onInput={e => put({ day: e.currentTarget.value })} /></Field><button>{w.keep}</button></form>}
      <form class="row" onSubmit={async e => { e.preventDefault(); const heir = f.heir.trim(); if (await act(() => call('/transfer', { who: heir }), w.transferred(heir))) put({ heir: '' }) }}><Field name={w.transfer}><input value={f.heir} list="people" onInput={e => put({ heir: e.currentTarget.value })} /></Field><button disabled={!f.heir.trim()}>{w.transferDo}</button></form>
      {s.state === 'archived' && <p class="tools"><button type="button" class="first" onClick={() => act(() => call('/reactivate'), r => r.drift ? w.drift(minute(r.drift.since), r.drift) : w.done)}>{w.reactivate}</button></p>}
      <details><summary>{w.ends}</summary><dl class="facts ends">
        {open && <><dt><button type="button" onClick={() => act(() => call('/archive'), w.archived, () => call('/reactivate'))}>{w.archive}</button></dt><dd>{w.archiveNote}</dd></>}
        <dt><button type="button" onClick={() => act(() => remove<{ id: string }>(path(ref_)).then(r => { setGone(true); told(); return r }), w.removed, r => post(`/trash/${encodeURIComponent(r.id)}/restore`, {}).then(told))}>{words.workspaces.remove}</button></dt><dd>{w.removeNote}</dd>
        {s.state !== 'terminated' && <><dt><button type="button" class="stop" aria-expanded={ending} onClick={() => setEnding(!ending)}>{w.terminate}</button></dt><dd>{w.terminateNote}{ending && <> <button type="button" class="stop" onClick={() => act(() => call('/terminate'), w.ended)}>{w.terminateDo}</button></>}</dd></>}
      </dl></details>
    </section>}
  </section>
}
