import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Engine } from '#server/database/dialect.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { newDatabase } from './databases.ts'
import { fillPlaces, fillRatings } from './fill.ts'
import { load } from './load.ts'
import { type Measured, measure } from './measure.ts'
import { start } from './processes.ts'
import { scenariosOf } from './scenarios.ts'
import { median } from './statistics.ts'

export type EngineReport = {
  engine: Engine
  measured: (Measured & { ratings: number })[]
  /** The median of five starts with an existing database. */
  readyMs: number
  memory: { idle: number; loaded: number; peak: number }
}

export type Options = {
  rounds: number
  seconds: number
  ratingCounts: number[]
  /** A part of the names of the scenarios to measure. */
  only: string
  say: (line: string) => void
}

/**
 * Measures all scenarios on one engine with the last number of ratings; with the others only a Home of 300.
 */
export async function measureEngine(engine: Engine, options: Options): Promise<EngineReport> {
  const database = await newDatabase(engine)
  const deps = await createDeps(readConfig(database.environment))
  const report: EngineReport = {
    engine,
    measured: [],
    readyMs: 0,
    memory: { idle: 0, loaded: 0, peak: 0 },
  }
  try {
    await prepareInstallation(deps)
    const people = await fillPlaces(deps.db)
    for (const ratings of options.ratingCounts) {
      await fillRatings(deps.db, ratings)
      const isLast = ratings === options.ratingCounts.at(-1)
      const starts: number[] = []
      const startAgain = async () => {
        const started = await start('./server.ts', { env: database.environment })
        starts.push(started.readyMs)
        return started
      }
      for (let again = 1; again < 5; again += 1) await (await startAgain()).stop()
      const server = await startAgain()
      report.readyMs = median(starts)
      report.memory.idle = (await server.usage()).rssMb
      options.say(
        `${engine}: ${ratings.toLocaleString('en-US')} ratings, ready after ${starts.map(Math.round).join(' ')} ms`,
      )
      const scenarios = (await scenariosOf(deps.db, server.origin, people)).filter(({ name }) =>
        isLast ? name.includes(options.only) : name === 'home of 300, compressed',
      )
      for (const scenario of scenarios) {
        const measured = await measure(server, scenario, options)
        report.measured.push({ ...measured, ratings })
        options.say(
          `  ${measured.name}: ${measured.ours.map(Math.round).join(' ')} (bare ${measured.bare.map(Math.round).join(' ')}) p99 ${measured.p99} ms, ${measured.cpuMs.toFixed(2)} ms each, bare ${measured.bareCpuMs.toFixed(2)}`,
        )
      }
      const home = scenarios.find(({ name }) => name === 'home of 300, compressed')
      if (home) await load(server, home.people, 2)
      const { rssMb, peakMb } = await server.usage()
      report.memory = { ...report.memory, loaded: rssMb, peak: Math.max(report.memory.peak, peakMb) }
      options.say(`  memory: ${JSON.stringify(report.memory)}`)
      await server.stop()
    }
  } finally {
    await deps.db.destroy()
    await database.remove()
  }
  return report
}
