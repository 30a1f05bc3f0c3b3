import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { addressOf, type Endpoint, type EventOf } from '#kit/contract/endpoint.ts'
import { noteServerTime } from '#kit/web/browser/server-clock.ts'
import { checkConnection } from './connection.ts'
import { takeEarlyReply } from './early-replies.ts'
import { isOwnReply } from './own-reply.ts'
import { storedCredentials } from './viewer-cookie.ts'

type EventEndpoint = Endpoint & { events: NonNullable<Endpoint['events']> }

/** 'connecting': nothing has arrived yet; 'lost': the stream is unavailable, so the page polls. */
export type StreamState = 'connecting' | 'live' | 'lost'

/** The server sends something every 20 seconds; a connection that is silent for this long is dead. */
const silenceTimeout = 45_000
/** If a proxy buffers the response, nothing arrives from the beginning. */
const firstEventTimeout = 8_000
const retryDelay = 3_000
const maxRetryDelay = 15_000
/** Browsers allow six connections to one server, so a hidden tab soon closes its own. */
const hiddenTimeout = 30_000

/**
 * Listens to a stream while the page is visible. The stream is closed once the page has been hidden for a while. When
 * the page is visible again, a new stream starts with all of the data.
 */
export function useEvents<E extends EventEndpoint>(
  endpoint: E,
  onEvent: (event: EventOf<E>) => void,
): StreamState {
  const [state, setState] = useState<StreamState>('connecting')
  const visibleSince = useVisibleSince()
  const queryClient = useQueryClient()
  const handle = useEffectEvent(onEvent)

  useEffect(() => {
    if (visibleSince === undefined) return
    const controller = new AbortController()
    void listen(endpoint, {
      signal: controller.signal,
      onState: setState,
      onEvent: event => handle(event as EventOf<E>),
      onUnreachable: () => void checkConnection(queryClient),
    })
    return () => controller.abort()
  }, [endpoint, visibleSince, queryClient])
  return state
}

/** Since when the page has been visible, ignoring short interruptions; undefined while it is hidden. */
function useVisibleSince(): number | undefined {
  const [since, setSince] = useState(() => (document.visibilityState === 'visible' ? Date.now() : undefined))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hiddenAt = Number.POSITIVE_INFINITY
    const follow = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') {
        // No timer runs while a phone sleeps, and its connection may have died silently.
        const hasSlept = Date.now() - hiddenAt >= hiddenTimeout
        setSince(before => (before === undefined || hasSlept ? Date.now() : before))
      } else {
        hiddenAt = Date.now()
        timer = setTimeout(() => setSince(undefined), hiddenTimeout)
      }
    }
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
  return since
}

type ListenOptions = {
  signal: AbortSignal
  onState: (state: StreamState) => void
  onEvent: (event: { event: string; data: unknown }) => void
  onUnreachable: () => void
}

async function listen(
  endpoint: Endpoint,
  { signal, onState, onEvent, onUnreachable }: ListenOptions,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await readStream(addressOf(endpoint), signal, block => {
        const event = parseEvent(block)
        if (!event) return
        failures = 0
        onState('live')
        onEvent(event)
      })
    } catch (error) {
      // Any other error surfaces in the next attempt, or in the polling until then.
      if (error instanceof ServerUnreachable && !signal.aborted) onUnreachable()
    }
    if (signal.aborted) return
    onState('lost')
    failures += 1
    // Random, so that not all pages reconnect at the same time after the server restarts.
    const wait = Math.min(retryDelay * failures, maxRetryDelay) * (0.75 + Math.random() / 2)
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}

/** No reply of our server. A stream that merely ends is different: a proxy or a restart may cause that. */
class ServerUnreachable extends Error {}

/** Reads until the stream ends or falls silent. Uses fetch, since EventSource hides the keep-alive comments. */
async function readStream(
  address: string,
  signal: AbortSignal,
  onBlock: (block: string) => void,
): Promise<void> {
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  let timer = setTimeout(stop, firstEventTimeout)
  signal.addEventListener('abort', stop)
  try {
    const credentials = storedCredentials()
    const request: RequestInit = {
      headers: credentials === null ? [] : [['authorization', `Basic ${credentials}`]],
      signal: attempt.signal,
    }
    const response = await (earlyReply(address, attempt.signal) ?? fetch(address, request)).catch(error => {
      throw error instanceof TypeError ? new ServerUnreachable(address, { cause: error }) : error
    })
    if (!isOwnReply(response)) throw new ServerUnreachable(address)
    if (!response.ok || !response.body) throw new Error(`${response.status}`)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    attempt.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    let rest = ''
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(stop, silenceTimeout)
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) onBlock(block)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    attempt.abort()
  }
}

/** The early request doesn't know the signal. On abort, its body is cancelled, which may arrive late or never. */
function earlyReply(address: string, signal: AbortSignal): Promise<Response> | undefined {
  const reply = takeEarlyReply(address)
  return (
    reply &&
    new Promise((resolve, reject) => {
      reply.then(resolve, reject)
      signal.addEventListener('abort', () => {
        reject(signal.reason)
        void reply.then(({ body }) => body?.cancel()).catch(() => undefined)
      })
    })
  )
}

function parseEvent(block: string): { event: string; data: unknown } | null {
  const field = (name: string) =>
    block
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const data = field('data')
  if (data === undefined) return null
  // The id of an event is the server's time.
  noteServerTime(Number(field('id')), 500)
  return { event: field('event') ?? '', data: JSON.parse(data) }
}
