import { shortened } from './shortened.ts'

/** What a spreadsheet writes into a cell instead of its value: an error, a number cut short, a column too narrow. */
export function isSpreadsheetError(cell: string): boolean {
  if (cell.length > 40) return tooNarrow.test(cell)
  return error.test(cell) || cutNumber.test(cell) || tooNarrow.test(cell)
}

export const spreadsheetError = (cell: string) =>
  `“${shortened(cell, 40)}” is what a spreadsheet shows instead of a value`

// In any language: #REF!, #BEZUG!, #¡REF!, #NAME?, #N/A, #NV, #DIV/0!; and Err:502 of LibreOffice.
const error =
  /^(?:#(?:[\p{Lu}\p{N}_/¡¿ ]*\p{Lu}[\p{Lu}\p{N}_/ ]*[!?]|N\/[A-Z]{1,3}|N[VAD]|GETTING_DATA)|err:\d{3})$/iu
const cutNumber = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i
const tooNarrow = /^#{3,}$/
