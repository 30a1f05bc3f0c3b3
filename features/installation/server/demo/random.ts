/** Seeded random numbers, so that every demo looks the same (Marsaglia's 32-bit xorshift). */
export type SeededRandom = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next: () => number
  below: (limit: number) => number
  /** True with this probability. */
  happens: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  shuffle: <T>(items: readonly T[]) => T[]
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    happens: probability => next() < probability,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    shuffle: items =>
      items
        .map(item => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}
