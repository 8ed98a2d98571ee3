import { useEffect, useState } from 'preact/hooks'
import { type Job, type Page, get, post, remove } from './api'
import { go } from './route'
import { visible } from './shown'
import { words } from './words'

const w = words.running

// home is where a new conversation of a workspace begins, or one over everything.
export function home(workspace: string): string { return workspace ? '/w/' + encodeURIComponent(workspace) : '/' }

// conversation is the address of a conversation.
export function conversation(workspace: string, id: string): string { return (workspace ? home(workspace) : '') + '/t/' + encodeURIComponent(id) }

// addressOf is where an answer that is being made is found: its conversation, or before that is known the answer itself.
function addressOf(j: Job): string {
  const at = j.workspace ?? ''
  return j.thread && j.thread !== 'new' ? conversation(at, j.thread) : home(at) + '?' + new URLSearchParams({ answer: j.id })
}

// A Sent is a question on its way to the server. It belongs to no view, so that it is not lost with the one in which it was asked.
export interface Sent { question: string; workspace: string; fault?: string }

let sent: Sent[] = []
const changed = new Event('spar-sent')

// send sends a question. Whoever shows what becomes of it calls forget.
export function send(s: Sent, body: unknown): Promise<Job> {
  sent = [...sent, s]
  dispatchEvent(changed)
  return post<Job>('/answers', body).then(job => { forget(s); return job }, e => {
    s.fault = (e as Error).message
    dispatchEvent(changed)
    throw e
  })
}

export function isSent(question: string): boolean { return sent.some(s => s.question === question && !s.fault) }

export function forget(s: Sent) {
  sent = sent.filter(x => x !== s)
  dispatchEvent(changed)
}

// For so many milliseconds what is known of running answers is good enough.
const moment = 2000

// Running lists the answers that are being made for the asker, wherever they were asked, each with its address. One that ends while
// somebody looks stays, so that nothing moves from under their hand.
export function Running() {
  const [list, setList] = useState<Job[]>([])
  const [ways, setWays] = useState(sent)
  useEffect(() => {
    let left = false, soon = 0
    const look = async () => {
      clearTimeout(soon)
      const { items } = await get<Page<Job>>('/answers').catch((): Page<Job> => ({ items: [] }))
      if (left) return
      setList(was => items.filter(j => j.state === 'running' || was.some(x => x.id === j.id)).reverse())
      clearTimeout(soon)
      if (items.some(j => j.state === 'running')) soon = setTimeout(look, moment)
    }
    const moved = () => { setWays(sent); void look() }
    addEventListener('spar-sent', moved)
    moved()
    return () => { left = true; clearTimeout(soon); removeEventListener('spar-sent', moved) }
  }, [])
  if (!list.length && !ways.length) return null
  const stop = (j: Job) => remove('/answers/' + j.id).catch(() => {}).then(() => setList(l => l.filter(x => x.id !== j.id)))
  return <section class="running"><h2>{w.head}</h2><ul class="cards">
    {ways.map((s, i) => <li key={'sent ' + i} class="head"><span>{visible(s.question)} <small>{s.fault ? w.notSent(s.fault) : w.sending}</small></span>
      {s.fault && <a href={home(s.workspace) + '?' + new URLSearchParams({ q: s.question })} onClick={e => { forget(s); go(e) }}>{words.ask.again}</a>}</li>)}
    {list.map(j => <li key={j.id} class="head"><span><a href={addressOf(j)} onClick={go}>{visible(j.question)}</a> <small>{j.state === 'running' ? w.running : w.ended}</small></span>
      {j.state === 'running' && <button type="button" class="quiet" aria-label={`${words.ask.stop}: ${visible(j.question)}`} onClick={() => stop(j)}>{words.ask.stop}</button>}</li>)}
  </ul></section>
}
