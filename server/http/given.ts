type Given<Changes> = { [Field in keyof Changes]?: Exclude<Changes[Field], undefined> }

/** The fields of a body that may be partial, without those that are left out. */
export function given<Changes extends object>(changes: Changes): Given<Changes> {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as Given<Changes>
}
