import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '#app/app.ts'
import { createDeps } from '#app/create-deps.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { EventStream } from '#kit/contract/fields.ts'
import { type Listener, serveEvents } from '#kit/server/http/events/events.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import { caller } from '#tests/support/calls/caller.ts'
import type { TestApp } from '#tests/support/start-app.ts'

const Note = z.object({ id: z.int(), text: z.string() })
export const noteEvents = endpoint('GET /api/notes/events', 'user', {
  summary: 'Notes',
  query: z.object({ only: z.optional(z.string()) }),
  events: { notes: z.array(Note), note: Note },
  reply: EventStream,
})

/** Starts a server with a stream of notes on the database of `of`, like another process of the same installation. */
export async function startNotes(
  of: TestApp,
  options: { notes?: Map<number, string>; onOpen?: () => Promise<void> } = {},
) {
  const { notes = new Map([[1, 'one']]) } = options
  const deps = await createDeps(of.deps.config, { now: of.deps.now, log: of.deps.log })
  const server = await createApp(deps)
  const isFor = ({ query }: Listener<typeof noteEvents>, text: string) =>
    query.only === undefined || query.only === text
  serveEvents(server, deps, noteEvents, {
    topic: 'notes',
    open: async () => {
      await options.onOpen?.()
      return { event: 'notes', data: [...notes].map(([id, text]) => ({ id, text, secret: 'x' })) }
    },
    changes: async ids =>
      ids.map(id => {
        const text = notes.get(id) ?? ''
        return { event: 'note', data: { id, text }, isFor: listener => isFor(listener, text) }
      }),
  })
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const stop = async () => {
    await server.close()
    await deps.db.destroy()
  }
  afterAll(async () => {
    server.server.closeAllConnections()
    await stop().catch(() => undefined)
  })
  const change = async (id: number, text: string) => {
    notes.set(id, text)
    await deps.db
      .transaction()
      .execute(tx => announce(tx, { topic: 'notes', changed: [id], time: of.clock.now().toISOString() }))
  }
  return { deps, server, as: caller(deps, origin), change, stop, origin }
}
