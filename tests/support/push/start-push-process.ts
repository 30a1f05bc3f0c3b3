import { fork } from 'node:child_process'
import { createECDH, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PushKind } from '#features/push/contract.ts'
import type { Deps } from '#kit/server/deps.ts'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'

const host = 'fcm.googleapis.com'
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * A push service in a process of its own, so that what a server spends on notifications can be measured. A server with
 * this environment sends to it.
 */
export async function startPushProcess() {
  const folder = await mkdtemp(join(tmpdir(), 'common-table-push-'))
  const certificate = join(folder, 'push.pem')
  await writeFile(certificate, fakeCertificate.cert)
  const service = fork(fileOf('./push-process.ts'))
  const ended = once(service, 'exit').then((): never => {
    throw new Error('The push service has ended')
  })
  ended.catch(() => undefined)
  const message = async () => (await Promise.race([once(service, 'message'), ended]))[0]
  const { port } = await message()
  return {
    environment: {
      PUSH_PROCESS: String(port),
      NODE_OPTIONS: `--import=${fileOf('./lead-to-push-process.ts')}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    /** How many messages it has taken. */
    countMessages: async (): Promise<number> => {
      const reply = message()
      service.send('count')
      return (await reply).messages
    },
    stop: async () => {
      service.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Gives each of these users a device at the service, and these choices. */
export async function addPushDevices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  users: { id: number }[],
  kinds: readonly PushKind[],
): Promise<void> {
  for (const { id: userId } of users) {
    const endpoint = `https://${host}/fcm/send/${randomBytes(100).toString('base64url')}`
    const device = {
      userId,
      endpoint,
      endpointHash: createHash('sha256').update(endpoint).digest('base64url'),
      host,
      name: 'Phone',
      sessionHash: null,
      createdAt: now().toISOString(),
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    await db.insertInto('pushDevices').values(device).execute()
    await db
      .insertInto('pushChoices')
      .values({ userId, kinds: kinds.join(',') })
      .execute()
  }
}
