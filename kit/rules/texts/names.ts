import { onlyVisible } from './text.ts'

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/**
 * The order of names in every list: ignores case, with accented letters beside plain ones and 'Route 9'
 * before 'Route 10'.
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)

/** A code for comparison: ignores case, extra spaces, and how accents are encoded. Names: `foldName`. */
export const foldCode = (code: string): string =>
  onlyVisible(code).normalize('NFC').replace(/\s+/g, ' ').toLowerCase()

/** A name as it is stored: with single spaces, also for no-break ones and other wide or narrow blanks. */
export const tidyName = (name: string): string => name.replace(/\p{Zs}+/gu, ' ').trim()
