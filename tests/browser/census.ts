import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A fake US Census geocoder on this machine: house n of any street is n hundredths of a mile north of `near`.
 */
export async function startCensus(near = { latitude: 35.4637, longitude: -82.5254 }) {
  const place = (address: string) => {
    const house = Number(/^(\d{1,3}) /.exec(address)?.[1])
    return house > 0 ? { x: near.longitude, y: near.latitude + house / 6_900 } : null
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://census')
    if (pathname.endsWith('/onelineaddress')) {
      const coordinates = place(searchParams.get('address') ?? '')
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ result: { addressMatches: coordinates ? [{ coordinates }] : [] } }))
      return
    }
    const rows = [...(await text(request)).matchAll(/^(\d+),([^,\r\n]+),.*$/gm)]
    const lines = rows.map(([, id, street = '']) => {
      const point = place(street)
      return point
        ? `"${id}","${street}","Match","Exact","${street}","${point.x},${point.y}","1","L"`
        : `"${id}","${street}","No_Match"`
    })
    response.setHeader('content-type', 'text/csv').end(lines.join('\n'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: { GEOCODER: 'census', CENSUS_GEOCODER_URL: `http://127.0.0.1:${port}` },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
