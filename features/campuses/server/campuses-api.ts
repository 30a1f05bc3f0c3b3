import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { write } from '#features/audit/server/write.ts'
import { shownAddress } from '#features/chat/server/webhook-address.ts'
import { isSamePoint } from '#kit/rules/distance.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { lockedForRemoval } from '#kit/server/database/locks.ts'
import { change, insert, list, lock, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, rejectOutdated } from '#kit/server/http/errors.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import {
  type AdminCampus,
  CampusForm,
  createCampus,
  deleteCampus,
  listAdminCampuses,
  listCampuses,
  updateCampus,
} from '../contract.ts'
import { changeWebhook } from './campus-webhooks-api.ts'
import { campusNotFound, listCampusRows } from './campuses-store.ts'

export function campusesApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, followers } = deps

  serveCached(app, deps, listCampuses, async ({ db }) => listCampusRows(db))

  serve(app, listAdminCampuses, async () => listAdmin(db))

  serve(app, createCampus, async call =>
    write(deps, call, async ({ tx, audit }) => {
      const { webhook, ...form } = call.body
      await lock(tx, 'campuses', {})
      const campuses = await listCampusRows(tx)
      if (campuses.some(({ code }) => foldCode(code) === foldCode(form.code)))
        throw conflict(`A campus with the code "${form.code}" already exists.`)
      rejectTakenName(campuses, form.name)
      const position = (campuses.at(-1)?.position ?? -1) + 1
      const after = await insert(tx, 'campuses', { ...form, position })
      const posting = await changeWebhook(tx, deps, after.code, webhook, call)
      await audit('CAMPUS_CREATED', { after, ...posting })
      return readAdminCampus(tx, after.id)
    }),
  )

  const handleUpdate = async (call: Call<typeof updateCampus>) =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      const { webhook, expectedUpdatedAt, ...changes } = call.body
      await lock(tx, 'campuses', {})
      const campuses = await listCampusRows(tx)
      const before = campuses.find(campus => campus.id === id)
      if (!before) throw campusNotFound()
      const message = 'Someone else changed this campus in the meantime'
      await rejectOutdated(expectedUpdatedAt, before, message, () => readAdminCampus(tx, id))
      const others = campuses.filter(campus => campus.id !== id)
      if (changes.name !== undefined && changes.name !== before.name) rejectTakenName(others, changes.name)
      const updatedAt = timestampOfChange(before.updatedAt, time)
      const [after] = await change(tx, 'campuses', { id }, { ...changes, updatedAt })
      if (!after) throw campusNotFound()
      const estimatedAnew = isSamePoint(before, after) ? 0 : await followers.campusMoved(tx, after, time)
      const posting = await changeWebhook(tx, deps, after.code, webhook, call)
      const changed = changesBetween(before, after, fields)
      await audit('CAMPUS_UPDATED', { id, name: after.name, ...changed, estimatedAnew, ...posting })
      return readAdminCampus(tx, id)
    })
  serve(app, updateCampus, handleUpdate, {
    readStored: async ({ params }) => (await listAdmin(db, params.id))[0],
  })

  serve(app, deleteCampus, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { id } = call.params
      await tx.selectFrom('campuses').select('id').where('id', '=', id).$call(lockedForRemoval(tx)).execute()
      const [before] = await listCounted(tx, id)
      if (!before) throw campusNotFound()
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
      await remove(tx, 'campuses', { id })
      await remove(tx, 'campusWebhooks', { campusCode: before.code })
      await audit('CAMPUS_DELETED', { before })
    }),
  )
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

/** All campuses as super-users see them, or the one with this id. */
async function listAdmin(db: Db, id?: number): Promise<AdminCampus[]> {
  const webhooks = new Map((await list(db, 'campusWebhooks')).map(row => [row.campusCode, row]))
  return (await listCounted(db, id)).map(({ position: _, ...campus }) => {
    const webhook = webhooks.get(campus.code)
    return { ...campus, webhook: webhook ? { kind: webhook.kind, url: shownAddress(webhook.url) } : null }
  })
}

async function readAdminCampus(tx: Db, id: number): Promise<AdminCampus> {
  const [campus] = await listAdmin(tx, id)
  if (!campus) throw campusNotFound()
  return campus
}

const counted = (count: number, noun: string) =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]

/** All campuses, or the one with this id, with their numbers of restaurants and users. */
async function listCounted(db: Db, id?: number) {
  const all = db
    .selectFrom('campuses')
    .selectAll()
    .select(eb => [
      eb
        .selectFrom('restaurants')
        .select(count => count.fn.countAll<number>().as('n'))
        .whereRef('restaurants.campusCode', '=', 'campuses.code')
        .$asScalar()
        .$notNull()
        .as('restaurantCount'),
      eb
        .selectFrom('users')
        .select(count => count.fn.countAll<number>().as('n'))
        .whereRef('users.campusCode', '=', 'campuses.code')
        .$asScalar()
        .$notNull()
        .as('userCount'),
    ])
    .orderBy('position')
  return (id === undefined ? all : all.where('id', '=', id)).execute()
}
