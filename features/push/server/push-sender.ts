import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, seconds } from '#kit/rules/units.ts'
import { change, remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { BackgroundWork } from '#kit/server/jobs/background-work.ts'
import { type Compose, deliveryQueue } from '#kit/server/jobs/delivery-queue.ts'
import { findRecipient, pushChannel } from './push-devices-store.ts'
import { readPushKeys } from './push-keys.ts'
import { PushError, type PushMessage, pushesAtOnce } from './push-service.ts'

export type Push = {
  device: Pick<Row<'pushDevices'>, 'id' | 'endpoint' | 'p256dh' | 'auth'>
  title: string
  body: string
  /** The page that a tap opens. */
  path: string
  /** A notification replaces an earlier one with the same tag. */
  tag: string
  /** By default, when the delivery does. */
  expiresAt?: string
  isUrgent?: boolean
}

/** How a kind of notification is written when it is sent; null if it has become pointless. */
export type WritePush = Compose<Push>

type SenderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'pushService'>

/** A device that took no message for so long is removed. */
const removeAfterFailing = 10 * days

/** Sends the queued notifications, for each device and what they are about only the latest. */
export function createPushSender(deps: SenderDeps, kinds: Record<string, WritePush>): BackgroundWork {
  const { config, db, log, now, pushService } = deps
  // Only logs an error: throwing would send a message again that has already arrived.
  const note = (record: Promise<unknown>) =>
    record.then(
      () => undefined,
      error => log.warn({ err: error }, 'the outcome of a notification could not be recorded'),
    )

  async function recordTrouble(id: number): Promise<void> {
    const since = timestampBefore(now(), removeAfterFailing)
    await db.deleteFrom('pushDevices').where('id', '=', id).where('failingSince', '<=', since).execute()
    await change(db, 'pushDevices', { id, failingSince: null }, { failingSince: now().toISOString() })
  }

  async function send({ deviceId, ...message }: ComposedPush): Promise<void> {
    try {
      await pushService.send(message, await readPushKeys(deps))
    } catch (error) {
      if (!(error instanceof PushError)) throw error
      if (error.failure === 'gone') {
        log.info({ device: deviceId }, 'a device no longer takes notifications, and was removed')
        await remove(db, 'pushDevices', { id: deviceId })
        return
      }
      if (error.failure === 'trouble') await note(recordTrouble(deviceId))
      throw error
    }
  }

  const writers: Record<string, WritePush> = { ...kinds, test: writeTest }
  return deliveryQueue<ComposedPush>(deps, {
    name: pushChannel,
    compose: async (tx, delivery) => {
      // While it is switched off, what others queue is removed.
      const push = config.push.isOn ? await writers[delivery.kind]?.(tx, delivery) : null
      return push ? composePush(deps, delivery, push) : null
    },
    send,
    recordSent: messages => {
      const id = messages.map(({ deviceId }) => deviceId)
      const sent = { lastSentAt: now().toISOString(), failingSince: null }
      return note(change(db, 'pushDevices', { id }, sent))
    },
    isPermanentFailure: error => error instanceof PushError && error.failure === 'refused',
    retryAfter: error => (error instanceof PushError ? error.retryAfter : undefined),
    order: 'latest',
    atOnce: pushesAtOnce,
  })
}

/** The device that a queued notification is for. */
export const deviceOf = ({ destination }: Row<'deliveries'>): number => Number(destination.split(':')[1])

const writeTest: WritePush = async (tx, delivery) => {
  const device = await findRecipient(tx, deviceOf(delivery))
  if (!device) return null
  return {
    device,
    title: 'This is how it looks',
    body: 'Notifications reach this device',
    path: '/',
    tag: 'test',
  }
}

type ComposedPush = PushMessage & { deviceId: number }

/** In the declarative format, which Safari shows without a worker; our worker shows the same in other browsers. */
function composePush(
  { config, now }: SenderDeps,
  delivery: Row<'deliveries'>,
  { device, title, body, path, tag, expiresAt, isUrgent = false }: Push,
): ComposedPush {
  const notification = {
    title,
    body,
    lang: 'en-US',
    navigate: `${config.appUrl}${path}`,
    tag,
    renotify: true,
  }
  const expires = expiresAt ?? delivery.expiresAt
  const left = expires === null ? 0 : Date.parse(expires) - now().getTime()
  return {
    deviceId: device.id,
    endpoint: device.endpoint,
    keys: { p256dh: device.p256dh, auth: device.auth },
    payload: JSON.stringify({ web_push: 8030, notification }),
    ttl: Math.max(0, Math.ceil(left / seconds)),
    topic: tag,
    urgency: isUrgent ? 'high' : 'normal',
  }
}
