import * as z from 'zod/mini'
import {
  type ImportedField,
  importedFields,
  requiredHeaders,
  restaurantColumns,
} from '#contract/csv-columns.ts'
import type { ImportedRestaurant } from '#contract/imports.ts'
import { RestaurantForm } from '#contract/restaurants.ts'
import { withoutGuard } from '#domain/csv.ts'
import { diets, readDiets } from '#domain/diets.ts'
import { readCsvUpload, tooManyCells, type UploadedRow } from '#server/http/csv-upload.ts'
import { HttpError } from '#server/http/errors.ts'

type TextField = Exclude<ImportedField, 'diets'>

const { diets: _, ...textMask } = importedFields
const textFields = Object.keys(textMask) as TextField[]
const Texts = z.pick(RestaurantForm, textMask)
const mayBeMissing = (field: TextField) => RestaurantForm.shape[field].safeParse(null).success

// Headers are matched regardless of case.
const columnOf = (field: ImportedField) => restaurantColumns[field].header.toLowerCase()
const required = requiredHeaders(restaurantColumns).map(header => header.toLowerCase())

/** Reads a CSV file of restaurants; each row is new or faulty. Throws a 400 if the file as a whole is invalid. */
export async function readRestaurantRows(file: Uint8Array): Promise<ImportedRestaurant[]> {
  const uploaded = readCsvUpload(file, required, (_, details) => new HttpError(400, details))
  const rows: ImportedRestaurant[] = []
  for (const row of uploaded) {
    rows.push(readRow(row))
    // Checking thousands of rows takes a while, so let other requests run in between.
    if (rows.length % 250 === 0) await new Promise(setImmediate)
  }
  return rows
}

function readRow(uploaded: UploadedRow): ImportedRestaurant {
  const text = (field: ImportedField) => oneLine(uploaded.cell(columnOf(field)) ?? '')
  const values = Object.fromEntries(
    textFields.map(field => [field, text(field) || (mayBeMissing(field) ? null : '')]),
  ) as Pick<ImportedRestaurant, TextField>
  const chosen = readDiets(text('diets'))
  const row = uploaded.line
  const faulty = (reason: string): ImportedRestaurant => ({
    row,
    status: 'faulty',
    ...values,
    diets: chosen ?? [],
    message: `Row ${row}: ${reason}`,
  })
  if (uploaded.isTooLong) return faulty(tooManyCells)
  if (!chosen) return faulty(`diets: Only ${diets.join(', ')} are known`)
  const { success, data, error } = Texts.safeParse(values)
  return success ? { row, status: 'new', ...data, diets: chosen } : faulty(messageOf(error.issues))
}

// Cells of a spreadsheet may contain line breaks; restaurants' texts may not.
const oneLine = (cell: string) =>
  withoutGuard(cell)
    .split(/[\r\n]+/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .join(' ')

/** The first problem, preceded by its column unless the message names it. */
function messageOf([issue]: z.core.$ZodIssue[]): string {
  const column = columnOf(issue?.path[0] as TextField)
  const message = issue?.message ?? 'Invalid value'
  return message.toLowerCase().startsWith(column) ? message : `${column}: ${message}`
}
