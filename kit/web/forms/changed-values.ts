import { isSame } from '#kit/rules/is-same.ts'

/**
 * The values that differ from before. Sending only these doesn't undo changes that others made in the meantime, and
 * doesn't require rights that only the other fields need. undefined: not filled in.
 */
export function changedValues<T extends object>(values: T, before: object): Partial<T> {
  const known = before as Record<string, unknown>
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && !isSame(value, known[field]),
  )
  return Object.fromEntries(changed) as Partial<T>
}
