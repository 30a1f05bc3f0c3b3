import { createECDH, createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PushKind } from '#features/push/contract.ts'
import type { Deps } from '#kit/server/deps.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'

const host = 'fcm.googleapis.com'

/** A push service that takes every message. A server in a process of its own with this environment sends to it. */
export async function startPushService() {
  const { path, remove } = await temporaryFolder('push')
  const certificate = join(path, 'push.pem')
  await writeFile(certificate, fakeCertificate.cert)
  const service = await startFakeService(() => ({ status: 201 }), fakeCertificate)
  return {
    environment: {
      PUSH_PORT: new URL(service.url).port,
      NODE_OPTIONS: `--import=${import.meta.resolve('./lead-to-push-service.ts')}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    /** How many messages it has taken. */
    countMessages: () => service.requests.length,
    stop: async () => {
      await service.stop()
      await remove()
    },
  }
}

/** Gives each of these users a device at the service, and these choices. */
export async function addPushDevices(
  deps: Pick<Deps, 'db' | 'now'>,
  users: { id: number }[],
  kinds: readonly PushKind[],
): Promise<void> {
  const { insert } = rowsOf(deps)
  for (const { id: userId } of users) {
    const endpoint = `https://${host}/fcm/send/${randomBytes(100).toString('base64url')}`
    const endpointHash = createHash('sha256').update(endpoint).digest('base64url')
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    await insert('pushDevices', { userId, host, endpoint, endpointHash, p256dh, auth })
    await insert('pushChoices', { userId, kinds: kinds.join(',') })
  }
}
