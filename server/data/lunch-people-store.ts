import type { MailKind } from '#contract/mails.ts'
import { indexedIn } from '#server/database/id-list.ts'
import type { Db, LunchRow, UserRow } from '#server/database/schema.ts'
import { queueDelivery } from './deliveries-store.ts'
import { updateLunch } from './lunches-store.ts'
import { findUser } from './users-store.ts'

export type ProfileRow = { id: number; firstName: string; lastName: string; imageHash: string | null }

/** The people in these lunches, in the order of joining, with what never leaves the server: their diets. */
export async function listLunchPeople(
  db: Db,
  lunchIds: number[],
): Promise<(ProfileRow & Pick<UserRow, 'diets' | 'dietsAtLunches'> & { lunchId: number })[]> {
  return db
    .selectFrom('lunchPeople')
    .innerJoin('users', 'users.id', 'lunchPeople.userId')
    .select(['lunchId', 'users.id', 'firstName', 'lastName', 'imageHash', 'diets', 'dietsAtLunches'])
    .where(indexedIn(db, 'lunchId', lunchIds))
    .orderBy('lunchId')
    .orderBy('position')
    .execute()
}

export async function listProfiles(db: Db, userIds: number[]): Promise<ProfileRow[]> {
  return db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'imageHash'])
    .where(indexedIn(db, 'id', userIds))
    .execute()
}

export async function isInLunch(db: Db, lunchId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('lunchPeople')
    .select('userId')
    .where('lunchId', '=', lunchId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** When the first lunch leaves that these users are in, of those of a period other than this one; only for who is in one. */
export async function listBusy(
  db: Db,
  userIds: number[],
  { from, until, except = 0 }: { from: string; until: string; except?: number },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('lunchPeople')
    .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
    .select(({ fn }) => ['userId', fn.min('leavesAt').as('leavesAt')])
    .where(indexedIn(db, 'userId', userIds))
    .where('lunches.id', '!=', except)
    .where('state', '!=', 'cancelled')
    .where('leavesAt', '>=', from)
    .where('leavesAt', '<=', until)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, leavesAt }) => [userId, leavesAt]))
}

/** Adds a user to a lunch. The lunch must be locked and have a seat left, and the user must not be in it. */
export async function addToLunch(tx: Db, lunch: LunchRow, userId: number, time: string): Promise<LunchRow> {
  const { last } = await tx
    .selectFrom('lunchPeople')
    .select(eb => eb.fn.max('position').as('last'))
    .where('lunchId', '=', lunch.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('lunchPeople')
    .values({ lunchId: lunch.id, userId, position: (last ?? 0) + 1 })
    .execute()
  return updateLunch(tx, lunch.id, { peopleCount: lunch.peopleCount + 1 }, time)
}

/**
 * Removes a user and their votes from a locked lunch. If the user is the host, the next person in the order
 * of joining becomes the host. A lunch without people is cancelled, unless it has already left.
 */
export async function removeFromLunch(
  tx: Db,
  lunch: LunchRow,
  userId: number,
  time: string,
): Promise<LunchRow> {
  await tx.deleteFrom('lunchPeople').where('lunchId', '=', lunch.id).where('userId', '=', userId).execute()
  const left = await listLunchPeople(tx, [lunch.id])
  const [next] = left
  const isAhead = lunch.leavesAt > time && lunch.state !== 'cancelled'
  if (next && isAhead && lunch.hostId === userId) await queueHostMail(tx, lunch, { hostId: next.id, time })
  return updateLunch(
    tx,
    lunch.id,
    {
      peopleCount: left.length,
      ...(next && lunch.hostId === userId && { hostId: next.id }),
      ...(!next && isAhead && { state: 'cancelled' as const }),
    },
    time,
  )
}

/** Its text is made when it is sent, and only if the user still is the host. */
async function queueHostMail(
  tx: Db,
  { id, leavesAt }: LunchRow,
  { hostId, time }: { hostId: number; time: string },
): Promise<void> {
  const host = await findUser(tx, hostId)
  if (host)
    await queueDelivery(tx, new Date(time), {
      channel: 'mail',
      kind: 'lunch-host' satisfies MailKind,
      server: '',
      destination: host.email,
      payload: { about: id },
      expiresAt: new Date(leavesAt),
    })
}

/** Recounts the people in each lunch, because rows from a backup lack the counts. */
export async function recountLunchPeople(tx: Db): Promise<void> {
  await tx
    .updateTable('lunches')
    .set(eb => ({
      peopleCount: eb
        .selectFrom('lunchPeople')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('lunchPeople.lunchId', '=', 'lunches.id'),
    }))
    .execute()
}
