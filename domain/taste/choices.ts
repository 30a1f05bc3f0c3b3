export const moods = ['any', 'safe', 'new'] as const
export type Mood = (typeof moods)[number]

/** What a random pick knows of a place: the stars that one gave or would give it, and whether one knows it. */
export type Choice = { stars: number; isRated: boolean; ratingCount: number }

/** A pick by mood is still a surprise: it is one of so many at least, where there are so many, and of those as good. */
const atLeast = 3
/** Rated by so many people or fewer, a place is something new. */
const few = 4

/** Those that a mood leaves to pick from, each equally likely. */
export function choicesFor<C>(mood: Mood, choices: readonly C[], of: (choice: C) => Choice): C[] {
  const byStars = (list: readonly C[]) => list.toSorted((a, b) => of(b).stars - of(a).stars)
  const best = (list: readonly C[], share: number) => {
    const sorted = byStars(list)
    const last = sorted[Math.max(atLeast, Math.ceil(list.length * share)) - 1]
    return last ? sorted.filter(choice => of(choice).stars >= of(last).stars) : sorted
  }
  if (mood === 'safe') return best(choices, 0.2)
  if (mood === 'new') {
    const unknown = choices.filter(choice => !of(choice).isRated)
    const rarely = unknown.filter(choice => of(choice).ratingCount <= few)
    return best(rarely.length > 0 ? rarely : unknown, 0.5)
  }
  return [...choices]
}

/**
 * What a group would like, best first: by the mean of what its people would give, and where that is the same, by the least
 * of it. Of a group of fewer than three the order would reveal what somebody likes, so it stays as it is.
 */
export function orderTogether(
  options: readonly number[],
  group: readonly ((option: number) => number)[],
): number[] {
  if (group.length < 3) return [...options]
  const scored = options.map(option => {
    const stars = group.map(starsOf => starsOf(option))
    const mean = stars.reduce((sum, value) => sum + value, 0) / stars.length
    return { option, mean: Math.round(mean * 10), least: Math.min(...stars) }
  })
  return scored.sort((a, b) => b.mean - a.mean || b.least - a.least).map(({ option }) => option)
}
