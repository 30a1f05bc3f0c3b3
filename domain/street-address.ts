/* Addresses in one line, as a geocoder of streets wants them. */

export type AddressParts = { street: string; city: string; state: string; zip: string }

const unit = String.raw`(?:suite|ste|unit|apartment|apt|building|bldg|room|rm|space|spc|floor|lot)\b\.?`
/** With a digit, or one letter: 'Suite Life Lane' and 'Unit Street' are streets. */
const first = String.raw`#?\s*(?:[a-z]?-?\d[\w-]*|[a-z](?![\w-]))`
// What glues numbers together ('1-2', '1and2') is part of the first alone: read in two ways, it would take time without end.
const more = String.raw`(?:(?:\s*&|\s+(?:-|and))\s*(?:[a-z]?\d|[a-z](?!\w))[\w-]*)*`
const units = [
  // 'Suite 200', 'Ste. B', 'Unit # 4-A', 'Bldg C'
  new RegExp(String.raw`(?<=.)[\s,]+${unit}\s*${first}${more}(?=\s|,|$)`, 'gi'),
  // '2nd Floor', '2nd Fl'
  /(?<=.)[\s,]+(?:\d+(?:st|nd|rd|th)|ground|first|second|third|fourth)\s+(?:floor|fl)\b\.?/gi,
  // '# 12', '#B-4'
  /(?<=.)[\s,]+#\s*[a-z\d][\w-]*/gi,
]
/** 'State Road 9', 'County Lot 5 Road': what is called so keeps its number. */
const street = /^\s*(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|way|court|ct|highway|hwy)\b/i

/** The address of the door to the street: suites, units and floors are taken off. */
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

/** Street, city, state and ZIP code, where commas say which is which; null where they don't. */
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
  // The name of a place may stand in front: '(Biltmore Park,) 1 Town Square Boulevard'.
  const street = before.find(part => /^\d/.test(part))
  return state && city && street ? { street, city, state, zip } : null
}
