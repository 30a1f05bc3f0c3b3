/** Footnotes, fractions and circled characters, inside a character class: what NFKC would make digits and letters of. */
export const marks = '\\p{No}\\p{Lm}ªº\\u24B6-\\u24E9'
const unmarked = /* @__PURE__ */ new RegExp(`[^${marks}]+`, 'gu')

/**
 * Characters in their ordinary form, such as wide or bold digits. Unlike Unicode's NFKC, leaves footnotes, fractions
 * and circled characters as they are: '12¹' doesn't mean '121', nor '11ᵃ' 11 AM.
 */
export const plainForms = (text: string): string => text.replace(unmarked, part => part.normalize('NFKC'))
