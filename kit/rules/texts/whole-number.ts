import { plainForms } from './plain-forms.ts'
import { onlyVisible } from './text.ts'

/** A whole number however tables write it: '5', ' 05 ', '5.0', '5,00', '5.00e+00', '1,000', '５'. Null if the text isn't one. */
export function readWholeNumber(text: string): number | null {
  const plain = plainNumber(text)
  const [, digits] = /^\+?(\d{1,15})(?:\.0*|,0{1,2})?$/.exec(plain) ?? []
  if (digits !== undefined) return Number(digits)
  const isGrouped = /^\+?\d{1,3}(?:,\d{3}){1,4}(?:\.0*)?$/.test(plain)
  return isGrouped ? Number(plain.replaceAll(',', '')) : null
}

/** Whether a text is a number that isn't whole: '4.5', ',5', '4.5e+00'. */
export const isFraction = (text: string): boolean =>
  readWholeNumber(text) === null && /^[+-]?\d*[.,]\d+$/.test(plainNumber(text))

/** A number of miles or the like: '2.5', '2,5', '2.50e+00'. Null if the text isn't one. */
export const readNumber = (text: string): number | null =>
  isFraction(text) ? Number(plainNumber(text).replace(',', '.')) : readWholeNumber(text)

/**
 * A number without the exponent that numerical programs write: '1.200e+01' is '12.00'. If its ones are missing, it was
 * rounded ('1.9E+10') and stays as it is.
 */
export const withoutExponent = (text: string): string =>
  text.replace(/^([+-]?)(\d+)[.,]?(\d*)e([+-]?\d{1,3})$/i, (whole, sign, first, rest, exponent) => {
    const digits = `0${first}${rest}`
    const point = first.length + 1 + Number(exponent)
    if (point < 1 || point > digits.length) return whole
    const [ones, decimals] = [digits.slice(0, point).replace(/^0+(?=\d)/, ''), digits.slice(point)]
    return sign + ones + (decimals && `.${decimals}`)
  })

const plainNumber = (text: string) => withoutExponent(plainForms(onlyVisible(text)))
