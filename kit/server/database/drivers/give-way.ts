/** A request takes about as many turns of the event loop from its arrival to its reply. */
const turns = 5

/** How long work may go on, in milliseconds: giving way more often only makes others wait longer for its locks. */
const mostAtOnce = 5

let lastGiven = 0

/**
 * Lets the requests that have arrived go first, unless some work has just done so. Everything long (a job, an import, a
 * restore) calls it after each piece of at most some ten milliseconds; `partsOf` and `readInBatches` do so by themselves.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() - lastGiven < mostAtOnce) return
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
  lastGiven = performance.now()
}
