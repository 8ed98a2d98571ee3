import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { type Failure, type Me, type Page, type Query, get } from './api'

// Who is the person who is signed in.
export const Who = createContext<Me | null>(null)

export function useMay(what: string): boolean { return useContext(Who)?.may.includes(what) ?? false }

// usePages gives a list page by page.
export function usePages<T>(path: string, query: Query) {
  const [items, setItems] = useState<T[] | null>(null)
  const [next, setNext] = useState<string | undefined>()
  const [fault, setFault] = useState('')
  const [status, setStatus] = useState(200)
  const [spot, setSpot] = useState<Failure['spot']>()
  // What was asked for before is of no interest when it comes after what is asked for now.
  const asked = useRef(0)
  const load = (after?: string) => {
    const mine = ++asked.current
    return get<Page<T>>(path, after ? { ...query, after } : query).then(p => {
      if (mine !== asked.current) return
      setItems(l => after ? [...(l ?? []), ...p.items] : p.items); setNext(p.next); setFault(''); setStatus(200); setSpot(undefined)
    }, (e: Failure) => { if (mine === asked.current) { setFault(e.message); setStatus(e.status); setSpot(e.spot); if (!after) setItems(null) } })
  }
  useEffect(() => { load() }, [path, JSON.stringify(query)])
  return { items, next, fault, spot, status, more: next ? () => load(next) : undefined, reload: () => load() }
}

// useOne gives what a call gives, anew when what it depends on changes.
export function useOne<T>(call: (signal: AbortSignal) => Promise<T>, on: unknown[]): { value: T | null; fault: string; again: () => void } {
  const [state, set] = useState<{ value: T | null; fault: string }>({ value: null, fault: '' })
  const [n, setN] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    call(leaving.signal).then(value => { if (!leaving.signal.aborted) set({ value, fault: '' }) }, e => { if (!leaving.signal.aborted) set({ value: null, fault: e.message }) })
    return () => leaving.abort()
  }, [...on, n])
  return { ...state, again: () => setN(x => x + 1) }
}
