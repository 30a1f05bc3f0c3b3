/** The fields of a body that may be partial, without those that are left out. */
export function given<Changes extends object>(
  changes: Changes,
): { [Field in keyof Changes]?: Exclude<Changes[Field], undefined> } {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<Changes> as never
}
