import { type Network, requestPublic } from './public-request.ts'

type PhotoOptions = {
  signal: AbortSignal
  maxBytes: number
  mayBeAnywhere: boolean
  network?: Network | undefined
}

/** The bytes at an address that came from outside; throws where they can't be had. */
export async function fetchPhoto(url: URL, { maxBytes, ...options }: PhotoOptions): Promise<Buffer> {
  const answer = await requestPublic(url, { ...options, headers: { accept: 'image/*' } })
  try {
    if (answer.statusCode !== 200) throw new Error(`the photo's server answers ${answer.statusCode}`)
    return await readBody(answer, maxBytes)
  } finally {
    answer.destroy()
  }
}

async function readBody(answer: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the photo is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
