import { OpeningTimes } from '#contract/place-fields.ts'
import { type Diet, diets, joinDiets } from '#domain/diets.ts'
import { type OpeningTime, weekProblem } from '#domain/opening-times.ts'

/* Lists stand in one column each, as text that both engines compare and keep alike. */

export type ListFields = { openingTimes: OpeningTime[] | null; diets: Diet[] }
type ListColumns = { openingTimes: string | null; diets: string }

export const readDietsColumn = (text: string): Diet[] => {
  const names = text.split(',')
  return diets.filter(diet => names.includes(diet))
}

/** A row with the lists that its columns stand for. */
export function withLists<Row extends ListColumns>(row: Row): Omit<Row, keyof ListColumns> & ListFields {
  return {
    ...row,
    openingTimes: row.openingTimes === null ? null : JSON.parse(row.openingTimes),
    diets: readDietsColumn(row.diets),
  }
}

/** Fields with their lists as columns hold them. */
export function asColumns<Fields extends Partial<ListFields>>(
  fields: Fields,
): Omit<Fields, keyof ListFields> & Partial<ListColumns> {
  const { openingTimes, diets, ...others } = fields
  return {
    ...others,
    ...(openingTimes !== undefined && { openingTimes: openingTimes && JSON.stringify(openingTimes) }),
    ...(diets !== undefined && { diets: joinDiets(diets) }),
  }
}

/** Whether a text is what such a column holds. */
export function isOpeningTimes(text: string): boolean {
  try {
    return weekProblem(OpeningTimes.parse(JSON.parse(text))) === null
  } catch {
    return false
  }
}
