import { rate } from '#tests/support/rate.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/**
 * Two groups of people: those with even numbers love the grills and not the cafes, the others the opposite. Everyone leaves
 * two places unrated; for the first two people these are the first grill and the first cafe.
 */
export async function twoTastes(
  app: Pick<TestApp, 'deps' | 'restaurant' | 'user'>,
  [people, places]: [people: number, places: number],
) {
  const named = async (name: string) => {
    const made = []
    for (let n = 0; n < places; n += 1) made.push(await app.restaurant({ name: `${name} ${n}` }))
    return made
  }
  const crew = await Promise.all(Array.from({ length: people }, () => app.user()))
  const [grills, cafes] = [await named('Grill'), await named('Cafe')]
  for (const [n, { id }] of crew.entries())
    for (const [m, place] of [...grills, ...cafes].entries())
      if (m % places !== (n >> 1) % places) {
        const value = m < places === (n % 2 === 0) ? 5 - (m % 2) : 2 - (m % 2)
        await rate(app.deps, id, place.id, { value })
      }
  return { crew, grills, cafes }
}
