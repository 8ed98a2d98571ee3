import { type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Page, type Workspace, countOf, get, post } from './api'
import { useOne } from './pages'
import { between, both, having, join, quote, terms, valuesOf, without } from './query'
import { count, stateName, visible } from './shown'
import { words } from './words'
import type { Branch, Division, FolderTree } from './shapes'

const w = words.facets, x = words.choose

interface Facet { scope_key: string; label: string; present: number; distinct: number; values: { value: { type: string; value: string | number }; files: number }[] }
interface Item { value: string; files: number; label?: string }

// What files say of themselves that people narrow by. The other properties that readers find, such as a number of pages, wait behind a button.
const seldom = new Set(['title', 'subject', 'description', 'generator', 'pages', 'slides', 'sheet', 'width', 'height', 'camera', 'camera-make', 'gps', 'copyright', 'message-id', 'attachment', 'messages', 'members', 'reply-to', 'doi', 'volume', 'issue', 'series', 'station', 'manufacturer', 'model', 'comments', 'modified-by', 'replaces', 'accession-number', 'study-id', 'procedure-step'])
function rare(key: string): boolean { return seldom.has(key) || /(^|[-.])(ocr|confidence|width|height|dpi|bytes|lines|words|characters)([-.]|$)/.test(key) }

// A program writes its own name where that of the author belongs, and a scanner that of the picture.
function program(name: string): boolean { return /^(?=.*[\d_-])[A-Za-z0-9._-]+$/.test(name) || /\b(scanner|openpyxl|libreoffice|openoffice|microsoft|acrobat|ghostscript|latex|konica|xerox|canon|ricoh)\b/i.test(name) }
interface Setting { scope: string; set: (s: string) => void }

const attributesShown = 5, top = 1000, few = 8

// apart is a scope without what it asks of a key: so the key's other values stay to be chosen.
function apart(scope: string, key: string): string { const v = valuesOf(scope, key); return v ? without(scope, v.term) : scope }

function toggled(scope: string, key: string, value: string): string {
  const chosen = (valuesOf(scope, key)?.values ?? []).filter(v => !v.includes('..')) // one value, or a time from one to another
  return having(scope, key, chosen.includes(value) ? chosen.filter(v => v !== value) : [...chosen, value])
}

function outOf(key: string, value: string): string { return `-${key}:${quote(value)}` }

// Narrowing has all by which the files of a scope can be chosen: each value with the files that it would leave, several of one key add up, and − leaves one out.
export function Narrowing({ scope, set, spaces, dates }: Setting & { spaces?: boolean; dates?: boolean }) {
  const keys = ['type', 'modified', 'tag', 'state']
  const parts = useOne(async signal => {
    const asked = new Map<string, Promise<Division>>()
    const divide = (text: string) => { const d = asked.get(text) ?? post<Division>('/scope/divide', { text, top }, signal); asked.set(text, d); return d }
    const own = await Promise.all(keys.map(k => divide(apart(scope, k))))
    return { values: Object.fromEntries(keys.map((k, i) => [k, own[i].by.find(b => b.key === k)?.values ?? []])), months: own[1].months ?? [] }
  }, [scope])
  const facets = useOne(async signal => {
    // The values stand with the files that the scope has; of a key that it asks of, the others stay to be chosen.
    const asked = (k: string) => get<Facet>('/attributes/' + encodeURIComponent(k), { scope: apart(scope, k), top: 2 * few }, signal)
    const list = await Promise.all((await get<Page<Facet>>('/attributes', { scope, limit: 1000 }, signal)).items.map(f => valuesOf(scope, f.scope_key) ? asked(f.scope_key) : f))
    // What many files have, in several values, narrows best; what single passages name is no property of a file.
    const best = list.filter(f => f.scope_key !== 'author' && (valuesOf(scope, f.scope_key) || !f.scope_key.startsWith('entity.') && f.values.length > 1 && f.values[0].value.type !== 'date' && f.values[0].files > 1))
    const usual = best.filter(f => !rare(f.scope_key)).sort((a, b) => b.present - a.present).slice(0, attributesShown)
    return { author: list.find(f => f.scope_key === 'author'), usual, more: best.filter(f => !usual.includes(f)).sort((a, b) => b.present - a.present) }
  }, [scope])
  const v = parts.value
  const flat = (key: string, label: string, list: Item[], distinct = list.length) => (list.length > 1 || !!valuesOf(scope, key)) && <Values key={key} k={key} label={label} list={list} distinct={distinct} scope={scope} set={set} />
  const author = facets.value?.author, people = author && valuesIn(author).filter(p => !program(p.value) || valuesOf(scope, 'author')?.values.includes(p.value))
  const chosenMore = facets.value?.more.filter(f => valuesOf(scope, f.scope_key)) ?? [], more = facets.value?.more.filter(f => !chosenMore.includes(f)) ?? []
  return <div class="facets-list">
    <Folders scope={scope} set={set} />
    {spaces && <Spaces scope={scope} set={set} />}
    {v && v.values.tag.length > 0 && <Group name={w.keys.tag}><Tags list={v.values.tag} scope={scope} set={set} /></Group>}
    {v && flat('type', w.keys.type, v.values.type)}
    {v && dates && <Timeline months={v.months} scope={scope} set={set} />}
    {author && people && flat('author', x.people, people, author.distinct - author.values.length + people.length)}
    {v && flat('state', w.keys.state, v.values.state.map(s => ({ ...s, label: stateName(s.value) })))}
    {[...facets.value?.usual ?? [], ...chosenMore].map(f => flat(f.scope_key, f.label, valuesIn(f), f.distinct))}
    {more.length > 0 && <details class="more-filters"><summary>{x.more}</summary><div class="facets-list">{more.map(f => flat(f.scope_key, f.label, valuesIn(f), f.distinct))}</div></details>}
  </div>
}

