/** Addresses carry plain texts (?restaurant=12&q=tacos), not JSON. */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The query with its question mark; what is undefined or empty is left out. */
export function writeAddress(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The texts of these names that an address holds; everything else in it is ignored. */
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
