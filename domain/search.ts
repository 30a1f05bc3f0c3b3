/** Whether a restaurant's name or address contains the text, whatever the case; an empty text matches all. */
export function matchesSearch(restaurant: { name: string; address: string }, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return restaurant.name.toLowerCase().includes(wanted) || restaurant.address.toLowerCase().includes(wanted)
}
