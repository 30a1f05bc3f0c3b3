/** The URL of a stored image. It contains the hash of the content, so the content of a URL never changes. */
export function imageUrl(hash: string | null): string | null {
  return hash && `/api/images/${hash}`
}

/** The small variant that fits a card of a list. */
export function cardImageUrl(hash: string | null): string | null {
  return hash && `/api/images/${hash}/card`
}
