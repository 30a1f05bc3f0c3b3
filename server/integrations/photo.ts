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
    return await readBody(response, maxBytes)
  } finally {
    response.destroy()
  }
}

async function readBody(reply: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of reply) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the photo is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
