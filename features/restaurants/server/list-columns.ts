import { type Diet, joinDiets } from '#kit/rules/diets.ts'
import { readDietsColumn } from '#kit/server/database/tables/checks.ts'
import type { OpeningTime } from '../opening/opening-times.ts'

/* Each list is stored in one column, as text that both engines store and compare alike. */

type ListFields = { openingTimes: OpeningTime[] | null; diets: Diet[] }
type ListColumns = { openingTimes: string | null; diets: string }

/** A row with its list columns converted to lists. */
export function withLists<Row extends ListColumns>(row: Row): Omit<Row, keyof ListColumns> & ListFields {
  return {
    ...row,
    openingTimes: row.openingTimes === null ? null : JSON.parse(row.openingTimes),
    diets: readDietsColumn(row.diets),
  }
}

/** Fields with their lists converted to the text of the columns. */
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
