import { isSame } from '#kit/rules/is-same.ts'

/** An edit, the version it is based on, and what someone else saved in the meantime. */
export interface Versions<Values> {
  mine: Values
  base: Partial<Values>
  theirs: Partial<Values>
}

/** The fields of a form with their labels, and those that are always chosen together with another one. */
export interface Mergeable<Field extends string> {
  labels: Partial<Record<Field, string>>
  pairs?: Partial<Record<Field, Field>>
}

/**
 * Merges both edits: fields that only the other person changed are theirs, everything else is mine. `differences` are
 * the fields that both changed to different values, which the user must decide.
 */
export function mergeEdits<Values extends object>(
  { mine, base, theirs }: Versions<Values>,
  { labels, pairs = {} }: Mergeable<keyof Values & string>,
) {
  type Field = keyof Values & string
  const together = new Map(Object.entries(pairs) as [Field, Field][])
  const withPair = (field: Field) => [field, together.get(field) ?? []].flat() as Field[]
  const seconds = new Set(together.values())
  const fields = (Object.keys(labels) as Field[]).filter(field => !seconds.has(field))
  const areSame = (field: Field, a: Partial<Values>, b: Partial<Values>) =>
    withPair(field).every(name => isSame(a[name], b[name]))
  const unchanged = fields.filter(field => areSame(field, mine, base))
  const taken = unchanged.filter(field => !areSame(field, theirs, base))
  const differences = fields.filter(
    field => !unchanged.includes(field) && !areSame(field, mine, theirs) && !areSame(field, theirs, base),
  )
  /** My version with these of their fields. */
  const withTheirs = (chosen: readonly Field[]): Values => ({
    ...mine,
    ...Object.fromEntries([...taken, ...chosen].flatMap(withPair).map(name => [name, theirs[name]])),
  })
  return { differences, taken, withTheirs }
}

/** Merges two edits of a list that has an entry a line: what either person added or removed. */
export function mergeLines({ mine, base, theirs }: Record<keyof Versions<string>, string>): string {
  const linesOf = (text: string) => text.split('\n').map(line => line.trim())
  const [own, before, other] = [linesOf(mine), linesOf(base), linesOf(theirs)]
  const kept = other.filter(line => own.includes(line) || !before.includes(line))
  return [...kept, ...own.filter(line => !before.includes(line) && !other.includes(line))].join('\n')
}
