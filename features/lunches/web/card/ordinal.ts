const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** '1st', '2nd', '3rd', '4th', '11th', '22nd' */
export const ordinal = (count: number): string => `${count}${endings[rules.select(count)] ?? 'th'}`
