import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDeps } from '#app/create-deps.ts'
import { createAlert, deleteAlert } from '#features/alerts/contract.ts'
import { createBackup } from '#features/backups/contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { startLunch } from '#features/lunches/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { sendSuggestion } from '#features/suggestions/contract.ts'
import { addVisit } from '#features/visits/contract.ts'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { mayAccess } from '#kit/rules/roles.ts'
import { readConfig } from '#kit/server/config/config.ts'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import type { Deps } from '#kit/server/deps.ts'
import { findCorruption } from '#tests/reliability/support/actual-states.ts'
import { call, signIn } from '#tests/reliability/support/client.ts'
import {
  copyOf,
  type Installation,
  newInstallation,
  prepare,
  startServer,
  withDeps,
  withServer,
} from '#tests/support/backups/installation.ts'
import { fill } from '#tests/support/databases/fill.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import { picture, pixelBomb } from '#tests/support/samples/pictures.ts'
import { addWebhook, type startServices, withDatabaseSecret } from './fuzz-services.ts'
import { judge, judgeLog } from './judge-reply.ts'
import { type FuzzRequest, type Rank, ranks, send } from './send-request.ts'

type Services = Awaited<ReturnType<typeof startServices>>

/** An installation with data of every kind. Each server starts with a copy of it, to make failures reproducible. */
export async function prepareTarget(engine: Engine, services: Services): Promise<Installation> {
  const postgresUrl = process.env.TEST_POSTGRES_URL ?? ''
  const installation = await newInstallation(engine, postgresUrl, services.environment)
  await prepare(installation)
  const people = await withDeps(installation, async deps => {
    await fill(deps, { users: 20, restaurants: 20, ratings: 100, images: 2 })
    await addWebhook(deps)
    return Promise.all(
      (['user', 'super-user'] as const).map(async rank => signIn(deps, await personOf(deps, rank))),
    )
  })
  await withServer(installation, async ({ origin, end }) => {
    const [user = null, superUser = null] = people
    const alert = { title: 'Soup day', message: 'Bring a bowl' }
    const leavesAt = new Date(Date.now() + 3_600_000).toISOString()
    const made: [typeof user, Endpoint, object][] = [
      [user, startLunch, { body: { campusCode: 'arden', leavesAt, restaurantIds: [1, 2, 3] } }],
      [user, addFavorite, { body: { restaurantId: 2 } }],
      [user, createRating, { body: { restaurantId: 2, value: 4 } }],
      [user, addVisit, { body: { restaurantId: 3 } }],
      [user, sendSuggestion, { body: { kind: 'problem', text: 'The door' } }],
      [superUser, createAlert, { body: alert }],
      [superUser, createAlert, { body: alert }],
      [superUser, deleteAlert, { params: { id: 2 } }],
      [superUser, createBackup, { body: { includeImages: false } }],
    ]
    for (const [who, endpoint, input] of made) {
      const { status, message } = await call(origin, who, endpoint, input as CallInput<Endpoint>)
      if (status >= 300) throw new Error(`${endpoint.path}: ${status} ${message}`)
    }
    await end('SIGTERM')
  })
  return installation
}

export type Target = Awaited<ReturnType<typeof startTarget>>

