// On one engine: HTTP.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { limitBodyTime, stopBodyTimer } from './body-time.ts'

const app = Fastify()
limitBodyTime(app, 100)
app.post('/slow', async () => 'read')
app.get('/wait', async () => new Promise(resolve => setTimeout(resolve, 200, 'waited')))
app.post('/upload', { onRequest: async request => stopBodyTimer(request) }, async () => 'read')
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())

/**
 * Starts a request with half of its body. Returns its socket
 * and everything the server replies until it disconnects.
 */
async function begin(path: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
  )
  const chunks: string[] = []
  socket.on('data', chunk => chunks.push(String(chunk)))
  return { socket, reply: once(socket, 'close').then(() => chunks.join('')) }
}

test('a client that does not send the rest in time is disconnected [T-119]', async () => {
  const { reply } = await begin('/slow')
  expect(await reply).toMatch(/^HTTP\/1\.1 408 /)
})

test('a client that does not send the rest in time is disconnected even if the call is unknown', async () => {
  const { reply } = await begin('/nothing')
  expect(await reply).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('an accepted upload has more time [T-119]', async () => {
  const { socket, reply } = await begin('/upload')
  await (await begin('/slow')).reply
  socket.write('}')
  expect(await reply).toMatch(/^HTTP\/1\.1 200 /)
})

test('an injected request, which has no socket, is left alone', async () => {
  expect((await app.inject({ method: 'POST', url: '/slow', payload: {} })).body).toBe('read')
  expect((await app.inject('/wait')).body).toBe('waited')
})
