// What the page has to know of the query language: where one constraint ends, and how a value is written. The server reads the rest.

// longestQuestion is how many characters the server takes; engine.MaxQuestion, as a test of the server holds.
export const longestQuestion = 8000

// terms are the constraints of a scope that all have to hold; one with alternatives at the top is a single term.
export function terms(scope: string): string[] {
  const list: string[] = []
  let depth = 0, quoted = false, begin = 0
  const end = (at: number) => { if (at > begin) list.push(scope.slice(begin, at)); begin = at + 1 }
  for (let i = 0; i < scope.length; i++) {
    const c = scope[i]
    if (quoted) { if (c === '\\') i++; else if (c === '"') quoted = false }
    else if (c === '"') quoted = true
    else if (c === '(') depth++
    else if (c === ')') depth--
    else if (/\s/.test(c) && depth <= 0) end(i)
  }
  end(scope.length)
  return list.includes('or') ? ['(' + scope.trim() + ')'] : list
}

export function join(list: string[]): string { return list.filter(Boolean).join(' ') }

// both is the scope of two that both hold.
export function both(a: string, b: string): string { return join([...terms(a), ...terms(b).filter(t => !terms(a).includes(t))]) }

export function without(scope: string, term: string): string { return join(terms(scope).filter(t => t !== term)) }

// quote is a value as it stands behind a key.
export function quote(value: string): string {
  return /^[\p{L}\p{N}_.\/:@+-]+$/u.test(value) && !value.includes('..') && !/^[-~]/.test(value) ? value : '"' + value.replace(/["\\]/g, '\\$&') + '"'
}

// valuesOf are the values that a scope asks of a key by one term, such as type:(pdf|docx), with that term.
export function valuesOf(scope: string, key: string): { term: string; values: string[] } | null {
  for (const term of terms(scope)) {
    if (!term.toLowerCase().startsWith(key.toLowerCase() + ':')) continue
    const text = term.slice(key.length + 1)
    const values: string[] = []
    const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text
    for (const m of inner.matchAll(/"((?:[^"\\]|\\.)*)"|([^|]+)/g)) values.push(m[1] !== undefined ? m[1].replace(/\\(.)/g, '$1') : m[2].trim())
    return { term, values }
  }
  return null
}

// between is a scope in which a time lies from one to another, either of which may be open.
export function between(scope: string, key: string, from: string, to: string): string {
  const old = valuesOf(scope, key), term = from || to ? `${key}:${from === to ? from : from + '..' + to}` : ''
  return join(old ? terms(scope).map(t => t === old.term ? term : t) : [...terms(scope), term])
}

// said is a term that asks for values of one key, apart; null of any other.
export function said(term: string): { not: boolean; key: string; values: string[] } | null {
  const m = /^([-~+]?)([\p{L}_][\p{L}\p{N}_.-]*):(?=.)/u.exec(term), v = m && valuesOf(term.slice(m[1].length), m[2])
  return v?.values.length && v.term.length + m![1].length === term.length ? { not: m![1] === '-', key: m![2].toLowerCase(), values: v.values } : null
}

// having is a scope in which a key has one of these values.
export function having(scope: string, key: string, values: string[]): string {
  const old = valuesOf(scope, key)
  const term = values.length === 0 ? '' : values.length === 1 ? `${key}:${quote(values[0])}` : `${key}:(${values.map(quote).join('|')})`
  const list = terms(scope)
  return join(old ? list.map(t => t === old.term ? term : t) : [...list, term])
}
