// On one engine: HTTP.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ReplyBytes } from './reply-bytes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('cached replies keep no memory but their own', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const replies = Array.from({ length: 200 }, (_, i) => {
    // Other buffers that are created in between take their parts of the same blocks.
    Buffer.allocUnsafe(20_000)
    return new ReplyBytes(JSON.stringify({ i }), 'no-store')
  })
  // A background thread frees memory shortly after its owner was collected.
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(held).toBeLessThan(1_000_000)
  expect(replies).toHaveLength(200)
})
