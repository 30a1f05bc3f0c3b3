import { cardClass } from '#kit/web/ui/card.tsx'
import { cardWidthClass } from '../card/card-frame.ts'

/** The cards before it is known what is in them. */
export function StarterFrames() {
  return [1, 2, 3].map(card => (
    <li key={card} aria-hidden="true" className={cardWidthClass}>
      <div className={cardClass('h-full')} />
    </li>
  ))
}
