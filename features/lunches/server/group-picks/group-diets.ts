import type { Diet } from '#kit/rules/diets.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'

/** With fewer people, what fits their diets would tell what one of them eats. */
const minGroup = 3

/** All diets that the people of a lunch share; none if they are fewer than three. */
export function sharedDiets(people: readonly Pick<Row<'users'>, 'diets' | 'dietsAtLunches'>[]): Diet[] {
  if (people.length < minGroup) return []
  const sharing = people.filter(({ dietsAtLunches }) => dietsAtLunches)
  return [...new Set(sharing.flatMap(({ diets }) => readDietsColumn(diets)))]
}

/** Whether a restaurant meets all of them; false if no one shares any, as then there is nothing to say. */
export const meetsDiets = (diets: readonly Diet[], shared: readonly Diet[]): boolean =>
  shared.length > 0 && shared.every(diet => diets.includes(diet))