/** A server on a fresh copy of an installation; `send` returns what is wrong with the response or the process, or null. */
export async function startTarget(original: Installation, services: Services, endpoints: Endpoint[]) {
  const installation = await copyOf(original)
  const { dataDir, environment } = installation
  const DATABASE_URL = withDatabaseSecret(environment.DATABASE_URL ?? '')
  const server = await startServer(installation, { env: { DATABASE_URL }, outlivesTest: true })
  const deps = await createDeps(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  const people = new Map<Rank, { id: number; email: string; cookie: string }>()
  const found: Record<string, string[]> = {
    file: await readdir(join(dataDir, 'backups')),
    image: [],
    calendar: [],
  }
  const backup = await readFile(join(dataDir, 'backups', found.file?.[0] ?? ''))
  const files = { ...(await sampleFiles), backup }
  const canaries = [...services.canaries]
  let [hasEnded, count, logRead] = [false, 0, 0]
  void server.ended.then(() => {
    hasEnded = true
  })

  async function signedIn(rank: Rank) {
    const known = people.get(rank)
    if (known) return known
    const row = await personOf(deps, rank)
    const person = { email: row.email, ...(await signIn(deps, row)) }
    canaries.push(person.cookie.replace('session=', ''))
    people.set(rank, person)
    return person
  }

  async function sendOne(request: FuzzRequest, seen: (call: string) => void): Promise<string | null> {
    const rank = ranks.find(one => one === request.as)
    const person = rank && (await signedIn(rank))
    const cookie = request.as === 'stale' ? `session=${'x'.repeat(43)}` : person?.cookie
    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    const lookUp = (kind: string, number: number) => {
      if (kind === 'me') return person?.id ?? 1
      if (kind === 'email') return person?.email ?? 'nobody@example.org'
      if (kind === 'cookie') return cookie ?? ''
      if (kind === 'new') return `${process.hrtime.bigint()}`
      if (kind === 'in') return soon(number * 60_000)
      if (kind === 'day') return soon(number * 86_400_000).slice(0, 10)
      const values = kind === 'token' ? services.tokens() : found[kind]
      return values && (values.at(-1 - number) ?? 'none')
    }
    const reply = await send(server.origin, request, { cookie, files, lookUp })
    const { status, text } = reply
    seen(request.call ?? '')
    for (const [kind, pattern] of Object.entries(patterns))
      for (const [, value = ''] of text.slice(0, 20_000).matchAll(pattern)) found[kind]?.push(value)
    const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === request.call)
    // Some requests end the person's session, delete the account or change its role.
    const role = rank === 'primary' ? 'super-user' : rank
    const isAllowed =
      role && endpoint && mayAccess({ role, isPrimaryAdmin: rank === 'primary' }, endpoint.access)
    if (rank && (status === 401 || (status === 403 && isAllowed))) people.delete(rank)
    return judge(request, reply, endpoint, { canaries, dataDir })
  }

  /** What the process has logged since the last look, and whether it still runs. */
  function lookAtProcess(): string | null {
    const log = server.output()
    const news = log.slice(logRead)
    logRead = log.length
    return hasEnded ? `the process ended: ${log.slice(-1_500)}` : judgeLog(news, canaries)
  }

  return {
    send: async (step: readonly FuzzRequest[], seen: (call: string) => void = () => undefined) => {
      count += 1
      await services.setMode(step.find(request => request.services)?.services ?? 'normal')
      const wrong = (await Promise.all(step.map(request => sendOne(request, seen)))).find(Boolean)
      const reason = wrong && /"err":\{[^}]*?"message":"(.*?)"/.exec(server.output().slice(logRead))?.[1]
      return lookAtProcess() ?? (wrong ? `${wrong.slice(0, 500)} (${reason}, at step ${count})` : null)
    },
    /** What the process logs or does shortly after its responses, and what it has done to the data. */
    settle: async () => {
      await new Promise(resolve => setTimeout(resolve, 300))
      const wrong = (await findCorruption(deps.db)).filter(one => !one.includes('without its mail'))
      return lookAtProcess() ?? wrong[0] ?? null
    },
    close: async () => {
      await server.end()
      await deps.db.destroy()
      await installation.remove()
    },
  }
}

/** What responses contain that later requests can use, besides ids, which are small numbers. */
const patterns = {
  image: /\/api\/images\/([\w-]+)/g,
  calendar: /\/api\/calendar\/([\w-]+)\.ics/g,
  file: /"filename":"([\w.-]+)"/g,
}

async function personOf(deps: Deps, rank: Rank) {
  const make = peopleOf(deps)
  if (rank === 'primary') return make.primary()
  const query = deps.db.selectFrom('users').selectAll().where('email', 'like', 'fuzz.%')
  const known = await query.where('role', '=', rank).where('canLogin', '=', true).executeTakeFirst()
  const name = `fuzz.${rank}.${process.hrtime.bigint()}`
  return known ?? make.user({ email: `${name}@example.org`, username: name, role: rank })
}

const sampleFiles = (async () => ({
  'picture.png': await picture().png().toBuffer(),
  'picture.jpg': await picture().jpeg().toBuffer(),
  'bomb.png': pixelBomb(24_000, 12_000),
  'places.csv': Buffer.from(
    'Name,Address,Price\nSoup,"1 Main Street, Arden, NC",$$\n"a ""b""",2 Main Street,cheap\n,,\n',
  ),
  'ratings.csv': Buffer.from(
    'User Email,Restaurant ID,Rating Value,Comment\nperson3@example.org,2,4,good\nx,y,z,\n',
  ),
  text: Buffer.from('\ufeffa,b\n"open'),
  empty: Buffer.alloc(0),
}))()
