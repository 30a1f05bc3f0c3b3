import { createDeps } from '#app/create-deps.ts'
import { prepareInstallation } from '#features/installation/server/prepare-installation.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { newDatabase } from '../databases.ts'
import { type DataSize, fillPlaces, fillRatings, type Person, signIn } from '../fill.ts'
import { start } from '../processes.ts'

export type Site = { origin: string; staff: Person; admin: Person; stop: () => Promise<void> }

const size: DataSize = { staff: 60, campuses: [{ campusCode: 'arden', restaurants: 60 }] }
const ratings = 1_200

export const firstVisits = ({
  staff,
  admin,
}: Site): { page: string; path: string; person: Person | null }[] => [
  { page: 'sign-in', path: '/login', person: null },
  { page: 'Home, 60 restaurants', path: '/?campus=arden', person: staff },
  { page: 'details', path: '/?campus=arden&restaurant=3', person: staff },
  { page: 'administration', path: '/admin', person: admin },
]

/** The real server with a new SQLite database: a usual campus, and sixty people with ratings. */
export async function startSite(): Promise<Site> {
  const database = await newDatabase('sqlite')
  const deps = await createDeps(readConfig(database.environment))
  await prepareInstallation(deps)
  const [staff] = await fillPlaces(deps.db, { size, signedIn: 1 })
  await fillRatings(deps.db, ratings, size)
  const { id } = await deps.db
    .selectFrom('users')
    .select('id')
    .where('isPrimaryAdmin', '=', true)
    .executeTakeFirstOrThrow()
  const admin = await signIn(deps.db, id)
  await deps.db.destroy()
  if (!staff) throw new Error('Nobody is signed in')
  const { origin, stop } = await start('./server.ts', { env: database.environment })
  return {
    origin,
    staff,
    admin,
    stop: async () => {
      await stop()
      await database.remove()
    },
  }
}
