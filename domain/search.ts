/** A text as it is searched in: whatever the case, and with the apostrophe of keyboards, of which phones make curly ones. */
export const foldSearch = (text: string): string => text.toLowerCase().replace(/[‘’]/g, "'")

/** Whether a restaurant's name or address contains the text, whatever the case; an empty text matches all. */
export function matchesSearch(restaurant: { name: string; address: string }, text: string): boolean {
  const wanted = foldSearch(text.trim())
  return foldSearch(restaurant.name).includes(wanted) || foldSearch(restaurant.address).includes(wanted)
}
