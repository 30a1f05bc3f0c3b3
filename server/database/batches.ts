const pieceSize = 1_000

/**
 * Reads a list that may be very long in pieces, latest first: `read` returns at most `limit` rows after
 * `last`. Other requests can run between two pieces.
 */
export async function* inPieces<Row>(
  read: (page: { limit: number; last: Row | undefined }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  while (true) {
    const piece = await read({ limit: pieceSize, last })
    yield piece
    last = piece.at(-1)
    if (piece.length < pieceSize) return
    await new Promise(setImmediate)
  }
}
