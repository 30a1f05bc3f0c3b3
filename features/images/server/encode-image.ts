import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type Sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { busy, HttpError } from '#kit/server/http/errors.ts'
import { limitConcurrency } from '#kit/server/jobs/concurrency-limit.ts'
import { imageLimits, jpegLimits, onlyImages } from '../contract.ts'
import { loadSharp } from './load-sharp.ts'

export type EncodedImage = {
  /** SHA-256 of `bytes`, hexadecimal. */
  hash: string
  bytes: Buffer
  cardBytes: Buffer
}

/**
 * Decodes an uploaded picture and encodes it again as WebP: upright, without EXIF data, at most 1600 px, and smaller
 * for cards. Nothing of the file itself is kept, so nothing can hide in it. Rejects files that are no JPEG, PNG or
 * WebP (415) or can't be decoded within the limits (400).
 */
export function encodeImage(upload: Buffer | { path: string }): Promise<EncodedImage> {
  return inTurn(async () => {
    const file = Buffer.isBuffer(upload) ? upload : await readFile(upload.path)
    if (!isPicture(file)) throw new HttpError(415, onlyImages)
    const sharp = await loadSharp().catch(error => {
      throw Object.assign(unreadable(), { cause: error })
    })
    return reencode(sharp, file).catch(error => reject(error, isJpeg(file) ? jpegLimits : imageLimits))
  })
}

// Decoding takes threads and memory, so only two at a time. Waiting uploads stay on the disk.
const inTurn = limitConcurrency({ concurrency: 2, maxQueue: 16 })

const maxSeconds = 10
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: jpegLimits.pixels }
const largest = { width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true } as const
// A card is 8:5 and up to 320 px wide, here for screens with a pixel ratio of 2. The card itself crops the picture.
const card = { width: 640, height: 400, fit: 'outside', withoutEnlargement: true } as const
// Takes half the time of the default, for files of about the same size.
const effort = 2

async function reencode(sharp: typeof Sharp, file: Buffer): Promise<EncodedImage> {
  // This reads only the header of the file.
  const { width, height, format, isProgressive } = await sharp(file, decoding).metadata()
  const { pixels, side } = format === 'jpeg' && !isProgressive ? jpegLimits : imageLimits
  if (Math.max(width, height) > side) throw tooLong(side)
  if (width * height > pixels) throw tooManyPixels(pixels)
  const { data, info } = await sharp(file, decoding)
    .autoOrient()
    .resize(largest)
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = sharp(data, { raw: info })
  const bytes = await picture.clone().webp({ quality: 82, effort }).toBuffer()
  const cardBytes = await picture.clone().resize(card).webp({ quality: 78, effort }).toBuffer()
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes, cardBytes }
}

const isJpeg = (file: Buffer) => file.toString('latin1', 0, 3) === '\xFF\xD8\xFF'

// Checks the first bytes, because the client can send any file name and content type.
function isPicture(file: Buffer): boolean {
  const starts = file.toString('latin1', 0, 12)
  return isJpeg(file) || starts.startsWith('\x89PNG\r\n\x1A\n') || /^RIFF.{4}WEBP$/s.test(starts)
}

function reject(error: unknown, { pixels }: typeof imageLimits): never {
  if (error instanceof HttpError) throw error
  const reason = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(reason)) throw tooManyPixels(pixels)
  if (/timeout/i.test(reason)) throw busy('The image took too long to read. Please try again.')
  throw new HttpError(400, 'The image is damaged and can’t be read')
}

/** As on a processor that the library wasn't compiled for; the log has the reason. */
const unreadable = () => new HttpError(503, 'Pictures can’t be read on this server. Its log says why.')
const tooManyPixels = (most: number) =>
  new HttpError(400, `The image has too many pixels: at most ${most / 1_000_000} million are accepted`)
const tooLong = (side: number) =>
  new HttpError(
    400,
    `The image is too wide or too high: at most ${side.toLocaleString('en-US')} pixels a side are accepted`,
  )
