import type { PersonRow } from '#features/audit/server/people.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Diet } from '#kit/rules/diets.ts'
import { minPeople } from '#kit/rules/min-people.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import { timeToReturn } from '../lunch-times.ts'
import { changeAndTell, tell } from './news/tell.ts'

export type ProfileRow = Omit<PersonRow, 'email'>

/** The people in these lunches, in the order of joining, with what never leaves the server: their diets. */
export async function listLunchPeople(
  db: Db,
  lunchIds: number[],
): Promise<(ProfileRow & Pick<Row<'users'>, 'diets' | 'dietsAtLunches'> & { lunchId: number })[]> {
  return db
    .selectFrom('lunchPeople')
    .innerJoin('users', 'users.id', 'lunchPeople.userId')
    .select(['lunchId', 'users.id', 'firstName', 'lastName', 'imageHash', 'diets', 'dietsAtLunches'])
    .where(indexedIn(db, 'lunchId', lunchIds))
    .orderBy('lunchId')
    .orderBy('position')
    .execute()
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

/**
 * Removes a user and their votes from a locked lunch. If the user is the host, the next person in the order
 * of joining becomes the host, and is told once the user can't return any more, if that is offered. A lunch without people
 * is cancelled, unless it has already left.
 */
export async function removeFromLunch(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  lunch: Row<'lunches'>,
  { userId, time, mayReturn = false }: { userId: number; time: string; mayReturn?: boolean },
): Promise<void> {
  await remove(tx, 'lunchPeople', { lunchId: lunch.id, userId })
  const left = await listLunchPeople(tx, [lunch.id])
  const [next] = left
  const isAhead = lunch.leavesAt > time && lunch.state !== 'cancelled'
  const hostId = lunch.hostId === userId ? next?.id : undefined
  const changes = {
    peopleCount: left.length,
    // They may have left because of where it goes.
    takeBackUntil: null,
    ...(hostId !== undefined && {
      hostId,
      ...(mayReturn ? { formerHostId: userId, hostLeftAt: time } : noFormerHost),
    }),
    ...(!next && isAhead && { state: 'cancelled' as const }),
  }
  const changed = await changeAndTell(tx, lunch.id, changes, { time })
  if (hostId === undefined || !isAhead) return
  // What is told then is told only if it is still so.
  const toldAt = new Date(Date.parse(time) + (mayReturn ? timeToReturn : 0))
  await tell(tx, changed, 'host', { time: toldAt.toISOString() })
  const host = await find(tx, 'users', { id: hostId })
  if (!host) return
  await queueMail(tx, deps, {
    kind: 'lunch-host',
    to: host,
    about: lunch.id,
    at: toldAt,
    expiresAt: new Date(lunch.leavesAt),
  })
}

/** The host is not one who took over a moment ago. */
export const noFormerHost = { formerHostId: null, hostLeftAt: null }

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

/** All diets that the people of a lunch share; none if they are so few that these would tell what one of them eats. */
export function sharedDiets(people: readonly Pick<Row<'users'>, 'diets' | 'dietsAtLunches'>[]): Diet[] {
  if (people.length < minPeople) return []
  const sharing = people.filter(({ dietsAtLunches }) => dietsAtLunches)
  return [...new Set(sharing.flatMap(({ diets }) => readDietsColumn(diets)))]
}

/** Whether a restaurant meets all of them; false if no one shares any, as then there is nothing to say. */
export const meetsDiets = (diets: readonly Diet[], shared: readonly Diet[]): boolean =>
  shared.length > 0 && shared.every(diet => diets.includes(diet))
