import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeReply } from '#server/testing/fake-service.ts'
import { picture } from '#server/testing/pictures.ts'
import { type FakeBusiness, fakeYelpKey, replyAsYelp } from '#server/testing/yelp-replies.ts'

/** A fake Yelp on a free port. The caller must stop it. */
export async function openYelp() {
  const businesses: FakeBusiness[] = []
  const photo = await picture({ width: 800, height: 500 }).jpeg().toBuffer()
  const photos = new Map<string, FakeReply>([['/photos/plain.jpg', { bytes: photo, type: 'image/jpeg' }]])
  const replyTo = replyAsYelp(businesses, photos)
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://yelp')
    const reply = replyTo({ path: pathname, query: searchParams, headers })
    if (typeof reply !== 'object' || 'redirectTo' in reply) response.writeHead(404).end('{}')
    else if ('bytes' in reply)
      response
        .writeHead(200, { 'content-type': reply.type, 'cross-origin-resource-policy': 'cross-origin' })
        .end(reply.bytes)
    else response.writeHead(reply.status ?? 200).end(JSON.stringify(reply.json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: fakeYelpKey,
    businesses,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
