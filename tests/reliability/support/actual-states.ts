import { sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'

/** Reads the state of everything the writers write from the database. */
export async function actualStates(db: Db): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  const note = (key: string, state: string) => states.set(key, states.has(key) ? 'there twice' : state)
  for (const { userId, restaurantId, value, comment } of await db.selectFrom('ratings').selectAll().execute())
    note(keys.rating(userId, restaurantId), `${value} ${comment}`)
  for (const { userId, restaurantId } of await db.selectFrom('favorites').selectAll().execute())
    note(keys.favorite(userId, restaurantId), 'there')
  for (const { id, email, imageHash } of await db.selectFrom('users').selectAll().execute()) {
    note(keys.user(email), 'there')
    if (imageHash) note(keys.picture(id), imageHash)
  }
  for (const { lunchId, userId } of await db.selectFrom('lunchPeople').selectAll().execute())
    note(keys.seat(lunchId, userId), 'there')
  const votes = await db.selectFrom('lunchVotes').selectAll().orderBy('restaurantId').execute()
  for (const [key, cast] of Map.groupBy(votes, ({ lunchId, userId }) => keys.votes(lunchId, userId)))
    note(key, cast.map(({ restaurantId }) => restaurantId).join())
  for (const { id, name } of await db.selectFrom('restaurants').selectAll().execute())
    note(keys.restaurant(id), name)
  for (const { details } of await db.selectFrom('auditLogs').select('details').execute())
    for (const token of tokensOf(details)) note(keys.audited(token), 'there')
  return states
}

export const keys = {
  rating: (userId: number, restaurantId: number) => `rating of ${restaurantId} by ${userId}`,
  favorite: (userId: number, restaurantId: number) => `favorite ${restaurantId} of ${userId}`,
  seat: (lunchId: number, userId: number) => `seat of ${userId} in lunch ${lunchId}`,
  votes: (lunchId: number, userId: number) => `votes of ${userId} in lunch ${lunchId}`,
  user: (email: string) => `account ${email}`,
  picture: (userId: number) => `picture of ${userId}`,
  restaurant: (id: number) => `name of restaurant ${id}`,
  audited: (token: string) => `audit entry of ${token}`,
}

/** The tokens that an audited write has put in as new values. */
function tokensOf(details: string): Set<string> {
  const { before: _, ...rest } = JSON.parse(details) as Record<string, unknown>
  return new Set(JSON.stringify(rest).match(/token-[\w-]+/g))
}

/** Lists what no fault may leave behind: partial changes, wrong tallies, a damaged file. */
export async function findCorruption(db: Db): Promise<string[]> {
  const problems: string[] = []
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    if (rows[0]?.integrity_check !== 'ok') problems.push(`integrity_check: ${rows[0]?.integrity_check}`)
    const broken = await sql`pragma foreign_key_check`.execute(db)
    if (broken.rows.length > 0) problems.push(`foreign_key_check: ${broken.rows.length} rows`)
  }
  const [stored, counted] = [await storedTallies(db), await trueTallies(db)]
  for (const key of new Set([...Object.keys(stored), ...Object.keys(counted)]))
    if (JSON.stringify(stored[key]) !== JSON.stringify(counted[key]))
      problems.push(
        `the tally of ${key} is ${inWords(stored[key])}, the ratings say ${inWords(counted[key])}`,
      )
  return [...problems, ...(await findPartialWrites(db)), ...(await findWrongLunches(db))]
}

const inWords = (tally?: { count: number; sum: number }) =>
  tally ? `${tally.count}/${tally.sum}` : 'nothing'

async function findPartialWrites(db: Db): Promise<string[]> {
  const pictureless = await db
    .selectFrom('users')
    .leftJoin('images', 'images.hash', 'users.imageHash')
    .select('email')
    .where('imageHash', 'is not', null)
    .where('images.hash', 'is', null)
    .execute()
  const mailless = await db
    .selectFrom('users')
    .select('email')
    .where('isVerified', '=', false)
    .where('email', 'not in', eb => eb.selectFrom('deliveries').select('destination'))
    .where('email', 'not in', eb => eb.selectFrom('mailTokens').select('email'))
    .execute()
  const states = await actualStates(db)
  const names = [...states].flatMap(([key, state]) =>
    key.startsWith('name of') ? (state.match(/token-[\w-]+/g) ?? []) : [],
  )
  const created = [...states.keys()].flatMap(key => key.match(/token-[\w-]+/g) ?? [])
  return [
    ...pictureless.map(({ email }) => `${email} has a picture that is not there`),
    ...mailless.map(({ email }) => `${email} was registered without its mail`),
    ...[...names, ...created]
      .filter(token => states.get(keys.audited(token)) !== 'there')
      .map(token => `${token} was written and not audited once`),
  ]
}

/** Lists lunches with a wrong count of people, and votes of people who are not in the lunch. */
async function findWrongLunches(db: Db): Promise<string[]> {
  const seats = await db.selectFrom('lunchPeople').selectAll().execute()
  const inLunch = new Map(Map.groupBy(seats, ({ lunchId }) => lunchId))
  const isIn = ({ lunchId, userId }: { lunchId: number; userId: number }) =>
    inLunch.get(lunchId)?.some(seat => seat.userId === userId)
  const lunches = await db.selectFrom('lunches').selectAll().execute()
  const votes = await db.selectFrom('lunchVotes').selectAll().execute()
  return [
    ...lunches
      .filter(({ id, peopleCount }) => peopleCount !== (inLunch.get(id)?.length ?? 0))
      .map(
        ({ id, peopleCount }) =>
          `lunch ${id} counts ${peopleCount} people, ${inLunch.get(id)?.length ?? 0} are in`,
      ),
    ...votes
      .filter(vote => !isIn(vote))
      .map(({ lunchId, userId }) => `${userId} votes in lunch ${lunchId} and is not in`),
  ]
}
