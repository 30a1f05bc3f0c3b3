import { type Diet, diets } from '#domain/diets.ts'

export const dietLabels: Record<Diet, string> = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  'gluten-free': 'Gluten-free',
  'dairy-free': 'Dairy-free',
  halal: 'Halal',
  kosher: 'Kosher',
}

export const dietOptions = diets.map(value => ({ value, label: dietLabels[value] }))
