import { onlyVisible } from './text.ts'

/** Diets that places cook for and that people follow. */
export const diets = ['vegetarian', 'vegan', 'gluten-free', 'dairy-free', 'halal', 'kosher'] as const
export type Diet = (typeof diets)[number]

/** Diets as one text, in a fixed order; empty for none. */
export function joinDiets(chosen: readonly Diet[]): string {
  return diets.filter(diet => chosen.includes(diet)).join(',')
}

/** Reads the diets in a text such as 'vegan, Gluten Free; halal'; null if one of its words isn't a diet. */
export function readDiets(text: string): Diet[] | null {
  const words = onlyVisible(text)
    .split(/[,;|/]/)
    .map(word =>
      word
        .trim()
        .toLowerCase()
        .replace(/[\s_]+/g, '-'),
    )
  const named = words.filter(word => word !== '')
  if (named.some(word => !diets.some(diet => diet === word))) return null
  return diets.filter(diet => named.includes(diet))
}
