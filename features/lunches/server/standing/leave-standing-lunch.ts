import { queueMail } from '#features/mail/server/queue-mail.ts'
import { queuePush } from '#features/push/server/queue-push.ts'
import { timestampAfter } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { choicesFor, type PushNews } from '../news/notify.ts'
import { touchLunches } from '../news/touch-lunches.ts'
import { listRegulars, listUpcomingOf, updateStandingLunch } from './standing-lunches-store.ts'

/** Ends a standing lunch. Lunches that it made become ordinary ones. */
export async function removeStandingLunch(tx: Db, id: number, time: string): Promise<void> {
  const made = (await listUpcomingOf(tx, id, time)).map(({ lunchId }) => lunchId)
  await remove(tx, 'standingLunches', { id })
  await touchLunches(tx, made, time)
}

/** Removes a regular from a locked standing lunch. The next one becomes its host; without any it ends. */
export async function removeRegular(
  tx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  { id, hostId: before }: Pick<Row<'standingLunches'>, 'id' | 'hostId'>,
  { userId, time }: { userId: number; time: string },
): Promise<void> {
  await remove(tx, 'standingRegulars', { standingId: id, userId })
  const [next] = await listRegulars(tx, [id])
  if (!next) return removeStandingLunch(tx, id, time)
  const hostId = next.id
  await updateStandingLunch(tx, id, { hostId })
  if (hostId === before) return
  const payload: PushNews = { lunchId: 0, at: time, standingId: id }
  const expiresAt = timestampAfter(new Date(time), days)
  const queued = { kind: 'host', about: `standing-${id}`, payload, choices: choicesFor.host, time, expiresAt }
  await queuePush(tx, queued, eb => eb('users.id', '=', hostId))
  const host = await find(tx, 'users', { id: hostId })
  if (host) await queueMail(tx, deps, { kind: 'lunch-host', to: host, others: { standing: id } })
}
