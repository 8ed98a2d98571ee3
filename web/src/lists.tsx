import { useContext, useState } from 'preact/hooks'
import { type Workspace, bring, get, post, remove } from './api'
import { broughtBy } from './copy'
import { Field } from './field'
import { Hint } from './hint'
import { Who, useOne, usePages } from './pages'
import { go, to } from './route'
import { Completed, ScopeWords, useCount } from './scope'
import { Sheet } from './sheet'
import { count, day, minute, visible } from './shown'
import { History } from './history'
import { space, told, useAct } from './space'
import { words } from './words'
import type { Portable, Scope } from './shapes'

// Workspaces are those of the asker, and the scopes that they may name.
export function Workspaces() {
  const w = words.workspaces
  const { items, fault, reload } = usePages<Workspace>('/workspaces', { limit: 1000 })
  const { act, line } = useAct(reload)
  const [name, setName] = useState('')
  const [scope, setScope] = useState('')
  const [choosing, setChoosing] = useState(false)
  const { files, fault: wrong, spot } = useCount(scope)
  const make = async () => { if (await act(() => post('/workspaces', { name: name.trim(), scope: scope.trim() }), '')) to(space(name.trim())) }
  return <section class="page">
    <h1>{words.nav.workspaces}</h1>
    <Hint of="workspaces">{w.lead}</Hint>
    {fault && <p class="error">{fault}</p>}{line}
    <form class="panel edit" aria-label={w.make} onSubmit={e => { e.preventDefault(); make() }}><div class="row">
      <Field name={words.scope.name}><input value={name} maxLength={200} onInput={e => setName(e.currentTarget.value)} /></Field>
      <Completed id="new-scope" label={words.scope.label} kind="scope" mono named value={scope} input={setScope} placeholder={words.scope.placeholder} described="new-said" invalid={!!wrong} spot={spot} />
      <button type="button" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>{words.scope.choose}</button>
      <button class="first" disabled={!name.trim() || !!wrong}>{w.makeDo}</button></div>
      <p id="new-said" class={wrong ? 'error' : 'note'} role="status">{wrong || files !== undefined && words.scope.files(count(files))}</p></form>
    {choosing && <Sheet scope={scope} set={setScope} close={() => setChoosing(false)} space="" only />}
    {items?.length === 0 && <p class="empty">{w.empty}</p>}
    <ul class="cards workspaces">{items?.map(s => <SpaceCard key={s.ref} s={s} remove={() => act(() => remove<{ id: string }>('/workspaces/' + encodeURIComponent(s.ref)).then(r => { told(); return r }), `${s.name}: ${w.restored}`, r => post(`/trash/${encodeURIComponent(r.id)}/restore`, {}).then(told))} />)}</ul>
    <p class="tools"><a class="button" href="/trash" onClick={go}>{words.trash.title}</a><label class="button">{w.bring}<input class="hidden" type="file" accept=".tar,application/x-tar" onChange={e => { const f = e.currentTarget.files?.[0]; e.currentTarget.value = ''; if (f) act(() => bring<Portable>('/workspaces/import', 'application/x-tar', f), p => w.brought(p)) }} /></label></p>
    <SavedScopes />
  </section>
}

// SpaceCard is a workspace with how many files it has, how it is doing and what was last asked.
function SpaceCard({ s, remove }: { s: Workspace; remove: () => void }) {
  const w = words.workspaces, x = words.space
  const { value } = useOne(signal => get<Workspace>('/workspaces/' + encodeURIComponent(s.ref), {}, signal), [s.ref])
  const c = value?.coverage, last = value?.asked?.[0]
  return <li><div class="head"><h2><a href={space(s.ref)} onClick={go}>{visible(s.name)}</a></h2><span class="tools">
    {s.state !== 'open' && <span class="badge bad">{x.states[s.state as 'archived'] ?? s.state}</span>}{s.pinned && <span class="badge">{x.pinned(day(s.pinned))}</span>}{s.expires && <span class="badge">{x.expires(day(s.expires))}</span>}{s.role !== 'owner' && <span class="badge">{w.whose(visible(s.owner_name || s.owner))}</span>}</span></div>
    <ScopeWords scope={s.scope} />
    {s.moved?.map(m => <p key={m.from} class="note">{x.moved(visible(m.share + ':' + m.from), visible(m.to), m.files)}</p>)}
    <p class="note">{[c && x.coverage(count(c.in_scope), count(c.read)), value && (last ? w.asked(minute(last.at)) : w.notAsked)].filter(Boolean).join(' · ')}&nbsp;</p>
    <p class="tools"><a href={space(s.ref)} onClick={go}>{w.ask}</a><a href={space(s.ref, 'files')} onClick={go}>{w.files}</a><a href={space(s.ref, 'settings')} onClick={go}>{x.settings}</a>{s.role === 'owner' && <button type="button" class="quiet" aria-label={`${w.remove}: ${s.ref}`} onClick={remove}>{w.remove}</button>}</p></li>
}

// SavedScopes are scopes under names, which other scopes name.
function SavedScopes() {
  const w = words.workspaces
  const me = useContext(Who)?.who
  const { items, fault, reload } = usePages<Scope>('/scopes', { limit: 1000 })
  const { act, line } = useAct(reload)
  const path = (s: Scope) => '/scopes/' + encodeURIComponent(s.name!)
  return <section><h2>{w.scopes}</h2>{fault && <p class="error">{fault}</p>}{line}
    {items?.length === 0 && <p class="note">{w.noScopes}</p>}
    <ul class="cards">{items?.map(s => { const own = s.owner === me; return <li key={s.owner + '/' + s.name} class="head"><span><a href={'/files?' + new URLSearchParams({ scope: s.text })} onClick={go}><b>{visible(s.name!)}</b></a> <ScopeWords scope={s.text} /> {s.shared && own && <span class="badge">{w.shared}</span>}{!own && <span class="badge">{w.whose(visible(s.owner_name || s.owner || ''))}</span>}</span>
      {own && <span class="tools"><button type="button" class="quiet" aria-label={`${s.shared ? w.unshare : w.share}: ${s.name}`} onClick={() => act(() => post(path(s) + '/share', { shared: !s.shared }), words.space.done, () => post(path(s) + '/share', { shared: s.shared }))}>{s.shared ? w.unshare : w.share}</button>
        <button type="button" class="quiet" aria-label={`${w.forget}: ${s.name}`} onClick={() => act(() => remove(path(s)), w.forgotten(s.name!), () => post('/scopes', { name: s.name, text: s.text }))}>{w.forget}</button></span>}</li> })}</ul>
  </section>
}

// Threads are the conversations, on a page of their own.
export function Threads() {
  return <section class="page"><h1>{words.nav.threads}</h1><Hint of="threads">{words.hint.threads}</Hint><History moves={0} whole /></section>
}
