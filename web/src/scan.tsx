import { useState } from 'preact/hooks'
import { events } from './api'
import { words } from './words'
import type { Scan, ScanEvent } from './shapes'

const w = words.state

// useScan looks at a share anew and tells how far it is.
export function useScan(done: (name: string, s: Scan) => void) {
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState('')
  const scan = async (name: string) => {
    setBusy(name); setSaid(w.scanning(name))
    try {
      for await (const e of events<ScanEvent>('/scan', { share: name })) {
        if (e.stage === 'failed' || e.stage === 'waiting' || e.stage === 'late') setSaid(`${name}: ${e.reason ?? w.scanWaits}`)
        if (e.seen) setSaid(w.seen(name, e.seen, Math.round(e.rate ?? 0)))
        if (e.scan) { setSaid(`${name}: ${w.scannedNow(e.scan)}`); done(name, e.scan) }
      }
    } catch (e) { setSaid((e as Error).message) }
    setBusy('')
  }
  return { said, busy, scan }
}
