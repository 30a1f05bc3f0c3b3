import { expect, test } from 'vitest'
import { distinctNames, shortAddresses } from './place-names.ts'

const named = (name: string, addresses: string[]) =>
  addresses.map((address, i) => ({ id: i + 1, name, address }))
const short = (addresses: string[]) => [...shortAddresses(named('McDonald’s', addresses)).values()]

test('names that are different need no address', () => {
  const places = [
    ...named('Pho Vinh', ['1 Main St, Arden, NC']),
    { id: 9, name: 'Pho Vin', address: '2 Main St' },
  ]
  expect(shortAddresses(places).size).toBe(0)
  expect([...distinctNames(places).values()]).toEqual(['Pho Vinh', 'Pho Vin'])
})

test('one place that is listed twice needs none', () => {
  const [place] = named('Pho Vinh', ['1 Main St, Arden, NC'])
  expect(shortAddresses(place ? [place, place] : []).size).toBe(0)
})

test('names are the same however they are written', () => {
  const places = [
    { id: 1, name: 'McDonald’s', address: '1 Main St, Arden, NC 28704' },
    { id: 2, name: 'Mcdonalds ', address: '2 Oak Ave, Arden, NC 28704' },
  ]
  expect([...distinctNames(places).values()]).toEqual(['McDonald’s (Main St)', 'Mcdonalds  (Oak Ave)'])
})

test.each(
  `
the street | 1125 Merrimon Ave, Asheville, NC 28804 / 24 Tunnel Road Suite B, Asheville, NC 28805 | Merrimon Ave / Tunnel Road
the town | 1 Main St, Arden, NC 28704 / 1 Main St., Fletcher, NC 28732 | Arden / Fletcher
the house number | 10 Tunnel Rd, Asheville, NC 28805 / 1000 Tunnel Rd, Asheville, NC 28805 | 10 Tunnel Rd / 1000 Tunnel Rd
only for some the house number | 10 Tunnel Rd, Asheville / 1000 Tunnel Rd, Asheville / 5 Oak St, Asheville | 10 Tunnel Rd / 1000 Tunnel Rd / Oak St
the unit | 1 Main St Suite 100, Arden, NC 28704 / 1 Main St Suite 200, Arden, NC 28704 | 1 Main St Suite 100 / 1 Main St Suite 200
the ZIP code | 1 Main St, Arden, NC 28704 / 1 Main St, Arden, NC 28705 | 1 Main St, Arden, NC 28704 / 1 Main St, Arden, NC 28705
the street after a name of the building | Biltmore Park, 1 Town Square Blvd, Asheville, NC 28803 / Biltmore Park, 2 Oak St, Asheville, NC 28803 | Town Square Blvd / Oak St
the house number of a street that is written differently | 10 N Main St, Arden, NC 28704 / 20 North Main Street, Arden, NC 28704 | 10 N Main St / 20 North Main Street
a street of numbers | 5 5th Ave, Arden / 7 6th Ave, Arden | 5th Ave / 6th Ave
addresses in other forms | Hauptstraße 5, Berlin / Gartenweg 2, Berlin | Hauptstraße 5 / Gartenweg 2
nothing but a name | Airport / Mall | Airport / Mall
all of it, if that is the same | 1 Main St, Arden / 1 Main St, Arden | 1 Main St, Arden / 1 Main St, Arden
nothing where there is no address |  / 1 Main St, Arden | Main St
`
    .trim()
    .split('\n')
    .map(row => row.split(' | ')),
)('branches are told apart by %s', (_, addresses = '', shown = '') => {
  expect(short(addresses.split(' / '))).toEqual(shown.split(' / '))
})

test('name and address are isolated, each for itself', () => {
  const places = named('שלום', ['1 Main St, Arden', '2 דרך, Arden'])
  expect([...distinctNames(places).values()]).toEqual([
    '\u2068שלום\u2069 (Main St)',
    '\u2068שלום\u2069 (\u2068דרך\u2069)',
  ])
})
