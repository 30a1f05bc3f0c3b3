/** Imports write cuisines in lower case. */
export function cuisineLabel(cuisine: string): string {
  return cuisine.charAt(0).toUpperCase() + cuisine.slice(1)
}
