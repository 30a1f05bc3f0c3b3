/** Seeded random numbers, so that every demo looks the same (Marsaglia's 32-bit xorshift). */
export type SeededRandom = ReturnType<typeof createSeededRandom>

export function createSeededRandom(seed: number) {
  let state = seed | 1
  /** From 0 (inclusive) to 1 (exclusive). */
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
    /** True with this probability. */
    happens: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    shuffle: <T>(items: readonly T[]) =>
      items
        .map(item => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  }
}
