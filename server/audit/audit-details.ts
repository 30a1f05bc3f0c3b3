/** The most that an entry's details may take, in bytes. */
const detailsLimit = 2048

/**
 * What is kept of an action's particulars: JSON text without secrets and control characters, within the limit. Long
 * texts in it are shortened first, so that it stays readable.
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

/** The values that an edit changed, before and after, for an entry's details. */
export function changesBetween<Row extends object>(before: Row, after: Row, fields: readonly (keyof Row)[]) {
  const changed = fields.filter(field => before[field] !== after[field])
  const pick = (row: Row) => Object.fromEntries(changed.map(field => [field, row[field]]))
  return { before: pick(before), after: pick(after) }
}

/** The beginning of a long list, so that an entry stays readable; its length belongs beside it. */
export function beginningOf<T>(items: T[]): T[] {
  return items.slice(0, 20)
}
