import { useEffect, useState } from 'preact/hooks'
import { type Share, get } from './api'
import { useOne } from './pages'
import { words } from './words'

const w = words.reading

// Between two looks at how much is read, in milliseconds.
const pause = 5_000

// useFiles is how many files a share has and how many of them were read, looked at again while the page is in sight.
export function useFiles(share: string, moves: unknown): { all: number; read: number } | null {
  const [looks, setLooks] = useState(0)
  const { value } = useOne(signal => get<Share>('/shares/' + encodeURIComponent(share), {}, signal), [share, moves, looks])
  useEffect(() => {
    const again = setInterval(() => { if (!document.hidden) setLooks(n => n + 1) }, pause)
    return () => clearInterval(again)
  }, [])
  if (!value?.states) return null
  const all = Object.values(value.states).reduce((a, b) => a + b, 0)
  return { all, read: all - (value.states.unread ?? 0) }
}

// Bar is how far something is, with its rate a second and what is left where that is known.
export function Bar({ name, done, all, rate }: { name: string; done: number; all: number; rate?: number }) {
  return <span class="far"><progress aria-label={name} value={Math.min(done, all)} max={all} />{!!rate && done < all && <small>{w.left((all - done) / rate)}</small>}</span>
}

// ReadSoFar is how much of a share was read; while that grows, how long it takes at the pace since the page was opened.
export function ReadSoFar({ share, files }: { share: string; files: { all: number; read: number } }) {
  const [first, setFirst] = useState({ at: 0, read: 0 })
  useEffect(() => { if (!first.at || files.read < first.read) setFirst({ at: Date.now(), read: files.read }) }, [files.read])
  const took = (Date.now() - first.at) / 1000
  return <p class="note">{w.read(files.read, files.all)} {files.read < files.all && <Bar name={`${share}: ${w.read(files.read, files.all)}`} done={files.read} all={files.all} rate={first.at && took > 4 ? (files.read - first.read) / took : 0} />}</p>
}
