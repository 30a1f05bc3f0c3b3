import type { FastifyInstance } from 'fastify'
import * as contract from '#features/push/contract.ts'
import {
  findPushDevice,
  listPushDevices,
  type PushDeviceRow,
  pushChannel,
  readPushChoices,
  removePushDevice,
  savePushChoices,
} from '#features/push/server/push-devices-store.ts'
import { readPushKeys } from '#features/push/server/push-keys.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { queueDelivery } from '#kit/server/jobs/deliveries-store.ts'
import { addDevice, hashOfEndpoint } from './add-device.ts'

export function pushApi(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  serve(app, contract.getPush, async ({ query, viewer }) => ({
    publicKey: (await readPushKeys(deps)).publicKey,
    choices: await readPushChoices(db, viewer.id),
    devices: (await listPushDevices(db, viewer.id)).map(row =>
      presentDevice(row, row.endpointHash === query.endpoint),
    ),
  }))

  serve(app, contract.addPushDevice, async ({ body, viewer, request }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    const { row, isNew } = await addDevice(deps, { subscription: body, viewer, userAgent })
    return { status: isNew ? 201 : 200, body: presentDevice(row, true) } as const
  })

  serve(app, contract.removePushDevice, async ({ params, viewer }) => {
    if (!(await removePushDevice(db, { id: params.id, userId: viewer.id })))
      throw notFound('Device not found')
  })

  serve(app, contract.removePushBrowser, async ({ body }) => {
    const device = await findPushDevice(db, hashOfEndpoint(body.endpoint))
    if (device) await removePushDevice(db, { id: device.id })
  })

  serve(app, contract.savePushChoices, async ({ body: { kinds }, viewer }) => {
    await savePushChoices(db, viewer.id, kinds)
    return { kinds }
  })

  serve(app, contract.testPush, async ({ viewer }) => {
    const devices = await db.transaction().execute(async tx => {
      const rows = await listPushDevices(tx, viewer.id)
      if (rows.length === 0) throw conflict('No device gets your notifications. Switch them on first.')
      await countOrRefuse({ ...deps, db: tx }, 'push test of', viewer.id)
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

const presentDevice = (
  { id, name, createdAt, lastSentAt }: PushDeviceRow,
  isThis: boolean,
): contract.PushDevice => ({ id, name, createdAt, lastSentAt, isThis })
