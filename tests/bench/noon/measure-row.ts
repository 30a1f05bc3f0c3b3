import { join } from 'node:path'
import type { Engine } from '#server/database/dialect.ts'
import { serverEnvironment, serverFlags } from '../../../scripts/server-settings.ts'
import {
  type Installation,
  newInstallation,
  prepare,
  type Server,
  startServer,
  withDeps,
} from '../../reliability/installation.ts'
import { startCrowd } from './crowd.ts'
import { type Latencies, latenciesOf, type Request } from './record.ts'
import type { Row } from './rows.ts'
import { fillSampleData, type SampleData } from './sample-data.ts'
import type { Verdict } from './verdict.ts'
import { metricsToken, type Observed, watchServers } from './watch.ts'

type Cluster = { postgresUrl: () => Promise<string> }

export type Setting = { engine: Engine; processes: number; minutes: number | undefined }

export type Measured = {
  row: Row
  setting: Setting
  minutes: number
  requests: Request[]
  latencies: Latencies
  observed: Observed
  /** The part of the latencies that may be due to the generator itself: its p99 event loop lag. */
  ownLagMs: number
  verdicts: Verdict[]
}

// The compile cache is set where servers are launched.
const { NODE_COMPILE_CACHE: _, ...env } = serverEnvironment

/** Runs servers with a new, filled database during `work`. All limits apply, as in production. */
async function withServers<T>(
  { engine, processes }: Pick<Setting, 'engine' | 'processes'>,
  size: Row['size'],
  cluster: Cluster,
  work: (data: SampleData, servers: Server[], installation: Installation) => Promise<T>,
): Promise<T> {
  const installation = await newInstallation(engine, cluster, {
    RATE_LIMITS: 'on',
    METRICS_TOKEN: metricsToken,
  })
  const servers: Server[] = []
  try {
    await prepare(installation)
    const data = await withDeps(installation, deps => fillSampleData(deps, size))
    for (let i = 0; i < processes; i += 1)
      servers.push(
        await startServer(installation, {
          log: join(installation.dataDir, `log-${i}`),
          env,
          flags: serverFlags,
        }),
      )
    return await work(data, servers, installation)
  } finally {
    for (const server of servers) {
      server.kill('SIGKILL')
      await server.ended
    }
    await installation.remove()
  }
}

export const measureRow = (row: Row, setting: Setting, cluster: Cluster): Promise<Measured> =>
  withServers(setting, row.size, cluster, async (data, servers) => {
    const origins = servers.map(({ origin }) => origin)
    await warmUp(data, origins)
    const stopWatching = await watchServers(servers)
    const minutes = setting.minutes ?? row.minutes
    const arriving = Math.min(60, minutes * 30)
    const crowd = startCrowd(data, origins, { people: row.people, seconds: minutes * 60, arriving })
    await crowd.ended
    const observed = await stopWatching()
    crowd.stop()
    const { requests, streams } = crowd.record
    const latencies = latenciesOf(requests)
    const verdicts = row.judge({ requests, latencies, lost: streams.lost, observed })
    return { row, setting, minutes, requests, latencies, observed, ownLagMs: crowd.ownLagMs(), verdicts }
  })

/** A server at noon has been running since the morning, so compiling and first reads must not be measured. */
async function warmUp(data: SampleData, origins: string[]): Promise<void> {
  const few = startCrowd(data, origins, { people: 30, seconds: 15, arriving: 5, seed: 3 })
  await few.ended
  few.stop()
}
