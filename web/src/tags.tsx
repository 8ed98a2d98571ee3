import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { lines, post } from './api'
import { useMay, useOne } from './pages'
import { go, to } from './route'
import { Hint } from './hint'
import { visible } from './shown'
import { Vocabulary } from './vocabulary'
import { words } from './words'
import type { Tag, TagParent } from './shapes'
export type { Tag }

const w = words.tags

// A Line is a row of the tree: a tag below one of its parents.
interface Line { path: string; tag: Tag; depth: number; children: number; open: boolean; at: number; of: number }

const rowHeight = 32, spare = 8

interface Forest { byName: Map<string, Tag>; children: Map<string, Tag[]>; roots: Tag[] }

// plant makes a tree of tags; what has no parent here is a root, and so is the first of those that only stand below each other.
function plant(list: Tag[]): Forest {
  const byName = new Map(list.map(t => [t.name, t])), children = new Map<string, Tag[]>(), roots: Tag[] = []
  for (const t of list) {
    const parents = (t.parents ?? []).filter(p => byName.has(p))
    if (!parents.length) roots.push(t)
    for (const p of parents) children.has(p) ? children.get(p)!.push(t) : children.set(p, [t])
  }
  const reached = new Set<string>()
  const reach = (from: Tag) => { for (const todo = [from]; todo.length;) { const t = todo.pop()!; if (!reached.has(t.name)) { reached.add(t.name); todo.push(...children.get(t.name) ?? []) } } }
  roots.forEach(reach)
  for (const t of list) if (!reached.has(t.name)) { roots.push(t); reach(t) }
  const { compare } = new Intl.Collator(undefined, { numeric: true }), order = (a: Tag, b: Tag) => compare(a.name, b.name)
  roots.sort(order)
  for (const c of children.values()) c.sort(order)
  return { byName, children, roots }
}

// rows are the lines that show: below each open tag its children, but for those that stand above it already.
function rows(f: Forest, open: ReadonlySet<string>): Line[] {
  const list: Line[] = []
  const walk = (tags: Tag[], above: string[], path: string) => tags.forEach((t, i) => {
    const here = path + '\n' + t.name, below = (f.children.get(t.name) ?? []).filter(c => c !== t && !above.includes(c.name))
    const isOpen = open.has(here)
    list.push({ path: here, tag: t, depth: above.length, children: below.length, open: isOpen, at: i + 1, of: tags.length })
    if (isOpen) walk(below, [...above, t.name], here)
  })
  walk(f.roots, [], '')
  return list
}

