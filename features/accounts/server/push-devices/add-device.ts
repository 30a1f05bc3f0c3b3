import { createECDH, createHash } from 'node:crypto'
import { maxPushDevices, type PushSubscription } from '#features/push/contract.ts'
import {
  findPushDevice,
  listPushDevices,
  type PushDeviceRow,
  removePushDevice,
  savePushDevice,
} from '#features/push/server/push-devices-store.ts'
import { browserName } from '#kit/rules/addresses/device-name.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { busy, invalid } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { lockViewer } from '../sessions/lock-viewer.ts'

type NewDevice = { subscription: PushSubscription; viewer: Viewer; userAgent: string }

/** Adds the viewer's browser. One browser notifies one person: it changes hands if it was another user's. */
export async function addDevice(
  { db, now, pushService }: Deps,
  { subscription: { endpoint, keys }, viewer, userAgent }: NewDevice,
): Promise<{ row: PushDeviceRow; isNew: boolean }> {
  const address = pushService.readAddress(endpoint)
  if (!address) throw invalid('endpoint', 'This is not an address of a known push service')
  const device = {
    userId: viewer.id,
    endpointHash: hashOfEndpoint(endpoint),
    endpoint,
    host: address.host,
    p256dh: publicKeyOf(keys.p256dh),
    auth: secretOf(keys.auth),
    name: browserName(userAgent),
    sessionHash: viewer.sessionHash,
    createdAt: now().toISOString(),
  }
  return db.transaction().execute(async tx => {
    await lockViewer(tx, viewer)
    const before = await findPushDevice(tx, device.endpointHash)
    if (before && before.userId !== viewer.id) await removePushDevice(tx, { id: before.id })
    const row = await savePushDevice(tx, device)
    // Somebody else added the same browser at the same moment.
    if (!row) throw busy()
    await removeSurplus(tx, row)
    return { row, isNew: before?.id !== row.id }
  })
}

/** The endpoint itself is a secret; its hash tells whether a device is this browser. */
export const hashOfEndpoint = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url')

/** Of too many devices, those go that nothing was sent to for the longest time. */
async function removeSurplus(tx: Db, added: PushDeviceRow): Promise<void> {
  const others = (await listPushDevices(tx, added.userId)).filter(({ id }) => id !== added.id)
  const used = ({ lastSentAt, createdAt }: PushDeviceRow) => lastSentAt ?? createdAt
  const surplus = others
    .toSorted((a, b) => used(b).localeCompare(used(a)) || b.id - a.id)
    .slice(maxPushDevices - 1)
  for (const { id } of surplus) await removePushDevice(tx, { id })
}

/** A point on the curve P-256: anything else could not be encrypted for. */
function publicKeyOf(text: string): string {
  const point = Buffer.from(text, 'base64url')
  try {
    if (point.length !== 65) throw new RangeError()
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(point)
  } catch {
    throw invalid('keys.p256dh', 'This is not a public key on the curve P-256')
  }
  return point.toString('base64url')
}

function secretOf(text: string): string {
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== 16) throw invalid('keys.auth', 'This is not a secret of 16 bytes')
  return secret.toString('base64url')
}
