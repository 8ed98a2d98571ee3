import { useEffect, useRef, useState } from 'preact/hooks'
import { type Page, get, post, remove } from './api'
import { useMay } from './pages'
import { Bar } from './reading'
import { words } from './words'
import type { ScanJob } from './shapes'

const w = words.state

// Between two looks at scans that go on, in milliseconds.
const pause = 700

export interface Scans {
  of: (share: string) => ScanJob | undefined
  runs: (share: string) => boolean
  fault: string
  begin: (share: string) => void
  stop: (share: string) => void
}

// useScan follows the scans of the server, whoever began them and on whichever page, and tells when one that it saw running has ended.
export function useScan(ended: (j: ScanJob) => void): Scans {
  const [jobs, setJobs] = useState<ScanJob[]>([])
  const [fault, setFault] = useState('')
  const [looks, setLooks] = useState(0)
  const operate = useMay('operate')
  const running = useRef(new Set<string>())
  const told = useRef(ended)
  told.current = ended
  useEffect(() => {
    if (!operate) return
    let left = false, soon = 0
    const look = async () => {
      try {
        const { items } = await get<Page<ScanJob>>('/scans', { limit: 1000 })
        if (left) return
        setJobs(items)
        for (const j of items) if (j.state !== 'running' && running.current.delete(j.share)) told.current(j)
        running.current = new Set(items.filter(j => j.state === 'running').map(j => j.share))
      } catch (e) { if (!left) setFault((e as Error).message) }
      if (!left && running.current.size) soon = setTimeout(look, pause)
    }
    look()
    return () => { left = true; clearTimeout(soon) }
  }, [looks, operate])
  const act = async (work: () => Promise<unknown>) => { try { setFault(''); await work() } catch (e) { setFault((e as Error).message) } setLooks(n => n + 1) }
  const of = (share: string) => jobs.find(j => j.share === share)
  return {
    of, fault, runs: share => of(share)?.state === 'running',
    begin: share => act(async () => { const j = await post<ScanJob>('/scans', { share }); running.current.add(share); setJobs(l => [...l.filter(x => x.share !== share), j]) }),
    stop: share => act(() => remove('/scans/' + encodeURIComponent(share))),
  }
}

function said(j: ScanJob): string {
  switch (j.state) {
    case 'running': return j.stage === 'waiting' ? `${j.share}: ${j.reason || w.scanWaits}` : j.seen ? w.seen(j.share, j.seen, Math.round(j.rate ?? 0)) : w.scanning(j.share)
    case 'failed': return `${j.share}: ${j.fault?.message ?? ''}`
    case 'stopped': return `${j.share}: ${w.scanStopped}`
  }
  return j.scan ? `${j.share}: ${w.scannedNow(j.scan)}` : ''
}

// Progress is how far the scan of a share is, or how it ended.
export function Progress({ scans, share, all }: { scans: Scans; share: string; all?: number }) {
  const j = scans.of(share)
  return <p role="status" class={j?.state === 'failed' ? 'error' : 'note'}>{j ? said(j) : scans.fault} {j?.state === 'running' && !!j.seen && !!all && j.seen < all && <Bar name={`${words.state.scan}: ${share}`} done={j.seen} all={all} rest={j.rate && (all - j.seen) / j.rate} />} {j?.state === 'running' && <button type="button" class="quiet" aria-label={`${words.ask.stop}: ${share}`} onClick={() => scans.stop(share)}>{words.ask.stop}</button>}</p>
}
