/** A request takes about as many turns of the event loop from its arrival to its reply. */
const turns = 5

/**
 * Lets the requests that have arrived go first. Everything long (a job, an import, a restore) calls it after each piece
 * of at most some ten milliseconds; `partsOf` and `readInBatches` do so by themselves.
 */
export async function giveWay(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
}
