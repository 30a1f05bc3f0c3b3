import http from 'node:http'
import { finished } from 'node:stream/promises'
import { lunchEvents } from '#features/lunches/contract.ts'
import { addressOf, type CallInput, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { requestOf } from '#tests/support/calls/caller.ts'
import { open, send } from '../http/http.ts'
import type { Recording } from './results.ts'

export type Browser = ReturnType<typeof openBrowser>

/** In milliseconds, as in kit/web/api/events.ts: when a silent stream is dead. */
const silence = 45_000

/**
 * A browser without a screen: at most six persistent connections, validators of cacheable responses, and an
 * event stream. `network` is its source address.
 */
export function openBrowser(origin: string, cookie: string, network: string, record: Recording) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6, localAddress: network })
  const validators = new Map<string, string>()
  let listening = new AbortController()
  /** A response that arrived just now; status 0 means none. */
  const note = (kind: string, due: number, status = 0) =>
    record.requests.push({ kind, milliseconds: performance.now() - due, status })

  /** Sends a request and measures from the moment it was due. */
  async function get(kind: string, path: string, due = performance.now(), init: RequestInit = {}) {
    const { method = 'GET', body } = init
    const validator = validators.get(path)
    const headers = {
      cookie,
      ...(init.headers as Record<string, string>),
      ...(method === 'GET' && { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      ...(validator && { 'if-none-match': validator }),
    }
    const sent = { method, headers, body: body as string | undefined, agent }
    const reply = await send(origin + path, sent).catch((error: Error) => {
      console.log(`${kind}: ${error.message}`)
      return null
    })
    note(kind, due, reply?.status)
    const { etag, 'cache-control': caching } = reply?.headers ?? {}
    if (reply?.status === 200 && etag && !caching?.includes('no-store')) validators.set(path, etag)
    return reply
  }

  return {
    get,
    /** Calls an endpoint of the contract. Returns what a write creates, otherwise null. */
    call: async <E extends Endpoint>(endpoint: E, input?: CallInput<E>, due?: number) => {
      const { path, init } = requestOf(endpoint, input)
      const reply = await get(`${endpoint.method} ${endpoint.path}`, path, due, init)
      return reply?.status === 201 ? (JSON.parse(String(reply.body)) as Reply<E>) : null
    },
    /** Listens to lunches. An existing stream is closed, as when a page is opened again. */
    listen: async (due: number) => {
      listening.abort()
      listening = new AbortController()
      const { signal } = listening
      const address = origin + addressOf(lunchEvents)
      const sent = { agent, headers: { cookie }, timeout: silence, signal }
      const response = await open(address, sent).catch(() => null)
      if (signal.aborted) return
      note(`GET ${lunchEvents.path}`, due, response?.statusCode)
      if (!response) return
      await finished(response.resume()).catch(() => undefined)
      if (response.statusCode === 200 && !signal.aborted) record.lostStreams += 1
    },
    close: () => {
      listening.abort()
      agent.destroy()
    },
  }
}
