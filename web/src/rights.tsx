import { useEffect, useState } from 'preact/hooks'
import { get, post } from './api'
import { Field } from './field'
import { download } from './keep'
import { useOne } from './pages'
import { quote } from './query'
import { count, visible } from './shown'
import { useAct } from './space'
import { words } from './words'
import type { FolderTree, IdlePath, PersonRights, RightsLine, RightsTrial, ShareRights } from './shapes'

const w = words.share.plan

// Between a change and the count of what it means, in milliseconds.
const pause = 250

// whose is a principal of a line in words.
export function whose(principal: string): string {
  const [kind, ...name] = principal.split(':')
  return kind === 'everyone' ? w.everyone : kind === 'group' ? w.group(visible(name.join(':'))) : visible(name.join(':'))
}

// principalOf is whom somebody means who writes a name: one of the list as it is written there, else a person.
function principalOf(text: string, names: string[]): string {
  const said = text.trim()
  return names.find(n => n === said || whose(n) === said) ?? names.find(n => n.slice(n.indexOf(':') + 1).toLowerCase() === said.toLowerCase()) ?? (said.includes(':') ? said : 'user:' + said)
}

// Readers are the people with how many files of a share each may read, and may then, where that is something else.
export function Readers({ people, files, of }: { people: PersonRights[]; files: number; of: number }) {
  return <><ul class="readers">{people.map(p => <li key={p.name} class={p.then < p.now ? 'bad' : ''}><span>{p.name ? visible(p.name) : w.others}</span><span class="bar" aria-hidden="true"><span style={{ width: `${100 * p.then / Math.max(1, files)}%` }} /></span><span>{p.now === p.then ? words.computed.of(p.then, files) : w.change(count(p.now), count(p.then), count(files))}</span></li>)}</ul>
    {of + 1 > people.length && <p class="note">{w.most(count(people.length - 1))}</p>}</>
}

// WhoReads says who can read the files of a share now.
export function WhoReads({ share, seen }: { share: string; seen?: unknown }) {
  const { value: t, fault } = useOne(async signal => {
    const { rights } = await get<ShareRights>(`/shares/${encodeURIComponent(share)}/rights`, {}, signal)
    return post<RightsTrial>(`/shares/${encodeURIComponent(share)}/rights/try`, { rights }, signal)
  }, [share, seen])
  if (fault) return <p class="error">{fault}</p>
  return t && <section class="who-reads"><h3>{w.now}</h3><Readers {...t} />{t.nobody && <p class="note">{w.nobody}</p>}</section>
}

interface Plan { rights: string; lines: RightsLine[] }

