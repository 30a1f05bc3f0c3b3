import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { restartableServer } from '#tests/support/processes/restartable-server.ts'

/** How the service handles requests: it replies to them, or fails like real services do. */
export type FakeMode =
  | 'normal'
  | 'refuse connections'
  | 'hang'
  | 'drip'
  | 'web page'
  | 'truncated'
  | 'empty object'
  | 'wrong types'
  | 'huge'
  | 'gzip bomb'
  | 'redirect'
  | '401'
  | '429'
  | '500'

export type FakeRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The request body as text. */
  body: string
}
export type FakeReply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { status?: number; bytes: Buffer; type: string }
  | { redirectTo: string }
  | 'silence'
  | 'no content'
  | undefined

export const failingModes = [
  'refuse connections',
  'web page',
  'truncated',
  'empty object',
  'wrong types',
  'huge',
  'gzip bomb',
  'redirect',
  '401',
  '429',
  '500',
] as const satisfies FakeMode[]

type Respond = (request: FakeRequest) => FakeReply | Promise<FakeReply>

/** The modes that make a client wait for its whole time limit. */
export const stallingModes = ['hang', 'drip'] as const satisfies FakeMode[]

/**
 * A real local HTTP server (HTTPS if given a certificate) that replaces an external service. It stops after the tests
 * of Vitest; others call `stop`. `reply` gives the regular responses; undefined means 404. Error responses repeat the
 * request's API key, as careless services do.
 */
export async function startFakeService(reply: Respond, certificate?: { key: string; cert: string }) {
  const requests: FakeRequest[] = []
  let mode: FakeMode = 'normal'
  let instead: Respond | null = null
  const restartable = await restartableServer(async port => {
    const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
      const { method = '', headers } = request
      const seen = { method, path: pathname, query: searchParams, headers, body: '' }
      requests.push(seen)
      const respond = async () => {
        seen.body = await text(request)
        send(response, (await instead?.(seen)) ?? (await reply(seen)))
      }
      if (mode === 'normal') void respond().catch(() => response.destroy())
      else misbehave(mode, request, response)
    }
    const server = certificate ? createTlsServer(certificate, handleRequest) : createServer(handleRequest)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return {
      port: (server.address() as AddressInfo).port,
      close: async () => {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      },
    }
  })
  const origin = `${certificate ? 'https' : 'http'}://127.0.0.1:${restartable.port}`
  // Imported here, because Playwright can't be loaded beside it.
  if (process.env.VITEST) (await import('vitest')).afterAll(restartable.stop)
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
    replyInstead: (next: Respond | null) => {
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
  if (!reply) response.writeHead(404).end('{"error":"not found"}')
  else if ('redirectTo' in reply) response.writeHead(302, { location: reply.redirectTo }).end()
  else if ('bytes' in reply)
    response
      .writeHead(reply.status ?? 200, {
        'content-type': reply.type,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .end(reply.bytes)
  else {
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      .end(JSON.stringify(reply.json))
  }
}

const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, ' '))
const json = { 'content-type': 'application/json' }

function misbehave(mode: FakeMode, request: IncomingMessage, response: ServerResponse): void {
  const echo = `${request.headers.authorization ?? ''} ${request.url}`
  if (mode === 'hang') return
  if (mode === 'drip') {
    response.writeHead(200, json).write('{')
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
    return
  }
  const replies: Partial<Record<FakeMode, () => unknown>> = {
    'web page': () => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    truncated: () => response.writeHead(200, json).end('{"businesses":[{"id":"a'),
    'empty object': () => response.writeHead(200, json).end('{}'),
    'wrong types': () => response.writeHead(200, json).end('{"businesses":"many","features":7,"routes":{}}'),
    huge: () => response.writeHead(200, json).end(Buffer.alloc(50 * 1024 * 1024, ' ')),
    'gzip bomb': () => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    redirect: () => response.writeHead(302, { location: '/elsewhere' }).end(),
    '401': () => response.writeHead(401, json).end(JSON.stringify({ error: echo })),
    '429': () =>
      response.writeHead(429, { ...json, 'retry-after': '7' }).end(JSON.stringify({ error: echo })),
    '500': () => response.writeHead(500, json).end(JSON.stringify({ error: echo })),
  }
  replies[mode]?.()
}
