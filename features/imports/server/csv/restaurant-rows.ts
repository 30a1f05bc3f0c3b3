import * as z from 'zod/mini'
import { RestaurantForm } from '#features/restaurants/contract.ts'
import { hoursInOneLine } from '#features/restaurants/opening/opening-times.ts'
import { readOpeningTimes } from '#features/restaurants/opening/read-opening-times.ts'
import { prices } from '#features/restaurants/price.ts'
import {
  type ImportedField,
  importedFields,
  restaurantColumns,
} from '#features/restaurants/restaurant-columns.ts'
import { readHeaders } from '#kit/contract/csv-columns.ts'
import type { RowError } from '#kit/contract/import-fields.ts'
import { diets, sortDiets } from '#kit/rules/diets.ts'
import { isWordForNothing, textOfCell } from '#kit/rules/texts/csv.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { shortened } from '#kit/rules/texts/shortened.ts'
import { isSpreadsheetError, spreadsheetError } from '#kit/rules/texts/spreadsheet-errors.ts'
import { withoutControls } from '#kit/rules/texts/text.ts'
import { readNumber, readWholeNumber, withoutExponent } from '#kit/rules/texts/whole-number.ts'
import { readCsvUpload, type UploadedRow } from '#kit/server/csv/csv-upload.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import type { ImportedRestaurant } from '../../contract.ts'
import { oneLine, optionalValues } from '../optional-values.ts'

type ReadField = Exclude<ImportedField, 'diets'>
const { diets: _, ...readMask } = importedFields
const readFields = Object.keys(readMask) as ReadField[]
const shape = {
  ...RestaurantForm.shape,
  price: z.nullable(z.enum(prices, `Must be ${prices.join(', ')}`)),
  hours: z.nullable(RestaurantForm.shape.hours),
  distance: z.nullable(z.pipe(z.transform(readNumber), RestaurantForm.shape.distance)),
  travelTime: z.nullable(z.pipe(z.transform(readWholeNumber), RestaurantForm.shape.travelTime)),
  disabled: z.nullable(
    z.pipe(
      z.pipe(
        z.transform((text: string) => text.toLowerCase()),
        z.enum(['active', 'inactive'], 'Must be Active or Inactive'),
      ),
      z.transform(text => text === 'inactive'),
    ),
  ),
}
/** What isn't null without a value. */
const unknown: { [field in ReadField]?: unknown } = { travelTime: 0, disabled: false }

// Headers are matched regardless of case.
const lowerCase = (header: string) => header.toLowerCase()
const columnOf = (field: ImportedField | 'campus') => lowerCase(restaurantColumns[field].header)
const { required, optional, compared } = readHeaders(restaurantColumns)
const columns = {
  required: required.map(lowerCase),
  optional: optional.map(lowerCase),
  compared: compared.map(lowerCase),
}

/**
 * Reads a CSV file of a campus's restaurants; each row is new or faulty. Throws a 400 if the file as a whole is invalid.
 */
export async function readRestaurantRows(
  file: Uint8Array,
  campus: Campus,
): Promise<{ rows: ImportedRestaurant[]; remarks: RowError[] }> {
  const uploaded = readCsvUpload(file, columns, (_, details) => new HttpError(400, details))
  const rows: ImportedRestaurant[] = []
  for await (const some of partsOf(uploaded.rows, 100)) rows.push(...some.map(row => readRow(row, campus)))
  return { rows, remarks: uploaded.remarks }
}

type Campus = Pick<Row<'campuses'>, 'code' | 'name'>

function readRow(uploaded: UploadedRow, campus: Campus): ImportedRestaurant {
  const row = uploaded.line
  const text = (field: ImportedField) => {
    const cell = textOfCell(uploaded.cell(columnOf(field)) ?? '')
    const written = field === 'hours' ? hoursInOneLine(withoutControls(cell)) : oneLine(cell)
    if (!/^(phone|distance|travelTime)$/.test(field)) return written
    // Programs write a column of numbers with gaps in it as fractions.
    return withoutExponent(written).replace(/^(\d{7,15})\.0+$/, '$1')
  }
  const optional = optionalValues(`Row ${row}`)
  const problems: string[] = []
  const values = Object.fromEntries(
    readFields.map(field => {
      const value = text(field)
      const damage = damages.find(({ sign }) => sign.test(value))
      if (damage)
        optional.remarks.push(`Row ${row}: ${columnOf(field)}: “${shortened(value, 100)}” ${damage.what}`)
      if (isOptional(field)) {
        const read = optional.read<unknown>(columnOf(field), shape[field], value)
        return [field, read ?? unknown[field] ?? null]
      }
      const cell = uploaded.cell(columnOf(field)) ?? ''
      const problem = isWordForNothing(cell)
        ? `${columnOf(field)}: “${cell}” counts as an empty cell`
        : problemOf(field, value)
      if (problem) problems.push(problem)
      return [field, problem ? value : shape[field].parse(value)]
    }),
  ) as Pick<ImportedRestaurant, ReadField>
  const otherCampus = textOfCell(uploaded.cell(columnOf('campus')) ?? '')
  if (otherCampus && ![campus.code, campus.name].some(name => foldCode(name) === foldCode(otherCampus)))
    problems.push(
      `It is for the campus “${shortened(otherCampus, 100)}”, and this import is for “${campus.name}”`,
    )
  const known = sortDiets(text('diets'))
  if (known.unknown.length > 0)
    optional.leaveOut(
      `diets: “${shortened(known.unknown.join(', '), 100)}”`,
      `Only ${diets.join(', ')} are known`,
    )
  const problem = uploaded.problem ?? problems[0]
  const openingTimes = values.hours === null ? null : readOpeningTimes(values.hours)
  const read = { row, ...values, openingTimes, diets: known.diets }
  if (problem) return { ...read, status: 'faulty', message: `Row ${row}: ${problem}` }
  return { ...read, status: 'new', ...(optional.remarks.length > 0 && { remarks: optional.remarks }) }
}

// Such texts are kept as they are, since restaurants may already be stored so.
const damages = [
  {
    // What is left of a letter that was read in another encoding than it was written in.
    sign: /\uFFFD|Ã[\xA0-\xBF‰–œŸ‡]|Â[\xA0-\xBF]|â€[™˜œ“”¦]/,
    what: 'lost letters before: save the original as UTF-8',
  },
  {
    sign: /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|rsquo|[a-z](?:acute|grave|circ|uml|tilde|cedil));/i,
    what: 'has signs as web pages write them: save the original as plain text',
  },
]

const isOptional = (field: ReadField) => shape[field].safeParse(null).success

/** What is wrong with a required value, preceded by its column unless the message names it. */
function problemOf(field: ReadField, value: string): string | undefined {
  const column = columnOf(field)
  if (isSpreadsheetError(value)) return `${column}: ${spreadsheetError(value)}`
  const { error } = shape[field].safeParse(value)
  const message = error?.issues[0]?.message
  return message && !message.toLowerCase().startsWith(column) ? `${column}: ${message}` : message
}
