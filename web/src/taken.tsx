import { useEffect, useState } from 'preact/hooks'
import { type Sentence, type Span, post } from './api'
import { join } from './query'
import { words } from './words'

const w = words.taken

// What is done with a part of a sentence that was taken for a constraint: it orders, it filters, or it is left alone.
export type Choice = 'guess' | 'insist' | 'drop'
export type Choices = Record<string, Choice>

function bare(s: Span): string { return s.constraint.replace(/^~/, '') }

// chosen is the scope that choices make of what was taken; null where all of it stays as the server takes it.
export function chosen(spans: Span[], choices: Choices): string | null {
  if (!spans.some(s => (choices[bare(s)] ?? 'guess') !== 'guess')) return null
  return join([...new Set(spans.map(s => { const c = choices[bare(s)] ?? 'guess'; return c === 'drop' ? '' : c === 'insist' ? bare(s) : '~' + bare(s) }))])
}

// useTaken is what the server would take a question for, once the typing rests.
export function useTaken(question: string): Span[] {
  const [spans, set] = useState<Span[]>([])
  useEffect(() => {
    if (question.trim().length < 8) return set([])
    const leaving = new AbortController()
    const soon = setTimeout(() => post<Sentence>('/scope/sentence', { sentence: question, guess: true }, leaving.signal)
      .then(s => set(s.spans.filter(x => x.constraint)), () => { if (!leaving.signal.aborted) set([]) }), 400)
    return () => { leaving.abort(); clearTimeout(soon) }
  }, [question])
  return spans
}

// Taken shows which words of a sentence were taken for constraints, each to accept or drop.
export function Taken({ spans, choices, choose }: { spans: Span[]; choices: Choices; choose: (c: Choices) => void }) {
  if (!spans.length) return null
  // Several words may name the same constraint; it is chosen once.
  const each = spans.filter((s, i) => spans.findIndex(o => bare(o) === bare(s)) === i)
  return <div class="taken"><span class="note">{w.as}</span><ul class="chips" aria-label={w.as}>{each.map(s => {
    const c = choices[bare(s)] ?? (s.constraint.startsWith('~') ? 'guess' : 'insist')
    const put = (to: Choice) => choose({ ...choices, [bare(s)]: c === to ? 'guess' : to })
    return <li key={s.start + s.constraint} class={c === 'guess' ? 'guess' : c === 'drop' ? 'dropped' : ''}>
      <span>{s.text.length > 40 ? w.whole : s.text}</span> <span aria-hidden="true">→</span> <code>{bare(s)}</code>
      <small>{c === 'guess' ? w.guessed : c === 'insist' ? w.insisted : w.dropped}</small>
      <button type="button" aria-pressed={c === 'insist'} aria-label={`${w.insist}: ${bare(s)}`} title={w.insistWhy} onClick={() => put('insist')}>{w.insist}</button>
      <button type="button" aria-pressed={c === 'drop'} aria-label={`${w.drop}: ${bare(s)}`} title={w.dropWhy} onClick={() => put('drop')}>{w.drop}</button>
    </li>
  })}</ul></div>
}