// Tags is the vocabulary as a tree, of which only the rows in view are made.
export function Tags() {
  const { value, fault, again } = useOne(signal => lines<Tag>('/tags', {}, signal), [])
  const [find, setFind] = useState('')
  const [made, setMade] = useState('')
  const [bad, setBad] = useState('')
  const [under, setUnder] = useState('')
  const above = useOne(signal => made.trim().length > 2 && value?.length ? new Promise(later => setTimeout(later, 400)).then(() => signal.aborted ? [] : lines<TagParent>('/tag-parents', { name: made.trim() }, signal)) : Promise.resolve([]), [made.trim(), !!value?.length]).value
  const curate = useMay('curate')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  const box = useRef<HTMLDivElement>(null)
  const forest = useMemo(() => plant(value ?? []), [value])
  const found = find.trim().toLowerCase()
  const list = useMemo(() => found
    ? (value ?? []).filter(t => t.name.toLowerCase().includes(found) || t.synonyms?.some(s => s.toLowerCase().includes(found))).sort((a, b) => b.files_with_below - a.files_with_below || a.name.localeCompare(b.name))
      .map((tag, i, all): Line => ({ path: '\n' + tag.name, tag, depth: 0, children: 0, open: false, at: i + 1, of: all.length }))
    : rows(forest, open), [forest, open, found, value])
  useEffect(() => { setHeight(innerHeight) }, [value]) // it grows up to that as tags are opened
  useEffect(() => { setActive(0); box.current?.scrollTo(0, 0) }, [found])
  const toggle = (l: Line, on: boolean) => setOpen(s => { const n = new Set(s); on ? n.add(l.path) : n.delete(l.path); return n })
  const move = (n: number) => {
    n = Math.max(0, Math.min(list.length - 1, n))
    setActive(n)
    const el = box.current!, y = n * rowHeight
    if (y < el.scrollTop) el.scrollTop = y
    else if (y + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = y + rowHeight - el.clientHeight
  }
  const show = (l?: Line) => l && to('/tags/' + encodeURIComponent(l.tag.name))
  const key = (e: KeyboardEvent) => {
    const l = list[active]
    if (!l || e.ctrlKey || e.metaKey || e.altKey) return
    const up = () => { for (let i = active - 1; i >= 0; i--) if (list[i].depth < l.depth) return move(i) }
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(active + 1), ArrowUp: () => move(active - 1), Home: () => move(0), End: () => move(list.length - 1), PageDown: () => move(active + Math.floor(box.current!.clientHeight / rowHeight)), PageUp: () => move(active - Math.floor(box.current!.clientHeight / rowHeight)),
      ArrowRight: () => l.children ? l.open ? move(active + 1) : toggle(l, true) : undefined, ArrowLeft: () => l.open ? toggle(l, false) : up(), Enter: () => show(l), ' ': () => l.children && toggle(l, !l.open),
    }
    if (keys[e.key]) { e.preventDefault(); keys[e.key]() }
  }
  const first = Math.max(0, Math.floor(top / rowHeight) - spare), last = Math.min(list.length, Math.ceil((top + height) / rowHeight) + spare)
  return <section class="page">
    <div class="head"><h1>{words.nav.tags}</h1><span class="tools"><a href="/review" onClick={go}>{w.review}</a><a href="/groups" onClick={go}>{words.groups.title}</a><a href="/rules" onClick={go}>{w.rules}</a><a href="/trash" onClick={go}>{words.trash.title}</a></span></div>
    <Hint of="tags">{words.hint.tags}</Hint>
    {curate && <form class="row" onSubmit={async e => { e.preventDefault(); try { await post('/tags', { name: made.trim(), parents: above?.some(p => p.tag === under) ? [under] : undefined }); to('/tags/' + encodeURIComponent(made.trim())) } catch (x) { setBad((x as Error).message) } }}><input aria-label={w.make} placeholder={w.make} value={made} maxLength={200} onInput={e => setMade(e.currentTarget.value)} />{!!above?.length && <label>{w.could} <select value={under} onChange={e => setUnder(e.currentTarget.value)}><option value="">–</option>{above.map(p => <option key={p.tag} value={p.tag} title={p.evidence.join('; ')}>{visible(p.tag)}</option>)}</select></label>}<button disabled={!made.trim()}>{w.makeDo}</button>{bad && <span class="error" role="alert">{bad}</span>}</form>}
    {fault && <p class="error">{fault}</p>}
    {curate && value && <Vocabulary changed={again} open={value.length === 0 || location.hash === '#import'} />}
    {value?.length === 0 && <p class="empty">{w.empty} {curate && <a href="/groups" onClick={go}>{words.review.alike}</a>}</p>}
    {!!value?.length && <>
      <div class="row"><label class="hidden" for="find">{w.find}</label><input id="find" class="grow" type="search" placeholder={w.find} value={find} onInput={e => setFind(e.currentTarget.value)} /><span class="note" role="status">{found ? w.found(list.length, value.length) : w.n(value.length)}</span></div>
      <div class="tree" ref={box} role="tree" aria-label={words.nav.tags} tabIndex={0} aria-activedescendant={list[active] ? 'tag-' + active : undefined} onScroll={e => { setTop(e.currentTarget.scrollTop); setHeight(e.currentTarget.clientHeight) }} onKeyDown={key}>
        <div role="none" style={{ height: list.length * rowHeight + 'px' }}>{list.slice(first, last).map((l, j) => { const i = first + j; return <div key={l.path} id={'tag-' + i} role="treeitem" aria-level={l.depth + 1} aria-expanded={l.children ? l.open : undefined} aria-posinset={l.at} aria-setsize={l.of} aria-selected={i === active}
          class={i === active ? 'treerow active' : 'treerow'} style={{ top: i * rowHeight + 'px', paddingLeft: 0.5 + l.depth * 1.25 + 'rem' }} onClick={() => { setActive(i); l.children ? toggle(l, !l.open) : show(l) }}>
          <span class="twist" aria-hidden="true">{l.children ? l.open ? '▾' : '▸' : ''}</span><span class="treename">{visible(l.tag.name)}</span>{l.tag.retired && <small>{w.retired}</small>}
          {l.tag.synonyms && found && <small>{l.tag.synonyms.filter(s => s.toLowerCase().includes(found)).slice(0, 2).join(', ')}</small>}
          <small class="treecount">{words.files.n(l.tag.files_with_below)}</small><a tabIndex={-1} class="treego" href={'/tags/' + encodeURIComponent(l.tag.name)} aria-label={w.show(l.tag.name)} onClick={e => { e.stopPropagation(); go(e) }}>→</a>
        </div> })}</div>
      </div>
      <p class="note">{w.keys}</p></>}
  </section>
}

