/** D-02 and D-03: a successful response means that the data is on the disk. */
import { sql } from 'kysely'
import { createRating } from '#contract/ratings.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, openReader } from '#server/database/open.ts'
import { peopleOf } from '#server/testing/people.ts'
import { call, type Person, signIn } from './client.ts'
import { type Installation, newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectThat, type Scale, type Scenario } from './scenario.ts'
import { newTrace, type SystemCall } from './strace.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-02',
    what: 'an fsync between each request and its response',
    engine: 'sqlite',
    needs: ['strace'],
    measure: countSyncs,
  },
  {
    id: 'D-02',
    what: 'synchronous = FULL on every connection to an existing file',
    engine: 'sqlite',
    measure: scale => readSetting('sqlite', scale),
  },
  {
    id: 'D-02',
    what: 'synchronous_commit = on and fsync = on on every connection',
    engine: 'postgres',
    // Another cluster may have different settings.
    needs: ['pg_ctl'],
    measure: scale => readSetting('postgres', scale),
  },
  {
    id: 'D-03',
    what: 'a disk that fails to sync: 503, never success for a write that is lost',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: scale => failWrites(scale, { inject: 'fsync,fdatasync:error=EIO:when=30+', status: 503 }),
  },
  {
    id: 'D-03',
    what: 'a disk that rejects writes: 507, never success for a write that is lost',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: scale => failWrites(scale, { inject: 'pwrite64:error=ENOSPC:when=120+', status: 507 }),
  },
]

async function countSyncs(scale: Scale): Promise<string> {
  const writes = scale.isShort ? 20 : 200
  const installation = await newInstallation('sqlite', scale)
  const trace = await newTrace({ calls: ['fsync', 'fdatasync', 'write', 'writev', 'sendto'] })
  try {
    const people = await prepareRaters(installation, writes + 1)
    await withServer(installation, server => rateAll(server.origin, people), { wrapper: trace.wrapper })
    const calls = await trace.calls()
    const { answers, unsynced, syncs } = judge(calls)
    expectThat(answers === writes, `${answers} answers of success were seen instead of ${writes}`)
    expectThat(unsynced === 0, `${unsynced} of ${writes} answers went out without an fsync before them`)
    return `${writes} sequential writes: ${syncs} fsyncs, at least one before each response`
  } finally {
    await trace.remove()
    await installation.remove()
  }
}

/**
 * Counts the syncs since the previous response for each response. The first response belongs to the start.
 */
function judge(calls: SystemCall[]) {
  let [answers, unsynced, syncs, since] = [-1, 0, 0, 0]
  for (const { name, text } of calls) {
    if (/sync$/.test(name)) {
      if (answers >= 0) syncs += 1
      since += 1
    } else if (/"HTTP\/1\.1 20[01]/.test(text)) {
      answers += 1
      if (since === 0) unsynced += 1
      since = 0
    }
  }
  return { answers, unsynced, syncs }
}

async function failWrites(
  scale: Scale,
  { inject, status }: { inject: string; status: number },
): Promise<string> {
  const installation = await newInstallation('sqlite', scale)
  const trace = await newTrace({ calls: inject.split(':')[0]?.split(',') ?? [], inject })
  const writes = 60
  try {
    const people = await prepareRaters(installation, writes)
    const statuses = await withServer(installation, server => rateAll(server.origin, people), {
      wrapper: trace.wrapper,
    })
    const kept = await withDeps(installation, ({ db }) => db.selectFrom('ratings').select('userId').execute())
    const ids = new Set(kept.map(({ userId }) => userId))
    const acknowledged = people.filter((_, i) => statuses[i] === 201)
    const lost = acknowledged.filter(({ who }) => !ids.has(who.id))
    const refused = statuses.filter(found => found === status).length
    expectThat(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged writes were lost`)
    expectThat(refused > 0, 'no write was refused although the disk failed')
    expectThat(refused + acknowledged.length === writes, `answers were ${[...new Set(statuses)].join(', ')}`)
    return `${writes} writes: ${acknowledged.length} acknowledged and kept, ${refused} refused with ${status}`
  } finally {
    await trace.remove()
    await installation.remove()
  }
}

async function readSetting(engine: 'sqlite' | 'postgres', scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  try {
    // Creates the database first: a weaker setting would only affect connections to an existing file.
    await prepare(installation)
    const config = readConfig(installation.environment)
    const [pool, reader] = [openDatabase(config, () => undefined), openReader(config)]
    const found: string[] = []
    for (const db of [pool, reader]) {
      for (const name of engine === 'sqlite' ? ['synchronous'] : ['synchronous_commit', 'fsync']) {
        const ask = engine === 'sqlite' ? sql.raw(`pragma ${name}`) : sql.raw(`show ${name}`)
        const { rows } = await ask.execute(db)
        found.push(`${name} ${Object.values(rows[0] as object)[0]}`)
      }
      await db.destroy()
    }
    const isSafe = found.every(setting => /^synchronous 2$|^(synchronous_commit|fsync) on$/.test(setting))
    expectThat(isSafe, `found ${found.join(', ')}`)
    return found.join(', ')
  } finally {
    await installation.remove()
  }
}

type Write = { who: Person; restaurantId: number }

/**
 * One person per write: a second rating by the same person would change a row, and its loss would not show.
 */
export async function prepareRaters(installation: Installation, count: number): Promise<Write[]> {
  await prepare(installation)
  return withDeps(installation, async deps => {
    const make = peopleOf(deps)
    const { id: restaurantId } = await make.restaurant()
    const writes: Write[] = []
    for (let i = 0; i < count; i += 1)
      writes.push({ who: await signIn(deps, await make.user()), restaurantId })
    return writes
  })
}

export async function rateAll(origin: string, writes: Write[]): Promise<number[]> {
  const statuses: number[] = []
  for (const { who, restaurantId } of writes) {
    const answer = call(origin, who, createRating, { body: { restaurantId, value: 4 } })
    statuses.push((await answer.catch(() => ({ status: 500 }))).status)
  }
  return statuses
}
