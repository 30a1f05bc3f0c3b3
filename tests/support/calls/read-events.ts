export type ReceivedEvent = { id: number; event: string; data: unknown; at: number }

/** Reads the blocks of a stream of server-sent events until it ends or is aborted. */
export async function readBlocks(response: Response, onBlock: (block: string) => void): Promise<void> {
  if (!response.body) return
  let rest = ''
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) onBlock(block)
    }
  } catch {
    // The reader aborted, or the server closed the connection.
  }
}

/** Parses the event in a block; undefined for a block that only keeps the connection alive. */
export function eventOf(block: string): ReceivedEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  if (data === undefined) return undefined
  return {
    id: Number(field('id')),
    event: field('event') ?? '',
    data: JSON.parse(data),
    at: performance.now(),
  }
}
