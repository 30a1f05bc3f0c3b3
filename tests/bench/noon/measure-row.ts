import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { addPushDevices, startPushProcess } from '#tests/support/push/start-push-process.ts'
import { recordHome } from '../home.ts'
import { type Running, startServers, usageOf } from '../servers.ts'
import { startCrowd } from './crowd.ts'
import type { Observed, Row } from './rows.ts'
import { fillSampleData } from './sample-data.ts'

/** Plays a noon, of people who are notified, with servers on a new, filled database. All limits apply, as in production. */
export async function measureRow(
  row: Row,
  { engine, processes, minutes }: { engine: Engine; processes: number; minutes: number },
) {
  const push = await startPushProcess()
  const env = { RATE_LIMITS: 'on', PUSH: process.env.PUSH ?? 'on', ...push.environment }
  const fill = async (deps: Deps) => {
    const data = await fillSampleData(deps, row.size)
    await addPushDevices(deps, data.people, ['leaving', 'changed', 'closing', 'started'])
    return data
  }
  const { filled: data, first, servers, stop } = await startServers(engine, fill, { env, processes })
  const [person] = data.people
  if (!person) throw new Error('Nobody is there')
  const origins = servers.map(({ origin }) => origin)
  const home = await recordHome(first.origin, person, person.campusCode)
  // A server at noon has been running since the morning, so compiling and first reads must not be measured.
  const few = startCrowd(data, home, origins, { people: 30, seconds: 15, arriving: 5, seed: 3 })
  await few.ended
  few.stop()
  const stopWatching = await watch(servers)
  const arriving = Math.min(60, minutes * 30)
  const crowd = startCrowd(data, home, origins, { people: row.people, seconds: minutes * 60, arriving })
  await crowd.ended
  const observed = await stopWatching()
  crowd.stop()
  console.log(`${await push.countMessages()} notifications were sent`)
  await stop()
  await push.stop()
  const { requests, lostStreams } = crowd.record
  return { requests, lostStreams, observed, ownLagMs: crowd.ownLagMs() }
}

/** Samples the servers' memory every half second until the returned function is called. */
async function watch(servers: Running[]) {
  let memoryMb = 0
  const sample = async (lag?: 'begin') => {
    const all = await Promise.all(servers.map(server => usageOf(server, lag)))
    memoryMb = Math.max(memoryMb, ...all.map(({ rssMb }) => rssMb / 1.048_576))
    return {
      lagMs: Math.max(...all.map(({ lagMs }) => lagMs)),
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    }
  }
  const before = await sample('begin')
  let sampling: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => (sampling = sampling.then(() => sample())), 500)
  return async (): Promise<Observed> => {
    clearInterval(timer)
    await sampling
    const { lagMs, cpuMs } = await sample()
    return { memoryMb, lagMs, cpuMs: cpuMs - before.cpuMs }
  }
}
