// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { isPrivate, PrivateAddress, requestPublic } from './public-request.ts'

const fake = await startFakeService(() => ({ json: {} }))
const { port } = new URL(fake.url)

const privates = `
  127.0.0.1 10.1.2.3 172.31.255.255 192.168.1.1 169.254.169.254 100.100.100.200 0.0.0.0 192.0.2.1
  198.51.100.7 203.0.113.9 198.19.0.1 239.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:10.0.0.1
  ::ffff:7f00:1 ::ffff:151.101.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1::
  2001:0:7f00:1:: 2001:db8::1 3fff::1 fe80::1 fe80::1%eth0 2606:4700::1%eth0 fec0::1 fd12:3456::1 ff02::1
  100::1 localhost 2130706433 0x7f.1
`
const publics = '172.32.0.1 151.101.0.1 2606:4700::1 2001:4860:4860::8888'

test.each(['', ...privates.trim().split(/\s+/)])('“%s” is private [T-80 T-201]', address => {
  expect(isPrivate(address)).toBe(true)
})

test.each(publics.split(' '))('%s is public', address => {
  expect(isPrivate(address)).toBe(false)
})

const numeric = '127.0.0.1 2130706433 0x7f000001 0177.0.0.1 127.1 127.0.0.1. [::1] [::ffff:127.0.0.1] [::] 0'

test.each(numeric.split(' '))('a numeric address is checked, too: http://%s [T-200]', async host => {
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
