export interface Rotation {
  /** What must not be picked now. */
  exclude: number[]
  /** Whether everything had been shown, so that the round begins anew. */
  startsAnew: boolean
}

/** What the next pick excludes: everything shown so far; once all were shown, only the last one, so that it isn't repeated. */
export function nextRotation(shown: readonly number[], eligible: readonly number[]): Rotation {
  const seen = new Set(shown)
  const exclude = eligible.filter(id => seen.has(id))
  if (exclude.length < eligible.length) return { exclude, startsAnew: false }
  const last = shown.at(-1)
  const repeats = last !== undefined && eligible.length > 1 && eligible.includes(last)
  return { exclude: repeats ? [last] : [], startsAnew: eligible.length > 0 }
}
