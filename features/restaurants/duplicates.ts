import { greatCircleMiles, pointOf } from '#kit/rules/distance.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { memoize } from '#kit/rules/memoize.ts'
import { foldName, foldWords } from '#kit/rules/texts/search.ts'

/** The words of a name without the details that people leave out: punctuation, 'the' and 'restaurant'. */
export const normalizedName = memoize(name => {
  const plain = foldWords(name)
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = plain.split(' ').filter(word => word !== 'the' && word !== 'restaurant')
  return words.join(' ') || plain
})

/** The same for names that are alike: 'Chick-fil-A' and 'Chickfila'. */
export const likeName = (name: string): string => foldName(normalizedName(name))

/** The number that an address begins with; null without one. */
export function streetNumber(address: string): string | null {
  return /^\s*(\d+)(?=[\s\p{L}-])/u.exec(address)?.[1] ?? null
}

type Place = { name: string; address: string }

/** How alike two places of a campus are: 0 if nothing suggests that they are the same. */
function similarity(a: Place, b: Place): number {
  const [one, other] = [normalizedName(a.name), normalizedName(b.name)]
  const isNear = doorOf(a.address) !== null && doorOf(a.address) === doorOf(b.address)
  const names = one === '' ? 0 : likeName(one) === likeName(other) ? 4 : haveSameBeginning(one, other) ? 2 : 0
  return names + Number(isNear)
}

/** The street number with the street's first word, so that 'Main St.' and 'Main Street' are the same. */
const doorOf = memoize((address): string | null => {
  const number = streetNumber(address)
  if (number === null) return null
  const [, street = ''] = normalizedName(address).split(' ')
  return `${number} ${street}`
})

/**
 * The places that may be the wanted one, likeliest first: those with the same normalized name, a name with the same
 * beginning, or the same door.
 */
export function possibleDuplicates<P extends Place>(requested: Place, places: readonly P[]): P[] {
  return places
    .map(place => ({ place, score: similarity(requested, place) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place)
}

type LocatedPlace = Place & {
  id: number
  campusCode: string
  latitude: number | null
  longitude: number | null
}

/** The data by which duplicates are recognized. Computing it is most of the work and can be done a few places at a time. */
export const describePlace = ({ id, name, address, campusCode, latitude, longitude }: LocatedPlace) => ({
  ...{ id, campusCode, latitude, longitude },
  like: normalizedName(name),
  door: doorOf(address),
})

type DescribedPlace = ReturnType<typeof describePlace>

/** Places of the same name that are closer than this are likely the same, however their addresses are written. */
const samePlaceMiles = 0.1

/**
 * The ids of places that may be duplicates of another place of their campus: they have the same door and names that
 * begin alike, or the same name, and neither door nor position shows that they are different branches.
 */
export function findDuplicates(described: readonly DescribedPlace[]): Set<number> {
  const found = new Set<number>()
  const add = (...duplicates: { id: number }[]) => {
    for (const { id } of duplicates) found.add(id)
  }
  const byDoor = groupBy(described, ({ campusCode, door }) => door && `${campusCode} ${door}`)
  for (const [door, group] of byDoor) {
    if (door === null || group.length < 2) continue
    // In this order, the names that begin with a shorter name follow it directly.
    const sorted = group.toSorted((a, b) => (a.like < b.like ? -1 : 1))
    let first = sorted[0]
    for (const place of sorted.slice(1))
      if (first && haveSameBeginning(first.like, place.like)) add(first, place)
      else first = place
  }
  const byName = groupBy(described, ({ campusCode, like }) => `${campusCode} ${foldName(like)}`)
  for (const group of byName.values()) {
    if (group.length < 2 || group[0]?.like === '') continue
    for (const [i, a] of group.entries())
      for (const b of group.slice(i + 1)) if (areAtSamePlace(a, b)) add(a, b)
  }
  return found
}

const haveSameBeginning = (one: string, other: string): boolean =>
  one !== '' && (`${one} `.startsWith(`${other} `) || `${other} `.startsWith(`${one} `))

type Spot = { door: string | null; latitude: number | null; longitude: number | null }

function areAtSamePlace(a: Spot, b: Spot): boolean {
  const [from, to] = [pointOf(a), pointOf(b)]
  if (from && to) return greatCircleMiles(from, to) < samePlaceMiles
  return a.door === null || b.door === null
}
