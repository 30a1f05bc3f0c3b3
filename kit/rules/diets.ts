import { onlyVisible } from './texts/text.ts'

/** Diets that places cook for and that people follow. */
export const diets = ['vegetarian', 'vegan', 'gluten-free', 'dairy-free', 'halal', 'kosher'] as const
export type Diet = (typeof diets)[number]

export const dietLabels: Record<Diet, string> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  'gluten-free': 'Gluten-free',
  'dairy-free': 'Dairy-free',
  halal: 'Halal',
  kosher: 'Kosher',
}

export const dietOptions = diets.map(value => ({ value, label: dietLabels[value] }))

/** Diets as one text, in a fixed order; empty for none. */
export function joinDiets(chosen: readonly Diet[]): string {
  return diets.filter(diet => chosen.includes(diet)).join(',')
}

/** The words of a text such as 'vegan, Gluten Free; halal': those that are diets, and those that aren't. */
export function sortDiets(text: string): { diets: Diet[]; unknown: string[] } {
  const words = onlyVisible(text)
    .split(/[,;|/]/)
    .map(word =>
      word
        .trim()
        .toLowerCase()
        .replace(/[\s_]+/g, '-'),
    )
  const named = words.filter(word => word !== '')
  return {
    diets: diets.filter(diet => named.includes(diet)),
    unknown: named.filter(word => !diets.some(diet => diet === word)),
  }
}
