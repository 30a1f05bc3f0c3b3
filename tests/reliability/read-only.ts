/** D-05: a disk that is read-only for a while. (disk.ts covers a folder that is read-only at the start.) */
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { findCorruption } from './actual-states.ts'
import { call } from './client.ts'
import { prepareRaters, rateAll } from './fsync.ts'
import { newInstallation, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { newTrace } from './strace.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-05',
    what: 'a disk that becomes read-only for a while: writes are refused, reads work, no restart is needed',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: turnReadOnly,
  },
]

// The database file is already open: remounting its disk as read-only would make exactly these calls fail
// with this error.
async function turnReadOnly(scale: Scale): Promise<string> {
  const installation = await newInstallation('sqlite', scale)
  const trace = await newTrace({ calls: ['pwrite64'], inject: 'pwrite64:error=EROFS:when=150..250' })
  try {
    const people = await prepareRaters(installation, 200)
    const answers = await withServer(
      installation,
      async ({ origin }) => {
        const answers: { id: number; write: number | undefined; read: number }[] = []
        for (const person of people) {
          const [write] = await rateAll(origin, [person])
          const params = { campusCode: 'arden' }
          const { status: read } = await call(origin, person.who, listCampusRestaurants, { params })
          answers.push({ id: person.who.id, write, read })
        }
        return answers
      },
      { wrapper: trace.wrapper },
    )
    const kept = await withDeps(installation, async ({ db }) => {
      expectNone(await findCorruption(db))
      return db.selectFrom('ratings').select('userId').execute()
    })
    const ids = new Set(kept.map(({ userId }) => userId))
    const refused = answers.filter(({ write }) => write !== 201)
    expectNone(
      answers.filter(({ read }) => read !== 200).map(({ read }) => `a read was answered with ${read}`),
    )
    expectThat(refused.length > 0, 'no write was refused')
    expectNone(refused.filter(({ write }) => write !== 503).map(({ write }) => `a write: ${write}`))
    expectThat(answers.at(-1)?.write === 201, 'writes were refused to the end')
    expectNone(
      answers.filter(({ id, write }) => ids.has(id) !== (write === 201)).map(({ id }) => `${id} is lost`),
    )
    return `${answers.length} writes: ${refused.length} refused with 503 while the disk was read-only, the others kept; all reads 200`
  } finally {
    await trace.remove()
    await installation.remove()
  }
}
