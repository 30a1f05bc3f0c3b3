const pieceSize = 1_000

/**
 * Reads a list that may be very long, latest first: `read` gives at most `limit` rows with ids below `before`. Other
 * calls have their turn between two pieces.
 */
export async function* inPieces<Row extends { id: number }>(
  read: (page: { limit: number; before: number | undefined }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let before: number | undefined
  while (true) {
    const piece = await read({ limit: pieceSize, before })
    yield piece
    before = piece.at(-1)?.id
    if (piece.length < pieceSize) return
    await new Promise(setImmediate)
  }
}
