import { plainForms } from './plain-forms.ts'
import { onlyVisible } from './text.ts'

/** A whole number however tables write it: '5', ' 05 ', '5.0', '5,00', '1,000', '５'. Null if the text isn't one. */
export function readWholeNumber(text: string): number | null {
  const plain = plainForms(onlyVisible(text))
  const [, digits] = /^\+?(\d{1,15})(?:\.0*|,0{1,2})?$/.exec(plain) ?? []
  if (digits !== undefined) return Number(digits)
  const isGrouped = /^\+?\d{1,3}(?:,\d{3}){1,4}(?:\.0*)?$/.test(plain)
  return isGrouped ? Number(plain.replaceAll(',', '')) : null
}
