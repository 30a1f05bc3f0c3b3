export const moods = ['any', 'safe', 'new'] as const
export type Mood = (typeof moods)[number]

/** What a random pick knows about a place: the stars that the user gave or would give it, and whether they rated it. */
export type Choice = { stars: number; isRated: boolean; ratingCount: number }

/** A choice is still a surprise: it is made from at least this many places, if there are as many. */
const minChoices = 3
/** A place that at most this many people have rated is new. */
const maxRatingsOfNew = 4

/** The choices that a mood allows; each is equally likely to be picked. */
export function choicesFor<C>(mood: Mood, choices: readonly C[], of: (choice: C) => Choice): C[] {
  const best = (list: readonly C[], share: number) => bestOf(list, share, (a, b) => of(b).stars - of(a).stars)
  if (mood === 'safe') return best(choices, 0.2)
  if (mood === 'new') {
    const unknown = choices.filter(choice => !of(choice).isRated)
    const rarely = unknown.filter(choice => of(choice).ratingCount <= maxRatingsOfNew)
    return best(rarely.length > 0 ? rarely : unknown, 0.5)
  }
  return [...choices]
}

/** This share of the places, best first, plus any that are as good as the last of them. */
export function bestOf<C>(choices: readonly C[], share: number, order: (a: C, b: C) => number): C[] {
  const sorted = choices.toSorted(order)
  const last = sorted[Math.max(minChoices, Math.ceil(sorted.length * share)) - 1]
  return last ? sorted.filter(choice => order(choice, last) <= 0) : sorted
}
