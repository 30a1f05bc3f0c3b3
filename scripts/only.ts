/** What `--only` names, separated by commas; undefined where it isn't given. Throws where it names what there isn't. */
export function namesIn(only: string | undefined, known: readonly string[]): string[] | undefined {
  const names = only?.split(',')
  const unknown = names?.filter(name => !known.includes(name)) ?? []
  if (unknown.length > 0)
    throw new Error(`--only: there is no ${unknown.join(', ')}, but ${[...new Set(known)].join(', ')}`)
  return names
}
