import { changesBetween } from '#features/audit/server/audit-details.ts'
import { type Actor, type By, recordAudit } from '#features/audit/server/record-audit.ts'
import type { Webhook } from '#features/chat/contract.ts'
import { removeWebhook } from '#features/chat/server/webhooks-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campusNotFound, conflict, rejectOutdated } from '#kit/server/http/errors.ts'
import { type AdminCampus, CampusForm, type updateCampus } from '../contract.ts'
import { changeWebhook, listCampusesWithWebhooks } from './campus-webhooks.ts'
import {
  type CountedCampusRow,
  changeCampus,
  insertCampus,
  listCampusRows,
  listCountedCampuses,
  lockCampuses,
  lockCampusForRemoval,
  removeCampus,
} from './campuses-store.ts'

type Wanted = { webhook?: Webhook | null }

export async function addCampus(
  deps: Deps,
  { webhook, ...form }: CampusForm & Wanted,
  by: By,
): Promise<AdminCampus> {
  const { db, now } = deps
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    await lockCampuses(tx)
    const campuses = await listCampusRows(tx)
    if (campuses.some(({ code }) => foldCode(code) === foldCode(form.code)))
      throw conflict(`A campus with the code "${form.code}" already exists.`)
    rejectTakenName(campuses, form.name)
    const after = await insertCampus(tx, form)
    const posting = await changeWebhook(tx, deps, after.code, webhook, by)
    await recordAudit(tx, { action: 'CAMPUS_CREATED', details: { after, ...posting }, by, time })
    return readAdminCampus(tx, after.id)
  })
}

export async function editCampus(
  deps: Deps,
  id: number,
  { webhook, expectedUpdatedAt, ...changes }: Body<typeof updateCampus>,
  by: By,
): Promise<AdminCampus> {
  const { db, now } = deps
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    await lockCampuses(tx)
    const campuses = await listCampusRows(tx)
    const before = campuses.find(campus => campus.id === id)
    if (!before) throw campusNotFound()
    const message = 'Someone else changed this campus in the meantime'
    await rejectOutdated(expectedUpdatedAt, before, message, () => readAdminCampus(tx, id))
    const others = campuses.filter(campus => campus.id !== id)
    if (changes.name !== undefined && changes.name !== before.name) rejectTakenName(others, changes.name)
    const updatedAt = timestampOfChange(before.updatedAt, time)
    const after = await changeCampus(tx, id, { ...changes, updatedAt })
    if (!after) throw campusNotFound()
    const reestimatedCount = isMoved(before, after) ? await deps.followers.campusMoved(tx, after, time) : 0
    const posting = await changeWebhook(tx, deps, after.code, webhook, by)
    const changed = changesBetween(before, after, fields)
    const details = { id, name: after.name, ...changed, estimatedAnew: reestimatedCount, ...posting }
    await recordAudit(tx, { action: 'CAMPUS_UPDATED', details, by, time })
    return readAdminCampus(tx, id)
  })
}

export async function dropCampus({ config, db, now }: Deps, id: number, by: Actor): Promise<void> {
  const time = now().toISOString()
  await db.transaction().execute(async tx => {
    await lockCampusForRemoval(tx, id)
    const before = await requireCountedCampus(tx, id)
    const { name, restaurantCount, userCount } = before
    if (restaurantCount + userCount > 0) {
      const near = [counted(restaurantCount, 'restaurant'), counted(userCount, 'user')].flat().join(' and ')
      const them = restaurantCount + userCount === 1 ? 'it' : 'them'
      throw conflict(`Campus "${name}" has ${near}. Move ${them} first.`, { restaurantCount, userCount })
    }
    const lunches = tx.selectFrom('lunches').where('campusCode', '=', before.code)
    const leaving = await countRows(lunches.where('state', '!=', 'cancelled').where('leavesAt', '>', time))
    if (leaving > 0) throw lunchesLeft(name, leaving, ['upcoming lunch', 'upcoming lunches'], 'Cancel')
    const today = localDate(new Date(time), config.timeZone)
    const standing = tx.selectFrom('standingLunches').where('campusCode', '=', before.code)
    const repeating = await countRows(
      standing.where(eb => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)])),
    )
    if (repeating > 0)
      throw lunchesLeft(name, repeating, ['lunch that repeats', 'lunches that repeat'], 'End')
    await removeCampus(tx, id)
    await removeWebhook(tx, before.code)
    await recordAudit(tx, { action: 'CAMPUS_DELETED', details: { before }, by, time })
  })
}

const fields = Object.keys(CampusForm.shape) as (keyof CampusForm)[]

function rejectTakenName(campuses: Row<'campuses'>[], requested: string): void {
  if (campuses.some(({ name }) => foldName(name) === foldName(requested)))
    throw conflict(`Campus "${requested}" already exists.`)
}

const lunchesLeft = (name: string, count: number, [one, many]: [string, string], doThis: string) =>
  conflict(
    `Campus "${name}" has ${count} ${count === 1 ? `${one}. ${doThis} it` : `${many}. ${doThis} them`} first.`,
  )

const isMoved = (before: Row<'campuses'>, after: Row<'campuses'>) =>
  before.latitude !== after.latitude || before.longitude !== after.longitude

async function readAdminCampus(tx: Db, id: number): Promise<AdminCampus> {
  const [campus] = await listCampusesWithWebhooks(tx, id)
  if (!campus) throw campusNotFound()
  return campus
}

async function requireCountedCampus(tx: Db, id: number): Promise<CountedCampusRow> {
  const [campus] = await listCountedCampuses(tx, id)
  if (!campus) throw campusNotFound()
  return campus
}

const counted = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
