import { useEffect, useRef, useState } from 'preact/hooks'
import { type File, countOf, named } from './api'
import { Bulk } from './bulk'
import { Hint } from './hint'
import { Tile } from './icons'
import { Diagnose, Funnel, WhyNot } from './narrow'
import { Narrowing, Years } from './narrowing'
import { Found } from './found'
import { useOne, usePages } from './pages'
import { PlaceView } from './place'
import { join, terms } from './query'
import { go, replace, to } from './route'
import { Chips, Completed, SaveWorkspace } from './scope'
import { Sentence } from './sentence'
import { Name, count, day, size, stateName, visible } from './shown'
import { Thumb } from './thumb'
import { words } from './words'

const w = words.files
const pageSize = 100

// Files are those of a scope, page by page, with what divides them and how they come about.
export function Files({ at }: { at: URL }) {
  const scope = at.searchParams.get('scope') ?? '', sort = at.searchParams.get('sort') ?? 'path', after = at.searchParams.get('after') ?? '', find = at.searchParams.get('q') ?? ''
  const { items, next, fault, spot, reload } = usePages<File>('/files', { scope, sort, after, limit: pageSize })
  const whole = useOne(signal => countOf('', signal), [])
  const n = useOne(signal => countOf(scope, signal), [scope])
  const pictures = at.searchParams.get('as') === 'pictures'
  const [text, setText] = useState(scope)
  const [how, setHow] = useState(false)
  const [saying, setSaying] = useState(false)
  const [relaxed, setRelaxed] = useState<{ from: string; why: string } | null>(null)
  useEffect(() => setText(scope), [scope])
  const [seek, setSeek] = useState(find)
  useEffect(() => setSeek(find), [find])
  // What is looked at stands in the address; each step is no step to go back.
  const [open, setOpen] = useState(at.searchParams.get('f') ?? '')
  const listing = useRef<HTMLDivElement>(null)
  const show = (place: string) => {
    setOpen(place)
    const q = new URLSearchParams(location.search)
    place ? q.set('f', place) : q.delete('f')
    replace('/files' + (q.size ? '?' + q : ''))
  }
  useEffect(() => setOpen(new URLSearchParams(location.search).get('f') ?? ''), [at])
  const step = (by: number) => {
    const rows = [...listing.current?.querySelectorAll<HTMLElement>('.row-link') ?? []]
    const now = rows.findIndex(r => r === document.activeElement), from = now >= 0 ? now : rows.findIndex(r => r.getAttribute('aria-expanded') === 'true')
    const next = rows[from + by]
    next?.focus()
    if (open) next?.click()
    return !!next
  }
  const rows = items?.length ?? 0, here = items?.findIndex(f => named(f) === open) ?? -1
  const address = (change: Record<string, string>) => {
    const q = new URLSearchParams(at.searchParams)
    for (const [k, v] of Object.entries(change)) v ? q.set(k, v) : q.delete(k)
    return '/files' + (q.size ? '?' + q : '')
  }
  const set = (s: string, why?: string) => { setRelaxed(why ? { from: scope, why } : null); to(address({ scope: s, after: '' })) }
  const opener = (f: File) => ({
    href: '/file?' + new URLSearchParams({ f: named(f), ...scope ? { scope } : {} }), 'aria-expanded': roomy() ? open === named(f) : undefined,
    onClick: (e: MouseEvent) => { if (roomy() && e.button === 0 && !e.metaKey && !e.ctrlKey && !e.shiftKey) { e.preventDefault(); show(named(f)) } else go(e) },
  })
  const total = n.value ?? 0, from = parseInt(after) || 0
  const choice = useChoice(items ?? [], scope, total)
  const header = (key: string, name: string, less = '') => <th scope="col" class={less} aria-sort={sort === key ? 'ascending' : sort === '-' + key ? 'descending' : undefined}>
    <button type="button" onClick={() => to(address({ sort: sort === key ? '-' + key : key, after: '' }))}>{name}<span aria-hidden="true">{sort === key ? ' ↑' : sort === '-' + key ? ' ↓' : ''}</span></button></th>
  return <section class="page wide">
    <div class="head"><h1>{words.nav.files}</h1><p id="files-said" class={fault ? 'error' : 'count'} role="status">{fault || n.value !== null && whole.value !== null && w.of(count(n.value), count(whole.value))}</p></div>
    <Hint of="files">{words.hint.files}</Hint>
    <form class="scope seek" role="search" onSubmit={e => { e.preventDefault(); to(address({ q: seek.trim(), f: '' })) }}>
      <input type="search" aria-label={words.found.search} placeholder={words.found.search} value={seek} onInput={e => setSeek(e.currentTarget.value)} /><button>{words.found.button}</button>
      {find && <button type="button" class="link" onClick={() => to(address({ q: '', f: '' }))}>{words.found.list}</button>}
    </form>
    <form class="scope" onSubmit={e => { e.preventDefault(); set(text.trim()) }}>
      <Completed id="scope" label={words.scope.label} kind="scope" mono value={text} input={setText} commit={() => set(text.trim())} placeholder={words.scope.placeholder} invalid={!!fault} spot={spot} described="files-said" />
      <button class="first">{w.show}</button>
    </form>
    <div class="chosen-room"><Chips scope={scope} set={s => set(s)} /></div>
    {relaxed && <p class="note" role="status">{relaxed.why}. <button type="button" onClick={() => set(relaxed.from)}>{words.bulk.undo}</button></p>}
    <div class="tools">
      {!fault && <a class="button" href={'/?' + new URLSearchParams({ scope })} onClick={go}>{w.ask}</a>}
      {!fault && <SaveWorkspace scope={scope} />}
      <button type="button" aria-expanded={saying} onClick={() => setSaying(!saying)}>{words.sentence.title}</button>
      <button type="button" aria-expanded={how} aria-controls="how" onClick={() => setHow(!how)}>{w.how}</button>
      <button type="button" aria-pressed={pictures} onClick={() => to(address({ as: pictures ? '' : 'pictures' }))}>{w.pictures}</button>
      <a href={'/skipped?' + new URLSearchParams(scope ? { scope } : undefined)} onClick={go}>{w.unreadable}</a>
    </div>
    {saying && <Sentence set={s => { set(s); setSaying(false) }} />}
    <div id="how" hidden={!how} class="panel">{how && !fault && <><Funnel scope={scope} all={whole.value ?? 0} />{total > 0 && <Diagnose scope={scope} set={set} />}<WhyNot scope={scope} set={set} /></>}</div>
    {n.value === 0 && !fault && <div class="panel"><p class="lead">{w.empty}</p><Diagnose scope={scope} set={set} />{!how && <WhyNot scope={scope} set={set} />}</div>}
    <div class={open ? 'split with-preview' : 'split'}>
      <details class="facets-box" open={innerWidth > 960}><summary>{w.narrow}</summary>{!fault && <Narrowing key="facets" scope={scope} set={s => set(s)} />}</details>
      <div class="listing" ref={listing} onKeyDown={e => { if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { if ((e.target as HTMLElement).closest('.row-link') && step(e.key === 'ArrowDown' ? 1 : -1)) e.preventDefault() } else if (e.key === 'Escape' && open) show('') }}>
        {!fault && !find && <Years scope={scope} set={s => set(s)} />}
        {find && !fault && <Found scope={scope} find={find} open={open} show={show} />}
        {!find && <Bulk chosen={choice.chosen} clear={choice.clear} changed={reload} />}
        {!find && items && items.length > 0 && <>
          {pictures ? <>
            <label class="tools"><input type="checkbox" checked={choice.page} onChange={choice.togglePage} /> {w.page}</label>
            <ul class="pictures">{items.map((f, i) => <li key={named(f)} class={choice.has(f) ? 'chosen' : ''}>
              <input type="checkbox" aria-label={w.choose(f.path)} checked={choice.has(f)} onClick={e => choice.toggle(i, e.shiftKey)} />
              <a class="plain row-link" {...opener(f)} title={visible(f.path)}><span class="frame"><Thumb f={f} /></span><b>{visible(f.path.slice(f.path.lastIndexOf('/') + 1))}</b><small>{day(f.modified)}</small></a></li>)}</ul></>
          : <table class="files"><thead><tr>
            <th scope="col" class="check"><input type="checkbox" aria-label={w.page} checked={choice.page} onChange={choice.togglePage} /></th>
            {header('path', w.name)}{header('type', w.format, 'less')}{header('size', w.size, 'less')}{header('modified', w.modified, 'less')}{header('state', w.state)}</tr></thead>
            <tbody>{items.map((f, i) => <tr key={named(f)} class={choice.has(f) ? 'chosen' : ''}>
              <td class="check"><input type="checkbox" aria-label={w.choose(f.path)} checked={choice.has(f)} onClick={e => choice.toggle(i, e.shiftKey)} /></td>
              <td><a class="plain row-link" {...opener(f)}><Tile path={f.path} /><Name f={f} /></a>{f.undecided && <small>{w.undecided}</small>}{f.reason && <small class={f.state === 'container' ? '' : 'reason'}>{f.reason}</small>}</td>
              <td class="short less">{f.format}</td><td class="number less">{size(f.size)}</td><td class="short less">{day(f.modified)}</td><td class="state">{stateName(f.state)}</td></tr>)}</tbody></table>}
          {choice.page && total > items.length && choice.chosen.scope === undefined && <p>{w.pageChosen(items.length)} <button type="button" onClick={choice.all}>{w.all(count(total))}</button></p>}
          <nav class="tools" aria-label={w.pages}>
            {from > 0 && <a href={address({ after: from > pageSize ? String(from - pageSize) : '' })} onClick={go}>{w.before}</a>}
            <span class="note">{w.range(count(from + 1), count(from + items.length), count(total))}</span>
            {next && <a href={address({ after: next })} onClick={go}>{w.next}</a>}
          </nav></>}
      </div>
      {open && <PlaceView key={find} at={open} still close={() => { show(''); listing.current?.querySelector<HTMLElement>('.row-link')?.focus() }} count={!find && here >= 0 ? [from + here + 1, total] : undefined}
        last={find || here > 0 ? () => step(-1) : undefined} next={find || here >= 0 && here + 1 < rows ? () => step(1) : undefined} />}
    </div>
  </section>
}

