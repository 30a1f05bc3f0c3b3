/** Letters and numbers of scripts that run from right to left, and the characters that change the direction. */
const turning =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * A name within a sentence, so that a Hebrew or Arabic one, or one with characters that change the direction, turns
 * nothing around it: between U+2068 (first strong isolate) and U+2069. Any other name stays as it is.
 */
export function isolated(name: string): string {
  if (!turning.test(name)) return name
  const inner = name.replace(/[\u202A-\u202E]/g, '')
  if (isIsolate(inner)) return inner
  return `\u2068${isBalanced(inner) ? inner : inner.replace(/[\u2066-\u2069]/g, '')}\u2069`
}

/** A template tag: a sentence in which each inserted name is isolated. */
export const sentence = (texts: TemplateStringsArray, ...names: (string | number)[]): string =>
  String.raw({ raw: texts }, ...names.map(name => isolated(String(name))))

/** Whether a text is within one isolate as a whole, or ends each one that it begins. */
const isIsolate = (text: string) =>
  /^[\u2066-\u2068]/.test(text) && depths(text).every((depth, i, all) => depth > 0 === i < all.length - 1)
const isBalanced = (text: string) => {
  const all = depths(text)
  return all.every(depth => depth >= 0) && (all.at(-1) ?? 0) === 0
}

/** How many isolates are open after each character. */
function depths(text: string): number[] {
  let depth = 0
  return Array.from(text, sign => {
    if (/[\u2066-\u2068]/.test(sign)) depth += 1
    else if (sign === '\u2069') depth -= 1
    return depth
  })
}
