import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ReplyBytes } from './reply-bytes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('replies that are kept hold no memory but their own', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const replies = Array.from({ length: 200 }, (_, i) => {
    // What else is made meanwhile takes its pieces of the same blocks.
    Buffer.allocUnsafe(20_000)
    return new ReplyBytes(JSON.stringify({ i }), 'no-store')
  })
  // A thread beside gives memory back, soon after what held it was collected.
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(held).toBeLessThan(1_000_000)
  expect(replies).toHaveLength(200)
})
