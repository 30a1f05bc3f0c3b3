import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, NoContent } from '#kit/contract/fields.ts'

/** What a file chooser offers and the server accepts. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

export const onlyImages = 'Only JPEG, PNG and WebP images are accepted'

export const imageLimits = { pixels: 40_000_000, side: 12_000 }
/**
 * Photos and panoramas of phones. A JPEG is scaled down while it is decoded, so it takes no more memory than others; not
 * so a progressive one, whose coefficients are all kept until the last scan. The browser scales it down before.
 */
export const jpegLimits = { pixels: 100_000_000, side: 20_000 }

const HashParams = z.object({
  hash: described(z.string(), 'The hash of an image, from the address in imageUrl.'),
})

export const getImage = endpoint('GET /api/images/:hash', 'user', {
  summary: 'An image, at most 1600 px; it never changes',
  params: HashParams,
  produces: 'image/webp',
  replies: { 200: Bytes, 304: NoContent },
})

export const getCardImage = endpoint('GET /api/images/:hash/card', 'user', {
  summary: 'The small variant of an image, for cards; it never changes',
  params: HashParams,
  produces: 'image/webp',
  replies: { 200: Bytes, 304: NoContent },
})
