import { expect, onTestFinished } from 'vitest'

type ReceivedEvent = { id: number; event: string; data: unknown; at: number }

/** Opens a stream of server-sent events and collects what arrives, until the test ends. */
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
  const ended = read(response, block => {
    if (block.startsWith(':')) comments.push(block)
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const data = field('data')
    if (data === undefined) return
    events.push({
      id: Number(field('id')),
      event: field('event') ?? '',
      data: JSON.parse(data),
      at: performance.now(),
    })
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
    /** Waits until so many events have come. */
    received: (count: number) => expect.poll(() => events.length).toBeGreaterThanOrEqual(count),
  }
}

async function read(response: Response, onBlock: (block: string) => void): Promise<void> {
  if (!response.body) return
  let rest = ''
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) onBlock(block)
    }
  } catch {
    // The test has left, or the server has gone.
  }
}
