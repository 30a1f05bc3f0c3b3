import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { cardWidthClass } from '../card/card-frame.ts'

export function StarterSkeletons() {
  return [1, 2, 3].map(card => (
    <li key={card} className={cardWidthClass}>
      <Skeleton shape="card" className="h-full" />
    </li>
  ))
}
