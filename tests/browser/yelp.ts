import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeReply } from '#server/testing/fake-service.ts'
import { picture } from '#server/testing/pictures.ts'
import { answerAsYelp, type FakeBusiness, fakeYelpKey } from '#server/testing/yelp-replies.ts'

/** A fake Yelp on a free port. The caller must stop it. */
export async function openYelp() {
  const businesses: FakeBusiness[] = []
  const photo = await picture({ width: 800, height: 500 }).jpeg().toBuffer()
  const photos = new Map<string, FakeReply>([['/photos/plain.jpg', { bytes: photo, type: 'image/jpeg' }]])
  const answerOf = answerAsYelp(businesses, photos)
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://yelp')
    const answer = answerOf({ path: pathname, query: searchParams, headers })
    if (typeof answer !== 'object' || 'redirectTo' in answer) response.writeHead(404).end('{}')
    else if ('bytes' in answer)
      response
        .writeHead(200, { 'content-type': answer.type, 'cross-origin-resource-policy': 'cross-origin' })
        .end(answer.bytes)
    else response.writeHead(answer.status ?? 200).end(JSON.stringify(answer.json))
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
