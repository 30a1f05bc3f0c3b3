/* The baseline: a node:http server that sends prepared responses by method, path and person. Replies with its address. */
import '../usage.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sent } from './http.ts'

const [replies] = (await once(process, 'message')) as [Map<string, Sent>]
const server = createServer((request, response) => {
  const reply = replies.get(`${request.method} ${request.url} ${request.headers.cookie}`)
  request.resume()
  request.once('end', () => response.writeHead(reply?.status ?? 404, reply?.headers).end(reply?.body))
})
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
