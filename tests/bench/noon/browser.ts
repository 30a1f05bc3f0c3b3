import http from 'node:http'
import { lunchEvents } from '#features/lunches/contract.ts'
import { addressOf, type CallInput, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { closedWhileIdle, send } from '#tests/bench/http/http.ts'
import { requestOf } from '#tests/support/calls/caller.ts'
import type { Recording } from './record.ts'
import { pause } from './schedule.ts'

export type Browser = ReturnType<typeof openBrowser>

const encodings = 'gzip, deflate, br, zstd'
/** In milliseconds, as in kit/web/api/events.ts: when a silent stream is dead, and when a lost one reconnects. */
const silence = 45_000
const retryAfter = 3_000

/**
 * A browser without a screen: at most six persistent connections, validators of cacheable responses, and an
 * event stream. `network` is its source address.
 */
export function openBrowser(
  origin: string,
  { cookie, network }: { cookie: string; network: string },
  record: Recording,
) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6, localAddress: network })
  const validators = new Map<string, string>()
  const leaving = new AbortController()
  let stream: http.ClientRequest | undefined

  /** Sends a request and measures from the moment it was due. Status 0 means no response. */
  async function get(kind: string, path: string, due = performance.now(), init: RequestInit = {}) {
    const { method = 'GET', headers, body } = init
    const validator = validators.get(path)
    const sent = {
      method,
      headers: {
        cookie,
        ...(headers as Record<string, string>),
        ...(method === 'GET' && { 'accept-encoding': encodings }),
        ...(validator && { 'if-none-match': validator }),
      },
      body: body as string | undefined,
      agent,
    }
    const reply = await send(origin + path, sent).catch((error: Error) => {
      if (!leaving.signal.aborted) console.log(`${kind}: ${error.message}`)
      return null
    })
    if (!leaving.signal.aborted) record.note(kind, due, reply?.status ?? 0)
    const { etag, 'cache-control': caching } = reply?.headers ?? {}
    if (reply?.status === 200 && etag && !caching?.includes('no-store')) validators.set(path, etag)
    return reply
  }

  /** Calls an endpoint of the contract. Returns the parsed response of a successful write, otherwise null. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input?: CallInput<E>,
    due?: number,
  ): Promise<Reply<E> | null> {
    const { path, init } = requestOf(endpoint, input)
    const reply = await get(`${endpoint.method} ${endpoint.path}`, path, due, init)
    const isRead = endpoint.method === 'GET' || reply === null || reply.status >= 300
    return isRead || reply.body.length === 0 ? null : JSON.parse(String(reply.body))
  }

  /** Listens to lunches. An existing stream is closed, as when a page is opened again. */
  function listen(due = performance.now()): void {
    stream?.destroy()
    const path = addressOf(lunchEvents)
    const request = http.get(origin + path, { agent, headers: { cookie }, timeout: silence })
    stream = request
    const isOwn = () => stream !== request || leaving.signal.aborted
    let isOpen = false
    request.once('response', response => {
      isOpen = response.statusCode === 200
      record.note(`GET ${lunchEvents.path}`, due, response.statusCode ?? 0)
      response.resume()
      response.on('error', () => undefined)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', error => {
      if (isOpen || isOwn()) return
      // The server was just closing this connection: browsers then retry immediately.
      if (closedWhileIdle(request, error)) listen(due)
      else record.note(`GET ${lunchEvents.path}`, due, 0)
    })
    request.once('close', () => {
      if (isOwn()) return
      if (isOpen) record.lostStreams += 1
      void pause(retryAfter, leaving.signal).then(() => !isOwn() && listen())
    })
  }

  return {
    get,
    call,
    listen,
    close: () => {
      leaving.abort()
      stream?.destroy()
      agent.destroy()
    },
  }
}
