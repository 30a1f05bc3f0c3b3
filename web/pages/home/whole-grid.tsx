import { type ReactNode, useEffect } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { bringIntoSight } from './bring-into-sight.ts'

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
