import { startFakeService } from './fake-service.ts'

// The position of the campus Arden.
export const here = { lat: 35.4637, lon: -82.5354 }
export const corner = {
  type: 'node',
  id: 123,
  ...here,
  tags: {
    name: 'The Corner Café',
    amenity: 'restaurant',
    cuisine: 'pizza;ice_cream',
    'addr:housenumber': '12',
    'addr:street': 'Main Street',
    'addr:city': 'Arden',
    'addr:state': 'NC',
    'addr:postcode': '28704',
    phone: '+1 828 555 0100; +1 828 555 0101',
    website: 'https://corner.example.org/',
    opening_hours: 'Mo-Fr 11:00-21:00; PH off',
    'diet:vegan': 'yes',
    'diet:halal': 'only',
    'diet:kosher': 'no',
  },
}
export const pub = {
  type: 'way',
  id: 7,
  center: { lat: 35.48, lon: -82.5354 },
  tags: { name: 'Old Pub', amenity: 'pub', opening_hours: 'call ahead', website: 'javascript:alert(1)' },
}
/** A local fake of Overpass, whose data is in `known.elements`. */
export async function startFakeOverpass() {
  const known = { elements: [] as unknown[] }
  const fake = await startFakeService(({ body }) => {
    const data = new URLSearchParams(body).get('data') ?? ''
    const ids = [...data.matchAll(/(node|way|relation)\(id:([\d,]+)\)/g)].flatMap(([, type, list]) =>
      (list ?? '').split(',').map(id => `${type}/${id}`),
    )
    const all = known.elements as { type: string; id: number }[]
    return {
      json: {
        elements: ids.length === 0 ? all : all.filter(({ type, id }) => ids.includes(`${type}/${id}`)),
      },
    }
  })
  return { ...fake, known }
}
