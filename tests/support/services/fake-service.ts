import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { restartableServer } from '#tests/support/processes/restartable-server.ts'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  host: string
  headers: IncomingMessage['headers']
  bytes: Buffer
  /** The same as text. */
  body: string
}
export type FakeReply =
  | { status?: number; headers?: Record<string, string>; json?: unknown; bytes?: Buffer; type?: string }
  | { redirectTo: string }
  | 'silence'
  | 'no content'
  | undefined

/** How services fail. Errors repeat the request's API key, as careless services do. */
const failures = {
  'web page': () => ({ bytes: Buffer.from('<h1>Welcome</h1>'), type: 'text/html' }),
  truncated: () => ({ bytes: Buffer.from('{"businesses":[{"id":"a') }),
  'empty object': () => ({ json: {} }),
  'wrong types': () => ({ json: { businesses: 'many', features: 7, routes: {} } }),
  huge: () => ({ bytes: Buffer.alloc(50 * 1024 * 1024, ' ') }),
  'gzip bomb': () => ({ bytes: bomb, headers: { 'content-encoding': 'gzip' } }),
  redirect: () => ({ redirectTo: '/elsewhere' }),
  '401': (error: string) => ({ status: 401, json: { error } }),
  '429': (error: string) => ({ status: 429, headers: { 'retry-after': '7' }, json: { error } }),
  '500': (error: string) => ({ status: 500, json: { error } }),
} satisfies Record<string, (key: string) => FakeReply>
const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, ' '))

type FailingMode = 'refuse connections' | keyof typeof failures
export const failingModes = ['refuse connections', ...Object.keys(failures)] as FailingMode[]

type Respond = (request: FakeRequest) => FakeReply | Promise<FakeReply>

/** The modes that make a client wait for its whole time limit. */
export const stallingModes = ['hang', 'drip'] as const

/** How the service handles requests: it replies to them, or fails like real services do. */
export type FakeMode = 'normal' | FailingMode | (typeof stallingModes)[number]

/**
 * A real local HTTP server (HTTPS if given a certificate) that replaces an external service. It stops after the tests
 * of Vitest; others call `stop`. `reply` gives the regular responses; undefined means 404.
 */
export async function startFakeService(reply: Respond, certificate?: { key: string; cert: string }) {
  const requests: FakeRequest[] = []
  let mode: FakeMode = 'normal'
  let instead: Respond | null = null
  const restartable = await restartableServer(async port => {
    const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
      const { method = '', headers } = request
      const about = { method, path: pathname, query: searchParams, host: headers.host ?? '', headers }
      const seen: FakeRequest = { ...about, bytes: Buffer.alloc(0), body: '' }
      requests.push(seen)
      const respond = async () => {
        seen.bytes = await buffer(request)
        seen.body = seen.bytes.toString()
        send(response, (await instead?.(seen)) ?? (await reply(seen)))
      }
      if (mode === 'normal') void respond().catch(() => response.destroy())
      else misbehave(mode, request, response)
    }
    const server = certificate ? createTlsServer(certificate, handleRequest) : createServer(handleRequest)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return {
      close: async () => {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      },
    }
  })
  const origin = `${certificate ? 'https' : 'http'}://127.0.0.1:${restartable.port}`
  return {
    url: origin,
    stop: restartable.stop,
    /** All requests so far, oldest first. */
    requests,
    setMode: (next: FakeMode) => {
      mode = next
      return mode === 'refuse connections' ? restartable.stop() : restartable.restart()
    },
    /** Overrides the response, unless the function returns undefined. */
    reply: (next: Respond | null = null) => {
      instead = next
    },
    /** Replies to `after` more requests of this path, and then holds back all others until `release` is called. */
    hold: ({ path = '', after = 0 } = {}) => {
      const [isHeld, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let left = after
      instead = async request => {
        if (!request.path.includes(path) || left-- > 0) return undefined
        isHeld.resolve()
        await released.promise
        return undefined
      }
      const release = () => {
        instead = null
        released.resolve()
      }
      return { isHeld: isHeld.promise, release }
    },
  }
}

function send(response: ServerResponse, reply: FakeReply): void {
  if (reply === 'silence') return
  if (reply === 'no content') return void response.writeHead(204).end()
  if (!reply) return void response.writeHead(404).end('{"error":"not found"}')
  if ('redirectTo' in reply) return void response.writeHead(302, { location: reply.redirectTo }).end()
  const { status = 200, headers, json, bytes, type = 'application/json' } = reply
  response
    .writeHead(status, { 'content-type': type, 'cross-origin-resource-policy': 'cross-origin', ...headers })
    .end(bytes ?? JSON.stringify(json))
}

function misbehave(mode: FakeMode, request: IncomingMessage, response: ServerResponse): void {
  if (mode in failures)
    send(response, failures[mode as keyof typeof failures](`${request.headers.authorization} ${request.url}`))
  if (mode !== 'drip') return
  response.writeHead(200, { 'content-type': 'application/json' }).write('{')
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}
