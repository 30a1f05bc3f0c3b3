import { expect, onTestFinished, test, vi } from 'vitest'
import { mapFileSource } from './map-file-source.ts'

test('a map’s bytes are read although each reply has another ETag', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => new Response('part', { status: 206, headers: { etag: `"${asked++}"` } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const source = mapFileSource('/api/map/0123456789abcdef')
  const first = await source.getBytes(0, 4)
  expect(first.etag).toBeUndefined()
  expect((await source.getBytes(4, 4, undefined, '"0"')).data.byteLength).toBe(4)
  expect(asked).toBe(2)
})
