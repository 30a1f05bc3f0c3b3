type Given<Changes> = { [Field in keyof Changes]?: Exclude<Changes[Field], undefined> }

/** The fields that a partial body contains, without the undefined ones. */
export function given<Changes extends object>(changes: Changes): Given<Changes> {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as Given<Changes>
}
