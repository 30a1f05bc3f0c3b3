import { memoize } from '#kit/rules/memoize.ts'
import { marks } from './plain-forms.ts'

/*
 * How names are compared, in every search and wherever two names may be the same: without what people leave out or
 * write differently. Case, accents, apostrophes and kinds of hyphens and blanks make no difference.
 */

/** A text for comparison: in lower case, and with straight apostrophes, since phones type curly ones. */
export const foldCase = (text: string): string => text.toLowerCase().replace(/[‘’]/g, "'")

/** Accents, and the points and strokes that Hebrew and Arabic are mostly written without. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0655\u0670]/g
const withoutAccents = (text: string) => text.normalize('NFD').replace(accents, '')

/** As `foldCase` returns it, and without accents. Finds what `foldWords` leaves out, such as '100%' or '?'. */
const foldLetters = (text: string) => foldCase(isPlain.test(text) ? text : withoutAccents(text))

const isPlain = /^[ -~]*$/

/** The letters that have no accent to take off, as people type them on a plain keyboard. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
}
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Apostrophes and quotes of all kinds, marks such as ™, and signs that no one sees. */
const ignored = /['"`´‘’‚‛“”„‟′‵ʹʻʼʽˈˊˋ՚׳ꞌ＇｀＂«»‹›™®©\p{Default_Ignorable_Code_Point}]+/gu
/** Between words: blanks, hyphens and dashes, points, and what else a name is divided by. */
const separators = /[\s\p{Z}\p{Pd}\u2212\u2043\u2800.,:;!?¡¿&+/\\|()[\]{}·•‧∙⋅・･。､、…‥⁄]+/u
/** Where a number ends: 'Route 1²' isn't 'Route 12', nor '12½' '121/2'. */
const footnotes = new RegExp(`(?<=\\p{Nd})(?=[${marks}])`, 'gu')
/** The points of 'P.F.' separate nothing. */
const joinInitials = (text: string) =>
  text.replace(/\S+/g, word => (/^(?:\p{L}\.)+\p{L}?$/u.test(word) ? word.replaceAll('.', '') : word))

/** The words of a name, with one space between them: what is left of it to compare, which may be nothing. */
export const foldWords = memoize(text => {
  const divided = text.toLowerCase().replace(ignored, '').replace(footnotes, ' ')
  const visible = divided.normalize('NFKC').toLowerCase()
  const plain = isPlain.test(visible)
    ? visible
    : withoutAccents(visible)
        .toLowerCase()
        .replace(specialLetters, letter => plainLetters[letter] ?? letter)
        .normalize('NFC')
  const words = joinInitials(plain.replace(ignored, '')).split(separators)
  const kept = words.filter(word => word !== '' && word !== 'and')
  return (kept.length > 0 ? kept : words.filter(Boolean)).join(' ')
})

/** A name for comparison: equal for all ways to write it. Only between digits a separator counts: '1 2' isn't '12'. */
export const foldName = (name: string): string => join(foldWords(name)) || foldCase(name.trim())

const join = (words: string) => words.replace(/(\d) (?=\d)/g, '$1-').replaceAll(' ', '')

/** All forms in which a text is searched, with the places in the joined one where its words start. */
const formsOf = memoize(text => {
  const words = foldWords(text)
  let start = 0
  const starts = words.split(' ').map((word, i, all) => {
    if (i > 0 && /\d$/.test(all[i - 1] ?? '') && /^\d/.test(word)) start += 1
    start += word.length
    return start - word.length
  })
  return { letters: foldLetters(text), words, joined: join(words), starts }
})

/** Whether a search has nothing to look for. */
export const isEmptySearch = (search: string): boolean =>
  /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(search)

/** Returns whether a text contains what is searched for. An empty search finds everything. */
export function searchFor(search: string): (text: string) => boolean {
  if (isEmptySearch(search)) return () => true
  const asTyped = foldLetters(search.trim())
  const folded = foldWords(search)
  // Signs alone are looked for as they were typed.
  const words = /[\p{L}\p{N}]/u.test(folded) ? folded : ''
  const joined = join(words)
  return text => {
    const forms = formsOf(text)
    if (forms.letters.includes(asTyped)) return true
    if (words === '') return false
    // 'chickfila' is found in 'Chick-fil-A', but 'art' isn't in 'Bar Tavern': only whole words run together.
    return forms.words.includes(words) || forms.starts.some(start => forms.joined.startsWith(joined, start))
  }
}

/** Whether a place's name or address contains the text. */
export function matchesSearch(place: { name: string; address: string }, text: string): boolean {
  const matches = compiled(text)
  return matches(place.name) || matches(place.address)
}

const compiled = memoize(searchFor)
