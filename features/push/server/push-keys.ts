import { generateKeyPairSync } from 'node:crypto'
import { find, insertOnce } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'

const name = 'vapid'

export type PushKeys = { publicKey: string; privateKey: string }

const known = new WeakMap<object, PushKeys>()

/** The installation's VAPID key pair, which is made at the first start and never changes: browsers know us by it. */
export async function readPushKeys({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<PushKeys> {
  const keys = known.get(db) ?? (await find(db, 'pushKeys', { name }))
  if (keys) {
    known.set(db, keys)
    return keys
  }
  // Of several processes that start together, the first one's pair stays.
  await insertOnce(db, 'pushKeys', { name, ...newKeys(), createdAt: now().toISOString() })
  return readPushKeys({ db, now })
}

/** As RFC 8292 writes them: the uncompressed point and the scalar, base64url. */
function newKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}
