// On one engine: HTTP.
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { clientNetwork, keepClientAddresses } from './client-network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to %s [T-08]', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('an IPv4 client of a server that listens on IPv6 keeps its address', async () => {
  const app = fastify()
  keepClientAddresses(app)
  app.get('/', async request => request.ip)
  expect((await app.inject({ url: '/', remoteAddress: '::ffff:192.0.2.7' })).body).toBe('192.0.2.7')
})
