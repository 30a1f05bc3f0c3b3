import { readWithin } from '#kit/server/within-limit.ts'
import { type Network, requestPublic } from './public-request.ts'

type PhotoOptions = {
  signal: AbortSignal
  maxBytes: number
  allowPrivateAddresses: boolean
  network?: Network
}

/** Downloads a photo from an untrusted URL. Throws if that fails. */
export async function fetchPhoto(url: URL, { maxBytes, ...options }: PhotoOptions): Promise<Buffer> {
  const response = await requestPublic(url, { ...options, headers: { accept: 'image/*' } })
  try {
    if (response.statusCode !== 200)
      throw new Error(`the photo's server responded with ${response.statusCode}`)
    return await readWithin(response, maxBytes, () => new Error('the photo is too large'))
  } finally {
    response.destroy()
  }
}
