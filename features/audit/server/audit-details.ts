/** The maximum size of an entry's details, in bytes. */
const detailsLimit = 2048

/**
 * Serializes the details of an action as JSON, without secrets and control characters, within the limit. It first
 * shortens long texts, so that the JSON stays readable.
 */
export function auditDetails(details: unknown): string {
  for (const textLimit of [1000, 200, 40]) {
    const json = JSON.stringify(details ?? {}, cleaner(textLimit))
    if (Buffer.byteLength(json) <= detailsLimit) return json
  }
  const start = JSON.stringify(details, cleaner(40)).slice(0, 400)
  return JSON.stringify({ shortened: `${start}…` })
}

const secretName = /password|token|secret|hash|apikey|api_key|cookie|authorization/i

const cleaner =
  (textLimit: number) =>
  (name: string, value: unknown): unknown => {
    if (secretName.test(name)) return undefined
    if (typeof value !== 'string') return value
    const text = value.replace(/\p{Cc}+/gu, ' ').trim()
    return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text
  }

/** The changed values of an edit, before and after, for an entry's details. */
export function changesBetween<Row extends object>(before: Row, after: Row, fields: readonly (keyof Row)[]) {
  const changed = fields.filter(field => before[field] !== after[field])
  const pick = (row: Row) => Object.fromEntries(changed.map(field => [field, row[field]]))
  return { before: pick(before), after: pick(after) }
}

/** As much of the beginning of a long list of edits as leaves an entry's details whole. */
export function itemsThatFit<T>(items: T[]): T[] {
  let bytes = 0
  const fitting = items.findIndex(item => {
    bytes += Buffer.byteLength(JSON.stringify(item, cleaner(1000))) + 1
    return bytes > detailsLimit - 500
  })
  return items.slice(0, fitting === -1 ? items.length : Math.max(1, fitting))
}
