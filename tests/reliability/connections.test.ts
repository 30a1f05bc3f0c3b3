import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRating } from '#features/ratings/contract.ts'
import { startServer } from '#tests/support/backups/installation.ts'
import { call, prepareRaters, type Rater, waitUntilReady } from './support/client.ts'
import { engines, install, lacks, within } from './support/harness.ts'

const [openFiles, connections] = [128, 300]

test.skipIf(lacks.linux).each(engines)(
  'more connections than the limit on open files allows: the process survives, and works again once they are closed (%s) [D-21 T-119]',
  async engine => {
    const installation = await install(engine)
    const [{ who, restaurantId }] = (await prepareRaters(installation, 1)) as [Rater]
    const wrapper = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh']
    const { origin, pid } = await startServer(installation, { wrapper })
    const countOpen = async () => (await readdir(`/proc/${pid}/fd`)).length
    const rate = async (value: number) =>
      (await call(origin, who, createRating, { body: { restaurantId, value } })).status
    expect(await rate(1)).toBe(201)
    const before = await countOpen()
    const { hostname, port } = new URL(origin)
    // Each sends a request and stays open. Rejected ones count, too.
    const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
    await Promise.all(
      sockets.map(async socket => {
        socket.on('error', () => undefined)
        socket.on('connect', () => socket.write('GET /api/campuses HTTP/1.1\r\nHost: localhost\r\n\r\n'))
        await Promise.race([once(socket, 'data'), once(socket, 'close'), setTimeout(3000)]).catch(
          () => undefined,
        )
      }),
    )
    expect(await countOpen()).toBeGreaterThan(openFiles - 30)
    for (const socket of sockets) socket.destroy()
    await waitUntilReady(origin, 10)
    expect(await rate(5)).toBe(200)
    expect(await within(5, async () => (await countOpen()) <= before + 5)).toBe(true)
  },
)
