/**
 * `npm run reliability`: runs the fault scenarios one after another and checks what must hold in spite of
 * them.
 * Options: --short (what `npm test` runs), --only D-01,T-94, --what 'a restore' (part of the title), --engine
 * sqlite, --seed 18 and --requests 100000 (random ones), --counts FILE (how many scenarios hold, as JSON).
 */
import { type PrivatePostgres, startPostgres } from '#server/testing/postgres.ts'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { scenarios as backupsUnderLoad } from './backups-under-load.ts'
import { scenarios as badFiles } from './bad-files.ts'
import { scenarios as clockJumps } from './clock-jumps.ts'
import { scenarios as connections } from './connections.ts'
import { scenarios as crashPoints } from './crash-points.ts'
import { scenarios as crowds } from './crowds.ts'
import { scenarios as damagedBackups } from './damaged-backups.ts'
import { scenarios as disk } from './disk.ts'
import { scenarios as fsync } from './fsync.ts'
import { scenarios as fullDisks } from './full-disks.ts'
import { scenarios as fuzz } from './fuzz.ts'
import { scenarios as killUnderLoad } from './kill-under-load.ts'
import { scenarios as lockWaits } from './lock-waits.ts'
import { scenarios as lostCommits } from './lost-commits.ts'
import { scenarios as lostPages } from './lost-pages.ts'
import { scenarios as lunchesTogether } from './lunches-together.ts'
import { scenarios as mailTrouble } from './mail-trouble.ts'
import { scenarios as network } from './network.ts'
import { scenarios as postgresDisk } from './postgres-disk.ts'
import { scenarios as postgresTrouble } from './postgres-trouble.ts'
import { scenarios as readOnly } from './read-only.ts'
import { scenarios as replyTimes } from './reply-times.ts'
import { type Outcome, printOutcome, summary, writeCounts } from './report.ts'
import { scenarios as restores } from './restores.ts'
import { scenarios as roundTrips } from './round-trips.ts'
import type { Scale, Scenario } from './scenario.ts'
import { scenarios as slowDisk } from './slow-disk.ts'
import { scenarios as stopping } from './stopping.ts'
import { scenarios as suddenEnds } from './sudden-ends.ts'
import { scenarios as twoProcesses } from './two-processes.ts'
import { findUnmetNeeds } from './unmet-needs.ts'

const values = optionsOf({
  short: { type: 'boolean', default: false },
  only: { type: 'string' },
  what: { type: 'string', default: '' },
  engine: { type: 'string' },
  seed: { type: 'string', default: '18' },
  requests: { type: 'string', default: '100000' },
  counts: { type: 'string' },
})

const every: Scenario[] = [
  ...killUnderLoad,
  ...stopping,
  ...crashPoints,
  ...fsync,
  ...slowDisk,
  ...lostPages,
  ...disk,
  ...fullDisks,
  ...readOnly,
  ...badFiles,
  ...roundTrips,
  ...backupsUnderLoad,
  ...restores,
  ...damagedBackups,
  ...postgresTrouble,
  ...lockWaits,
  ...postgresDisk,
  ...network,
  ...lostCommits,
  ...mailTrouble,
  ...twoProcesses,
  ...lunchesTogether,
  ...clockJumps,
  ...connections,
  ...crowds,
  ...replyTimes,
  ...suddenEnds,
  ...fuzz,
]
const only = parseNameList(
  values.only,
  every.flatMap(({ id, also = [] }) => [id, ...also]),
)
const engines = parseNameList(values.engine, ['sqlite', 'postgres'], '--engine')
const scenarios = every.filter(
  ({ id, also = [], engine, isLong, what }) =>
    what.includes(values.what) &&
    (only === undefined || [id, ...also].some(row => only.includes(row))) &&
    (engines === undefined || (engine !== null && engines.includes(engine))) &&
    !(values.short && isLong),
)

let cluster: Promise<PrivatePostgres> | undefined
const scale: Scale = {
  isShort: values.short,
  seed: Number(values.seed),
  requests: Number(values.requests),
  postgresUrl: async () => {
    if (!findPostgresBinaries() && process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL
    cluster ??= startPostgres({ durable: true })
    return (await cluster).url
  },
}

const unmetNeeds = await findUnmetNeeds({ mayInstall: !values.short })
const outcomes: Outcome[] = []
for (const scenario of scenarios) {
  const outcome = await measure(scenario)
  printOutcome(outcome)
  outcomes.push(outcome)
}
await (await cluster)?.stop()

console.log(summary(outcomes))
if (values.counts) await writeCounts(values.counts, outcomes)
process.exit(outcomes.some(({ state }) => state === 'failed') ? 1 : 0)

async function measure(scenario: Scenario): Promise<Outcome> {
  const missing = scenario.needs?.flatMap(need => unmetNeeds[need] ?? []) ?? []
  if (missing.length > 0) return { scenario, state: 'left out', result: missing.join(' '), seconds: 0 }
  const start = performance.now()
  const [state, result] = await scenario.measure(scale).then(
    figures => ['ok', figures] as const,
    error => ['failed', reasonOf(error)] as const,
  )
  return { scenario, state, result, seconds: (performance.now() - start) / 1000 }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' || !error.stack ? error.message : error.stack
}
