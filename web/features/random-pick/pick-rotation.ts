export interface Attempt {
  /** What must not be picked. */
  exclude: number[]
  /** How many had been shown, if a new round begins with it; otherwise 0. */
  seenAll: number
}

/**
 * What the next pick excludes, one attempt after the other until something is found: the server may leave less to pick from than
 * is in sight. Everything shown so far; then only the present one, so that it isn't repeated; at last nothing.
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
