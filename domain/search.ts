/** A text for comparison: in lower case, and with straight apostrophes, since phones type curly ones. */
export const foldCase = (text: string): string => text.toLowerCase().replace(/[‘’]/g, "'")

/** A name or another short text for searching: as `foldCase` returns it, and without accents. */
export const foldSearch = (text: string): string =>
  foldCase(isPlain.test(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))

const isPlain = /^[ -~]*$/

/**
 * Whether a restaurant's name or address contains the text, all compared by `foldSearch`; an empty text
 * matches all.
 */
export function matchesSearch(restaurant: { name: string; address: string }, text: string): boolean {
  const wanted = foldSearch(text.trim())
  return foldSearch(restaurant.name).includes(wanted) || foldSearch(restaurant.address).includes(wanted)
}
