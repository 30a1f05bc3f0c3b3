import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '#kit/server/database/schema.ts'
import { wakeAfterCommit } from '#kit/server/database/transactions.ts'
import { defaultPushKinds, type PushKind } from '../contract.ts'
import { pushChannel } from './push-devices-store.ts'

type QueuedPush = {
  kind: string
  /** What it is about: on a device, only the latest notification about it is shown. */
  about: string | number
  payload: object
  /** The choices of which at least one must be on. */
  choices: PushKind[]
  time: string
  expiresAt: string
}

type Users = ExpressionBuilder<Database, 'users'>

/**
 * Puts a notification into the queue for all devices of these users, in the transaction of its cause. One statement for
 * all, so that the user who causes it doesn't wait.
 */
export async function queuePush(
  tx: Db,
  { kind, about, payload, choices, time, expiresAt }: QueuedPush,
  isFor: (users: Users) => Expression<SqlBool>,
): Promise<void> {
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
          value(kind).as('kind'),
          ref('pushDevices.host').as('server'),
          sql<string>`${value(`${about}:`)} || cast(${ref('pushDevices.id')} as text)`.as('destination'),
          value(JSON.stringify(payload)).as('payload'),
          sql<number>`0`.as('attempts'),
          value(time).as('createdAt'),
          value(time).as('nextAttemptAt'),
          value(expiresAt).as('expiresAt'),
        ])
        .where(devices => isFor(devices as unknown as Users))
        .where(({ or, eb: is, ref }) =>
          or(
            choices.flatMap(choice => [
              ...(defaultPushKinds.includes(choice) ? [is('pushChoices.kinds', 'is', null)] : []),
              sql<SqlBool>`${ref('pushChoices.kinds')} like ${`%${choice}%`}`,
            ]),
          ),
        )
        .orderBy('pushDevices.id'),
    )
    .execute()
  wakeAfterCommit(tx, pushChannel)
}
