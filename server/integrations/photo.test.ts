import { expect, test } from 'vitest'
import { startFakeService } from '#server/testing/fake-service.ts'
import { fetchPhoto } from './photo.ts'
import { isPrivate, type Resolve } from './public-get.ts'

const fake = await startFakeService(({ path }) =>
  path === '/photo' ? { bytes: Buffer.alloc(1000, 'x'), type: 'image/jpeg' } : undefined,
)
const { port } = new URL(fake.url)

const fetchFrom = (url: string, options: Partial<Parameters<typeof fetchPhoto>[1]> = {}) =>
  fetchPhoto(new URL(url), {
    signal: AbortSignal.timeout(2_000),
    maxBytes: 1000,
    mayBeAnywhere: false,
    ...options,
  })
const resolvingTo =
  (...addresses: string[]): Resolve =>
  (_, answer) =>
    answer(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test('a photo is read up to the limit, and no further', async () => {
  const read = fetchFrom(`${fake.url}/photo`, { mayBeAnywhere: true })
  expect((await read).byteLength).toBe(1000)
  const tooLarge = fetchFrom(`${fake.url}/photo`, { mayBeAnywhere: true, maxBytes: 999 })
  await expect(tooLarge).rejects.toThrow('too large')
  await expect(fetchFrom(`${fake.url}/none`, { mayBeAnywhere: true })).rejects.toThrow('answers 404')
})

test.each([[['127.0.0.1']], [['::1']], [['::ffff:127.0.0.1']], [['151.101.0.1', '10.0.0.1']], [[]]])(
  'a name that resolves to %j is never connected to',
  async addresses => {
    const asked = fake.requests.length
    const read = fetchFrom(`http://s3-media1.yelpcdn.com:${port}/photo`, {
      resolve: resolvingTo(...addresses),
    })
    await expect(read).rejects.toThrow('a network of our own')
    expect(fake.requests).toHaveLength(asked)
  },
)

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.100.100.200', true],
  ['0.0.0.0', true],
  ['239.0.0.1', true],
  ['255.255.255.255', true],
  ['151.101.0.1', false],
  ['::', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:151.101.0.1', false],
  ['64:ff9b::7f00:1', true],
  ['fe80::1', true],
  ['fd12:3456::1', true],
  ['2606:4700::1', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})
