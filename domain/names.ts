import { onlyVisible } from './text.ts'

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/**
 * The order of names in every list: ignores case, with accented letters beside plain ones and 'Route 9'
 * before 'Route 10'.
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)

/** A name for comparison: ignores case, extra spaces, invisible characters, and how accents are encoded. */
export const foldName = (name: string): string =>
  onlyVisible(name).normalize('NFC').replace(/\s+/g, ' ').toLowerCase()
