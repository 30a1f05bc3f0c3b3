import type { Endpoint } from '#contract/endpoint.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Deps } from '#server/deps.ts'
import { peopleOf } from '#server/testing/people.ts'
import { type Person, signIn } from './client.ts'
import { filesFor } from './fuzz-files.ts'
import { databaseCanary, type Fixture } from './fuzz-fixture.ts'
import { type Failure, judge, judgeLog } from './fuzz-judge.ts'
import { fixtureValues, valuesIn } from './fuzz-known-values.ts'
import type { FuzzRequest, FuzzStep, Rank } from './fuzz-request.ts'
import { type FuzzReply, send } from './fuzz-send.ts'
import { startServer } from './installation.ts'

/** What is recorded during a run, over all its servers. */
export type RunStats = { statuses: Map<number, number>; calls: Map<string, Set<number>>; sent: number }

export type FuzzTarget = Awaited<ReturnType<typeof startTarget>>

/** A server with a fresh copy of the fixture, and the known state of it: its people, and what was created. */
export async function startTarget(
  fixture: Fixture,
  services: { tokens: string[]; canaries: string[] },
  endpoints: ReadonlyMap<string, Endpoint>,
) {
  const installation = await fixture.fresh()
  const { dataDir, environment } = installation
  const server = await startServer(installation)
  const deps = await createDeps(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  const files = await filesFor(dataDir)
  const canaries = [...services.canaries, databaseCanary]
  const people = new Map<Rank, Person & { email: string }>()
  const made = await fixtureValues(deps, dataDir)
  made.set('tokens', services.tokens)
  let [hasEnded, count, logRead] = [false, 0, 0]
  void server.ended.then(() => {
    hasEnded = true
  })

  async function personOf(rank: Rank) {
    const known = people.get(rank)
    if (known) return known
    const row = await rowOf(deps, rank, ++count)
    const person = { ...(await signIn(deps, row)), email: row.email }
    canaries.push(person.cookie.replace('session=', ''))
    people.set(rank, person)
    return person
  }

  async function perform(request: FuzzRequest, stats?: RunStats): Promise<Failure | null> {
    const { as } = request
    const rank = as === 'visitor' || as === 'stale' ? null : as
    const person = rank && (await personOf(rank))
    const cookie = as === 'stale' ? `session=${'x'.repeat(43)}` : person?.cookie
    const resolveReference = (kind: string, back: number): string | number | undefined => {
      if (kind === 'me') return person?.id ?? 1
      if (kind === 'my-email') return person?.email ?? 'nobody@example.org'
      if (kind === 'cookie') return cookie ?? ''
      if (kind === 'new') return `${server.pid}${++count}`
      if (kind === 'in-minutes') return new Date(Date.now() + back * 60_000).toISOString()
      if (kind === 'today') return new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
      const values = made.get(kind)
      return values?.length ? values.at(-1 - (back % values.length)) : 1
    }
    const reply = await send(server.origin, request, { resolveReference, cookie, files })
    const { status } = reply
    if (stats) {
      stats.sent += 1
      stats.statuses.set(status ?? -1, (stats.statuses.get(status ?? -1) ?? 0) + 1)
      const seen = stats.calls.get(request.call ?? '') ?? new Set()
      stats.calls.set(request.call ?? '', seen.add(status ?? -1))
    }
    if (status !== null && status < 300 && request.call) keep(request.call, reply)
    // Some requests end the person's own session, delete the account or change its role.
    const isRefused = status === 401 || status === 403
    if (rank && person && isRefused && !(await isStill(deps, rank, person))) people.delete(rank)
    return judge(request, reply, endpoints.get(request.call ?? ''), { canaries, folder: dataDir })
  }

  function keep(call: string, { text }: FuzzReply): void {
    for (const [kind, values] of valuesIn(call, text)) {
      const known = made.get(kind) ?? []
      made.set(kind, [...known.filter(one => !values.includes(one)), ...values].slice(-40))
    }
  }

  /** Checks what was logged since the last call, and whether the process is still running. */
  function checkProcess(): Failure | null {
    const log = server.output()
    const news = log.slice(logRead)
    logRead = log.length
    if (hasEnded) return { kind: 'the process ended', detail: log.slice(-1_500) }
    return judgeLog(news, canaries)
  }

  return {
    deps,
    /**
     * Sends the requests of a step together; returns what is wrong with their responses or with the process.
     */
    sendStep: async (step: FuzzStep, stats?: RunStats): Promise<Failure[]> => {
      const failures = await Promise.all(step.map(request => perform(request, stats)))
      const wrong = failures.filter(failure => failure !== null)
      const logBefore = logRead
      // What the process logs, and its exit, are known a moment later.
      if (wrong.length > 0) await pause(300)
      const seen = checkProcess()
      const [, reason] = /"err":\{[^}]*?"message":"(.*?)"/.exec(server.output().slice(logBefore)) ?? []
      if (reason) for (const failure of wrong) failure.detail += ` (${reason})`
      return seen ? (hasEnded ? [seen] : [...wrong, seen]) : wrong
    },
    close: async () => {
      server.kill('SIGKILL')
      await server.ended
      await deps.db.destroy()
      await installation.remove()
    },
    /** Waits for what the process logs or does shortly after its response. */
    settle: async (): Promise<Failure[]> => {
      await pause(200)
      return [checkProcess()].filter(failure => failure !== null)
    },
  }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const roleOf = (rank: Rank) => (rank === 'primary' ? 'super-user' : rank)

async function rowOf(deps: Deps, rank: Rank, count: number) {
  const make = peopleOf(deps)
  if (rank === 'primary') return make.primary()
  const known = await deps.db
    .selectFrom('users')
    .selectAll()
    .where('email', 'like', 'fuzz.%')
    .where('role', '=', roleOf(rank))
    .where('canLogin', '=', true)
    .executeTakeFirst()
  const name = `fuzz.${rank}.${process.hrtime.bigint()}.${count}`
  return known ?? make.user({ email: `${name}@example.org`, username: name, role: roleOf(rank) })
}

async function isStill({ db }: Deps, rank: Rank, { cookie }: Person): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.userId', 'users.id')
    .select('role')
    .where('sessions.tokenHash', '=', hashToken(cookie.replace('session=', '')))
    .where('canLogin', '=', true)
    .executeTakeFirst()
  return row?.role === roleOf(rank)
}
