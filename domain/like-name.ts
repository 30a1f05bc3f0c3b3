/** A name without what people leave out of it: case, accents, punctuation, 'the' and 'restaurant'. */
export function likeName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = plain.split(' ').filter(word => word !== 'the' && word !== 'restaurant')
  return words.join(' ') || plain
}

/** The number that an address begins with; null without one. */
export function streetNumber(address: string): string | null {
  return /^\s*(\d+)(?=[\s\p{L}-])/u.exec(address)?.[1] ?? null
}
