import { createDeps } from '#app/create-deps.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { addPushDevices, startPushProcess } from '#tests/support/push/start-push-process.ts'
import { newDatabase } from '../databases.ts'
import { recordHome } from '../home.ts'
import { type Running, start } from '../processes.ts'
import { startCrowd } from './crowd.ts'
import { type Latencies, latenciesOf, type Request } from './record.ts'
import { judge, type Observed, type Row, type Verdict } from './rows.ts'
import { fillSampleData, type SampleData } from './sample-data.ts'

export type Setting = { engine: Engine; processes: number; minutes: number | undefined }

export type Measured = {
  minutes: number
  requests: Request[]
  latencies: Latencies
  observed: Observed
  /** The part of the latencies that may be due to the generator itself: its p99 event loop lag. */
  ownLagMs: number
  verdicts: Verdict[]
}

/** Plays a noon, of people who are notified, with servers on a new, filled database. All limits apply, as in production. */
export async function measureRow(row: Row, setting: Setting): Promise<Measured> {
  const database = await newDatabase(setting.engine)
  const servers: Running[] = []
  let push: Awaited<ReturnType<typeof startPushProcess>> | undefined
  try {
    push = await startPushProcess()
    const env = { ...database.environment, RATE_LIMITS: 'on', ...push.environment }
    const deps = await createDeps(readConfig(env))
    await prepareInstallation(deps)
    const data = await fillSampleData(deps, row.size)
    await addPushDevices(deps, data.people, ['leaving', 'changed', 'closing', 'started'])
    await deps.db.destroy()
    for (let i = 0; i < setting.processes; i += 1) servers.push(await start('./server.ts', { env }))
    const measured = await play(row, setting.minutes ?? row.minutes, data, servers)
    console.log(`${await push.countMessages()} notifications were sent`)
    return measured
  } finally {
    for (const server of servers) await server.stop()
    await push?.stop()
    await database.remove()
  }
}

async function play(row: Row, minutes: number, data: SampleData, servers: Running[]): Promise<Measured> {
  const origins = servers.map(({ origin }) => origin)
  const [person] = data.people
  if (!person) throw new Error('Nobody is there')
  const home = await recordHome(servers[0]?.origin ?? '', person, person.campusCode)
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
  const { requests, streams } = crowd.record
  const latencies = latenciesOf(requests)
  const verdicts = judge(row, { requests, latencies, lost: streams.lost, observed })
  return { minutes, requests, latencies, observed, ownLagMs: crowd.ownLagMs(), verdicts }
}

/** Samples the servers' memory every half second until the returned function is called. */
async function watch(servers: Running[]): Promise<() => Promise<Observed>> {
  let memoryMb = 0
  const sample = async (lag?: 'begin') => {
    const all = await Promise.all(servers.map(server => server.usage(lag)))
    memoryMb = Math.max(memoryMb, ...all.map(({ rssMb }) => rssMb / 1.048_576))
    return {
      lagMs: Math.max(...all.map(({ lagMs }) => lagMs)),
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    }
  }
  const before = await sample('begin')
  let sampling: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => (sampling = sampling.then(() => sample())), 500)
  return async () => {
    clearInterval(timer)
    await sampling
    const { lagMs, cpuMs } = await sample()
    return { memoryMb, lagMs, cpuMs: cpuMs - before.cpuMs }
  }
}
