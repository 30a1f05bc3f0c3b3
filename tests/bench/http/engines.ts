import { createDeps } from '#app/create-deps.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { newDatabase } from '#tests/bench/databases.ts'
import { fillPlaces, fillRatings } from '#tests/bench/fill.ts'
import { start } from '#tests/bench/processes.ts'
import { type Measured, measure } from './measure.ts'
import { scenariosOf } from './scenarios.ts'

export type EngineReport = {
  engine: Engine
  measured: Measured[]
  /** A start with an existing database. */
  readyMs: number
  memory: { idle: number; loaded: number; peak: number }
}

export type Options = {
  rounds: number
  seconds: number
  ratings: number
  /** A part of the names of the scenarios to measure. */
  only: string
  say: (line: string) => void
}

/** Measures all scenarios on one engine. */
export async function measureEngine(engine: Engine, options: Options): Promise<EngineReport> {
  const { say } = options
  const database = await newDatabase(engine)
  const deps = await createDeps(readConfig(database.environment))
  try {
    await prepareInstallation(deps)
    const people = await fillPlaces(deps.db)
    await fillRatings(deps.db, options.ratings)
    // What is learned of them is there when the server starts, as on any other day.
    deps.jobs.tasteFitting.wake()
    await deps.jobs.tasteFitting.settled()
    const server = await start('./server.ts', { env: database.environment })
    try {
      const { rssMb: idle } = await server.usage()
      say(`${engine}: ready after ${Math.round(server.readyMs)} ms`)
      const measured: Measured[] = []
      for (const scenario of await scenariosOf(deps.db, server.origin, people)) {
        if (!scenario.name.includes(options.only)) continue
        say(`  ${scenario.name}`)
        measured.push(await measure(server, scenario, options))
      }
      const { rssMb: loaded, peakMb: peak } = await server.usage()
      return { engine, measured, readyMs: server.readyMs, memory: { idle, loaded, peak } }
    } finally {
      await server.stop()
    }
  } finally {
    await deps.db.destroy()
    await database.remove()
  }
}
