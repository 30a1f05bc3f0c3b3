type Defined<Changes> = { [Field in keyof Changes]?: Exclude<Changes[Field], undefined> }

/** The fields that a partial body contains, without the undefined ones. */
export function definedFields<Changes extends object>(changes: Changes): Defined<Changes> {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as Defined<Changes>
}
