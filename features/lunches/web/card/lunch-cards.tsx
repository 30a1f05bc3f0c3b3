import { type ReactNode, type RefObject, useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Lunch } from '../../contract.ts'
import { isIn } from '../lunch-texts.ts'
import { cardWidthClass, ticketWidthClass } from './card-frame.ts'
import { DockedDeparture } from './docked-departure.tsx'
import { EarlierToday } from './earlier-today.tsx'
import { LunchCard } from './lunch-card.tsx'
import { PlacePicture } from './place-picture.tsx'
import { useLunchGroups } from './use-lunch-groups.ts'
import { useLunchInSight } from './use-lunch-in-sight.ts'

interface LunchCardsProps {
  /** The row that scrolls. */
  row: RefObject<HTMLUListElement | null>
  className: string
  lunches: readonly Lunch[]
  /** Cards that start the next lunch: today's first, or after today's lunches tomorrow's. */
  starters: ReactNode
  onOpen: (lunchId: number) => void
}

/** One card per lunch, side by side; several scroll sideways. What is over takes one card, which unfolds. */
export function LunchCards({ row, className, lunches, starters, onOpen }: LunchCardsProps) {
  const viewer = useSignedIn()
  const { now, later, earlier } = useLunchGroups(lunches)
  const [isUnfolded, setUnfolded] = useState(false)
  useLunchInSight(row, [...now, ...later])
  const isMine = (lunch: Lunch) => isIn(lunch, viewer.id) && lunch.state !== 'cancelled'
  const draw = (lunch: Lunch) => (
    <li key={lunch.id} data-lunch={lunch.id} className={isMine(lunch) ? ticketWidthClass : cardWidthClass}>
      <LunchCard
        lunch={lunch}
        onOpen={() => onOpen(lunch.id)}
        picture={option => <PlacePicture place={option} />}
      />
    </li>
  )
  return (
    <>
      <ul role="list" ref={row} className={className}>
        {now.map(draw)}
        {starters}
        {later.length > 0 && (
          <li className="flex shrink-0 rotate-180 items-center justify-end gap-2 font-semibold text-muted text-sm [writing-mode:vertical-rl] after:flex-1 after:border-edge after:border-l">
            Later
          </li>
        )}
        {later.map(draw)}
        {earlier.length > 0 && (
          <EarlierToday lunches={earlier} isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />
        )}
        {isUnfolded && earlier.map(draw)}
      </ul>
      <DockedDeparture row={row} lunches={now.filter(isMine)} />
    </>
  )
}
