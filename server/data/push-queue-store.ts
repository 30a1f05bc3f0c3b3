import { type SqlBool, sql } from 'kysely'
import { defaultPushKinds, type PushKind } from '#contract/push.ts'
import { timestampAfter } from '#domain/timestamps.ts'
import { days, minutes } from '#domain/units.ts'
import { indexedIn } from '#server/database/id-list.ts'
import type { Db, LunchRow } from '#server/database/schema.ts'
import { wakeAfterCommit } from '#server/database/transactions.ts'
import { pushChannel } from './push-devices-store.ts'

/** How long before a lunch leaves, and before its vote closes, people are told. */
const noticeLead = 10 * minutes

/** What happened to a lunch; see `PushKind`. 'place' is a new meeting point. */
export type PushOccasion =
  | 'leaving'
  | 'moved'
  | 'place'
  | 'cancelled'
  | 'decided'
  | 'closing'
  | 'started'
  | 'after'
  | 'host'
  | 'reopened'
  | 'gone'
type LunchChange = Extract<PushOccasion, 'cancelled' | 'decided' | 'moved' | 'place' | 'host' | 'reopened'>

/**
 * What a delivery says besides its kind. `at` is the time that it is about, which may change before it is sent;
 * `restaurantId` the place that has gone.
 */
export type PushNews = { lunchId: number; at: string; restaurantId?: number }

/** The kinds of which at least one must be on. A move to within ten minutes also says that the lunch leaves soon. */
const kindsFor = (occasion: PushOccasion, isSoon: boolean): PushKind[] => {
  if (occasion === 'leaving' || occasion === 'closing' || occasion === 'started' || occasion === 'after')
    return [occasion]
  return occasion === 'moved' && isSoon ? ['changed', 'leaving'] : ['changed']
}

type NoticedLunch = Pick<LunchRow, 'id' | 'leavesAt' | 'campusCode' | 'department'>
type Cause = { time: string; by: number | null }

/** Queues what people must know after a change of a lunch, in the transaction of the change. */
export async function queueLunchChange(
  tx: Db,
  lunch: LunchRow,
  occasion: LunchChange,
  { time, by }: Cause,
): Promise<void> {
  if (lunch.leavesAt <= time) return
  const isSoon = lunch.leavesAt <= timestampAfter(new Date(time), noticeLead)
  // Whoever is told that it leaves in a few minutes need not be told again.
  if (occasion === 'moved' && isSoon) await noteOnce(tx, lunch.id, 'leaving', lunch.leavesAt)
  const onlyFor = occasion === 'host' ? [lunch.hostId ?? 0] : undefined
  await queueForLunch(tx, lunch, { occasion, isSoon, time, by, at: lunch.leavesAt, onlyFor })
}

/** What these changes of a lunch mean to people; null if nothing. */
export function changeOf(changes: Partial<LunchRow>): LunchChange | null {
  if (changes.state === 'cancelled') return 'cancelled'
  // If no place was left when the vote ended, nothing was decided.
  if (changes.state === 'decided') return changes.decidedName == null ? null : 'decided'
  if (changes.state === 'voting') return 'reopened'
  if (changes.leavesAt !== undefined) return 'moved'
  if (changes.hostId != null) return 'host'
  return changes.meetingPoint !== undefined ? 'place' : null
}

/** Tells the campus, or the department that the lunch is for. */
export async function queueLunchStarted(tx: Db, lunch: LunchRow, time: string): Promise<void> {
  await queueForLunch(tx, lunch, { occasion: 'started', time, by: lunch.hostId, at: lunch.leavesAt })
}

/** Tells people ten minutes before a locked lunch leaves, and before its vote closes: once for each time. */
export async function queueDueNotices(tx: Db, lunch: LunchRow, { time, by }: Cause): Promise<void> {
  if (lunch.state === 'cancelled' || lunch.leavesAt <= time) return
  const soon = timestampAfter(new Date(time), noticeLead)
  const { id, leavesAt, decidesAt, createdAt } = lunch
  if (leavesAt <= soon && (await noteOnce(tx, id, 'leaving', leavesAt)))
    await queueForLunch(tx, lunch, { occasion: 'leaving', time, by, at: leavesAt })
  if (lunch.state !== 'voting' || decidesAt === null || decidesAt <= time || decidesAt > soon) return
  const isShort = Date.parse(decidesAt) - Date.parse(createdAt) < noticeLead
  if ((await noteOnce(tx, id, 'closing', decidesAt)) && !isShort)
    await queueForLunch(tx, lunch, { occasion: 'closing', time, by, at: decidesAt })
}

/** Marks a lunch that begins within ten minutes of leaving as told: whoever starts or joins it knows. */
export async function skipLateNotices(tx: Db, { id, leavesAt }: LunchRow, time: string): Promise<void> {
  if (leavesAt <= timestampAfter(new Date(time), noticeLead)) await noteOnce(tx, id, 'leaving', leavesAt)
}

