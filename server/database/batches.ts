const pieceSize = 1_000

/**
 * Reads a list that may be very long, latest first: `read` gives at most `limit` rows that come after `last`. Other
 * calls have their turn between two pieces.
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
