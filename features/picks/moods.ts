export const moods = ['any', 'safe', 'new'] as const
export type Mood = (typeof moods)[number]

/** What a random pick knows about a place: the stars that the user gave or would give it, and whether they rated it. */
export type Choice = { stars: number; isRated: boolean; ratingCount: number }

/**
 * A pick by mood is still a surprise: it chooses from at least this many places, if there are as many, plus
 * any that are as good as the last of them.
 */
const minChoices = 3
/** A place that at most this many people have rated is new. */
const maxRatingsOfNew = 4

/** The choices that a mood allows; each is equally likely to be picked. */
export function choicesFor<C>(mood: Mood, choices: readonly C[], of: (choice: C) => Choice): C[] {
  const byStars = (list: readonly C[]) => list.toSorted((a, b) => of(b).stars - of(a).stars)
  const best = (list: readonly C[], share: number) => {
    const sorted = byStars(list)
    const last = sorted[Math.max(minChoices, Math.ceil(list.length * share)) - 1]
    return last ? sorted.filter(choice => of(choice).stars >= of(last).stars) : sorted
  }
  if (mood === 'safe') return best(choices, 0.2)
  if (mood === 'new') {
    const unknown = choices.filter(choice => !of(choice).isRated)
    const rarely = unknown.filter(choice => of(choice).ratingCount <= maxRatingsOfNew)
    return best(rarely.length > 0 ? rarely : unknown, 0.5)
  }
  return [...choices]
}