function valuesIn(f: Facet): Item[] { return f.values.map(v => ({ value: String(v.value.value), files: v.files })) }

function Group({ name, title, children }: { name: string; title?: string; children: ComponentChildren }) {
  return <fieldset class="facet"><legend title={title}>{visible(name)}</legend>{children}</fieldset>
}

// Value is one to narrow to, and to leave out.
function Value({ k, label, v, scope, set, more, children }: Setting & { k: string; label: string; v: Item; more: boolean; children?: ComponentChildren }) {
  const chosen = valuesOf(scope, k)?.values ?? [], is = chosen.includes(v.value), out = outOf(k, v.value), excluded = terms(scope).includes(out), name = v.label ?? v.value
  return <>{children}
    <button type="button" class="value" aria-pressed={is} onClick={() => set(toggled(scope, k, v.value))}><span>{visible(name)}</span><small>{more && !is ? '+' : ''}{count(v.files)}</small></button>
    <button type="button" class="out" aria-pressed={excluded} aria-label={w.leaveOut(label, name)} title={w.leaveOut(label, name)} onClick={() => set(excluded ? without(scope, out) : join([...terms(scope), out]))}>−</button></>
}


function Values({ k, label, list, distinct, scope, set }: Setting & { k: string; label: string; list: Item[]; distinct: number }) {
  const [all, setAll] = useState<Item[] | null>(null)
  const chosen = valuesOf(scope, k)
  useEffect(() => setAll(null), [scope])
  const known = !(k in w.keys) // an attribute has more values than were sent
  const shown = all ?? [...list.slice(0, few), ...list.slice(few).filter(v => chosen?.values.includes(v.value))]
  const rest = (known ? distinct : list.length) - shown.length
  const more = async () => setAll(known ? valuesIn(await get<Facet>('/attributes/' + encodeURIComponent(k), { scope: apart(scope, k), top: 100 })).filter(v => k !== 'author' || !program(v.value)) : list)
  return <Group name={label} title={k}><ul>{shown.map(v => <li key={v.value}><Value k={k} label={label} v={v} scope={scope} set={set} more={!!chosen} /></li>)}</ul>
    {!all && rest > 0 && <button type="button" class="link" onClick={more}>{w.more(rest)}</button>}
    {k === 'period' && <Between k={k} label={label} scope={scope} set={set} />}</Group>
}

// Between narrows to a time from one year, month or day to another; one end may be left open.
function Between({ k, label, scope, set }: Setting & { k: string; label: string }) {
  const own = /^(.*?)\.\.(.*)$/.exec(valuesOf(scope, k)?.values[0] ?? ''), [, from = '', to = ''] = own ?? []
  const [ends, setEnds] = useState({ from, to })
  useEffect(() => setEnds({ from, to }), [from, to])
  const end = (which: 'from' | 'to', name: string) => <input aria-label={`${label}: ${name}`} placeholder={name} value={ends[which]} pattern="\d{4}(-\d\d){0,2}" size={8} title={x.when} onInput={e => setEnds({ ...ends, [which]: e.currentTarget.value.trim() })} />
  return <form class="row between" onSubmit={e => { e.preventDefault(); set(between(scope, k, ends.from, ends.to)) }}>{end('from', x.from)}<span aria-hidden="true">–</span>{end('to', x.to)}<button aria-label={`${label}: ${words.files.show}`} disabled={!own && !ends.from && !ends.to}>{words.files.show}</button></form>
}

