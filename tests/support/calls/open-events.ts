import { expect, onTestFinished } from 'vitest'
import { eventOf, type ReceivedEvent, readBlocks } from './read-events.ts'

/** Opens a stream of server-sent events, and collects the events until the test ends. */
export async function openEvents(
  caller: { fetch: (path: string, init?: RequestInit) => Promise<Response> },
  path: string,
) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await caller.fetch(path, { signal: leaving.signal })
  const events: ReceivedEvent[] = []
  const comments: string[] = []
  const state = { hasEnded: false }
  const ended = readBlocks(response, block => {
    if (block.startsWith(':')) comments.push(block)
    const event = eventOf(block)
    if (event) events.push(event)
  }).finally(() => {
    state.hasEnded = true
  })
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    hasEnded: () => state.hasEnded,
    ended,
    close: () => leaving.abort(),
    /** The data of the events so far, by name. */
    named: <T = unknown>(name: string) =>
      events.filter(({ event }) => event === name).map(({ data }) => data as T),
    /** Waits until at least this many events have arrived. */
    received: (count: number) => expect.poll(() => events.length).toBeGreaterThanOrEqual(count),
  }
}
