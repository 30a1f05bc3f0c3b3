/**
 * D-20: PostgreSQL commits, but its response is lost. The outcome is unknown, so the server must not blindly
 * repeat the write.
 */
import { createBackup, listRestores, restoreBackup } from '#contract/backups.ts'
import { createRating } from '#contract/ratings.ts'
import { createUser } from '#contract/users.ts'
import { peopleOf } from '#server/testing/people.ts'
import { actualStates, findCorruption, keys } from './actual-states.ts'
import { call, type Person, signIn } from './client.ts'
import { isCommit } from './crash-faults.ts'
import { type Fate, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-20',
    what: 'the response to a commit is lost: 503, the write happened once, and a retry succeeds; a restore is listed as done',
    engine: 'postgres',
    needs: ['PostgreSQL'],
    measure: loseResponses,
  },
]

async function loseResponses(scale: Scale): Promise<string> {
  const installation = await newInstallation('postgres', scale)
  const proxy = await startFaultyProxy(installation.environment.DATABASE_URL ?? '')
  try {
    await prepare(installation)
    const { admin, root, user, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      return {
        admin: await signIn(deps, await make.admin()),
        root: await signIn(deps, await make.superUser()),
        user: await signIn(deps, await make.user()),
        restaurantId: (await make.restaurant()).id,
      }
    })
    // A closed connection is noticed immediately; a silent one after twelve seconds.
    const fates: Fate[] = ['reset', 'cut off', 'closed', ...(scale.isShort ? [] : (['lost'] as const))]
    return await withServer(
      installation,
      async ({ origin }) => {
        for (const fate of fates) {
          const token = `token-${fate.replaceAll(' ', '')}-x`
          const body = { ...particulars, email: `${token}@example.org` }
          const create = () => call(origin, admin, createUser, { body })
          const rate = () =>
            call(origin, user, createRating, { body: { restaurantId, value: 4, comment: token } })
          await expectOnce(create, 409, { fate, commits: loseResponse(proxy, token, fate) }, proxy)
          await expectOnce(
            rate,
            200,
            { fate, commits: loseResponse(proxy, token, fate, isCompletion) },
            proxy,
          )
        }
        const seconds = await restoreWithoutResponse(proxy, origin, root)
        await withDeps(installation, async ({ db }) => {
          const states = await actualStates(db)
          const lost = fates.filter(fate => {
            const token = `token-${fate.replaceAll(' ', '')}-x`
            return states.get(keys.user(`${token}@example.org`)) !== 'there'
          })
          expectNone([
            ...lost.map(fate => `what was committed before '${fate}' is lost`),
            ...(await findCorruption(db)),
          ])
        })
        return `${2 * fates.length} writes whose response was ${fates.join(', ')}: 503 each, committed once; a restore likewise, listed as done ${seconds.toFixed(1)} s later`
      },
      { env: { DATABASE_URL: proxy.url } },
    )
  } finally {
    proxy.close()
    await installation.remove()
  }
}

const particulars = {
  firstName: 'Made',
  lastName: 'Once',
  password: 'correct horse',
  campusCode: 'arden',
  department: 'Care',
}

/** Expects 503 the first time, and the second time the response for something that already exists. */
async function expectOnce(
  write: () => Promise<{ status: number }>,
  again: number,
  { fate, commits }: { fate: Fate; commits: () => number },
  proxy: FaultyProxy,
): Promise<void> {
  const { status } = await write()
  expectThat(status === 503, `where the answer was ${fate}, it was answered with ${status}`)
  expectThat(commits() === 1, `where the answer was ${fate}, it was carried out ${commits()} times`)
  proxy.decideFate = () => 'delivered'
  const second = await write()
  expectThat(second.status === again, `the same again was answered with ${second.status}, not ${again}`)
}

/** A rating is a single statement, which is its own transaction. */
const isCompletion = (bytes: Buffer) => bytes[0] === commandComplete
const commandComplete = 'C'.charCodeAt(0)

/**
 * Applies `fate` to the response that ends any transaction containing this text; returns a function that
 * counts them.
 */
function loseResponse(proxy: FaultyProxy, text: string, fate: Fate, isEnd = isCommit): () => number {
  const carriers = new Set<number | undefined>()
  let commits = 0
  proxy.decideFate = ({ direction, bytes, backend }) => {
    if (direction === 'request' && bytes.includes(text)) carriers.add(backend)
    if (direction === 'request' || !isEnd(bytes) || !carriers.delete(backend)) return 'delivered'
    commits += 1
    return fate
  }
  return () => commits
}

/** A restore without a response must not be listed as one that changed nothing. */
async function restoreWithoutResponse(proxy: FaultyProxy, origin: string, root: Person): Promise<number> {
  const { body } = await call(origin, root, createBackup, { body: { includeImages: false } })
  const start = performance.now()
  const commits = loseResponse(proxy, 'BACKUP_RESTORED', 'reset')
  const { status } = await call(origin, root, restoreBackup, { params: { filename: body.filename } })
  expectThat(
    status === 503 && commits() === 1,
    `a restore was answered with ${status}, commits: ${commits()}`,
  )
  proxy.decideFate = () => 'delivered'
  const { body: restores } = await call(origin, root, listRestores)
  const outcome = restores[0]?.outcome
  expectThat(
    outcome === 'done',
    `a restore that was committed is listed as ${outcome}: ${restores[0]?.message}`,
  )
  return (performance.now() - start) / 1000
}
