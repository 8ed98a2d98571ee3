import { type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Job, type Share, type Symptom, remove } from './api'
import { AddShare } from './folders'
import { Hint } from './hint'
import { useMay, usePages } from './pages'
import { quote } from './query'
import { go } from './route'
import { ReadSoFar, filesOf } from './reading'
import { WhoReads } from './rights'
import { type Scans, Progress, useScan } from './scan'
import { minute, stateName, visible } from './shown'
import { LongWork } from './work'
import { words } from './words'

const w = words.state

// Operating is a page of those who run SPAR, with the others beside it.
export function Operating({ tab, children }: { tab: string; children: ComponentChildren }) {
  const owns = useMay('administer'), keeps = useMay('operate')
  const tabs = (['', 'settings', 'models', 'people', 'audit', 'tokens', 'backups'] as const).filter(t => owns || t === '' && keeps || t === 'tokens')
  return <section class="page">
    <h1>{keeps ? words.nav.state : w.tabs[tab === 'tokens' ? 'tokens' : 'shares']}</h1>
    {tabs.length > 1 && <nav class="tabs" aria-label={w.pages}>{tabs.map(t => <a key={t} href={'/state' + (t && '/' + t)} onClick={go} aria-current={t === tab ? 'page' : undefined}>{w.tabs[t || 'shares']}</a>)}</nav>}
    {children}
  </section>
}

export function shareScope(name: string): URLSearchParams { return new URLSearchParams({ scope: 'share:' + quote(name) }) }

// What is worst stands first; what is fine is folded.
const order = ['broken', 'lacks']

// Between two looks at how much is read, in milliseconds.
const pause = 5_000

// State is the shares and how they are doing, what is being done, and what SPAR says of itself.
export function State() {
  const shares = usePages<Share>('/shares', { limit: 1000, states: true })
  const health = usePages<Symptom>('/doctor', { limit: 1000 })
  const jobs = usePages<Job>('/answers', {})
  const owns = useMay('administer')
  const [adding, setAdding] = useState(false)
  const [fresh, setFresh] = useState('')
  const scans = useScan(() => { shares.reload(); health.reload() })
  useEffect(() => {
    const again = setInterval(() => { if (!document.hidden) shares.reload() }, pause)
    return () => clearInterval(again)
  }, [])
  const fine = health.items?.filter(s => s.level === 'ok') ?? []
  const running = jobs.items?.filter(j => j.state === 'running') ?? []
  return <Operating tab="">
    <div class="head"><h2>{w.shares}</h2>{owns && <button type="button" aria-expanded={adding} onClick={() => setAdding(!adding)}>{words.folders.title}</button>}</div>
    {adding && <AddShare added={name => { setFresh(name); shares.reload(); health.reload() }} />}
    {fresh && <div class="panel"><WhoReads share={fresh} /><p><a href={'/state/shares/' + encodeURIComponent(fresh)} onClick={go}>{words.share.plan.restrict}</a></p></div>}
    {owns && <Hint of="state">{words.hint.state}</Hint>}
    {shares.items?.length === 0 && !adding && <p class="empty">{owns ? w.addFirst : w.noShares}</p>}
    <ul class="cards">{shares.items?.map(s => <ShareCard key={s.name} s={s} scans={scans} />)}</ul>
    {running.length > 0 && <section><h2>{w.jobs}</h2><ul class="cards">{running.map(j => <li key={j.id} class="head"><span>{visible(j.question)}</span><button type="button" class="stop" aria-label={`${words.ask.stop}: ${j.question}`} onClick={async () => { await remove('/answers/' + j.id); jobs.reload() }}>{words.ask.stop}</button></li>)}</ul></section>}
    <LongWork />
    <h2>{w.health}</h2>
    {health.fault && <p class="error">{health.fault}</p>}
    <Symptoms list={health.items?.filter(s => s.level !== 'ok').sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level)) ?? []} />
    {fine.length > 0 && <details><summary>{w.fine(fine.length)}</summary><Symptoms list={fine} /></details>}
  </Operating>
}

// ShareCard is one share: when it was scanned, how far a scan is, and how much of it was read.
function ShareCard({ s, scans }: { s: Share; scans: Scans }) {
  const operate = useMay('operate'), files = filesOf(s)
  return <li><div class="head"><h3><a href={'/state/shares/' + encodeURIComponent(s.name)} onClick={go}>{visible(s.name)}</a></h3>{operate && <button type="button" disabled={scans.runs(s.name)} aria-label={`${w.scan}: ${s.name}`} onClick={() => scans.begin(s.name)}>{w.scan}</button>}</div>
      <p class="note">{s.scanned ? w.scanned(minute(s.scanned)) : w.never}{!s.reachable && <span class="error"> {w.unreachable}</span>}{s.trouble && <span class="error"> {s.trouble}</span>} <a href={'/files?' + shareScope(s.name)} onClick={go}>{words.nav.files}</a> · <a href={'/skipped?' + shareScope(s.name)} onClick={go}>{words.files.unreadable}</a></p><Progress scans={scans} share={s.name} all={files?.all} />{files && <ReadSoFar share={s.name} files={files} />}</li>
}

// Detail is what a symptom says; files of one state are called by its words, and lead to them.
function Detail({ s }: { s: Symptom }) {
  const of = /^(\d+) ([a-z-]+) \(/.exec(s.detail)
  return of ? <a href={'/skipped?' + new URLSearchParams({ scope: 'state:' + of[2] })} onClick={go}>{stateName(of[2])}: {words.files.n(Number(of[1]))}</a> : <>{visible(s.detail)}</>
}

// thing is what was looked at, in words; what has a name of its own keeps that behind them.
function thing(what: string): string {
  const [kind, ...name] = what.split(' '), of = w.things
  return visible(of[what] ?? [of[kind] ?? kind, ...name].join(' '))
}

function Symptoms({ list }: { list: Symptom[] }) {
  return <ul class="cards symptoms">{list.map((s, i) => <li key={i} class={s.level}><span class={'badge ' + (s.level === 'ok' ? 'good' : s.level === 'broken' ? 'bad' : '')}>{w.levels[s.level as 'ok'] ?? s.level}</span><strong>{thing(s.what)}</strong><span><Detail s={s} />{s.remedy && <small>{words.skipped.helps} {visible(s.remedy)}.</small>}</span></li>)}</ul>
}
