import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakePlace, fakeMapboxToken, replyAsMapbox } from '#server/testing/mapbox-replies.ts'

/** A fake Mapbox on a free port, which finds `places` by their address. The caller must stop it. */
export async function openMapbox() {
  const places = new Map<string, FakePlace>()
  let held: Promise<void> | undefined
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://mapbox')
    await held
    const reply = replyAsMapbox(places, { path: pathname, query: searchParams })
    if (typeof reply !== 'object' || !('json' in reply)) response.writeHead(404).end('{}')
    else response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    environment: {
      MAPBOX_TOKEN: fakeMapboxToken,
      MAPBOX_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    places,
    /** Holds back all responses until the returned function is called. */
    hold: () => {
      let release = () => {}
      held = new Promise(resolve => {
        release = resolve
      })
      return () => release()
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
