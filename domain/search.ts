/** A text as it is searched in: whatever the case and the accents, and with the apostrophe of keyboards, of which phones make curly ones. */
export function foldSearch(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’]/g, "'")
    .toLowerCase()
}

const isPlain = /^[ -~]*$/

/** Whether a restaurant's name or address contains the text, as `foldSearch` sees them; an empty text matches all. */
export function matchesSearch(restaurant: { name: string; address: string }, text: string): boolean {
  const wanted = foldSearch(text.trim())
  return foldSearch(restaurant.name).includes(wanted) || foldSearch(restaurant.address).includes(wanted)
}
