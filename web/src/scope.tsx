import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Completion, type Failure, type Page, countOf, get, post } from './api'
import { join, said, terms, without } from './query'
import { to } from './route'
import { stateName, visible } from './shown'
import { words } from './words'

const w = words.scope

// useCount is how many files a scope has, or what is wrong with it, once the typing rests.
export function useCount(scope: string, now = 0): { files?: number; fault: string; spot?: Failure['spot'] } {
  const [state, set] = useState<{ files?: number; fault: string; spot?: Failure['spot'] }>({ fault: '' })
  useEffect(() => {
    const leaving = new AbortController()
    const soon = setTimeout(() => countOf(scope, leaving.signal).then(files => set({ files, fault: '' }), e => { if (!leaving.signal.aborted) set({ fault: e.message, spot: (e as Failure).spot }) }), 200)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [scope, now])
  return state
}

// So many characters of a line stand before the one that is at fault, and so many from it on.
const before = 40, after = 24

// Pointed marks below a line, as it was sent, where its fault is. The words beside it say the same to whoever hears the page.
function Pointed({ spot }: { spot: NonNullable<Failure['spot']> }) {
  const signs = [...spot.text].map(c => /\s/.test(c) ? ' ' : c), at = Math.min(spot.at - 1, signs.length), from = Math.max(0, at - before)
  const head = (from ? '…' : '') + signs.slice(from, at).join('')
  return <span class="spot" aria-hidden="true">{head}<mark>{signs[at] ?? ' '}</mark>{signs.slice(at + 1, at + after).join('')}{signs.length > at + after && '…'}{'\n' + ' '.repeat([...head].length) + '^'}</span>
}

// Completed is a field whose text the server completes; complete asks for what the text before the caret may become.
export function Completed({ id, label, value, input, commit, kind, placeholder, described, invalid, mono, named, spot }: {
  id: string; label: string; value: string; input: (s: string) => void; commit?: () => void; kind: string
  placeholder?: string; described?: string; invalid?: boolean; mono?: boolean; named?: boolean; spot?: Failure['spot'] // its name shows above it; where its fault is
}) {
  const [list, setList] = useState<Completion[]>([])
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(0)
  const box = useId()
  const begin = () => value.slice(0, field.current?.selectionStart ?? value.length)
  useEffect(() => {
    if (!open) return
    const mine = ++asked.current
    const soon = setTimeout(() => get<Page<Completion>>('/complete', { kind, begin: begin(), limit: 12 }).then(p => {
      if (mine === asked.current) { setList(p.items); setActive(-1) }
    }, () => {}), 120)
    return () => clearTimeout(soon)
  }, [value, open])
  const take = (c: Completion) => {
    const rest = value.slice(begin().length)
    const whole = !/[:/]$/.test(c.text), space = kind === 'scope' && whole ? 1 : 0
    input(c.text + (space && !rest.startsWith(' ') ? ' ' : '') + rest)
    setActive(-1)
    if (whole) { setOpen(false); setList([]) }
    const caret = c.text.length + space
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }
  const shown = open && list.length > 0
  // Only what is new is shown: what stands before the last constraint is in the field already.
  const cut = kind === 'scope' ? join(terms(begin()).slice(0, begin().endsWith(' ') ? undefined : -1)).length : 0
  return <span class={named ? 'combo field' : 'combo'}>
    <label class={named ? 'field-name' : 'hidden'} for={id}>{label}</label>
    <input id={id} ref={field} class={mono ? 'mono' : ''} role="combobox" aria-autocomplete="list" aria-expanded={shown} aria-controls={box} aria-activedescendant={active >= 0 ? `${box}-${active}` : undefined}
      value={value} placeholder={placeholder} spellcheck={false} autocomplete="off" aria-invalid={invalid} aria-describedby={described}
      onInput={e => { setOpen(true); input(e.currentTarget.value) }} onBlur={() => setOpen(false)}
      onKeyDown={e => {
        if ((e.key === 'ArrowDown' || e.key === 'ArrowUp')) {
          e.preventDefault()
          if (!open) return setOpen(true)
          const n = list.length
          if (n) setActive(a => e.key === 'ArrowDown' ? (a + 1) % n : (a <= 0 ? n : a) - 1)
        } else if (e.key === 'Enter' && !e.isComposing) {
          if (shown && active >= 0) { e.preventDefault(); take(list[active]) } else if (commit) { e.preventDefault(); setOpen(false); commit() }
        } else if (e.key === 'Escape' && shown) { e.stopPropagation(); setOpen(false) }
      }} />
    <ul id={box} role="listbox" aria-label={label} hidden={!shown}>{shown && list.map((c, i) => <li key={c.text} id={`${box}-${i}`} role="option" aria-selected={i === active}
      onMouseDown={e => { e.preventDefault(); take(c) }}><span>{visible(c.text.slice(cut).trim()) || c.text}</span>{c.files !== undefined && <small>{words.files.n(c.files)}</small>}</li>)}</ul>
    {spot && spot.text.trim() === value.trim() && <Pointed spot={spot} />}
  </span>
}

// inWords is a constraint as people read it: what it is about, and the values. What is more than that stays as it is written.
export function inWords(term: string): { about?: string; values: string; whole: string; why?: string } {
  const s = said(term), word = /^([-~]?)(?:"([^"\\:]+)"|([^\s()":@|=+]+))$/.exec(term)
  if (!s && word && !/^(or|and)$/i.test(term)) { const values = word[2] ?? word[3]; return word[1] === '-' ? { values: words.facets.leaveOut(w.word, values), whole: words.facets.leaveOut(w.word, values), why: w.wordWhy } : { about: w.word, values, whole: `${w.word} ${values}`, why: w.wordWhy } }
  if (!s) return { values: term, whole: term }
  const names: Record<string, string> = { ...words.facets.keys, ...words.facets.attributes, author: words.choose.people, modified: words.choose.changed, period: words.choose.period }, about = names[s.key] ?? s.key
  const values = s.values.map(v => s.key === 'state' ? stateName(v) : s.key === 'path' ? v.replace(/(.)\/\*\*$/, '$1') : v.replace(/^([\d-]*)\.\.([\d-]*)$/, '$1–$2')).join(', ')
  return s.not ? { values: words.facets.leaveOut(about, values), whole: words.facets.leaveOut(about, values) } : { about, values, whole: `${about} ${values}` }
}

