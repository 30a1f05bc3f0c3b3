/** D-18: requests that make no sense, to every call there is, end nothing and surprise nobody. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { Engine } from '#server/database/dialect.ts'
import type { Deps } from '#server/deps.ts'
import { peopleOf } from '#server/testing/people.ts'
import { unsound } from './actual-states.ts'
import { type Person, signIn } from './client.ts'
import { contractRows } from './contract-rows.ts'
import { fill } from './fill.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { randomNumbers } from './random.ts'
import { expectNone, expectThat, type Row, type Scale } from './row.ts'

const engines: Engine[] = ['sqlite', 'postgres']

export const rows: Row[] = engines.map(engine => ({
  id: 'D-18',
  what: 'random requests to every call of the contract: the process lives, and none is answered with 500',
  engine,
  needs: engine === 'postgres' ? ['PostgreSQL'] : [],
  isLong: engine === 'postgres',
  measure: scale => fuzz(engine, scale),
}))

const atOnce = 8

async function fuzz(engine: Engine, scale: Scale): Promise<string> {
  const count = scale.isShort ? 500 : 10_000
  const seed = 18
  const random = randomNumbers(seed)
  const calls = await contractRows()
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
        if (sent % 400 === 0 && sent > 0) people = await withDeps(installation, makePeople)
        const requests = Array.from({ length: atOnce }, () => requestFor(calls, people, random))
        const answers = requests.map(async ({ path, init }) => {
          const answer = await fetch(origin + path, { redirect: 'manual', ...init }).catch(() => null)
          const text = (await answer?.text().catch(() => '')) ?? ''
          const status = answer?.status ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 500 || status === 0)
            faults.push(
              `${init.method} ${path} ${String(init.body).slice(0, 200)}: ${status} ${text.slice(0, 80)}`,
            )
        })
        await Promise.all(answers)
      }
      expectThat(!hasEnded, `the process ended:\n${output().slice(-2_000)}`)
      expectNone(faults)
      await withDeps(installation, async ({ db }) => {
        expectNone((await unsound(db)).filter(problem => !problem.includes('without its mail')))
      })
      const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status} ${times}×`)
      return `${count} requests to ${calls.length} calls (seed ${seed}): ${told.join(', ')}; no exit, no 500`
    })
  } finally {
    await installation.remove()
  }
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

type Random = (below: number) => number

function requestFor(calls: Endpoint[], people: (Person | null)[], random: Random) {
  const { method, path, upload } = pick(calls, random)
  const headers: Record<string, string> = {}
  const who = pick(people, random)
  if (who) headers.cookie = who.cookie
  const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(String(pick(pathValues, random))))
  const query =
    random(4) === 0
      ? `?${pick(fieldNames, random)}=${encodeURIComponent(String(pick(values, random)).toWellFormed())}`
      : ''
  const body = method === 'GET' ? undefined : bodyOf(upload, headers, random)
  return { path: filled + query, init: { method, headers, ...(body !== undefined && { body }) } }
}

function bodyOf(upload: Endpoint['upload'], headers: Record<string, string>, random: Random) {
  if (upload && random(3) > 0) {
    const form = new FormData()
    const name = random(5) === 0 ? 'other' : upload.field
    form.append(name, new Blob([String(pick(values, random)).repeat(1 + random(50))]), 'file')
    if (random(2) === 0) form.append(String(pick(fieldNames, random)), String(pick(values, random)))
    return form
  }
  headers['content-type'] = random(20) === 0 ? pick(strangeTypes, random) : 'application/json'
  if (random(15) === 0) return pick(brokenBodies, random)
  const fields = Array.from({ length: 1 + random(8) }, () => [pick(fieldNames, random), pick(values, random)])
  return JSON.stringify(random(20) === 0 ? pick(values, random) : Object.fromEntries(fields))
}

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)] as T

const pathValues = [
  1,
  2,
  3,
  5,
  0,
  -1,
  2_147_483_648,
  'arden',
  'x',
  '',
  '../..',
  '\0',
  '%',
  '’',
  'a'.repeat(400),
]
const values = [
  ...[1, 2, 3, 5, 0, -1, 1.5, 1e308, 2_147_483_648, true, false, null, '', ' ', 'user', 'super-user', 'true'],
  ...[
    'arden',
    'Care',
    'example.org',
    'nobody@example.org',
    'https://example.org',
    'javascript:alert(1)',
    '$$',
  ],
  ...[
    "'; drop table users; --",
    '%_\\',
    '\0',
    '\r\nx: y',
    '\u2028',
    '🍲',
    '\ud800',
    'x'.repeat(5_000),
    '2026-01-01',
  ],
  ...[
    [],
    [1, 2, 3],
    [null],
    {},
    { $ne: 1 },
    { id: 1 },
    [[[[]]]],
    '__proto__',
    'name,address\n"a,b',
    '5.0',
    '1e3',
  ],
]
const fieldNames = [
  ...[
    'id',
    'ids',
    'kind',
    'name',
    'title',
    'message',
    'severity',
    'isActive',
    'email',
    'password',
    'role',
    'canLogin',
  ],
  ...[
    'firstName',
    'lastName',
    'username',
    'campusCode',
    'code',
    'department',
    'restaurantId',
    'restaurantIds',
  ],
  ...[
    'value',
    'comment',
    'price',
    'hours',
    'cuisine',
    'address',
    'latitude',
    'longitude',
    'distance',
    'disabled',
  ],
  ...[
    'token',
    'newPassword',
    'confirmPassword',
    'currentPassword',
    'includeImages',
    'key',
    'limit',
    'offset',
    'search',
  ],
  ...[
    'sort',
    'order',
    'preview',
    'userId',
    'action',
    'term',
    'location',
    'radius',
    'constructor',
    '__proto__',
  ],
]
const strangeTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=x',
  'x',
]
const brokenBodies = ['{', '{"a":', 'null', '"', '[1,', '\u0000', '{"__proto__":{"a":1}}', '['.repeat(20_000)]
