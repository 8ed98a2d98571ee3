import { useState } from 'preact/hooks'
import { type Person, get, patch, post } from './api'
import { Connect } from './connect'
import { toClipboard } from './copy'
import { Field } from './field'
import { useMay, useOne, usePages } from './pages'
import { go } from './route'
import { count, day, isoDay, minute, visible } from './shown'
import { useAct } from './space'
import { Operating } from './state'
import { words } from './words'
import type { Invitation, PersonSees } from './shapes'

const w = words.people
const roles = ['reader', 'curator', 'operator'] as const
const list = (text: string) => text.split(',').map(t => t.trim()).filter(Boolean)
const at = (name: string) => '/people/' + encodeURIComponent(name)

// People are those of the principals file, which are only shown, and those who were added here.
export function People() {
  const { items, fault, more, reload } = usePages<Person>('/people', { limit: 200 })
  const { act, line } = useAct(reload)
  const [adding, setAdding] = useState(false)
  const owns = useMay('administer')
  const [editing, setEditing] = useState('')
  const [invited, setInvited] = useState<Invitation | null>(null)
  const invite = (name: string) => act(async () => setInvited(await post<Invitation>(at(name) + '/invite', {})), w.invited(name))
  const able = (p: Person, disabled: boolean) => patch(at(p.name), { disabled })
  return <Operating tab="people">
    <div class="head"><p class="note grow">{w.lead} {w.inviteWhy}</p>{owns && <button type="button" class="first" aria-expanded={adding} onClick={() => setAdding(!adding)}>{w.add}</button>}</div>
    {fault && <p class="error">{fault}</p>}{line}
    {invited?.link && <Invited i={invited} done={() => setInvited(null)} />}
    {adding && <Edit act={act} close={() => setAdding(false)} save={async e => { const p = await post<Person>('/people', e); if (e.name) invite(p.name) }} />}
    {items?.length === 0 && !adding && <p class="empty">{w.none}</p>}
    <ul class="cards people">{items?.map(p => editing === p.name && p.from === 'added'
      ? <li key={p.name}><Edit of={p} act={act} close={() => setEditing('')} save={e => patch(at(p.name), e)} /></li>
      : <li key={p.name}><div class="head"><h3>{visible(p.name)}{!!p.also?.length && <small> {p.also.map(visible).join(', ')}</small>}</h3>
        <span class="tools">{p.from === 'file' ? <span class="badge">{w.ofFile}</span> : <>
          {!p.disabled && <button type="button" aria-label={w.inviteFor(visible(p.name))} title={w.inviteWhy} onClick={() => invite(p.name)}>{w.invite}</button>}
          <button type="button" class="quiet" aria-label={`${w.change}: ${p.name}`} onClick={() => setEditing(p.name)}>{w.change}</button>
          <button type="button" class={p.disabled ? 'quiet' : 'quiet stop'} aria-label={`${p.disabled ? w.enable : w.disable}: ${p.name}`}
            onClick={() => act(() => able(p, !p.disabled), p.disabled ? w.enabled(p.name) : w.disabledNow(p.name), () => able(p, !!p.disabled))}>{p.disabled ? w.enable : w.disable}</button></>}</span></div>
        <p class="note">{p.disabled && <span class="badge bad">{w.isDisabled}</span>}{over(p) && <span class="badge bad">{w.over}</span>} {w.roles[p.role as 'reader'] ?? p.role}{!!p.groups?.length && ' · ' + w.groups + ': ' + p.groups.map(visible).join(', ')}{p.clearance && ' · ' + w.clearance + ': ' + visible(p.clearance)}{p.expires && ' · ' + w.until(day(p.expires))}{p.invited && ' · ' + w.open(minute(p.invited))}{p.trouble && <span class="error"> {p.trouble}</span>}</p></li>)}</ul>
    {more && <button type="button" onClick={more}>{words.files.more}</button>}
    {owns && <Connect what="sign-in" />}
  </Operating>
}