function Twist({ open, name, toggle }: { open: boolean | null; name: string; toggle: () => void }) {
  return open === null ? <span class="twist" /> : <button type="button" class="twist quiet" aria-expanded={open} aria-label={x.inside(name)} onClick={toggle}><span aria-hidden="true">{open ? '▾' : '▸'}</span></button>
}

// Folders are those of the shares as a tree: what lies in one is asked for when it is opened.
function Folders({ scope, set }: Setting) {
  const rest = apart(apart(scope, 'path'), 'share')
  const { value } = useOne(async signal => {
    const tree = await get<FolderTree>('/scope/tree', { scope: rest }, signal)
    return tree.folders.length === 1 ? get<FolderTree>('/scope/tree', { scope: rest, in: tree.folders[0].share + ':' }, signal) : tree
  }, [rest])
  return value?.folders.length ? <Group name={w.keys.path}><Level tree={value} rest={rest} scope={scope} set={set} /></Group> : null
}

// Level are the folders of one folder. Where some are chosen, the count of another says how many files it adds: those that it has less the chosen ones in it.
function Level({ tree, ...of }: Setting & { tree: FolderTree; rest: string }) {
  const { scope, rest } = of, adds = scope !== rest
  const { value: chosen } = useOne(signal => adds ? get<FolderTree>('/scope/tree', { scope, in: tree.in || undefined }, signal) : Promise.resolve(null), [scope, tree.in])
  const had = (b: Branch) => chosen?.folders.find(c => c.share === b.share && c.path === b.path)?.count.files ?? 0
  return <ul class="branches">{tree.folders.map(b => <Folder key={b.share + ':' + b.path} b={b} had={adds ? had(b) : 0} {...of} />)}{!!tree.more && <li class="note">{w.more(tree.more)}</li>}</ul>
}

function Folder({ b, had, rest, scope, set }: Setting & { b: Branch; had: number; rest: string }) {
  const k = b.value ? 'path' : 'share', value = b.value ?? b.share
  const holds = !!b.deeper && (valuesOf(scope, 'path')?.values.some(v => v.startsWith(b.path ? b.path + '/' : '') && v !== value) ?? false) // what is chosen lies in it
  const [open, setOpen] = useState(holds)
  useEffect(() => { if (holds) setOpen(true) }, [holds])
  const { value: tree } = useOne(signal => open ? get<FolderTree>('/scope/tree', { scope: rest, in: `${b.share}:${b.path}` }, signal) : Promise.resolve(null), [open, rest])
  const name = b.path ? b.path.slice(b.path.lastIndexOf('/') + 1) : b.share
  // Where another share has such a folder, too, the share is said with it.
  const put = (s: string) => set(b.elsewhere && valuesOf(s, 'path')?.values.includes(value) ? having(s, 'share', [b.share]) : s)
  return <li><div class="branch"><Twist open={b.deeper ? open : null} name={visible(name)} toggle={() => setOpen(!open)} />
    {b.path && !b.value ? <span class="value">{visible(name)}</span> : <Value k={k} label={w.keys[k]} v={{ value, files: valuesOf(scope, k)?.values.includes(value) ? b.count.files : b.count.files - had, label: name }} scope={scope} set={put} more={!!valuesOf(scope, k)} />}</div>
    {open && tree && <Level tree={tree} rest={rest} scope={scope} set={set} />}</li>
}

// Tags are those of the files in scope, each below those right above it.
function Tags({ list, scope, set }: Setting & { list: (Item & { above?: string[] })[] }) {
  const here = new Set(list.map(t => t.value))
  const below = (name: string) => list.filter(t => t.above?.includes(name))
  const tops = list.filter(t => !t.above?.some(a => here.has(a)))
  return <ul class="branches">{tops.map(t => <TagBranch key={t.value} t={t} below={below} path={[]} scope={scope} set={set} />)}</ul>
}

