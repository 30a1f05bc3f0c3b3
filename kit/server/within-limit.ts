/** Passes chunks on, and throws once they are longer than `maxBytes`: the announced length may be wrong or missing. */
export async function* withinLimit<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}

/** The same, all in one. */
export async function readWithin(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const chunk of withinLimit(chunks, maxBytes, tooLarge)) read.push(chunk)
  return Buffer.concat(read)
}
