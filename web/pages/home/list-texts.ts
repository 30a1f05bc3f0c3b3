import type { Restaurant } from '#contract/restaurants.ts'
import { counted } from '#web/lib/counted.ts'

/** Why there is no restaurant to pick. */
export function whyNothingToPick(
  visible: readonly Restaurant[],
  requested: string,
  chosen: readonly string[],
): string {
  if (visible.length > 0) return 'All restaurants in the list are temporarily closed.'
  if (chosen.length > 0) return `Nothing matches all of these filters: ${chosen.join(', ')}.`
  return requested.trim()
    ? `Nothing matches “${requested.trim()}”.`
    : 'There are no restaurants near this campus yet.'
}

/** Announced to screen readers when the list changes. */
export function announce(count: number | undefined, total: number | undefined): string {
  if (count === undefined) return 'Loading restaurants'
  if (total !== undefined) return `${count} of ${total} restaurants`
  if (count === 0) return 'No restaurants found'
  return counted(count, 'restaurant')
}
