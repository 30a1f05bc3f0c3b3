import type { IncomingMessage } from 'node:http'
import { getPublic, type Resolve } from './public-get.ts'

type PhotoOptions = {
  signal: AbortSignal
  maxBytes: number
  mayBeAnywhere: boolean
  resolve?: Resolve | undefined
}
/**
 * The bytes at an address that came from outside; throws where they can't be had. No redirect is followed, and unless
 * `mayBeAnywhere`, no connection is made to this machine or its own networks, whatever a name resolves to.
 */
export async function fetchPhoto(
  url: URL,
  { signal, maxBytes, mayBeAnywhere, resolve }: PhotoOptions,
): Promise<Buffer> {
  const answer = await getPublic(url, { signal, accept: 'image/*', mayBeAnywhere, resolve })
  try {
    if (answer.statusCode !== 200) throw new Error(`the photo's server answers ${answer.statusCode}`)
    return await readBody(answer, maxBytes)
  } finally {
    answer.destroy()
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the photo is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
