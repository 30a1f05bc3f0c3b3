/** D-09: a backup of one engine, restored into the other, gives the same database. */
import { rm } from 'node:fs/promises'
import { readConfig } from '#server/config.ts'
import type { Engine } from '#server/database/dialect.ts'
import { listBackupFiles, pathOf } from '#server/features/backups/backup-files.ts'
import { digestOf } from '#server/testing/backup-digest.ts'
import { findCorruption } from './actual-states.ts'
import { fill, type Size } from './fill.ts'
import { type Installation, launch, newInstallation, prepare, withDeps } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

const ways: [Engine, Engine][] = [
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
]

export const scenarios: Scenario[] = ways.map(([from, to]) => ({
  id: 'D-09',
  what: `backup on ${from}, restore into an empty ${to}: equal digests of all rows and pictures`,
  engine: to,
  needs: from === 'postgres' || to === 'postgres' ? ['PostgreSQL'] : [],
  isLong: from === to,
  measure: scale => roundTrip(from, to, scale),
}))

async function roundTrip(from: Engine, to: Engine, scale: Scale): Promise<string> {
  const size: Size = scale.isShort
    ? { users: 60, restaurants: 40, ratings: 1_000, images: 6 }
    : { users: 500, restaurants: 300, ratings: 10_000, images: 60 }
  const [source, target] = [await newInstallation(from, scale), await newInstallation(to, scale)]
  try {
    await prepare(source)
    const least = scale.isShort ? { seconds: 0, megabytes: 0 } : await baselineCost(source)
    await withDeps(source, deps => fill(deps, size))
    const before = await contentsOf(source)
    const backup = await runCommand('backup', source, [])
    const [file] = await listBackupFiles(readConfig(source.environment))
    expectThat(file !== undefined, 'no backup was written')
    const restore = await runCommand('restore', target, [
      pathOf(readConfig(source.environment), file.filename),
    ])
    const after = await contentsOf(target)
    const different = Object.keys(before.digests).filter(
      name => before.digests[name as 'users'] !== after.digests[name as 'users'],
    )
    expectNone(different.map(name => `${name} differ`))
    expectThat(after.entries === before.entries + 1, `${after.entries} audit entries after ${before.entries}`)
    return (
      `${size.ratings} ratings, ${size.restaurants} restaurants, ${size.users} users, ${size.images} pictures, ` +
      `${(file.size / 1e6).toFixed(1)} MB: backup ${inWords(backup, least, 3)}, restore ${inWords(restore, least, 10)}; the baseline, an empty database: ${least.seconds.toFixed(1)} s and ${least.megabytes.toFixed(0)} MB`
    )
  } finally {
    await source.remove()
    await target.remove()
  }
}

/** The target's audit log has one more entry, for the restore. */
async function contentsOf(installation: Installation) {
  return withDeps(installation, async ({ db }) => {
    expectNone(await findCorruption(db))
    const { auditLogs: _, ...digests } = await digestOf(db)
    const entries = (await db.selectFrom('auditLogs').select('id').execute()).length
    return { digests, entries }
  })
}

type Cost = { seconds: number; megabytes: number }

/** Runs a command and returns its cost, including the start of the process. */
async function runCommand(name: string, installation: Installation, args: string[]): Promise<Cost> {
  const start = performance.now()
  const command = launch(`../server/commands/${name}.ts`, installation, {
    args,
    env: { NODE_OPTIONS: `--import ${new URL('./report-memory.ts', import.meta.url)}` },
  })
  const { code } = await command.ended
  expectThat(code === 0, `${name} ended with ${code}: ${command.output()}`)
  const [, kilobytes] = /largest memory: (\d+)/.exec(command.output()) ?? []
  return { seconds: (performance.now() - start) / 1000, megabytes: Number(kilobytes) / 1024 }
}

/** The cost of a command with nothing to do: mostly its start. */
async function baselineCost(installation: Installation): Promise<Cost> {
  const cost = await runCommand('backup', installation, [])
  const config = readConfig(installation.environment)
  for (const { filename } of await listBackupFiles(config)) await rm(pathOf(config, filename))
  return cost
}

/**
 * The cost compared to the targets. They are not enforced, because other work on the machine affects them.
 */
function inWords({ seconds, megabytes }: Cost, least: Cost, most: number): string {
  const [own, more] = [seconds - least.seconds, megabytes - least.megabytes]
  const within = own < most && more < mostMemory ? 'within the target' : 'MORE than the target'
  return `${own.toFixed(1)} s and ${more.toFixed(0)} MB above the baseline (${within} of ${most} s and ${mostMemory} MB)`
}

const mostMemory = 200
