// On one engine: pictures.
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { claiming, phonePhoto, picture, pixelBomb } from '#tests/support/samples/pictures.ts'
import { encodeImage } from './encode-image.ts'

const rejection = async (file: Buffer | string) =>
  encodeImage(Buffer.from(file)).then(
    () => 'accepted',
    error => [error.status, error.message],
  )

test('a large picture becomes a WebP image of at most 1600 px, and a smaller one for cards', async () => {
  const { bytes, cardBytes, hash } = await encodeImage(
    await picture({ width: 3000, height: 2000 }).jpeg().toBuffer(),
  )
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 1067 })
  expect(await sharp(cardBytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 427 })
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a small picture is not enlarged, and the same file gives the same hash', async () => {
  const file = await picture({ width: 60, height: 40 }).png().toBuffer()
  const first = await encodeImage(file)
  expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 60, height: 40 })
  expect((await encodeImage(file)).hash).toBe(first.hash)
})

test('a photo from a phone is turned upright and loses its EXIF data, such as the position [T-70]', async () => {
  const file = await phonePhoto({ width: 400, height: 300 })
  const before = await sharp(file).metadata()
  expect(before).toMatchObject({ width: 400, orientation: 6 })
  expect(before.exif?.includes('SampleCam')).toBe(true)

  const { bytes, cardBytes } = await encodeImage(file)
  for (const made of [bytes, cardBytes]) {
    const after = await sharp(made).metadata()
    expect(after).toMatchObject({ width: 300, height: 400 })
    expect(after.exif).toBeUndefined()
    expect(after.orientation).toBeUndefined()
    expect(made.includes('SampleCam')).toBe(false)
  }
})

test('transparent, gray and animated pictures are accepted', async () => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  expect(await sharp((await encodeImage(clear)).bytes).metadata()).toMatchObject({ hasAlpha: true })
  const grey = await picture().greyscale().jpeg().toBuffer()
  expect(await rejection(grey)).toBe('accepted')
  const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, 1), Buffer.alloc(30 * 30 * 3, 200)])
  const moving = await sharp(frames, { raw: { width: 30, height: 60, channels: 3, pageHeight: 30 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect(await sharp((await encodeImage(moving)).bytes).metadata()).toMatchObject({ width: 30, height: 30 })
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['PDF', '%PDF-1.7\n1 0 obj\n'],
  ['GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['ZIP', 'PK\x03\x04 and more'],
  ['a few letters', 'RIFF'],
])('%s is rejected because of its content [T-70]', async (_, text) => {
  expect(await rejection(Buffer.from(text, 'latin1'))).toEqual([
    415,
    'Only JPEG, PNG and WebP images are accepted',
  ])
})

test('damaged pictures are rejected', async () => {
  const damaged = [400, 'The image is damaged and can’t be read']
  const jpeg = await picture({ width: 800, height: 600 }).jpeg().toBuffer()
  const png = await picture({ width: 800, height: 600 }).png().toBuffer()
  const webp = await picture({ width: 800, height: 600 }).webp({ lossless: true }).toBuffer()
  expect(await rejection(jpeg.subarray(0, jpeg.length / 2))).toEqual(damaged)
  expect(await rejection(png.subarray(0, png.length - 40))).toEqual(damaged)
  expect(await rejection(webp.subarray(0, webp.length - 20))).toEqual(damaged)
  const header = png.subarray(0, 8)
  expect(await rejection(Buffer.concat([header, Buffer.from('<html><script>alert(1)</script>')]))).toEqual(
    damaged,
  )
})

test('data appended to a picture is not kept [T-70]', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const { bytes, cardBytes } = await encodeImage(
    Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]),
  )
  for (const made of [bytes, cardBytes]) expect(made.includes('script')).toBe(false)
})

const tooLong = (side: string) => [
  400,
  `The image is too wide or too high: at most ${side} pixels a side are accepted`,
]

test('a small file with too many pixels is rejected before it is decoded [T-71]', async () => {
  const tooMany = [400, 'The image has too many pixels: at most 40 million are accepted']
  const bomb = pixelBomb(15_000, 15_000)
  expect(bomb.length).toBeLessThan(100_000)
  expect(await rejection(bomb)).toEqual(tooMany)
  expect(await rejection(pixelBomb(12_001, 10))).toEqual(tooLong('12,000'))
  expect(await rejection(pixelBomb(12_000, 10))).toBe('accepted')
})

test.each([
  ['a photo of 50 megapixels', 8160, 6144, 1600, 1205],
  ['an upright panorama', 3628, 16_382, 354, 1600],
])(
  '%s is scaled down while it is decoded, within the memory of a smaller one [T-71]',
  async (_, ...sizes) => {
    const [width, height, newWidth, newHeight] = sizes
    const file = await picture({ width, height }).jpeg({ quality: 40 }).toBuffer()
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 5)
    const { bytes } = await encodeImage(file).finally(() => clearInterval(watch))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: newWidth, height: newHeight })
    // Decoded as a whole, each would take 150 to 180 MB.
    expect(most - before).toBeLessThan(120 * 1024 * 1024)
  },
)

test('a JPEG with too many pixels or scans that take too much memory is rejected [T-71]', async () => {
  const jpeg = async (width: number, height: number, progressive = false) =>
    claiming(width, height, await picture().jpeg({ progressive }).toBuffer())
  const tooMany = (most: number) => [
    400,
    `The image has too many pixels: at most ${most} million are accepted`,
  ]
  expect(await rejection(await jpeg(20_001, 10))).toEqual(tooLong('20,000'))
  expect(await rejection(await jpeg(10, 20_000))).toBe('accepted')
  expect(await rejection(await jpeg(10_001, 10_000))).toEqual(tooMany(100))
  expect(await rejection(await jpeg(8000, 6000, true))).toEqual(tooMany(40))
})

test('where the library can’t be loaded, as on an old processor, that is said instead of blaming the picture', async () => {
  vi.resetModules()
  vi.doMock('sharp', () => {
    throw new Error('Unsupported CPU: Prebuilt binaries require v2 microarchitecture')
  })
  const { encodeImage: encode } = await import('./encode-image.ts')
  const error = await encode(await picture().png().toBuffer()).catch(reason => reason)
  vi.doUnmock('sharp')
  vi.resetModules()
  expect(error).toMatchObject({
    status: 503,
    message: 'Pictures can’t be read on this server. Its log says why.',
  })
  expect(String(error.cause)).toMatch(/mocking a module|Unsupported CPU/)
})
