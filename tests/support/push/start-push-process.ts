import { createECDH, createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PushKind } from '#features/push/contract.ts'
import type { Deps } from '#kit/server/deps.ts'
import { rowsOf } from '#tests/support/databases/rows.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { launch } from '#tests/support/processes/launch.ts'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'

const host = 'fcm.googleapis.com'
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * A push service in a process of its own, so that what a server spends on notifications can be measured. A server with
 * this environment sends to it.
 */
export async function startPushProcess() {
  const { path, remove } = await temporaryFolder('push')
  const certificate = join(path, 'push.pem')
  await writeFile(certificate, fakeCertificate.cert)
  const service = launch([process.execPath, fileOf('./push-process.ts')], { hasChannel: true })
  const ask = () => service.ask('state') as Promise<{ port: number; messages: number }>
  return {
    environment: {
      PUSH_PROCESS: String((await ask()).port),
      NODE_OPTIONS: `--import=${fileOf('./lead-to-push-process.ts')}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    /** How many messages it has taken. */
    countMessages: async () => (await ask()).messages,
    stop: async () => {
      await service.end()
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
