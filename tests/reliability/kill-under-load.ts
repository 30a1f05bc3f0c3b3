/** D-01 and D-17: a server that is killed, or stopped, while 16 writers are at work. */
import { setTimeout } from 'node:timers/promises'
import type { Engine } from '#server/database/dialect.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { newInstallation, prepare, type Server, startServer, withDeps } from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => [
  {
    id: 'D-01',
    what: 'kill -9 under 16 writers: no acknowledged write is lost, duplicated or half done',
    engine,
    needs: needsOf(engine),
    measure: scale =>
      endAgainAndAgain(engine, scale, {
        cycles: scale.isShort ? (engine === 'sqlite' ? 3 : 2) : 30,
        end: async server => {
          server.kill('SIGKILL')
          await server.ended
        },
      }),
  },
  {
    id: 'D-17',
    isLong: engine === 'postgres',
    what: 'SIGTERM under 16 writers: all acknowledged writes are kept, and the process exits with 0 in time',
    engine,
    needs: needsOf(engine),
    measure: scale =>
      endAgainAndAgain(engine, scale, {
        cycles: scale.isShort ? 2 : 30,
        end: async server => {
          const start = performance.now()
          server.kill('SIGTERM')
          const { code, signal } = await server.ended
          expectThat(code === 0, `it ended with ${signal ?? code}: ${server.output().slice(-500)}`)
          // Ten seconds for pending requests, plus one.
          expectThat(performance.now() - start < 11_000, 'it took more than 11 s to end')
        },
      }),
  },
])

/** In seconds: the target for a restart, and the limit that must hold even on a busy machine. */
const [soonEnough, startWithin] = [3, 15]
/** The minimum per cycle, so that there is something to lose. */
const writesOfCycle = 16

async function endAgainAndAgain(
  engine: Engine,
  scale: Scale,
  { cycles, end }: { cycles: number; end: (server: Server) => Promise<void> },
): Promise<string> {
  const installation = await newInstallation(engine, scale)
  const starts: number[] = []
  let ending = 0
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    let server = await startServer(installation)
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const stop = new AbortController()
      const writing = writeUntil(load, [server.origin], { signal: stop.signal })
      await setTimeout(200 + Math.random() * (scale.isShort ? 800 : 2_800))
      // On a busy machine the first of many writes may take longer.
      const enough = (cycle + 1) * writesOfCycle
      for (let i = 0; i < 100 && load.ledger.acknowledged < enough; i += 1) await setTimeout(100)
      const start = performance.now()
      await end(server).finally(() => stop.abort())
      ending = Math.max(ending, (performance.now() - start) / 1000)
      await writing
      // The server starts before any other process opens the database.
      server = await startServer(installation)
      starts.push(server.seconds)
      await withDeps(installation, async ({ db }) => {
        expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
      })
    }
    server.kill('SIGKILL')
    await server.ended
    expectThat(
      load.ledger.acknowledged >= cycles * writesOfCycle,
      `only ${load.ledger.acknowledged} writes were acknowledged`,
    )
    const slowest = Math.max(...starts)
    const soon = starts.filter(seconds => seconds < soonEnough).length
    expectThat(slowest < startWithin, `a start took ${slowest.toFixed(1)} s`)
    return `${cycles} runs, ${load.ledger.acknowledged} writes acknowledged, 0 lost; slowest exit ${ending.toFixed(1)} s, ${soon} of ${cycles} starts within ${soonEnough} s, the slowest ${slowest.toFixed(1)} s`
  } finally {
    await installation.remove()
  }
}
