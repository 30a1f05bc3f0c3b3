import { type Lunch, lunchEvents } from '#features/lunches/contract.ts'
import { addressOf } from '#kit/contract/endpoint.ts'
import { eventOf, readBlocks } from '#tests/support/calls/read-events.ts'

type Received = { lunch: Lunch; at: number }

/** A client that listens to lunches. When its stream ends, it reconnects to the next server. */
export type Listener = {
  /** Each version that arrived, in a list or alone. */
  received: Received[]
  /** How many times a stream has begun. */
  begun: () => number
  seen: (id: number) => Lunch | undefined
  stop: () => Promise<void>
}

const retryAfter = 100

export function listen(origins: string[], { cookie }: { cookie: string }, first = 0): Listener {
  const leaving = new AbortController()
  const received: Received[] = []
  let begun = 0
  const once = async (origin: string) => {
    const response = await fetch(origin + addressOf(lunchEvents), {
      headers: { cookie },
      signal: leaving.signal,
    })
    if (response.status !== 200) throw new Error(`a stream was answered with ${response.status}`)
    await readBlocks(response, block => {
      const event = eventOf(block)
      if (!event) return
      if (event.event === 'lunches') begun += 1
      const lunches = event.event === 'lunches' ? (event.data as Lunch[]) : [event.data as Lunch]
      for (const lunch of lunches) received.push({ lunch, at: event.at })
    })
  }
  const listening = (async () => {
    for (let turn = first; !leaving.signal.aborted; turn += 1) {
      await once(origins[turn % origins.length] ?? '').catch(() => undefined)
      if (!leaving.signal.aborted) await new Promise(resolve => setTimeout(resolve, retryAfter))
    }
  })()
  return {
    received,
    begun: () => begun,
    seen: id => received.findLast(({ lunch }) => lunch.id === id)?.lunch,
    stop: () => {
      leaving.abort()
      return listening
    },
  }
}
