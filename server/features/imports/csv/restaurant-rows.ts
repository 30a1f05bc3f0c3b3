import { type ImportedField, importedFields, readHeaders, restaurantColumns } from '#contract/csv-columns.ts'
import type { ImportedRestaurant } from '#contract/imports.ts'
import { RestaurantForm } from '#contract/restaurants.ts'
import { isWordForNothing, textOfCell } from '#domain/csv.ts'
import { diets, sortDiets } from '#domain/diets.ts'
import { shortened } from '#domain/shortened.ts'
import { isSpreadsheetError, spreadsheetError } from '#domain/spreadsheet-errors.ts'
import { withoutExponent } from '#domain/whole-number.ts'
import { partsOf } from '#server/database/batches.ts'
import { readCsvUpload, type UploadedRow } from '#server/http/csv-upload.ts'
import { HttpError } from '#server/http/errors.ts'
import { oneLine, optionalValues } from '../optional-values.ts'

type TextField = Exclude<ImportedField, 'diets'>
const { diets: _, ...textMask } = importedFields
const textFields = Object.keys(textMask) as TextField[]
const { shape } = RestaurantForm

// Headers are matched regardless of case.
const { required, optional } = readHeaders(restaurantColumns)
const lowerCase = (header: string) => header.toLowerCase()
const columnOf = (field: ImportedField) => lowerCase(restaurantColumns[field].header)
const columns = { required: required.map(lowerCase), optional: optional.map(lowerCase) }

/** Reads a CSV file of restaurants; each row is new or faulty. Throws a 400 if the file as a whole is invalid. */
export async function readRestaurantRows(file: Uint8Array): Promise<ImportedRestaurant[]> {
  const uploaded = readCsvUpload(file, columns, (_, details) => new HttpError(400, details))
  const rows: ImportedRestaurant[] = []
  for await (const some of partsOf(uploaded, 100)) rows.push(...some.map(readRow))
  return rows
}

function readRow(uploaded: UploadedRow): ImportedRestaurant {
  const row = uploaded.line
  const text = (field: ImportedField) => {
    const written = oneLine(textOfCell(uploaded.cell(columnOf(field)) ?? ''))
    // Programs write a column of numbers with gaps in it as fractions.
    return field === 'phone' ? withoutExponent(written).replace(/^(\d{7,15})\.0+$/, '$1') : written
  }
  const optional = optionalValues(`Row ${row}`)
  const problems: string[] = []
  const values = Object.fromEntries(
    textFields.map(field => {
      const value = text(field)
      if (isOptional(field)) return [field, optional.read(columnOf(field), shape[field], value)]
      const cell = uploaded.cell(columnOf(field)) ?? ''
      const problem = isWordForNothing(cell)
        ? `${columnOf(field)}: “${cell}” counts as an empty cell`
        : problemOf(field, value)
      if (problem) problems.push(problem)
      return [field, problem ? value : shape[field].parse(value)]
    }),
  ) as Pick<ImportedRestaurant, TextField>
  const known = sortDiets(text('diets'))
  if (known.unknown.length > 0)
    optional.leaveOut(
      `diets: “${shortened(known.unknown.join(', '), 100)}”`,
      `Only ${diets.join(', ')} are known`,
    )
  const problem = uploaded.problem ?? problems[0]
  const read = { row, ...values, diets: known.diets }
  if (problem) return { ...read, status: 'faulty', message: `Row ${row}: ${problem}` }
  return { ...read, status: 'new', ...(optional.remarks.length > 0 && { remarks: optional.remarks }) }
}

const isOptional = (field: TextField) => shape[field].safeParse(null).success

/** What is wrong with a required value, preceded by its column unless the message names it. */
function problemOf(field: TextField, value: string): string | undefined {
  const column = columnOf(field)
  if (isSpreadsheetError(value)) return `${column}: ${spreadsheetError(value)}`
  const { error } = shape[field].safeParse(value)
  const message = error?.issues[0]?.message
  return message && !message.toLowerCase().startsWith(column) ? `${column}: ${message}` : message
}
