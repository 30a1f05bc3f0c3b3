import type * as z from 'zod/mini'
import { isSpreadsheetError, spreadsheetError } from '#kit/rules/texts/spreadsheet-errors.ts'
import { trimText } from '#kit/rules/texts/text.ts'

/**
 * Reads the optional values of a place. One that its form would reject costs that value, never the place: it is null,
 * and a remark says why, beginning with `place` (`Row 5`, or a name).
 */
export function optionalValues(place: string) {
  const remarks: string[] = []
  const leaveOut = (column: string, reason: string) => {
    remarks.push(`${place}: ${column} left out: ${reason}`)
    return null
  }
  function read<T>(column: string, schema: z.ZodMiniType<T>, text: string | null | undefined): T | null {
    const value = oneLine(text ?? '')
    if (value === '') return null
    if (isSpreadsheetError(value)) return leaveOut(column, spreadsheetError(value))
    const { success, data, error } = schema.safeParse(value)
    return success ? data : leaveOut(column, error.issues[0]?.message ?? 'Invalid value')
  }
  return { remarks, read, leaveOut }
}

export function validOrNull<T>(schema: z.ZodMiniType<T>, value: string | null | undefined): T | null {
  const { success, data } = schema.safeParse(value ?? null)
  return success ? data : null
}

/** Texts of other programs may contain line breaks; restaurants' texts may not. */
export const oneLine = (text: string): string =>
  text
    .split(/[\t\v\f\r\n\x85\u2028\u2029]+/)
    .map(trimText)
    .filter(part => part !== '')
    .join(' ')
