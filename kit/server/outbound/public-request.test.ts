// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { isPrivate, PrivateAddress, requestPublic } from './public-request.ts'

const fake = await startFakeService(() => ({ json: {} }))
const { port } = new URL(fake.url)

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.100.100.200', true],
  ['0.0.0.0', true],
  ['192.0.2.1', true],
  ['198.51.100.7', true],
  ['203.0.113.9', true],
  ['198.19.0.1', true],
  ['239.0.0.1', true],
  ['255.255.255.255', true],
  ['151.101.0.1', false],
  ['::', true],
  ['::1', true],
  ['::127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['::ffff:151.101.0.1', true],
  ['::ffff:0:127.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['64:ff9b:1::7f00:1', true],
  ['2002:7f00:1::', true],
  ['2001:0:7f00:1::', true],
  ['2001:db8::1', true],
  ['3fff::1', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['2606:4700::1%eth0', true],
  ['fec0::1', true],
  ['fd12:3456::1', true],
  ['ff02::1', true],
  ['100::1', true],
  ['2606:4700::1', false],
  ['2001:4860:4860::8888', false],
  ['localhost', true],
  ['2130706433', true],
  ['0x7f.1', true],
  ['', true],
])('%s is private: %s [T-80 T-201]', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})

test.each([
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::]',
  '0',
])('a numeric address is checked, too: http://%s [T-200]', async host => {
  const asked = fake.requests.length
  const url = new URL(`http://${host}:${port}/`)
  const request = requestPublic(url, { signal: AbortSignal.timeout(2_000) })
  await expect(request).rejects.toThrow(PrivateAddress)
  expect(fake.requests).toHaveLength(asked)
})

test('a name that the system resolves to this machine is rejected [T-201]', async () => {
  const url = new URL(`http://localhost:${port}/`)
  await expect(requestPublic(url, { signal: AbortSignal.timeout(2_000) })).rejects.toThrow(PrivateAddress)
})
