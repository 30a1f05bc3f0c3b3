/** Where a stored image is served. The content's hash is its address, so an address never changes what it shows. */
export function imageUrl(hash: string | null): string | null {
  return hash && `/api/images/${hash}`
}

/** The small variant that fits a card of a list. */
export function cardImageUrl(hash: string | null): string | null {
  return hash && `/api/images/${hash}/card`
}
