/** Imports write cuisines in lower case, and some with semicolons between them. */
export function cuisineLabel(cuisine: string): string {
  const text = cuisine.replace(/\s*;\s*/g, ', ').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
