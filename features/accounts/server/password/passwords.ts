import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#kit/server/jobs/concurrency-limit.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One core is left for everything else, because reading files
// uses the same threads. When the queue is full, work is rejected.
const inTurn = limitConcurrency({ concurrency: Math.max(1, availableParallelism() - 1), maxQueue: 32 })

/** The argon2id hash of a password, with its salt and parameters, as PHC text. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), parameters))
}

/**
 * Whether the password is right. Without a hash (no such account) it takes the same time and returns false. Keyboards
 * compose accented letters or not; hashes of either form are accepted, since older ones were made of what was typed.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), password])
  const right = await inTurn(async () => {
    const compared = passwordHash ?? (await dummyHash())
    for (const form of forms) if (await verify(compared, form)) return true
    return false
  })
  return passwordHash !== undefined && right
}

/** Stored for an account without a password: looks like one of our hashes, but matches no password. */
export function unusablePasswordHash(): string {
  const { memoryCost, timeCost, parallelism } = parameters
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

/** Whether a hash was made with parameters other than the current ones; in that case sign-in makes a new one. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

let dummy: Promise<string> | undefined
/** The hash that a password is compared with if there is no account. */
export function dummyHash(): Promise<string> {
  dummy ??= hash('nobody has this password', parameters)
  return dummy
}
