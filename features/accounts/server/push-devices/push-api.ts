import { createHash, ECDH } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as contract from '#features/push/contract.ts'
import { kindsOf, pushChannel } from '#features/push/server/push-devices-store.ts'
import { readPushKeys } from '#features/push/server/push-keys.ts'
import { minutes, seconds } from '#kit/rules/units.ts'
import { find, list, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { busy, conflict, invalid, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'
import { browserName } from '../../device-name.ts'
import { lockViewer } from '../sessions/session.ts'

const pushTest: RequestLimit = {
  key: 'push test of',
  max: 1,
  milliseconds: 30 * seconds,
  message: 'A test was just sent. Please try again in half a minute.',
  always: true,
}

export function pushApi(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  serve(app, contract.getPush, async ({ query, viewer }) => ({
    publicKey: (await readPushKeys(deps)).publicKey,
    choices: kindsOf((await find(db, 'pushChoices', { userId: viewer.id }))?.kinds),
    devices: (await listDevices(db, viewer.id)).map(row =>
      presentDevice(row, row.endpointHash === query.endpoint),
    ),
  }))

  serve(app, contract.addPushDevice, async ({ body, viewer, request }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    const { row, isNew } = await addDevice(deps, { subscription: body, viewer, userAgent })
    return { status: isNew ? 201 : 200, body: presentDevice(row, true) } as const
  })

  serve(app, contract.removePushDevice, async ({ params, viewer }) => {
    const [removed] = await remove(db, 'pushDevices', { id: params.id, userId: viewer.id })
    if (!removed) throw notFound('Device not found')
  })

  serve(app, contract.removePushBrowser, async ({ body }) => {
    await remove(db, 'pushDevices', { endpointHash: hashOfEndpoint(body.endpoint) })
  })

  serve(app, contract.savePushChoices, async ({ body: { kinds }, viewer }) => {
    const choice = { kinds: kinds.join(',') }
    await db
      .insertInto('pushChoices')
      .values({ userId: viewer.id, ...choice })
      .onConflict(conflict => conflict.column('userId').doUpdateSet(choice))
      .execute()
    return { kinds }
  })

  serve(app, contract.testPush, async ({ viewer }) => {
    const devices = await db.transaction().execute(async tx => {
      const rows = await listDevices(tx, viewer.id)
      if (rows.length === 0) throw conflict('No device gets your notifications. Switch them on first.')
      await countOrRefuse({ ...deps, db: tx }, pushTest, viewer.id)
      const time = now()
      const test = { channel: pushChannel, kind: 'test', payload: {} }
      const expiresAt = new Date(time.getTime() + 10 * minutes)
      for (const { id, host } of rows)
        await queueDelivery(tx, time, { ...test, server: host, destination: `test:${id}`, expiresAt })
      return rows.length
    })
    return { devices }
  })
}

type NewDevice = { subscription: contract.PushSubscription; viewer: Viewer; userAgent: string }

/** Adds the viewer's browser. One browser notifies one person: it changes hands if it was another user's. */
export async function addDevice(
  { db, now, pushService }: Deps,
  { subscription: { endpoint, keys }, viewer, userAgent }: NewDevice,
): Promise<{ row: Row<'pushDevices'>; isNew: boolean }> {
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
  }
  return db.transaction().execute(async tx => {
    await lockViewer(tx, viewer)
    const before = await find(tx, 'pushDevices', { endpointHash: device.endpointHash })
    if (before && before.userId !== viewer.id) await remove(tx, 'pushDevices', { id: before.id })
    const row = await tx
      .insertInto('pushDevices')
      .values({ ...device, createdAt: now().toISOString() })
      .onConflict(conflict =>
        conflict.column('endpointHash').doUpdateSet(device).where('pushDevices.userId', '=', viewer.id),
      )
      .returningAll()
      .executeTakeFirst()
    // Someone else added the same browser at the same moment.
    if (!row) throw busy()
    await removeSurplus(tx, row)
    return { row, isNew: before?.id !== row.id }
  })
}

/** A user's devices, oldest first. */
const listDevices = (db: Db, userId: number) => list(db, 'pushDevices', { userId }, { order: ['id'] })

/** The endpoint itself is a secret; its hash tells whether a device is this browser. */
const hashOfEndpoint = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

/** Of too many devices, those go that nothing was sent to for the longest time. */
async function removeSurplus(tx: Db, added: Row<'pushDevices'>): Promise<void> {
  const others = (await listDevices(tx, added.userId)).filter(({ id }) => id !== added.id)
  const used = ({ lastSentAt, createdAt }: Row<'pushDevices'>) => lastSentAt ?? createdAt
  const surplus = others
    .toSorted((a, b) => used(b).localeCompare(used(a)) || b.id - a.id)
    .slice(contract.maxPushDevices - 1)
  for (const { id } of surplus) await remove(tx, 'pushDevices', { id })
}

/** A point on the curve P-256: anything else could not be encrypted for. */
function publicKeyOf(text: string): string {
  const point = Buffer.from(text, 'base64url')
  try {
    if (point.length !== 65) throw new RangeError()
    ECDH.convertKey(point, 'prime256v1')
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

const presentDevice = (
  { id, name, createdAt, lastSentAt }: Row<'pushDevices'>,
  isThis: boolean,
): contract.PushDevice => ({ id, name, createdAt, lastSentAt, isThis })
