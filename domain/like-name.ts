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

type Place = { name: string; address: string }

/** How alike two places of a campus are: 0 where nothing suggests that they are the same. */
function likeness(a: Place, b: Place): number {
  const [one, other] = [likeName(a.name), likeName(b.name)]
  const isNear = doorOf(a.address) !== null && doorOf(a.address) === doorOf(b.address)
  const beginsAlike = `${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `)
  const names = one === '' ? 0 : one === other ? 4 : beginsAlike ? 2 : 0
  return names + Number(isNear)
}

/** The street number with the street's first word: 'Main St.' and 'Main Street' are one. */
function doorOf(address: string): string | null {
  const number = streetNumber(address)
  if (number === null) return null
  const [, street = ''] = likeName(address).split(' ')
  return `${number} ${street}`
}

/** The places that may be the one described: by a like name, a name that begins alike, or the same door; likeliest first. */
export function possibleDoubles<P extends Place>(wanted: Place, places: readonly P[]): P[] {
  return places
    .map(place => ({ place, alike: likeness(wanted, place) }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike)
    .map(({ place }) => place)
}
