const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/** The order of names in every list: whatever the case, accents beside their letters, 'Route 9' before 'Route 10'. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)

/** A name as it is compared: whatever the case, the spaces, and the way its accents are encoded. */
export const foldName = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
