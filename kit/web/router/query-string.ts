/** Addresses carry plain texts (?restaurant=12&q=tacos), not JSON. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The query with its question mark; undefined and empty values are left out. */
export function formatQuery(search: Record<string, unknown>): string {
  const text = new URLSearchParams(pickGiven(search)).toString()
  return text && `?${text}`
}

/** All parameters that are given, as texts. */
export function pickGiven(search: Record<string, unknown>): { [name: string]: string } {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** Picks these parameters from an address; everything else is ignored. */
export function pickTexts<K extends string>(
  search: Record<string, unknown>,
  names: readonly K[],
): { [name in K]?: string } {
  const picked: { [name in K]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}