function over(p: Person): boolean { return !!p.expires && new Date(p.expires) <= new Date() }

// Invited shows a link that was made, once.
function Invited({ i, done }: { i: Invitation; done: () => void }) {
  const [copied, setCopied] = useState(false)
  return <section class="panel"><p>{w.send(i.name, minute(i.expires))}</p><code class="secret">{i.link}</code>{/^(localhost|127\.|\[::1\])/.test(new URL(i.link!).host) && <p class="note">{w.near(new URL(i.link!).host)}</p>}
    <Sees name={i.name} />
    <span class="tools"><button type="button" class="first" onClick={() => toClipboard(i.link!).then(() => setCopied(true), () => {})}>{copied ? words.ask.copied : w.copy}</button><button type="button" onClick={done}>{words.operate.stored}</button></span></section>
}

// Sees says what somebody can read now, and leads to where that is restricted: whoever invites them should know.
function Sees({ name }: { name: string }) {
  const { value: s, fault } = useOne(signal => get<PersonSees>(at(name) + '/sees', {}, signal), [name])
  if (fault) return <p class="note">{fault}</p>
  if (!s) return <p class="note">{words.ask.searching}</p>
  return <div class="sees"><p><strong>{w.sees(visible(name), count(s.files), count(s.of))}</strong> {s.of > 0 && s.files === s.of && w.seesAll} <span class="note">{w.seesWhy}</span></p>
    <ul>{s.shares.map(x => <li key={x.share}><a href={'/state/shares/' + encodeURIComponent(x.share)} onClick={go} aria-label={w.restrict(visible(x.share))}>{visible(x.share)}</a><span class="bar" aria-hidden="true"><span style={{ width: `${100 * x.files / Math.max(1, x.of)}%` }} /></span><span>{words.computed.of(x.files, x.of)} <small>{words.share.rights[x.rights as 'auto'] ?? x.rights}</small></span></li>)}</ul></div>
}

interface Edited { name?: string; role?: string; groups?: string[]; also?: string[]; expires?: string }

// Edit is somebody to be added, or as they are to be.
function Edit({ of, act, save, close }: { of?: Person; act: ReturnType<typeof useAct>['act']; save: (e: Edited) => Promise<unknown>; close: () => void }) {
  const [f, set] = useState({ name: '', role: of?.role ?? 'reader', groups: of?.groups?.join(', ') ?? '', also: of?.also?.join(', ') ?? '', expires: isoDay(of?.expires && new Date(new Date(of.expires).getTime() - 1).toISOString()) })
  const text = (key: keyof typeof f, more = {}) => <input value={f[key]} onInput={e => set({ ...f, [key]: e.currentTarget.value })} {...more} />
  const submit = async (e: Event) => {
    e.preventDefault()
    const change = { role: f.role, groups: list(f.groups), also: list(f.also), expires: f.expires || 'never' }
    if (await act(() => save(of ? change : { name: f.name.trim(), ...change }), of ? w.saved(of.name) : w.added(f.name.trim()))) close()
  }
  return <form class="panel" onSubmit={submit}>
    {of && <h3>{visible(of.name)}</h3>}
    <div class="fields">
      {!of && <Field name={w.name}>{text('name', { required: true, autofocus: true })}</Field>}
      <Field name={w.role}><select value={f.role} onChange={e => set({ ...f, role: e.currentTarget.value })}>{roles.map(r => <option key={r} value={r}>{w.roles[r]}</option>)}</select></Field>
      <Field name={w.groupsOf}>{text('groups', { placeholder: w.groupsSuch })}</Field>
      <Field name={w.also}>{text('also', { placeholder: w.alsoSuch })}</Field>
      <Field name={w.expires}>{text('expires', { type: 'date' })}</Field>
    </div>
    <p class="note">{w.rights}</p>
    {of && !of.disabled && <Sees name={of.name} />}
    <span class="tools"><button class="first">{of ? words.operate.save : w.addDo}</button><button type="button" onClick={close}>{words.ask.cancel}</button></span>
  </form>
}
