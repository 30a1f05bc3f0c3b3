import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { busy } from '#server/http/errors.ts'

// OWASP's least for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet).
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password, with its salt and parameters, as PHC text. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Whether the password is right. Without a hash (no such account) it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await inTurn(async () => verify(passwordHash ?? (await dummyHash()), password))
  return passwordHash !== undefined && right
}

/** Whether a hash was made with other parameters than today's: then sign-in makes a new one. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

let dummy: Promise<string> | undefined
const dummyHash = () => {
  dummy ??= hash('nobody has this password', parameters)
  return dummy
}

// Hashing runs on the few threads that reading files needs too, so only some at a time, and a full queue is refused.
const running = { now: 0, most: availableParallelism(), waiting: [] as (() => void)[], longestQueue: 32 }

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running.now >= running.most) {
    if (running.waiting.length >= running.longestQueue) throw busy()
    await new Promise<void>(resolve => running.waiting.push(resolve))
  } else {
    running.now += 1
  }
  try {
    return await work()
  } finally {
    const next = running.waiting.shift()
    if (next) next()
    else running.now -= 1
  }
}
