import { groupBy } from '#kit/rules/group-by.ts'
import { isolated, sentence } from './isolated.ts'
import { foldName, foldWords } from './search.ts'
import { splitAddress, withoutUnit } from './street-address.ts'

export type NamedPlace = { id: number; name: string; address?: string | null }

/**
 * For those of the listed places whose name another one has too, such as branches of a chain: the shortest part of
 * the address that no other one of that name has. Without any, the whole address.
 */
export function shortAddresses(places: Iterable<NamedPlace>): Map<number, string> {
  const found = new Map<number, string>()
  const byId = new Map(Array.from(places, place => [place.id, place]))
  if (byId.size < 2) return found
  for (const group of groupBy([...byId.values()], ({ name }) => foldName(name)).values()) {
    if (group.length < 2) continue
    const parts = group.map(({ address }) => partsOf(address ?? ''))
    for (const [i, { id }] of group.entries()) {
      const own = parts[i] ?? []
      const distinct = own.find(
        (part, level) =>
          part !== '' && parts.every((other, j) => j === i || !isSamePart(other[level] ?? '', part)),
      )
      const shown = distinct ?? own.at(-1) ?? ''
      if (shown !== '') found.set(id, shown)
    }
  }
  return found
}

/** The listed places' names for sentences, with the short address where the name alone doesn't tell which is meant. */
export function distinctNames(places: Iterable<NamedPlace>): Map<number, string> {
  const listed = [...places]
  const addresses = shortAddresses(listed)
  return new Map(listed.map(({ id, name }) => [id, nameWithAddress(name, addresses.get(id))]))
}

export const nameWithAddress = (name: string, address: string | undefined): string =>
  address === undefined ? isolated(name) : sentence`${name} (${address})`

/** Streets are the same however their kind and direction are written: '2 N Main St.', '2 North Main Street'. */
const isSamePart = (a: string, b: string) => spelledOut(a) === spelledOut(b)

const spelledOut = (part: string) =>
  foldWords(part)
    .split(' ')
    .map(word => abbreviations[word] ?? word)
    .join(' ')

const abbreviations: Record<string, string> = {
  ...{ st: 'street', ave: 'avenue', av: 'avenue', rd: 'road', blvd: 'boulevard', dr: 'drive', ln: 'lane' },
  ...{ hwy: 'highway', pkwy: 'parkway', ct: 'court', sq: 'square', pl: 'place', cir: 'circle' },
  ...{ n: 'north', s: 'south', e: 'east', w: 'west' },
}

/** From what people call a branch by to the whole address: street, town, house number and street, with the unit. */
function partsOf(address: string): string[] {
  const whole = address.replace(/\s+/g, ' ').trim()
  const parts = withoutUnit(whole)
    .split(',')
    .map(part => part.trim())
  const { street = parts[0] ?? '', city = parts[1] ?? '' } = splitAddress(whole) ?? {}
  const name = street.replace(/^\d[\w-]*\s+(?=.*\p{L}{2})/u, '')
  const [first = ''] = whole.split(',')
  return [name, city, street, first.trim(), whole]
}
