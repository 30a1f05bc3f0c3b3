/** D-21: more connections than the process may have open files. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { createRating } from '#contract/ratings.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { call, signIn, waitUntilReady } from './client.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { engines, expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-21',
  also: ['T-119'],
  what: 'more connections than the limit on open files allows: the process survives, and works again once they are closed',
  engine,
  needs: engine === 'postgres' ? ['open files', 'PostgreSQL'] : ['open files'],
  isLong: true,
  measure: scale => exhaust(engine, scale),
}))

const openFiles = 128
const connections = 300
const tolerance = 5

async function exhaust(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    const { who, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      return { who: await signIn(deps, await make.user()), restaurantId: (await make.restaurant()).id }
    })
    const wrapper = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh']
    return await withServer(
      installation,
      async ({ origin, pid }) => {
        const rate = (value: number) => call(origin, who, createRating, { body: { restaurantId, value } })
        expectThat((await rate(1)).status === 201, 'the first rating was refused')
        const before = await countOpen(pid)
        const sockets = await crowd(origin)
        const most = await countOpen(pid)
        expectThat(most > openFiles - 30, `only ${most} files were open in the crowd`)
        for (const socket of sockets) socket.destroy()
        const seconds = await waitUntilReady(origin, 10)
        expectThat((await rate(5)).status === 200, 'a rating after the crowd was refused')
        const after = await waitUntilClosed(pid, before + tolerance)
        expectThat(
          after <= before + tolerance,
          `${after} files stayed open, before the crowd there were ${before}`,
        )
        return `${connections} connections with ${openFiles} open files allowed: at most ${most} open; ready ${seconds.toFixed(1)} s after they were closed; ${before} files open before, ${after} after`
      },
      { wrapper },
    )
  } finally {
    await installation.remove()
  }
}

/** Opens connections that each send a request and stay open. Rejected ones count, too. */
async function crowd(origin: string): Promise<Socket[]> {
  const { hostname, port } = new URL(origin)
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  await Promise.all(
    sockets.map(async socket => {
      socket.on('error', () => undefined)
      socket.on('connect', () => socket.write('GET /api/campuses HTTP/1.1\r\nHost: localhost\r\n\r\n'))
      await Promise.race([once(socket, 'data'), once(socket, 'close'), pause(3000)]).catch(() => undefined)
    }),
  )
  return sockets
}

export const countOpen = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

/** Waits up to five seconds until at most `wanted` files are open, and returns how many are. */
export async function waitUntilClosed(pid: number, wanted: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await countOpen(pid)) <= wanted) break
    await pause(100)
  }
  return countOpen(pid)
}

export const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
