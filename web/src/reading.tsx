import { useEffect, useState } from 'preact/hooks'
import { type Share } from './api'
import { quote } from './query'
import { go } from './route'
import { language, words } from './words'

const w = words.reading

// Counted is how many files there are, of how many the text is there (as an answer counts them), and of how many there is none to be had.
interface Counted { all: number; read: number; not: number }

// filesOf counts the files of a share, null where they were not counted.
export function filesOf(s: Share): Counted | null {
  const { states: n } = s
  if (!n) return null
  const all = Object.values(n).reduce((a, b) => a + b, 0), read = (n.ok ?? 0) + (n.partial ?? 0) + (n.container ?? 0)
  return { all, read, not: all - read - (n.unread ?? 0) }
}

// lasting says in the reader's language how long something takes.
function lasting(seconds: number): string {
  const [n, unit] = seconds < 90 ? [seconds, 'second'] : seconds < 5400 ? [seconds / 60, 'minute'] : seconds < 172800 ? [seconds / 3600, 'hour'] : [seconds / 86400, 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, n as number))
}

// Bar is how far something is, and how long the rest takes where that is known.
export function Bar({ name, done, all, rest }: { name: string; done: number; all: number; rest?: number }) {
  return <span class="far"><progress aria-label={name} value={Math.min(done, all)} max={all} />{!!rest && done < all && <small>{words.state.work.rest(lasting(rest))}</small>}</span>
}

// ReadSoFar is how much of a share was read; while that grows, how long it takes at the pace since the page was opened.
export function ReadSoFar({ share, files }: { share: string; files: Counted }) {
  const [first, setFirst] = useState({ at: 0, done: 0 })
  const done = files.read + files.not, left = files.all - done
  useEffect(() => { if (!first.at || done < first.done) setFirst({ at: Date.now(), done }) }, [done])
  const took = (Date.now() - first.at) / 1000, said = w.read(files.read, files.all)
  return <p class="note">{said}{files.not > 0 && <> <a href={'/skipped?' + new URLSearchParams({ scope: 'share:' + quote(share) })} onClick={go}>{w.not(files.not)}</a></>} {left > 0 && <Bar name={`${share}: ${said}`} done={done} all={files.all} rest={first.at && took > 4 && done > first.done ? left * took / (done - first.done) : 0} />}</p>
}
