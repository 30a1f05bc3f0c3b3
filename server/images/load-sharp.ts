import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined

/**
 * The library that decodes and encodes pictures, with everything shut but the three kinds we take. It comes with the first
 * picture: a server that meets none saves its memory.
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
