import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/**
 * Loads the library that decodes and encodes pictures, with all decoders blocked except those of the three accepted
 * formats. It is loaded with the first picture, to save memory until then.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= load()
  return loading
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
