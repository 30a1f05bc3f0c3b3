export interface Attempt {
  /** Ids that must not be picked. */
  exclude: number[]
  /** If this attempt starts a new round: how many places had been shown; otherwise 0. */
  seenAll: number
}

/**
 * The attempts for the next pick, to be tried until the server finds a place; it may have fewer to pick from than are
 * listed. First exclude everything shown so far; then only the current place, so that it isn't repeated; then nothing.
 */
export function attemptsAfter(
  shown: readonly number[],
  eligible: readonly number[],
  present = shown.at(-1),
): Attempt[] {
  const known = new Set(shown)
  const exclude = eligible.filter(id => known.has(id) || id === present)
  const seenAll = eligible.filter(id => known.has(id)).length
  const repeats = present !== undefined && exclude.includes(present)
  return [
    ...(exclude.length < eligible.length ? [{ exclude, seenAll: 0 }] : []),
    ...(repeats && exclude.length > 1 ? [{ exclude: [present], seenAll }] : []),
    ...(exclude.length > 0 ? [{ exclude: [], seenAll: repeats ? 1 : seenAll }] : []),
  ]
}
