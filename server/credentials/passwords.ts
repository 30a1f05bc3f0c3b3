import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#server/work/concurrency-limit.ts'

// OWASP's least for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One core is left for everything else (reading files shares these threads), and a full queue is refused.
const inTurn = limitConcurrency({ concurrency: Math.max(1, availableParallelism() - 1), maxQueue: 32 })

/** The argon2id hash of a password, with its salt and parameters, as PHC text. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Whether the password is right. Without a hash (no such account) it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await inTurn(async () => verify(passwordHash ?? (await dummyHash()), password))
  return passwordHash !== undefined && right
}

/** What is stored where nobody has a password: looks like a hash of ours, and is none of any text. */
export function unusablePasswordHash(): string {
  const { memoryCost, timeCost, parallelism } = parameters
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

/** Whether a hash was made with other parameters than today's: then sign-in makes a new one. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

let dummy: Promise<string> | undefined
/** What a password is compared with where there is no account. */
export function dummyHash(): Promise<string> {
  dummy ??= hash('nobody has this password', parameters)
  return dummy
}