function TagBranch({ t, below, path, scope, set }: Setting & { t: Item; below: (name: string) => Item[]; path: string[] }) {
  const list = path.includes(t.value) ? [] : below(t.value) // a circle of tags ends
  const [open, setOpen] = useState(path.length === 0 && list.length > 0 && list.length <= few)
  return <li><div class="branch"><Twist open={list.length ? open : null} name={visible(t.value)} toggle={() => setOpen(!open)} /><Value k="tag" label={w.keys.tag} v={t} scope={scope} set={set} more={!!valuesOf(scope, 'tag')} /></div>
    {open && list.length > 0 && <ul class="branches">{list.map(b => <TagBranch key={b.value} t={b} below={below} path={[...path, t.value]} scope={scope} set={set} />)}</ul>}</li>
}

// Years are the files of a scope by when they changed, to see and to narrow to.
export function Years({ scope, set }: Setting) {
  const rest = apart(scope, 'modified')
  const { value } = useOne(signal => post<Division>('/scope/divide', { text: rest }, signal), [rest])
  return value && <Timeline months={value.months ?? []} scope={scope} set={set} wide />
}

// Timeline are the files by the year of their last change, or by the month where they are of few years; a click narrows to it.
export function Timeline({ months, scope, set, wide }: Setting & { months: Item[]; wide?: boolean }) {
  const years = new Map<string, number>()
  for (const m of months) years.set(m.value.slice(0, 4), (years.get(m.value.slice(0, 4)) ?? 0) + m.files)
  const chosen = valuesOf(scope, 'modified')?.values ?? []
  const year = chosen.length === 1 && /^\d{4}(-\d\d)?$/.test(chosen[0]) ? chosen[0].slice(0, 4) : years.size === 1 ? [...years.keys()][0] : ''
  if (months.length < 2 && !chosen.length) return null
  const list = wide && year ? months.filter(m => m.value.startsWith(year)) : [...years].map(([value, files]) => ({ value, files }))
  const inYear = !wide && year ? months.filter(m => m.value.startsWith(year)) : []
  const most = Math.max(1, ...list.map(m => m.files))
  if (wide) return <figure class="timeline"><figcaption>{year ? x.inYear(year) : x.byYear}{chosen.length > 0 && <button type="button" class="link" onClick={() => set(apart(scope, 'modified'))}>{x.allYears}</button>}</figcaption>
    <ul>{list.map(m => <li key={m.value}><button type="button" aria-pressed={chosen.includes(m.value)} title={`${m.value}: ${words.files.n(m.files)}`} aria-label={`${m.value}: ${words.files.n(m.files)}`} onClick={() => set(chosen.includes(m.value) ? apart(scope, 'modified') : having(scope, 'modified', [m.value]))}>
      <span class="rise" style={{ height: `${Math.max(3, Math.round(46 * m.files / most))}px` }} /><span class="when">{year ? m.value.slice(5) : m.value}</span></button></li>)}</ul></figure>
  const row = (m: Item) => <div class="branch"><Value k="modified" label={x.changed} v={m} scope={scope} set={set} more={chosen.length > 0} /><span class="bar" aria-hidden="true"><span style={{ width: `${100 * m.files / most}%` }} /></span></div>
  return <Group name={x.changed}><ul class="branches years">{[...list].reverse().map(m => <li key={m.value}>{row(m)}{m.value === year && inYear.length > 0 && <ul class="branches">{inYear.map(i => <li key={i.value}>{row(i)}</li>)}</ul>}</li>)}</ul><Between k="modified" label={x.changed} scope={scope} set={set} /></Group>
}

// Spaces are the workspaces: one that is pressed adds its scope.
function Spaces({ scope, set }: Setting) {
  const { value } = useOne(async signal => {
    const list = (await get<Page<Workspace>>('/workspaces', { limit: few }, signal)).items.filter(s => s.state === 'open' && s.scope)
    const counts = await Promise.allSettled(list.map(s => countOf(both(scope, s.scope), signal)))
    return list.map((s, i) => ({ s, files: counts[i].status === 'fulfilled' ? counts[i].value : undefined })).filter(s => s.files !== undefined)
  }, [scope])
  if (!value?.length) return null
  return <Group name={words.nav.workspaces}><ul>{value.map(({ s, files }) => {
    const is = terms(s.scope).every(t => terms(scope).includes(t))
    return <li key={s.ref}><button type="button" class="value" aria-pressed={is} onClick={() => set(is ? join(terms(scope).filter(t => !terms(s.scope).includes(t))) : both(scope, s.scope))}><span>{visible(s.name)}</span><small>{count(files!)}</small></button></li>
  })}</ul></Group>
}
