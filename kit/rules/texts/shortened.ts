/** The beginning of a text that others wrote, with an ellipsis if it was longer. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  // No half of a character that takes two.
  return `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
