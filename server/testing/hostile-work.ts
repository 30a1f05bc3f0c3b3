import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

export type TableWithId = {
  [T in keyof Database]: Database[T] extends { id: unknown } ? T : never
}[keyof Database]

/** Functions that insert single rows into any table. */
export function writerOf(db: Kysely<Database>) {
  return {
    insert: async <T extends keyof Database>(table: T, row: Insertable<Database[T]>) => {
      await db
        .insertInto(table as 'users')
        .values(row as never)
        .execute()
    },
    idOf: async <T extends TableWithId>(table: T, row: Insertable<Database[T]>) => {
      const { id } = await db
        .insertInto(table as 'users')
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }
}

type Scene = {
  text: (max: number) => string
  index: number
  campusCode: string
  restaurantId: number
  userId: number
  createdAt: string
  soon: string
}

/** Adds internal data of the server that is shown on screens. */
export async function fillWork(
  db: Kysely<Database>,
  { text, index, campusCode, restaurantId, userId, createdAt, soon }: Scene,
): Promise<void> {
  const { insert } = writerOf(db)
  await insert('deliveries', {
    channel: 'mail',
    kind: 'password-changed',
    server: '',
    destination: `hostile${index}@example.org`,
    payload: JSON.stringify({ toName: text(200), messageId: `<hostile${index}@example.org>` }),
    attempts: 3,
    lastError: text(1000),
    createdAt,
    nextAttemptAt: soon,
    expiresAt: null,
  })
  await insert('accessTokens', {
    userId,
    tokenHash: `hostile${index}`,
    name: text(100),
    readOnly: true,
    createdAt,
    expiresAt: soon,
    lastUsedAt: null,
  })
  await insert('pushDevices', {
    userId,
    endpointHash: `hostile${index}`,
    endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
    host: 'fcm.googleapis.com',
    p256dh: 'key',
    auth: 'secret',
    name: text(100),
    sessionHash: null,
    createdAt,
  })
  await insert('campusWebhooks', {
    campusCode,
    kind: 'slack',
    url: 'https://hooks.slack.com/services/T0/B0/sample',
    lastPostedAt: null,
    lastFailedAt: createdAt,
    lastFailure: text(500),
  })
  await insert('geocodes', {
    campusCode,
    address: text(300),
    latitude: null,
    longitude: null,
    askedAt: createdAt,
    geocoder: null,
  })
  await insert('distanceRuns', {
    isRunning: false,
    campusCode,
    count: 1,
    remaining: '[]',
    failures: JSON.stringify([{ restaurantId, name: text(300), address: text(500), message: text(300) }]),
    startedBy: userId,
    startedAt: createdAt,
    finishedAt: createdAt,
  })
  for (const state of ['done', 'failed'] as const)
    await insert('importRuns', {
      source: 'csv',
      state,
      campusCode,
      file: text(200),
      input: '{}',
      count: 1,
      done: 1,
      attempts: 1,
      result:
        state === 'done'
          ? JSON.stringify({
              imported: 0,
              skipped: 0,
              changed: 0,
              errors: [{ row: 2, message: `Row 2: ${text(300)}` }],
            })
          : null,
      problem: state === 'failed' ? text(500) : null,
      startedBy: userId,
      startedAt: createdAt,
      finishedAt: createdAt,
      undoneBy: null,
      undoneAt: null,
    })
  await insert('backupRuns', {
    startedAt: createdAt,
    finishedAt: createdAt,
    filename: null,
    problem: text(500),
  })
  await insert('restoreRuns', {
    filename: 'backup.json',
    startedAt: createdAt,
    finishedAt: createdAt,
    safetyBackup: null,
    problem: text(500),
  })
  await insert('websiteChecks', {
    restaurantId,
    url: `https://example.org/${text(2000)}`,
    outcome: 'gone',
    checkedAt: createdAt,
  })
}
