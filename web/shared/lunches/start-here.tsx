import { clsx } from 'clsx'
import { UtensilsCrossed } from 'lucide-react'
import type { Restaurant } from '#contract/restaurants.ts'
import { Going } from '#web/features/lunches/going.tsx'
import { useLunchesAt } from '#web/features/lunches/use-lunches.ts'
import { useDistinctName } from '#web/lib/distinct-names.tsx'
import { openDialog } from '#web/shared/dialog-search.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

/** On a card: starts a lunch at its restaurant. */
export function StartHereIcon({ restaurant, className }: { restaurant: Restaurant; className?: string }) {
  const name = useDistinctName(restaurant)
  if (restaurant.disabled) return null
  return (
    <IconButton
      label={`Start a lunch at ${name}`}
      title="Start a lunch here"
      className={clsx('icon-before fork-and-knife bg-raised/85', className)}
      onClick={() => openDialog({ start: restaurant.id })}
    />
  )
}

export function StartHereButton({ restaurant, className }: { restaurant: Restaurant; className?: string }) {
  if (restaurant.disabled) return null
  return (
    <Button
      icon={<UtensilsCrossed />}
      className={className}
      onClick={() => openDialog({ start: restaurant.id })}
    >
      Start a lunch here
    </Button>
  )
}

/** Who is going to a place today; empty if no one is. */
export function GoingHere({ restaurantId, className }: { restaurantId: number; className?: string }) {
  if (useLunchesAt(restaurantId).length === 0) return null
  return (
    <div className={clsx('flex gap-2', className)}>
      <Going restaurantId={restaurantId} onOpen={lunch => openDialog({ lunch })} />
    </div>
  )
}
