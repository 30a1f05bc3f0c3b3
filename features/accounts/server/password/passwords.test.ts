// On one engine: hashes.
import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './passwords.ts'

test('a new hash is made of the composed form', async () => {
  expect(await verify(await hashPassword('Mu\u0308sli'), 'M\u00fcsli')).toBe(true)
})

test('a password for an unknown account costs the same hash and is never right [T-02]', async () => {
  const costOf = (hash: string) => hash.split('$').slice(1, 4)
  const ours = await hashPassword('nobody has this password')
  expect(costOf(await dummyHash())).toEqual(costOf(ours))
  expect(costOf(ours)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  expect(isOutdated(await dummyHash())).toBe(false)

  expect(await verifyPassword(ours, 'nobody has this password')).toBe(true)
  expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
})
