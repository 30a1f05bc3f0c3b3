import { isTaken } from '#features/settings/team-names.ts'

export type TeamRatingField = `rating${string}`

export const teamRatingField = (name: string): TeamRatingField => `rating${name}`

export type TeamRating = { name: string; field: TeamRatingField; value: number }

/** The team ratings among the fields of a restaurant, in the team's order. */
export function teamRatingsOf(restaurant: object): TeamRating[] {
  return Object.entries(restaurant).flatMap(([field, value]) => {
    const name = /^rating(\p{L}+)$/u.exec(field)?.[1]
    if (!name || isTaken(name) || typeof value !== 'number') return []
    return [{ name, field: teamRatingField(name), value }]
  })
}
