import { useEffect, useState } from 'preact/hooks'
import { type Share } from './api'
import { language, words } from './words'

const w = words.reading

// filesOf is how many files a share has and how many of them were read, null where they were not counted.
export function filesOf(s: Share): { all: number; read: number } | null {
  if (!s.states) return null
  const all = Object.values(s.states).reduce((a, b) => a + b, 0)
  return { all, read: all - (s.states.unread ?? 0) }
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
export function ReadSoFar({ share, files }: { share: string; files: { all: number; read: number } }) {
  const [first, setFirst] = useState({ at: 0, read: 0 })
  useEffect(() => { if (!first.at || files.read < first.read) setFirst({ at: Date.now(), read: files.read }) }, [files.read])
  const took = (Date.now() - first.at) / 1000
  return <p class="note">{w.read(files.read, files.all)} {files.read < files.all && <Bar name={`${share}: ${w.read(files.read, files.all)}`} done={files.read} all={files.all} rest={first.at && took > 4 && files.read > first.read ? (files.all - files.read) * took / (files.read - first.read) : 0} />}</p>
}