// roomy says that a file can be looked at beside the list.
function roomy(): boolean { return innerWidth >= 1200 }

// useChoice is which files are ticked, on whatever page they stand: single ones, a range, those of the page, or all of the scope but some.
function useChoice(items: File[], scope: string, total: number) {
  const [set, setSet] = useState<ReadonlySet<string>>(new Set()) // with everything those that are left out
  const [everything, setEverything] = useState(false)
  const [last, setLast] = useState(-1)
  useEffect(() => { setSet(new Set()); setEverything(false); setLast(-1) }, [scope])
  useEffect(() => setLast(-1), [items[0]])
  const has = (f: File) => set.has(named(f)) !== everything
  const page = items.length > 0 && items.every(has)
  const put = (names: string[], on: boolean) => setSet(s => { const n = new Set(s); for (const x of names) on !== everything ? n.add(x) : n.delete(x); return n })
  const exact = (f: string) => '-file:"' + f.replace(/["\\]/g, '\\$&') + '"'
  return {
    page, has,
    toggle: (i: number, range: boolean) => {
      const on = !has(items[i]), begin = range && last >= 0 ? Math.min(last, i) : i, end = range && last >= 0 ? Math.max(last, i) : i
      put(items.slice(begin, end + 1).map(named), on); setLast(i)
    },
    togglePage: () => put(items.map(named), !page),
    all: () => { setSet(new Set()); setEverything(true) },
    clear: () => { setSet(new Set()); setEverything(false) },
    chosen: everything ? { files: [], scope: set.size ? join([...terms(scope), ...[...set].map(exact)]) : scope, n: total - set.size } : { files: [...set], n: set.size },
  }
}
