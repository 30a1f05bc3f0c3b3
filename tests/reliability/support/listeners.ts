import { setTimeout } from 'node:timers/promises'
import { type Lunch, lunchEvents } from '#features/lunches/contract.ts'
import { addressOf } from '#kit/contract/endpoint.ts'
import { eventOf, readBlocks } from '#tests/support/calls/read-events.ts'

export type Listener = ReturnType<typeof listen>

const retryAfter = 100

/** A client that listens to lunches. When its stream ends, it reconnects to the next server. */
export function listen(origins: string[], { cookie }: { cookie: string }) {
  const leaving = new AbortController()
  const { signal } = leaving
  /** Each version that arrived, in a list or alone. */
  const received: Lunch[] = []
  let begun = 0
  const listening = (async () => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const address = `${origins[turn % origins.length]}${addressOf(lunchEvents)}`
      const response = await fetch(address, { headers: { cookie }, signal }).catch(() => null)
      if (response?.status === 200)
        await readBlocks(response, block => {
          const { event, data } = eventOf(block) ?? {}
          if (event === 'lunches') begun += 1
          if (event) received.push(...([data].flat() as Lunch[]))
        })
      if (!signal.aborted) await setTimeout(retryAfter)
    }
  })()
  return {
    received,
    /** How many times a stream has begun. */
    begun: () => begun,
    seen: (id: number) => received.findLast(lunch => lunch.id === id),
    stop: () => {
      leaving.abort()
      return listening
    },
  }
}
