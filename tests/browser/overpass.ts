import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const tags = { amenity: 'restaurant', 'addr:street': 'Main Street', 'addr:city': 'Arden' }
const point = { lat: 35.4637, lon: -82.5354 }
const elements = [
  {
    type: 'node',
    id: 1,
    ...point,
    tags: { ...tags, name: 'Blue Door', 'addr:housenumber': '1', opening_hours: 'Mo-Fr 11:00-21:00' },
  },
  { type: 'node', id: 2, ...point, tags: { ...tags, name: 'Red Roof', cuisine: 'pizza;italian' } },
  {
    type: 'way',
    id: 3,
    center: point,
    tags: {
      ...tags,
      name: 'The Known Kitchen',
      'addr:housenumber': '30',
      'diet:vegan': 'yes',
      opening_hours: 'Mo-Su 08:00-15:00',
    },
  },
]

/** A fake Overpass API on this machine. */
export async function startOverpass(
  known: readonly { type: string; id: number }[] = elements,
): Promise<{ url: string; hold: () => () => void; stop: () => void }> {
  let until: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const data = new URLSearchParams(await text(request)).get('data') ?? ''
    const wanted = [...data.matchAll(/(node|way)\(id:([\d,]+)\)/g)].flatMap(([, type, ids]) =>
      (ids ?? '').split(',').map(id => `${type}/${id}`),
    )
    const found = known.filter(({ type, id }) => wanted.length === 0 || wanted.includes(`${type}/${id}`))
    await until
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ elements: found }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** Holds back all responses until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    until = promise
    return () => {
      until = undefined
      resolve()
    }
  }
  return { url: `http://127.0.0.1:${port}/api/interpreter`, hold, stop: () => server.close() }
}
