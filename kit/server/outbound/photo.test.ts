// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { fetchPhoto } from './photo.ts'
import type { Resolve } from './public-request.ts'

const fake = await startFakeService(({ path }) =>
  path === '/photo' ? { bytes: Buffer.alloc(1000, 'x'), type: 'image/jpeg' } : undefined,
)
const { port } = new URL(fake.url)

const fetchFrom = (url: string, options: Partial<Parameters<typeof fetchPhoto>[1]> = {}) =>
  fetchPhoto(new URL(url), {
    signal: AbortSignal.timeout(2_000),
    maxBytes: 1000,
    allowPrivateAddresses: false,
    ...options,
  })
const resolvingTo =
  (...addresses: string[]): Resolve =>
  (_, reply) =>
    reply(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test('a photo is read up to the size limit, and a larger one is rejected', async () => {
  const read = fetchFrom(`${fake.url}/photo`, { allowPrivateAddresses: true })
  expect((await read).byteLength).toBe(1000)
  const tooLarge = fetchFrom(`${fake.url}/photo`, { allowPrivateAddresses: true, maxBytes: 999 })
  await expect(tooLarge).rejects.toThrow('too large')
  await expect(fetchFrom(`${fake.url}/none`, { allowPrivateAddresses: true })).rejects.toThrow(
    'responded with 404',
  )
})

test.each([[['151.101.0.1', '10.0.0.1']], [[]]])(
  'a name that resolves to %j is never connected to [T-80]',
  async addresses => {
    const asked = fake.requests.length
    const read = fetchFrom(`http://s3-media1.yelpcdn.com:${port}/photo`, {
      network: { resolve: resolvingTo(...addresses) },
    })
    await expect(read).rejects.toThrow('on a private network')
    expect(fake.requests).toHaveLength(asked)
  },
)
