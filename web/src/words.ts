// The texts of the page in the language of whoever looks at it. English comes with the page, another language as a file of its own.
import { words as english } from './words.en'

export type Words = typeof english
export const languages = { de: 'Deutsch', en: 'English', es: 'Español', fr: 'Français' }
export type Language = keyof typeof languages

const kept = 'spar-language'

// chosen is the language that was chosen here, or else the first one of the browser's that there is.
function chosen(): Language {
  let own = ''
  try { own = localStorage.getItem(kept) ?? '' } catch { /* a browser may keep nothing */ }
  const asked = [own, ...navigator.languages].map(l => l.slice(0, 2).toLowerCase())
  return asked.find((l): l is Language => l in languages) ?? 'en'
}

// choose has the page speak a language from now on.
export function choose(l: Language) {
  localStorage.setItem(kept, l)
  sessionStorage.setItem(kept, l)
  location.reload()
}

// languageChosen says, once, that the page was loaded anew for another language: where it was chosen more may be chosen.
export function languageChosen(): boolean {
  try { const is = sessionStorage.getItem(kept) !== null; sessionStorage.removeItem(kept); return is } catch { return false }
}

async function load(l: Language): Promise<[Language, Words]> {
  try {
    switch (l) {
      case 'de': return [l, (await import('./words.de')).words]
      case 'es': return [l, (await import('./words.es')).words]
      case 'fr': return [l, (await import('./words.fr')).words]
    }
  } catch { /* the page works in English too */ }
  return ['en', english]
}

export const [language, words] = await load(chosen())
// region is how numbers and dates are written: as the browser asks for the language, for it knows the country, too.
export const region = navigator.languages.find(l => l.slice(0, 2).toLowerCase() === language) ?? language
document.documentElement.lang = language
