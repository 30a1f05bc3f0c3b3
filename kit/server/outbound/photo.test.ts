// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { fetchPhoto } from './photo.ts'

const fake = await startFakeService(() => undefined)
const { port } = new URL(fake.url)
const fetchFrom = (url: string, options: Partial<Parameters<typeof fetchPhoto>[1]>) =>
  fetchPhoto(new URL(url), {
    signal: AbortSignal.timeout(2_000),
    maxBytes: 1000,
    allowPrivateAddresses: false,
    ...options,
  })

test('what comes with another status than 200 is no photo', async () => {
  const read = fetchFrom(`${fake.url}/none`, { allowPrivateAddresses: true })
  await expect(read).rejects.toThrow('responded with 404')
})

test.each([[['151.101.0.1', '10.0.0.1']], [[]]])(
  'a name that resolves to %j is never connected to [T-80]',
  async resolved => {
    const asked = fake.requests.length
    const addresses = resolved.map(address => ({ address, family: 4 }))
    const read = fetchFrom(`http://s3-media1.yelpcdn.com:${port}/photo`, {
      network: { resolve: (_, reply) => reply(null, addresses) },
    })
    await expect(read).rejects.toThrow('on a private network')
    expect(fake.requests).toHaveLength(asked)
  },
)
