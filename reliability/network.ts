/** D-20: a network to PostgreSQL that is slow, and one that swallows everything without a word. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createRating } from '#contract/ratings.ts'
import { peopleOf } from '#server/testing/people.ts'
import { unsound } from './actual-states.ts'
import { call, type Person, signIn, untilReady } from './client.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-20',
    what: 'the network to PostgreSQL is slow, then swallows everything: 503 in bounded time, then all goes on',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    isLong: true,
    measure: swallowEverything,
  },
]

const delay = 20
/** A statement may take ten seconds; two more are for its way back. */
const patience = 16

async function swallowEverything(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  const network = await badNetwork(installation.environment.DATABASE_URL ?? '')
  try {
    await prepare(installation)
    const { people, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const people: Person[] = []
      for (let i = 0; i < 40; i += 1) people.push(await signIn(deps, await make.user()))
      return { people, restaurantId: (await make.restaurant()).id }
    })
    const env = { DATABASE_URL: network.url }
    return await withServer(
      installation,
      async ({ origin }) => {
        const rate = async (who: Person) => {
          const start = performance.now()
          const { status } = await call(origin, who, createRating, { body: { restaurantId, value: 4 } })
          return { who, status, seconds: (performance.now() - start) / 1000 }
        }
        const rateAll = (from: number, to: number) => Promise.all(people.slice(from, to).map(rate))
        network.behave('slow')
        const slowly = await rateAll(0, 10)
        expectNone(slowly.filter(({ status }) => status !== 201).map(({ status }) => `slowly: ${status}`))

        network.behave('swallow')
        const swallowed = await rateAll(10, 40)
        const longest = Math.max(...swallowed.map(({ seconds }) => seconds))
        expectNone(
          swallowed.filter(({ status }) => status !== 503).map(({ status }) => `swallowed: ${status}`),
        )
        expectThat(longest < patience, `a refusal took ${longest.toFixed(1)} s`)

        network.behave('well')
        const seconds = await untilReady(origin, 5).catch(() => null)
        expectThat(seconds !== null, 'not ready 5 s after the network was back')
        const again = await rateAll(10, 40)
        const odd = again.filter(({ status }) => status !== 201 && status !== 200)
        expectNone(odd.map(({ status }) => `afterwards: ${status}`))
        const count = await withDeps(installation, async ({ db }) => {
          expectNone(await unsound(db))
          return (await db.selectFrom('ratings').select('id').execute()).length
        })
        expectThat(count === people.length, `${count} of ${people.length} ratings are there`)
        return `10 writes with ${2 * delay} ms more for each statement: all kept; 30 into the void: 503 after at most ${longest.toFixed(1)} s; ready ${seconds?.toFixed(1)} s after it was back, then all written`
      },
      { env },
    )
  } finally {
    network.close()
    await installation.remove()
  }
}

/** Stands between the server and its database. What was swallowed never arrives, as if its connections were cut. */
async function badNetwork(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  let manner: 'well' | 'slow' | 'swallow' = 'well'
  const forward = (from: Socket, to: Socket) => {
    let isCut = false
    from.on('data', chunk => {
      isCut ||= manner === 'swallow'
      if (isCut) return
      if (manner === 'slow') setTimeout(() => to.write(chunk), delay)
      else to.write(chunk)
    })
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
  }
  const proxy = createServer(near => {
    const far = connect(target)
    for (const socket of [near, far]) sockets.add(socket)
    forward(near, far)
    forward(far, near)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    behave: (next: typeof manner) => {
      manner = next
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
