const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/** The order of names in every list: whatever the case, accents beside their letters, 'Route 9' before 'Route 10'. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
