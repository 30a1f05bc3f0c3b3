// On one engine: memory.
import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('two run at once, three wait and the rest are rejected; afterwards there is room again [T-09 T-122]', async () => {
  const inTurn = limitConcurrency({ concurrency: 2, maxQueue: 3 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return 'done'
  }
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => inTurn(work).catch(rejection => rejection.status)),
  )
  expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'done', 503, 503, 503])
  expect(most).toBe(2)
  expect(await inTurn(work)).toBe('done')
})

test('failing work passes its turn on to the next', async () => {
  const inTurn = limitConcurrency({ concurrency: 1, maxQueue: 1 })
  const failing = inTurn(async () => {
    throw new Error('broken')
  })
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