/** Asks the people who were there how it was; the answer has a day. */
export async function queueAfterLunch(
  tx: Db,
  lunch: NoticedLunch,
  { time, from }: { time: string; from: string },
): Promise<void> {
  const expiresAt = timestampAfter(new Date(from), days)
  if (expiresAt <= time || !(await noteOnce(tx, lunch.id, 'after', lunch.leavesAt))) return
  await queueForLunch(tx, lunch, { occasion: 'after', time, by: null, at: lunch.leavesAt, expiresAt })
}

/** The lunches that people must be told of now, unless that was done. */
export async function listLunchesToNotice(db: Db, now: Date): Promise<number[]> {
  const [time, soon] = [now.toISOString(), timestampAfter(now, noticeLead)]
  const due = (kind: 'leaving' | 'closing', column: 'leavesAt' | 'decidesAt') =>
    db
      .selectFrom('lunches')
      .select('lunches.id')
      .where('lunches.state', '!=', 'cancelled')
      .where('lunches.leavesAt', '>', time)
      .where(`lunches.${column}`, '>', time)
      .where(`lunches.${column}`, '<=', soon)
      .$if(kind === 'closing', query => query.where('lunches.state', '=', sql.lit('voting')))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('pushNotices')
              .select('pushNotices.lunchId')
              .whereRef('pushNotices.lunchId', '=', 'lunches.id')
              .where('pushNotices.kind', '=', kind)
              .whereRef('pushNotices.at', '=', `lunches.${column}`),
          ),
        ),
      )
  const rows = await due('leaving', 'leavesAt').union(due('closing', 'decidesAt')).execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Returns whether it wasn't noted before. */
async function noteOnce(tx: Db, lunchId: number, kind: PushOccasion, at: string): Promise<boolean> {
  const noted = await tx
    .insertInto('pushNotices')
    .values({ lunchId, kind, at })
    .onConflict(conflict => conflict.doNothing())
    .returning('lunchId')
    .executeTakeFirst()
  return noted !== undefined
}

type Queued = {
  occasion: PushOccasion
  time: string
  by: number | null
  at: string
  isSoon?: boolean
  expiresAt?: string
  restaurantId?: number
  /** Of those who are in. */
  onlyFor?: number[] | undefined
}

/** One statement for all devices: a lunch that a whole campus may hear of must not make its host wait. */
export async function queueForLunch(tx: Db, lunch: NoticedLunch, queued: Queued): Promise<void> {
  const { occasion, time, by, at, restaurantId, onlyFor, isSoon = false, expiresAt = lunch.leavesAt } = queued
  const { id: lunchId, campusCode, department } = lunch
  const kinds = kindsFor(occasion, isSoon)
  const payload = JSON.stringify({ lunchId, at, ...(restaurantId && { restaurantId }) } satisfies PushNews)
  const value = (given: string) => sql<string>`cast(${given} as text)`
  await tx
    .insertInto('deliveries')
    .columns([
      'channel',
      'kind',
      'server',
      'destination',
      'payload',
      'attempts',
      'lastError',
      'createdAt',
      'nextAttemptAt',
      'expiresAt',
    ])
    .expression(eb =>
      eb
        .selectFrom('pushDevices')
        .innerJoin('users', 'users.id', 'pushDevices.userId')
        .leftJoin('pushChoices', 'pushChoices.userId', 'pushDevices.userId')
        .select(({ ref }) => [
          value(pushChannel).as('channel'),
          value(occasion).as('kind'),
          ref('pushDevices.host').as('server'),
          sql<string>`${value(`${lunchId}:`)} || cast(${ref('pushDevices.id')} as text)`.as('destination'),
          value(payload).as('payload'),
          sql<number>`0`.as('attempts'),
          sql<string | null>`cast(null as text)`.as('lastError'),
          value(time).as('createdAt'),
          value(time).as('nextAttemptAt'),
          value(expiresAt).as('expiresAt'),
        ])
        .where(({ or, eb: is, ref }) =>
          or(
            kinds.flatMap(kind => [
              ...(defaultPushKinds.includes(kind) ? [is('pushChoices.kinds', 'is', null)] : []),
              sql<SqlBool>`${ref('pushChoices.kinds')} like ${`%${kind}%`}`,
            ]),
          ),
        )
        .$if(by !== null, query => query.where('users.id', '!=', by ?? 0))
        .$if(onlyFor !== undefined, query => query.where(indexedIn(tx, 'users.id', onlyFor ?? [])))
        .$if(occasion === 'started', query =>
          query
            .where('users.campusCode', '=', campusCode)
            .$if(department !== null, ofAll => ofAll.where('users.department', '=', department ?? '')),
        )
        .$if(occasion !== 'started', query =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('lunchPeople')
                .select('lunchPeople.userId')
                .where('lunchPeople.lunchId', '=', lunchId)
                .whereRef('lunchPeople.userId', '=', 'users.id'),
            ),
          ),
        )
        .$if(occasion === 'closing', query =>
          query.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('lunchVotes')
                  .select('lunchVotes.userId')
                  .where('lunchVotes.lunchId', '=', lunchId)
                  .whereRef('lunchVotes.userId', '=', 'users.id'),
              ),
            ),
          ),
        )
        .orderBy('pushDevices.id'),
    )
    .execute()
  wakeAfterCommit(tx, pushChannel)
}
