/** What a place cooks for, and what somebody eats. */
export const diets = ['vegetarian', 'vegan', 'gluten-free', 'dairy-free', 'halal', 'kosher'] as const
export type Diet = (typeof diets)[number]

/** Diets as one text, in their own order; empty for none. */
export function joinDiets(chosen: readonly Diet[]): string {
  return diets.filter(diet => chosen.includes(diet)).join(',')
}

/** The diets of a text such as 'vegan, Gluten Free; halal'; null when a word of it is none. */
export function readDiets(text: string): Diet[] | null {
  const words = text.split(/[,;|/]/).map(word =>
    word
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  )
  const named = words.filter(word => word !== '')
  if (named.some(word => !diets.some(diet => diet === word))) return null
  return diets.filter(diet => named.includes(diet))
}