// Said is a constraint in words, as a chip has it.
export function Said({ term }: { term: string }) {
  const s = inWords(term)
  return s.whole === term ? <code>{visible(term)}</code> : <span title={term}>{s.about && <small>{visible(s.about)} </small>}{visible(s.values)}{term.startsWith('~') && <small> {words.taken.guessed}</small>}</span>
}

// ScopeWords is a whole scope in words.
export function ScopeWords({ scope }: { scope: string }) {
  const list = terms(scope)
  return list.length ? <span class="chips scope-words" title={scope}>{list.map(t => <span key={t} class="badge"><Said term={t} /></span>)}</span> : <span class="note">{w.everything}</span>
}

// Chips are the constraints of a scope, each to be removed; a guessed one can be insisted on.
export function Chips({ scope, set }: { scope: string; set: (s: string) => void }) {
  const list = terms(scope)
  if (!list.length) return null
  const insist = (t: string) => set(join(list.map(x => x === t ? t.slice(1) : x)))
  return <><ul class="chips" aria-label={w.chips}>{list.map(t => { const s = inWords(t); return <li key={t} title={s.why ? `${t}: ${s.why}` : t} class={t.startsWith('~') ? 'guess' : t.startsWith('-') ? 'not' : ''}>
    {s.whole === t ? <code>{visible(t)}</code> : <span>{s.about && <small>{visible(s.about)} </small>}{visible(s.values)}</span>}
    {t.startsWith('~') && <button type="button" onClick={() => insist(t)} title={w.insist}>{w.insistShort}</button>}
    <button type="button" aria-label={w.drop(s.whole)} title={w.drop(s.whole)} onClick={() => set(without(scope, t))}>×</button>
  </li> })}</ul>{list.map(inWords).some(s => s.why) && <p class="note">{w.word}: {w.wordWhy}</p>}</>
}

// ScopeSaid is how many files a scope has, as a link to them, or what is wrong with it.
export function ScopeSaid({ id, files, fault }: { id: string; files?: number; fault: string }) {
  return <span id={id} class={fault ? 'error' : 'note'}>{fault || files !== undefined && words.files.n(files)}</span>
}

// SaveWorkspace keeps a scope under a name: as a workspace, or as a scope that others can name.
export function SaveWorkspace({ scope }: { scope: string }) {
  const [name, setName] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [fault, setFault] = useState('')
  const save = async (as: 'workspaces' | 'scopes') => {
    try {
      if (as === 'workspaces') { await post('/workspaces', { name: name!.trim(), scope }); to('/w/' + encodeURIComponent(name!.trim())); return }
      await post('/scopes', { name: name!.trim(), text: scope })
      setSaid(w.kept(name!.trim())); setName(null); setFault('')
    } catch (e) { setFault((e as Error).message) }
  }
  if (name === null) return <span class="tools"><button type="button" onClick={() => { setName(''); setSaid('') }}>{w.save}</button><span role="status" class="note">{said}</span></span>
  return <span class="tools">
    <input aria-label={w.name} placeholder={w.name} value={name} maxLength={200} ref={el => { if (el && name === '' && !fault) el.focus() }} onInput={e => setName(e.currentTarget.value)}
      onKeyDown={e => { if (e.key === 'Enter') { e.preventDefault(); save('workspaces') } if (e.key === 'Escape') { e.stopPropagation(); setName(null) } }} />
    <button type="button" class="first" disabled={!name.trim()} onClick={() => save('workspaces')}>{w.keep}</button>
    {scope && <><button type="button" disabled={!name.trim()} onClick={() => save('scopes')}>{w.keepScope}</button><small class="note">{w.keepScopeWhy}</small></>}
    {fault && <span class="error" role="alert">{fault}</span>}
  </span>
}
