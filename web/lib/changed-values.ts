/**
 * The values that differ from those before. Sent alone, they undo nothing that somebody else has changed meanwhile, and
 * ask for no right that only the other fields need. undefined: was not filled in.
 */
export function changedValues<T extends object>(values: T, before: object): Partial<T> {
  const known = before as Record<string, unknown>
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== known[field],
  )
  return Object.fromEntries(changed) as Partial<T>
}

/** Whether two values of a form are the same: lists by what they hold. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
