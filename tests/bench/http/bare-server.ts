/** The baseline: a node:http server that sends prepared responses by method, path and person. Prints its address. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportUsage } from '#tests/bench/usage.ts'

export type Prepared = { status: number; headers: Record<string, string>; base64: string }

const [, , file = ''] = process.argv
const replies = new Map(
  Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Prepared>).map(
    ([call, { status, headers, base64 }]) => {
      const bytes = Buffer.from(base64, 'base64')
      const length = status === 304 ? {} : { 'content-length': bytes.length }
      return [call, { status, bytes, headers: { ...headers, ...length } }]
    },
  ),
)

const server = createServer((request, response) => {
  const reply = replies.get(`${request.method} ${request.url} ${request.headers.cookie}`)
  request.resume()
  request.once('end', () => response.writeHead(reply?.status ?? 404, reply?.headers).end(reply?.bytes))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Server listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
reportUsage()
