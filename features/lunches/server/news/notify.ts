import { type ExpressionBuilder, sql } from 'kysely'
import type { PushKind } from '#features/push/contract.ts'
import { queuePush } from '#features/push/server/queue-push.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { insertOnce } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

/** How long before a lunch leaves, and before its vote closes, people are told. */
const noticeLead = 10 * minutes

/** What happened to a lunch, with the choices of which at least one must be on. 'place' is a new meeting point. */
export const choicesFor = {
  leaving: ['leaving'],
  // A move to within ten minutes also says that the lunch leaves soon.
  moved: ['changed', 'leaving'],
  place: ['changed'],
  cancelled: ['changed'],
  decided: ['changed'],
  closing: ['closing'],
  started: ['started'],
  after: ['after'],
  host: ['changed'],
  reopened: ['changed'],
  gone: ['changed'],
} satisfies Record<string, PushKind[]>
export type PushOccasion = keyof typeof choicesFor

/**
 * What a delivery says besides its kind. `at` is the time that it is about, which may change before it is sent;
 * `restaurantId` the restaurant that has gone; `standingId` the standing lunch, if it is about no single one.
 */
export type PushNews = { lunchId: number; at: string; restaurantId?: number; standingId?: number }

type NoticedLunch = Pick<Row<'lunches'>, 'id' | 'leavesAt' | 'campusCode' | 'department'>
type News = {
  occasion: PushOccasion
  time: string
  /** Who did it and knows. */
  by?: number | null
  /** By default, when the lunch leaves. */
  at?: string
  choices?: PushKind[]
  expiresAt?: string
  restaurantId?: number
  /** Of those who are in. */
  onlyFor?: number[]
}

/** Tells the people in a lunch, or anyone who may see one that started. The text is made when it is sent. */
export async function notify(tx: Db, lunch: NoticedLunch, news: News): Promise<void> {
  const { id: lunchId, leavesAt, campusCode, department } = lunch
  const { occasion, time, by = null, at = leavesAt, expiresAt = leavesAt, restaurantId, onlyFor } = news
  const payload: PushNews = { lunchId, at, ...(restaurantId && { restaurantId }) }
  const { choices = choicesFor[occasion] } = news
  const queued = { kind: occasion, about: lunchId, payload, choices, time, expiresAt }
  await queuePush(tx, queued, eb =>
    eb.and([
      ...(by === null ? [] : [eb('users.id', '!=', by)]),
      ...(onlyFor ? [indexedIn(tx, 'users.id', onlyFor)] : []),
      ...(occasion === 'started' ? [eb('users.campusCode', '=', campusCode)] : [isIn(eb, lunchId)]),
      ...(occasion === 'started' && department !== null ? [eb('users.department', '=', department)] : []),
    ]),
  )
}

const isIn = (eb: ExpressionBuilder<Database, 'users'>, lunchId: number) =>
  eb.exists(
    eb
      .selectFrom('lunchPeople')
      .select('lunchPeople.userId')
      .where('lunchPeople.lunchId', '=', lunchId)
      .whereRef('lunchPeople.userId', '=', 'users.id'),
  )

type Cause = { time: string; by: number | null }

/** Tells people that a lunch leaves at another time. */
export async function notifyOfMove(tx: Db, lunch: Row<'lunches'>, { time, by }: Cause): Promise<void> {
  const isSoon = lunch.leavesAt <= timestampAfter(new Date(time), noticeLead)
  // Whoever is told that it leaves in a few minutes need not be told again.
  if (isSoon) await noteOnce(tx, lunch.id, 'leaving', lunch.leavesAt)
  await notify(tx, lunch, { occasion: 'moved', time, by, ...(!isSoon && { choices: ['changed'] }) })
}

/** Tells people ten minutes before a locked lunch leaves, and before its vote closes: once for each time. */
export async function notifyIfDue(tx: Db, lunch: Row<'lunches'>, { time, by }: Cause): Promise<void> {
  if (lunch.state === 'cancelled' || lunch.leavesAt <= time) return
  const soon = timestampAfter(new Date(time), noticeLead)
  const { id, leavesAt, decidesAt, createdAt } = lunch
  if (leavesAt <= soon && (await noteOnce(tx, id, 'leaving', leavesAt)))
    await notify(tx, lunch, { occasion: 'leaving', time, by })
  if (lunch.state !== 'voting' || decidesAt === null || decidesAt <= time || decidesAt > soon) return
  const isShort = Date.parse(decidesAt) - Date.parse(createdAt) < noticeLead
  if ((await noteOnce(tx, id, 'closing', decidesAt)) && !isShort)
    await notify(tx, lunch, { occasion: 'closing', time, by, at: decidesAt })
}

/** Marks a lunch that begins within ten minutes of leaving as told: a user who starts or joins it knows. */
export async function skipLateNotices(tx: Db, { id, leavesAt }: Row<'lunches'>, time: string): Promise<void> {
  if (leavesAt <= timestampAfter(new Date(time), noticeLead)) await noteOnce(tx, id, 'leaving', leavesAt)
}

/** Asks the people who were there how it was; the answer has a day. */
export async function askHowItWas(
  tx: Db,
  lunch: NoticedLunch,
  { time, from }: { time: string; from: string },
): Promise<void> {
  const expiresAt = timestampAfter(new Date(from), days)
  if (expiresAt <= time || !(await noteOnce(tx, lunch.id, 'after', lunch.leavesAt))) return
  await notify(tx, lunch, { occasion: 'after', time, expiresAt })
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
  return (await insertOnce(tx, 'pushNotices', { lunchId, kind, at })) !== undefined
}
