import { timestampBefore } from '#domain/timestamps.ts'
import { days } from '#domain/units.ts'
import {
  pushChannel,
  recordPushFailure,
  recordPushSent,
  removePushDevice,
} from '#server/data/push-devices-store.ts'
import type { Db, DeliveryRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { PushError, type PushMessage, pushesAtOnce } from '#server/integrations/push-service.ts'
import type { BackgroundWork } from '#server/jobs/background-work.ts'
import { deliveryQueue } from '#server/jobs/delivery-queue.ts'
import { readPushKeys } from './push-keys.ts'

/** A device that took no message for so long is removed. */
const removeAfterFailing = 10 * days

type SenderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'now' | 'pushService'>
export type ComposedPush = PushMessage & { deviceId: number }

/** Sends the queued notifications, for each device and lunch only the latest. */
export function createPushSender(
  deps: SenderDeps,
  compose: (tx: Db, deps: SenderDeps, delivery: DeliveryRow) => Promise<ComposedPush | null>,
): BackgroundWork {
  const { config, db, log, now, pushService } = deps
  // Only logs an error: throwing would send a message again that has already arrived.
  const note = (record: Promise<unknown>) =>
    record.then(
      () => undefined,
      error => log.warn({ err: error }, 'the outcome of a notification could not be recorded'),
    )

  async function send({ deviceId, ...message }: ComposedPush): Promise<void> {
    try {
      await pushService.send(message, await readPushKeys(deps))
    } catch (error) {
      if (!(error instanceof PushError)) throw error
      if (error.failure === 'gone') {
        log.info({ device: deviceId }, 'a device no longer takes notifications, and was removed')
        await removePushDevice(db, { id: deviceId })
        return
      }
      const time = now()
      const removeFailingSince = timestampBefore(time, removeAfterFailing)
      if (error.failure === 'trouble')
        await note(recordPushFailure(db, deviceId, { time: time.toISOString(), removeFailingSince }))
      throw error
    }
  }

  return deliveryQueue<ComposedPush>(deps, {
    name: pushChannel,
    // While it is switched off, what others queue is removed.
    compose: async (tx, delivery) => (config.push.isOn ? compose(tx, deps, delivery) : null),
    send,
    recordSent: messages =>
      note(
        recordPushSent(
          db,
          messages.map(({ deviceId }) => deviceId),
          now().toISOString(),
        ),
      ),
    isPermanentFailure: error => error instanceof PushError && error.failure === 'refused',
    retryAfter: error => (error instanceof PushError ? error.retryAfter : undefined),
    order: 'latest',
    atOnce: pushesAtOnce,
  })
}
