import { expect, test } from 'vitest'
import { progressiveFrame } from './fit-image.ts'

const view = (...parts: number[][]) => new DataView(Uint8Array.from(parts.flat()).buffer)

const start = [0xff, 0xd8]
/** A segment with EXIF data, among it what looks like a frame. */
const exif = [0xff, 0xe1, 0, 6, 0xff, 0xc2, 0, 17]
/** 8064 × 6048 pixels. */
const frame = (kind: number) => [0xff, kind, 0, 17, 8, 0x17, 0xa0, 0x1f, 0x80, 3]

test('the size of a progressive JPEG is read from its frame', () => {
  const size = { width: 8064, height: 6048 }
  expect(progressiveFrame(view(start, frame(0xc2)))).toEqual(size)
  expect(progressiveFrame(view(start, exif, exif, frame(0xc2)))).toEqual(size)
  expect(progressiveFrame(view(start, [0xff, 0xff], exif, [0xff], frame(0xc2)))).toEqual(size)
})

test.each([
  ['nothing', []],
  ['no more than a start', start],
  ['a frame that is cut off', [...start, ...frame(0xc2).slice(0, 8)]],
  ['a segment that is longer than the file', [...start, 0xff, 0xe1, 0xff, 0xff, ...frame(0xc2)]],
  ['another frame', [...start, ...exif, ...frame(0xc0), ...frame(0xc2)]],
  ['no JPEG', [0x89, 0x50, 0x4e, 0x47, ...frame(0xc2)]],
  ['no marker', [...start, 0x20, 0x20, ...frame(0xc2)]],
])('%s has none', (_, bytes) => {
  expect(progressiveFrame(view(bytes))).toBeUndefined()
})
