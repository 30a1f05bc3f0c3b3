/** D-18: requests that make no sense, to every call there is, end nothing and surprise nobody. */
import type { Engine } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'
import { peopleOf } from '#server/testing/people.ts'
import { unsound } from './actual-states.ts'
import { type Person, signIn } from './client.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { fill } from './fill.ts'
import { requestFor } from './fuzz-requests.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { randomNumbers } from './random.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

const engines: Engine[] = ['sqlite', 'postgres']

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-18',
  also: ['T-121'],
  what: 'random requests to every call of the contract: the process lives, no 500, and no reply tells of the inside',
  engine,
  needs: engine === 'postgres' ? ['PostgreSQL'] : [],
  isLong: engine === 'postgres',
  measure: scale => fuzz(engine, scale),
}))

const atOnce = 8

async function fuzz(engine: Engine, scale: Scale): Promise<string> {
  const count = scale.isShort ? 500 : 100_000
  const { seed } = scale
  const random = randomNumbers(seed)
  const calls = await contractEndpoints()
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    await withDeps(installation, deps => fill(deps, { users: 20, restaurants: 20, ratings: 100, images: 2 }))
    return await withServer(installation, async ({ origin, ended, output }) => {
      let hasEnded = false
      void ended.then(() => {
        hasEnded = true
      })
      const statuses = new Map<number, number>()
      const faults: string[] = []
      let people = await withDeps(installation, makePeople)
      for (let sent = 0; sent < count && !hasEnded; sent += atOnce) {
        // Some of what they do ends their sessions and accounts.
        if (sent % 80 === 0 && sent > 0) people = await withDeps(installation, makePeople)
        const requests = Array.from({ length: atOnce }, () => requestFor(calls, people, random))
        const answers = requests.map(async ({ path, init }) => {
          const answer = await fetch(origin + path, { redirect: 'manual', ...init }).catch(() => null)
          const text = await textOf(answer)
          const status = answer?.status ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const told = (status < 400 ? secret : inside).exec(text)?.[0]
          if (status === 500 || status === 0 || told)
            faults.push(
              `${init.method} ${path} ${String(init.body).slice(0, 200)}: ${status} ${told ?? text.slice(0, 80)}`,
            )
        })
        await Promise.all(answers)
      }
      expectThat(!hasEnded, `the process ended:\n${output().slice(-2_000)}`)
      expectNone(faults)
      await withDeps(installation, async ({ db }) => {
        expectNone((await unsound(db)).filter(problem => !problem.includes('without its mail')))
      })
      const summary = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} ${times}×`)
      return `${count} requests to ${calls.length} calls (seed ${seed}): ${summary.join(', ')}; no exit, no 500, nothing of the inside`
    })
  } finally {
    await installation.remove()
  }
}

/** What no reply may hold, and what no error may: a success may repeat any text that was saved. */
const secret = /\$argon2|passwordHash|tokenHash/
const inside = new RegExp(
  `${secret.source}|FST_|SQLITE_|ECONN|node_modules|\\.ts\\b|\\bat \\S+:\\d+|(select|insert into|delete from) ["*]|violates|syntax error`,
  'i',
)

/** Nothing of a stream of events, which goes on. */
async function textOf(answer: Response | null): Promise<string> {
  if (answer?.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return ''
  }
  return (await answer?.text().catch(() => '')) ?? ''
}

async function makePeople(deps: Deps): Promise<(Person | null)[]> {
  const make = peopleOf(deps)
  const name = () => `fuzz${process.hrtime.bigint()}`
  const fields = () => ({ email: `${name()}@example.org`, username: name() })
  const people = [await make.user(fields()), await make.admin(fields()), await make.superUser(fields())]
  const signedIn: (Person | null)[] = [null]
  for (const person of people) signedIn.push(await signIn(deps, person))
  // Most of the requests should get beyond the first question.
  return [...signedIn, ...signedIn.slice(-1), ...signedIn.slice(-1)]
}
