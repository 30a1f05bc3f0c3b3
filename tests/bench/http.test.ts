import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { send } from './http.ts'

test('a GET on a connection that the server is closing is retried, a POST is not', async () => {
  let seen = 0
  const server = http.createServer((request, response) => {
    seen += 1
    // The connection is reset as the second request arrives.
    if (seen === 2) request.socket.resetAndDestroy()
    else response.end(String(seen))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const ask = async (method: string) => {
    seen = 0
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    await send(url, { agent })
    return String((await send(url, { agent, method })).body)
  }

  expect(await ask('GET')).toBe('3')
  await expect(ask('POST')).rejects.toThrow()
})
