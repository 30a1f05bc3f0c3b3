import { type ReactNode, useEffect } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import type { ApiError } from '#web/api/call.ts'
import { serverMessage } from '#web/api/server-message.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

export interface GridProps {
  restaurants: readonly Restaurant[]
  /** Brought into sight whenever it changes. */
  target: number | undefined
  children: (restaurant: Restaurant, index: number) => ReactNode
}

export const columnsClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5'

export function WholeGrid({ restaurants, target, children }: GridProps) {
  useEffect(() => bringIntoSight(target), [target])
  return (
    <ul className={columnsClass}>
      {restaurants.map((restaurant, index) => (
        <li key={restaurant.id} className="min-w-0">
          {children(restaurant, index)}
        </li>
      ))}
    </ul>
  )
}

/** Once dialogs are gone, since they give the focus back to where they were opened: `approach`, then on to the card. */
export function bringIntoSight(target: number | undefined, approach?: () => void): (() => void) | undefined {
  if (target === undefined) return undefined
  let approached = false
  const look = () => {
    const card = document.getElementById(`restaurant-${target}`)
    if (document.querySelector('[role="dialog"]')) return
    if (!approached) {
      approached = true
      approach?.()
    } else if (card) {
      clearInterval(timer)
      card.scrollIntoView({ block: 'center', behavior: 'smooth' })
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    }
  }
  const timer = setInterval(look, 50)
  return () => clearInterval(timer)
}

interface ErrorListProps {
  error: ApiError
  onRetry: () => void
  retrying: boolean
}

export function ErrorList({ error, onRetry, retrying }: ErrorListProps) {
  return (
    <ErrorState
      message={serverMessage(error) ?? 'Failed to fetch restaurants'}
      onRetry={onRetry}
      retrying={retrying}
    />
  )
}