// Rights are who may read the files of a share: what decides, the table of folders and people, and what each person could read, before it is saved.
export function Rights({ share, scanned, saved }: { share: string; scanned?: string; saved: () => void }) {
  const path = `/shares/${encodeURIComponent(share)}/rights`
  const { value: now, fault, again } = useOne(signal => get<ShareRights>(path, {}, signal), [share, scanned]) // a scan that ends leaves what is being chosen as it is
  const { act, line } = useAct(() => { again(); saved() })
  const [edit, setEdit] = useState<Partial<Plan>>({})
  const [trial, setTrial] = useState<RightsTrial | null>(null)
  const [wrong, setWrong] = useState('')
  const [sure, setSure] = useState(false) // that a path without files is meant
  const plan: Plan = { rights: edit.rights ?? now?.rights ?? '', lines: edit.lines ?? now?.lines ?? [] }
  const body = (p: Plan, lines = true) => p.rights === 'table' && lines ? p : { rights: p.rights }
  const changed = !!now && (plan.rights !== now.rights || !!edit.lines)
  const text = JSON.stringify(body(plan, !!edit.lines))
  useEffect(() => setSure(false), [text])
  useEffect(() => {
    if (!now) return
    const leaving = new AbortController()
    const soon = setTimeout(() => post<RightsTrial>(path + '/try', JSON.parse(text), leaving.signal).then(t => { setTrial(t); setWrong('') }, e => { if (!leaving.signal.aborted) { setTrial(null); setWrong((e as Error).message) } }), pause)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [text, now])
  if (!now) return <section><h2>{words.file.rights}</h2>{fault && <p class="error">{fault}</p>}</section>
  const before: Plan = { rights: now.rights, lines: now.lines }
  const undo = async () => {
    if (edit.lines) await post(path, { rights: 'table', lines: before.lines })
    if (before.rights !== 'table' || !edit.lines) await post(path, { rights: before.rights })
  }
  const save = async () => { if (await act(() => post<RightsTrial>(path, body(plan, !!edit.lines)), t => t.rescan ? w.rescan : w.saved, undo)) setEdit({}) }
  const bring = async (file: File | undefined) => {
    if (!file) return
    try { const t = await post<RightsTrial>(path + '/try', { rights: 'table', table: await file.text() }); setEdit({ rights: 'table', lines: t.lines }); setWrong('') } catch (e) { setWrong((e as Error).message) }
  }
  return <section class="rights" id="rights"><h2>{words.file.rights}</h2>{line}
    <form onSubmit={e => { e.preventDefault(); save() }}>
      <label>{words.share.decide} <select value={plan.rights} onChange={e => setEdit({ ...edit, rights: e.currentTarget.value })}>{(['auto', 'posix', 'acl', 'open', 'table'] as const).map(r => <option key={r} value={r}>{words.share.rights[r]}</option>)}</select></label>
      {plan.rights === 'table' && <Lines share={share} lines={plan.lines} names={now.names} put={lines => setEdit({ ...edit, lines })} />}
      {wrong && <p class="error" role="alert">{wrong}</p>}
      {trial && <div class="who-reads" aria-live="polite"><h3>{changed ? w.then : w.now}</h3>
        {changed && trial.files > 0 && trial.nobody ? <p class="error">{w.nobodyThen}</p> : changed && trial.lose > 0 && <p class="error">{w.lose(trial.people.filter(p => p.now > 0 && p.then === 0).map(p => p.name ? visible(p.name) : w.others).join(', '))}</p>}
        {!changed && trial.files > 0 && trial.nobody && <p class="note">{w.nobody}</p>}
        {changed && trial.rescan && <p class="note">{w.rescan}</p>}
        <Readers {...trial} /></div>}
      {changed && trial?.idle && <Idle list={trial.idle} put={(from, to) => setEdit({ ...edit, lines: plan.lines.map(l => l.path === from ? { ...l, path: to } : l) })} sure={sure} setSure={setSure} />}
      <span class="tools">{changed && <><button class="first" disabled={!trial || !!trial.idle && !sure}>{w.save}</button><button type="button" onClick={() => { setEdit({}); setWrong('') }}>{words.ask.cancel}</button></>}
        <label class="button">{w.bring}<input type="file" class="unseen" accept=".csv,text/csv" onChange={e => { bring(e.currentTarget.files?.[0]); e.currentTarget.value = '' }} /></label>
        {now.lines.length > 0 && <button type="button" onClick={() => download(share.replace(/[^\p{L}\p{N}]+/gu, '-') + '-rights.csv', now.table, 'text/csv')}>{w.take}</button>}</span>
    </form>
  </section>
}

// Idle are the lines whose folder or file has no file, each with the one that was likely meant. Who means them so says it before they are saved.
function Idle({ list, put, sure, setSure }: { list: IdlePath[]; put: (from: string, to: string) => void; sure: boolean; setSure: (sure: boolean) => void }) {
  return <div role="alert" class="idle">{list.map(i => <p key={i.path} class="error">{w.idle(visible(i.path))} {i.meant && <button type="button" onClick={() => put(i.path, i.meant!.path)}>{w.meant(visible(i.meant.path))}</button>}</p>)}
    <label><input type="checkbox" checked={sure} onChange={e => setSure(e.currentTarget.checked)} /> {w.idleSure}</label></div>
}

// Lines are the table of rights, a folder or file and a person or group each.
function Lines({ share, lines, names, put }: { share: string; lines: RightsLine[]; names: string[]; put: (lines: RightsLine[]) => void }) {
  const [f, set] = useState({ path: '', who: '', right: 'allow' })
  const above = f.path.includes('/') ? f.path.slice(0, f.path.lastIndexOf('/')) : ''
  const { value: tree } = useOne(signal => get<FolderTree>('/scope/tree', { in: share + ':' + above, scope: 'share:' + quote(share) }, signal), [share, above])
  const add = () => {
    if (!f.who.trim()) return
    const path = f.path.trim().replace(/^\/+|\/+$/g, '') || '.', principal = principalOf(f.who, names)
    put([...lines.filter(l => l.path !== path || l.principal !== principal), { path, principal, right: f.right }])
    set({ path: '', who: '', right: f.right })
  }
  const at = (l: RightsLine) => l.path === '.' ? w.whole : visible(l.path)
  return <fieldset class="lines"><legend>{w.lines}</legend><p class="note">{w.how}</p>
    {lines.length > 0 && <table class="stacked"><thead><tr><th scope="col">{w.folder}</th><th scope="col">{w.who}</th><th scope="col">{w.right}</th><td /></tr></thead>
      <tbody>{lines.map((l, i) => <tr key={l.path + '\n' + l.principal}><th scope="row" class="wraps">{at(l)}</th><td>{whose(l.principal)}</td>
        <td><select aria-label={`${w.right}: ${at(l)}, ${whose(l.principal)}`} value={l.right} onChange={e => put(lines.map((o, n) => n === i ? { ...o, right: e.currentTarget.value } : o))}>{(['allow', 'deny'] as const).map(r => <option key={r} value={r}>{w.rights[r]}</option>)}</select></td>
        <td><button type="button" aria-label={w.drop(at(l), whose(l.principal))} onClick={() => put(lines.filter((_, n) => n !== i))}>×</button></td></tr>)}</tbody></table>}
    <div class="fields"><datalist id="folders-of">{tree?.folders.filter(b => b.path).map(b => <option key={b.path} value={b.path} />)}</datalist><datalist id="names-of">{names.map(n => <option key={n} value={whose(n)} />)}</datalist>
      <Field name={w.folder}><input value={f.path} list="folders-of" placeholder={w.whole} onInput={e => set({ ...f, path: e.currentTarget.value })} /></Field>
      <Field name={w.who}><input value={f.who} list="names-of" onInput={e => set({ ...f, who: e.currentTarget.value })} onKeyDown={e => { if (e.key === 'Enter') { e.preventDefault(); add() } }} /></Field>
      <label>{w.right} <select value={f.right} onChange={e => set({ ...f, right: e.currentTarget.value })}>{(['allow', 'deny'] as const).map(r => <option key={r} value={r}>{w.rights[r]}</option>)}</select></label>
      <button type="button" disabled={!f.who.trim()} onClick={add}>{w.add}</button></div>
  </fieldset>
}
