/* One-line addresses in the form that a street geocoder needs. */

export type AddressParts = { street: string; city: string; state: string; zip: string }

const unit = String.raw`(?:suite|ste|unit|apartment|apt|building|bldg|room|rm|space|spc|floor|lot)\b\.?`
/** A unit's number has a digit or is a single letter: 'Suite Life Lane' and 'Unit Street' are streets. */
const first = String.raw`#?\s*(?:[a-z]?-?\d[\w-]*|[a-z](?![\w-]))`
// Only `first` matches joined numbers ('1-2', '1and2'). If `more` could match them too, backtracking would
// take forever.
const more = String.raw`(?:(?:\s*&|\s+(?:-|and))\s*(?:[a-z]?\d|[a-z](?!\w))[\w-]*)*`
const units = [
  // 'Suite 200', 'Ste. B', 'Unit # 4-A', 'Bldg C'
  new RegExp(String.raw`(?<=.)[\s,]+${unit}\s*${first}${more}(?=\s|,|$)`, 'gi'),
  // '2nd Floor', '2nd Fl'
  /(?<=.)[\s,]+(?:\d+(?:st|nd|rd|th)|ground|first|second|third|fourth)\s+(?:floor|fl)\b\.?/gi,
  // '# 12', '#B-4'
  /(?<=.)[\s,]+#\s*[a-z\d][\w-]*/gi,
]
/** If one of these follows, the unit is part of a street's name and stays: 'County Lot 5 Road'. */
const street = /^\s*(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|way|court|ct|highway|hwy)\b/i

/** An address without suites, units and floors. */
export function withoutUnit(address: string): string {
  let text = tidied(address)
  for (const pattern of units) {
    text = text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const [at, whole] = rest.slice(-2) as [number, string]
      return street.test(whole.slice(at + found.length)) ? found : ''
    })
  }
  return tidied(text)
}

const tidied = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?,(?: ?,)* ?/g, ', ')
    .replace(/^[, ]+|[, ]+$/g, '')

const country = /,?\s*\b(?:usa|u\.s\.a\.|united states(?: of america)?)\s*$/i
const end = /^(?<state>[a-z]+(?: [a-z]+)?)\.?,?(?:\s+(?<zip>\d{5})(?:-\d{4})?)?$/i

/** Splits an address into street, city, state and ZIP code; null if its commas don't show which is which. */
export function splitAddress(address: string): AddressParts | null {
  const parts = withoutUnit(address)
    .replace(country, '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  const zipAlone = /^\d{5}(?:-\d{4})?$/
  if (zipAlone.test(parts.at(-1) ?? '')) parts.push(`${parts.splice(-2, 2).join(' ')}`)
  const { state, zip = '' } = end.exec(parts.at(-1) ?? '')?.groups ?? {}
  const before = parts.slice(0, -1)
  const city = before.pop()
  // The name of a place may come first: 'Biltmore Park, 1 Town Square Boulevard'.
  const street = before.find(part => /^\d/.test(part))
  return state && city && street ? { street, city, state, zip } : null
}
